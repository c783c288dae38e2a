// The built folder with an added font, on the web servers of docs/deployment.md with the configuration and commands
// given there, at the root and under a path, in front of the reference server; and the console with its API on another
// origin.
import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { sql } from '../../server/platform/db/db.ts';
import { createSite, securityHeaders } from '../../server/platform/http/staticSite.ts';
import { paths } from '../../src/platform/boot/paths.ts';
import { signIn, testBrowser } from '../support/browser/browser.ts';
import {
  createMachine,
  type Machine,
  type Plan,
  startApache,
  startNginx,
  startNginxForDevices,
  type WebServer,
} from '../support/browser/machine.ts';
import { startStaticHost } from '../support/browser/staticHost.ts';
import { callDevices, type DeviceServer, startDeviceServer } from '../support/devices/devices.ts';
import { type Installation, install } from '../support/server/installation.ts';
import { freePort } from '../support/server/ports.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser({ separate: true });
const scratch = mkdtempSync(path.join(tmpdir(), 'rollcall-web-servers-'));
/** The built folder with an added font. */
const site = path.join(scratch, 'dist');
cpSync(inject('site'), site, { recursive: true });
writeFileSync(path.join(site, 'fonts/Added.ttf'), 'a font');
appendFileSync(path.join(site, 'fonts/fonts.txt'), 'Added.ttf\n');

const somewhere = '/some/sub/path/';
let reference: TestServer;
/** A reference server to be served under a path. */
let referenceBelow: TestServer;

beforeAll(async () => {
  reference = await startServer({ site: createSite(site) });
  referenceBelow = await startServer({ site: createSite(site, { basePath: somewhere }) });
});
afterAll(async () => {
  await reference.stop();
  await referenceBelow.stop();
  rmSync(scratch, { recursive: true });
});

const built = (name: string) => readFileSync(path.join(site, name), 'utf8');
/** The script of the start page. */
const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(built('index.html'))?.[1] ?? '';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' });

interface Host {
  readonly name: string;
  readonly under: string;
  start(plan: Plan): Promise<WebServer>;
  /** Whether it is set up to do more than serve files. */
  readonly isConfigured: boolean;
  /** Whether it sends the compressed copies. */
  readonly sendsSiblings: boolean;
  /** Whether it forwards everything, pages too, to the reference server. */
  readonly forwardsAll?: boolean;
}

const nginx = { start: startNginx, isConfigured: true, sendsSiblings: true };
const apache = { start: startApache, isConfigured: true, sendsSiblings: false };
const plain = {
  start: (plan: Plan) => startStaticHost(plan.site, plan.under, plan),
  isConfigured: false,
  sendsSiblings: false,
};
const referenceServer = {
  start: async ({ api }: Plan) => ({ url: `${api}/`, stop: async () => {} }),
  isConfigured: true,
  sendsSiblings: true,
};

const hosts: readonly Host[] = [
  { name: 'nginx', under: '/', ...nginx },
  { name: 'nginx', under: somewhere, ...nginx },
  { name: 'Apache', under: '/', ...apache },
  { name: 'Apache', under: somewhere, ...apache },
  { name: 'a plain static host', under: '/', ...plain },
  { name: 'a plain static host', under: somewhere, ...plain },
  { name: 'the reference server', under: '/', ...referenceServer },
  { name: 'the reference server behind nginx', under: somewhere, ...nginx, forwardsAll: true },
  { name: 'the reference server behind Apache', under: somewhere, ...apache, forwardsAll: true, sendsSiblings: true },
];

describe.each(hosts)('$name, at $under', ({ start, under, isConfigured, sendsSiblings, forwardsAll = false }) => {
  let behind: TestServer;
  let host: WebServer;
  beforeAll(async () => {
    behind = forwardsAll ? referenceBelow : reference;
    host = await start({ site, under, api: behind.url, forwardsAll });
  });
  afterAll(() => host.stop());

  test('opens a deep link after sign-in, and again after a reload', async () => {
    const page = await browser.open(`${host.url}companies?page=2`);
    await signIn(page, behind.users.administrator);
    await page.getByText(/^Page 2 of \d+$/).waitFor();
    await page.reload();
    await page.getByText(/^Page 2 of \d+$/).waitFor();
    await heading(page, 'Companies');
    const { pathname, search } = new URL(page.url());
    expect(pathname.replace(/\/$/, '') + search).toBe(`${under}companies?page=2`);
  });

  test('redirects unknown addresses to the start', async () => {
    if (!isConfigured) browser.expectProblem(/status of 404/); // the redirecting page and its attempts
    const page = await browser.open('about:blank');
    for (const address of ['nonsense', 'companies/7/urls', 'no/such/place/']) {
      await page.goto(host.url + address);
      await signInButton(page).waitFor();
      expect(new URL(page.url()).pathname, address).toBe(`${under}login`);
    }
  });

  test('opens the base with and without a slash at its end, and keeps its query', async () => {
    const page = await browser.open('about:blank');
    for (const slash of ['/', '']) {
      await page.goto(`${host.url.replace(/\/$/, slash)}?some=query`);
      await signInButton(page).waitFor();
      const { pathname, searchParams } = new URL(page.url());
      expect([pathname, searchParams.get('next')], `with "${slash}"`).toEqual([`${under}login`, '/?some=query']);
    }
  });

  /** A page as served: under a path, the reference server writes the API's base into it. */
  const sent = (name: string) =>
    forwardsAll ? built(name).replace('content="/web/', `content="${under}web/`) : built(name);
  const ask = (address: string, headers: Record<string, string> = {}) =>
    fetch(host.url + address, { headers, redirect: 'manual' });

  test('answers every route with its page', async () => {
    for (const route of Object.values(paths)) {
      const address = route === '/' ? '' : `${route.slice(1)}/`;
      const answer = await ask(address);
      expect([route, answer.status]).toEqual([route, 200]);
      expect(await answer.text()).toBe(sent(`${address}index.html`));
    }
  });

  test('serves scripts as scripts, and a missing one as 404, not as a page', async () => {
    const found = await ask(script);
    expect(found.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript\b/);
    expect(await found.text()).toBe(built(script));
    expect((await ask('assets/main-GONE.js')).status).toBe(404);
  });

  test('serves an added font as a font, and a missing one as 404, not as a page', async () => {
    const list = await ask('fonts/fonts.txt');
    expect(list.headers.get('content-type')).toMatch(/^text\/plain\b/);
    expect(await list.text()).toMatch(/^Added\.ttf$/m);
    const font = await ask('fonts/Added.ttf');
    expect([font.headers.get('content-type'), await font.text()]).toEqual(['font/ttf', 'a font']);
    expect((await ask('fonts/Missing.ttf')).status).toBe(404);
  });

  if (!isConfigured) return; // the rest needs configuration

  test('caches hashed files for a year, revalidates pages, and does not cache errors', async () => {
    expect((await ask(script)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await ask('assets/main-GONE.js')).headers.get('cache-control')).toBeNull();
    for (const address of ['', 'companies/', 'fonts/fonts.txt', 'fonts/Added.ttf']) {
      const { headers } = await ask(address);
      expect(headers.get('cache-control')).toBe('no-cache');
      const again = await ask(address, { 'If-None-Match': headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    }
  });

  test('revalidates fonts.txt, and serves its new content', async () => {
    if (!host.folder) return; // the reference server reads the folder once, see tests/site.test.ts
    const { headers } = await ask('fonts/fonts.txt');
    appendFileSync(path.join(host.folder, 'fonts/fonts.txt'), 'Another.ttf\n');
    const edited = await ask('fonts/fonts.txt', { 'If-None-Match': headers.get('etag') ?? '' });
    expect(await edited.text()).toMatch(/^Another\.ttf$/m);
  });

  test('sends gzip only to clients that accept it', async () => {
    const packed = await ask(script, { 'Accept-Encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    expect(await packed.text()).toBe(built(script));
    if (sendsSiblings) {
      const { size } = statSync(path.join(site, `${script}.gz`));
      expect(packed.headers.get('content-length')).toBe(String(size));
    }
    const unpacked = await ask(script, { 'Accept-Encoding': 'identity' });
    expect(unpacked.headers.get('content-encoding')).toBeNull();
  });

  test('forwards what controllers send', async () => {
    const address = new URL(`${forwardsAll ? under : '/'}webhooks/access-controllers/nobody`, host.url);
    const answer = await fetch(address, { method: 'POST' });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  const kinds = ['', 'companies/', script, 'assets/main-GONE.js', 'fonts/Missing.ttf', 'deep/er'];
  test.each(kinds)('sends the security headers of the reference server for /%s', async (address) => {
    const { headers } = await ask(address);
    const sent = Object.keys(securityHeaders).map((name) => [name, headers.get(name)]);
    expect(Object.fromEntries(sent)).toEqual(securityHeaders);
  });
});

describe('a host that sends no policy, with the policy in the pages', () => {
  let machine: Machine;
  let host: WebServer;
  beforeAll(async () => {
    machine = await createMachine({ site, under: somewhere, api: reference.url, settings: ['policy'] });
    host = await startStaticHost(machine.deployed, somewhere, { api: reference.url });
  });
  afterAll(async () => {
    await host.stop();
    machine.remove();
  });

  test('the console obeys it', async () => {
    const page = await browser.open(`${host.url}companies`);
    await signIn(page, reference.users.administrator);
    await heading(page, 'Companies');
  });

  test('blocks an injected script and requests to other hosts', async () => {
    browser.expectProblem(/TrustedScript/);
    browser.expectProblem(/Content Security Policy/);
    const page = await browser.open(`${host.url}login`);
    await signInButton(page).waitFor();
    const leaked = await page.evaluate(async (elsewhere) => {
      const script = document.createElement('script');
      script.append('document.title = "taken over";');
      document.body.append(script);
      return fetch(elsewhere).then(
        () => true,
        () => false,
      );
    }, reference.url);
    expect(leaked).toBe(false);
    expect(await page.title()).not.toBe('taken over');
  });

  test('redirects unknown paths under it', async () => {
    browser.expectProblem(/status of 404/);
    await signInButton(await browser.open(`${host.url}no/such/place`)).waitFor();
  });
});

describe('an API on another origin', () => {
  const edits: Partial<Plan> = {
    settings: ['api'],
    configurationEdits: ["# allow the API's origin in the policy"],
  };
  const administrator = { email: 'ada@rollcall.example', password: 'correct horse' };
  let installed: Installation;
  beforeAll(async () => {
    installed = await install();
  });
  afterAll(() => installed.remove());

  function startApi(corsOrigins: string, port = 0): Promise<string> {
    const api = installed.start([], {
      PORT: String(port),
      DATA_DIR: `data-${randomUUID()}`,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      CORS_ORIGINS: corsOrigins,
    });
    onTestFinished(() => api.kill('SIGTERM'));
    return api.url();
  }

  async function startBoth(corsOrigins: (origin: string) => string, plan = edits): Promise<WebServer> {
    const port = await freePort();
    const api = await startApi(corsOrigins(`http://127.0.0.1:${port}`));
    const host = await startNginx({ site, under: '/', port, api, ...plan });
    onTestFinished(() => host.stop());
    return host;
  }

  test('works with one line in the pages, the policy and CORS_ORIGINS', async () => {
    const host = await startBoth((origin) => `https://other.example, ${origin}`);
    const page = await browser.open(`${host.url}companies`);
    await signIn(page, administrator);
    await page.getByText('No companies found').waitFor();
  });

  test('works on a host where only the pages can be changed', async () => {
    const port = await freePort();
    const settings = ['policy', 'api'];
    const machine = await createMachine({ site, under: somewhere, api: `http://127.0.0.1:${port}`, settings });
    onTestFinished(() => machine.remove());
    const host = await startStaticHost(machine.deployed, somewhere);
    onTestFinished(() => host.stop());
    await startApi(new URL(host.url).origin, port);
    const page = await browser.open(`${host.url}companies`);
    await signIn(page, administrator);
    await page.getByText('No companies found').waitFor();
  });

  test('rejects a console of an origin it does not list', async () => {
    browser.expectProblem(/CORS policy/);
    browser.expectProblem(/ERR_FAILED/);
    const host = await startBoth(() => 'https://other.example');
    const page = await browser.open(host.url);
    await signIn(page, administrator);
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
  });

  test('cannot be reached against the policy of the page', async () => {
    browser.expectProblem(/Content Security Policy/);
    const host = await startBoth((origin) => origin, { settings: ['api'] });
    const page = await browser.open(host.url);
    await signIn(page, administrator);
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
  });
});

describe.each(['own port', 'port 80'] as const)('devices behind nginx, on their %s', (on) => {
  let devices: DeviceServer;
  let host: Awaited<ReturnType<typeof startNginxForDevices>>;
  beforeAll(async () => {
    devices = await startDeviceServer({ proxies: 1 });
    host = await startNginxForDevices({ site, under: '/', api: devices.devicesUrl }, on);
  });
  afterAll(async () => {
    await host.stop();
    await devices.stop();
  });
  const call = (key: string, body?: string | Buffer, headers?: Record<string, string>) =>
    callDevices(host.url.slice(0, -1), key, body, headers);

  test('reach the server without TLS, redirect or HSTS, with their own address', async () => {
    const shaken = await call('GET /iclock/cdata?SN=ZK1&options=all', '', { 'X-Forwarded-For': '203.0.113.5' });
    expect([shaken.status, shaken.text]).toEqual([401, 'Not approved yet']);
    expect([shaken.headers.location, shaken.headers['strict-transport-security']]).toEqual([undefined, undefined]);
    const heard = await devices.server.db.all(sql`select serial, address from devices`);
    expect(heard).toEqual([{ serial: 'ZK1', address: '127.0.0.1' }]);
  });

  test('send bodies of 2 MiB, and no larger ones', async () => {
    const body = Buffer.alloc((2 << 20) + 1, '\n');
    const path = 'POST /iclock/cdata?SN=ZK1&table=ATTLOG';
    expect((await call(path, body)).status).toBe(413);
    expect((await call(path, body.subarray(1))).status).toBe(401);
  });

  test('leave no secret address in the log, and the console where it is', async () => {
    expect((await call('POST /devices/json/0123456789abcdef', '{}')).text).toBe('Not found\n');
    const other = await call('GET /login');
    expect([other.status, other.headers.location]).toEqual(
      on === 'own port' ? [404, undefined] : [301, 'https://127.0.0.1/login'],
    );
    expect(host.log()).not.toContain('0123456789abcdef');
  });
});
