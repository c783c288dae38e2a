// `npm run dev`: console and server on one address, with live reload. esbuild watches the sources; after every build this
// process restarts the server on an internal port, to which it proxies requests, and tells open pages to reload.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import esbuild from 'esbuild';
import { root, serverOptions, siteOptions, write } from '../esbuild.config.mjs';

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 4000);
const innerHost = '127.0.0.1';
const innerPort = await freePort();
const folder = path.join(root, 'build/dev');

const built = {};
const openPages = new Set();
let server;
let ready = Promise.resolve();

process.on('exit', () => server?.kill());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit());

for (const [part, options] of Object.entries({ site: siteOptions({ live: true }), server: serverOptions })) {
  const reload = { name: 'reload', setup: (build) => build.onEnd(reloadWith(part)) };
  const plugins = [...(options.plugins ?? []), reload];
  const context = await esbuild.context({ ...options, plugins, logLevel: 'info' });
  await context.watch();
}

http
  .createServer(async (request, response) => {
    if (request.url === '/built') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.flushHeaders();
      openPages.add(response);
      response.on('close', () => openPages.delete(response));
      return;
    }
    await ready;
    proxy(request, response);
  })
  .listen(port, host, () => console.log(`Development: http://${host}:${port}`));

/** Reloads once both parts are built, and after every build from then on. */
function reloadWith(part) {
  return (result) => {
    if (result.errors.length > 0) return;
    built[part] = result;
    if (built.site && built.server) ready = ready.then(reloadAll).catch(console.error);
  };
}

async function reloadAll() {
  await write(folder, built.site, built.server, { live: true });
  await restartServer();
  for (const page of openPages) page.write('event: built\ndata:\n\n');
}

async function restartServer() {
  if (server?.exitCode === null) {
    server.kill();
    await once(server, 'exit');
  }
  server = spawn(process.execPath, ['--enable-source-maps', path.join(folder, 'build/server.mjs')], {
    cwd: root,
    stdio: 'inherit',
    env: {
      SAMPLE_DATA: 'yes',
      PUBLIC_URL: `http://${host}:${port}`,
      ...process.env,
      HOST: innerHost,
      PORT: String(innerPort),
    },
  });
  const isListening = () =>
    fetch(`http://${innerHost}:${innerPort}/livez`).then(
      () => true,
      () => false,
    );
  while (server.exitCode === null && !(await isListening())) await wait(50);
}

function proxy(request, response) {
  const { url, method, headers } = request;
  const forwarded = http.request({ host: innerHost, port: innerPort, path: url, method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', (error) => {
    if (!response.headersSent) response.writeHead(502, { 'Content-Type': 'text/plain' });
    response.end(`The server does not answer; see its output in the terminal. (${error.message})\n`);
  });
  request.pipe(forwarded);
}

async function freePort() {
  const probe = net.createServer().listen(0, innerHost);
  await once(probe, 'listening');
  const { port: free } = probe.address();
  probe.close();
  return free;
}
