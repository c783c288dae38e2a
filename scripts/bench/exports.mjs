// `node scripts/bench/exports.mjs [rows …]`: measures both exports as a whole, over HTTP from a server with revisions,
// with the longest task of the page's main thread and the memory that the browser takes.
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import esbuild from 'esbuild';
import { fonts, root, siteOptions } from '../../esbuild.config.mjs';
import { launchChromium } from '../chromium.mjs';

const sizes = process.argv.slice(2).map(Number);
const host = await serve(await build());
for (const rows of sizes.length > 0 ? sizes : [100_000]) {
  for (const format of ['excel', 'pdf']) await measure(host, format, rows);
}
host.stop();

/** Maps paths to contents: the page of the exports' tests. */
async function build() {
  const page = await esbuild.build({ ...siteOptions(), entryPoints: ['tests/support/exports/page.ts'] });
  const files = new Map();
  for (const { path: file, contents } of page.outputFiles) {
    files.set(`/${path.relative(path.join(root, 'dist'), file)}`, contents);
  }
  for (const [name, source] of Object.entries(fonts))
    files.set(name.slice('dist'.length), await readFile(path.join(root, source)));
  const [script] = Object.entries(page.metafile.outputs).find(([, { entryPoint }]) => entryPoint) ?? [];
  files.set('/', `<!doctype html><script type="module" src="assets/${path.basename(script)}"></script>`);
  return files;
}

async function serve(files) {
  let total = 0;
  /** Pages requested since the list's size was chosen. */
  const asked = [];
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://host');
    if (pathname === '/web/api/v1/attendance') {
      asked.push(Number(searchParams.get('page')));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ success: true, data: pageOf(Number(searchParams.get('page')), total) }));
    } else if (pathname === '/web/api/v1/attendance/revision') {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ success: true, data: { revision: 'the only one' } }));
    } else if (pathname === '/records') {
      total = Number(searchParams.get('total'));
      asked.length = 0;
      response.end();
    } else {
      response.setHeader('Content-Type', pathname === '/' ? 'text/html' : 'text/javascript');
      response.end(files.get(pathname));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/`, asked, stop: () => server.close() };
}

function pageOf(page, total) {
  const data = Array.from({ length: Math.min(100, total - (page - 1) * 100) }, (_, index) => {
    const id = (page - 1) * 100 + index;
    const time = new Date(Date.UTC(2026, 2, 1) + id * 1000).toISOString();
    const employee = { name: `Employee Name ${id % 300}`, employee_id: String(id % 300).padStart(5, '0') };
    const place = {
      access_controller: { name: `Main Door ${id % 7}` },
      company: { name: `Company ${id % 9}` },
    };
    return {
      id,
      employee,
      event_type: 'check-in',
      timestamp: time,
      ...place,
      is_processed: false,
      created_at: time,
    };
  });
  return { data, total, last_page: Math.ceil(total / 100) };
}

async function measure({ url, asked }, format, rows) {
  await fetch(`${url}records?total=${rows}`);
  const { outcome, longest, seconds, memory } = await inBrowser(url, (page) =>
    page.evaluate(async (chosen) => {
      const tasks = [0];
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      });
      window.exporting.hasRevision = true;
      const start = performance.now();
      const result = await window.exporting.run(chosen);
      const taken = (performance.now() - start) / 1000;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { outcome: result, longest: Math.max(...tasks), seconds: taken };
    }, format),
  );
  const pages = Math.ceil(rows / 100);
  if (asked.length !== pages || new Set(asked).size !== pages)
    throw new Error(`${asked.length} pages of ${pages} were read`);
  const task = longest > 0 ? `${longest} ms` : 'under 50 ms';
  console.log(
    `\nA whole ${format} export of ${rows} records over HTTP, each of ${pages} pages read once: ${seconds.toFixed(1)} s, ` +
      `${outcome.files.length} file(s), longest task of the main thread ${task}, peak memory ${memory} MB`,
  );
}

async function inBrowser(url, job) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction(() => 'exporting' in window);
    let memory = 0;
    const watch = setInterval(async () => (memory = Math.max(memory, await renderersOf(process.pid))), 100);
    const result = await job(page).finally(() => clearInterval(watch));
    return { ...result, memory: Math.round(memory / 1e6) };
  } finally {
    await browser.close();
  }
}

/** Memory of the largest renderer among this process's descendants in bytes; 0 where there is no /proc. */
async function renderersOf(ancestor) {
  const processes = new Map();
  for (const id of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(id)) continue;
    const [command, stat, statm] = await Promise.all(
      ['cmdline', 'stat', 'statm'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')),
    );
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]);
    processes.set(Number(id), {
      parent,
      isRenderer: command.includes('--type=renderer'),
      pages: Number(statm.split(' ')[1]),
    });
  }
  const descends = (id) => id === ancestor || (processes.has(id) && id > 1 && descends(processes.get(id).parent));
  const renderers = [...processes].filter(([id, { isRenderer }]) => isRenderer && descends(id));
  return Math.max(0, ...renderers.map(([, { pages }]) => pages * 4096));
}
