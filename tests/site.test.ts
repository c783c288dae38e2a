// How the reference server serves the console, over real HTTP, from a small folder.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSite } from '../server/platform/http/staticSite.ts';
import { codeBlock } from './support/documents.ts';
import { listen } from './support/server/ports.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'rollcall-site-'));
const folder = path.join(scratch, 'dist');
const script = 'console.log("hello");'.repeat(20);
let server: http.Server;
let port: number;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  mkdirSync(path.join(folder, 'companies'));
  mkdirSync(path.join(folder, 'fonts'));
  writeFileSync(path.join(scratch, 'secret.txt'), 'secret');
  writeFileSync(path.join(folder, 'index.html'), 'start');
  writeFileSync(path.join(folder, 'companies/index.html'), '<script src="../assets/main-A1.js">');
  writeFileSync(path.join(folder, 'fonts/fonts.txt'), 'Built.ttf');
  writeFileSync(path.join(folder, 'assets/main-A1.js'), script);
  writeFileSync(path.join(folder, 'assets/main-A1.js.br'), brotliCompressSync(script));
  writeFileSync(path.join(folder, 'assets/main-A1.js.gz'), gzipSync(script));
  execFileSync('sh', ['-c', codeBlock('docs/deployment.md', '# name who takes reports\n')], { cwd: scratch });
  const site = createSite(folder);
  server = http.createServer((request, response) => void site(request, response));
  port = await listen(server);
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(scratch, { recursive: true });
});

/** The header that browsers send when opening an address. */
const page = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Sends the path unchanged; fetch would normalize it. */
async function ask(address: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
  const request = http.request({ port, host: '127.0.0.1', path: address, method, headers }).end();
  const [answer]: http.IncomingMessage[] = await once(request, 'response');
  if (!answer) throw new Error('No answer');
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

test('names the provider of single sign-on in every page, whatever its name', async () => {
  const place = path.join(scratch, 'named');
  mkdirSync(path.join(place, 'login'), { recursive: true });
  const line = '<meta name="api-base" content="/web/api/v1">';
  for (const name of ['index.html', 'login/index.html']) writeFileSync(path.join(place, name), line);
  const site = createSite(place, { singleSignOn: '"><script>R&D</script>' });
  const named = http.createServer((request, response) => void site(request, response));
  const namedPort = await listen(named);
  for (const address of ['/', '/login', '/login/']) {
    const text = await (await fetch(`http://127.0.0.1:${namedPort}${address}`, { headers: page })).text();
    expect(text).toBe(
      `<meta name="single-sign-on" content="&#34;&#62;&#60;script&#62;R&#38;D&#60;/script&#62;">\n  ${line}`,
    );
  }
  named.closeAllConnections();
  named.close();
});

test('serves the security.txt that the documented command makes', async () => {
  const { status, body, headers } = await ask('/.well-known/security.txt', page);
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
  expect(body.toString()).toMatch(/^Contact: mailto:\S+\nExpires: \d{4}-\d\d-\d\dT00:00:00Z\n$/);
});

test.each([
  ['/', 'start'],
  ['/companies/', '<script src="../assets/main-A1.js">'],
  ['/companies/?page=2', '<script src="../assets/main-A1.js">'],
  ['/companies', '<script src="./assets/main-A1.js">'],
  ['/nonsense', 'start'],
])('answers %s with the page "%s"', async (address, text) => {
  const { status, body, headers } = await ask(address, page);
  expect({ status, body: body.toString() }).toEqual({ status: 200, body: text });
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
});

test.each([
  ['/companies/7', '../'],
  ['/some/where/deep/?page=2', '../../../'],
  ['/companies/../../secret', '../../../'],
])('redirects %s, deeper than any route, to the start', async (address, location) => {
  const { status, headers } = await ask(address, page);
  expect({ status, location: headers.location }).toEqual({ status: 302, location });
});

const absent = ['/assets/main-B2.js', '/fonts/None.ttf', '/favicon.ico', '/assets/main-A1.js.br'];
test.each(absent)('answers %s with 404', async (address) => {
  expect((await ask(address)).status).toBe(404);
});

test.each([
  ['/metrics', 404],
  ['/readyz', 404],
  ['/version/deep', 404],
  ['/companies', 200],
])('answers %s with %i to a program, which accepts more than pages', async (address, status) => {
  expect((await ask(address, { Accept: '*/*' })).status).toBe(status);
  expect((await ask(address)).status).toBe(status);
});

test('reads the folder at startup, and serves changes after the next', async () => {
  writeFileSync(path.join(folder, 'fonts/fonts.txt'), 'Added.ttf');
  expect((await ask('/fonts/fonts.txt')).body.toString()).toBe('Built.ttf');
});

const outside = ['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt'];
test.each(outside)('does not leave the folder for %s', async (address) => {
  const { status, body } = await ask(address);
  expect(status).toBeGreaterThanOrEqual(300);
  expect(body.toString()).not.toContain('secret');
});

function plain(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['identity', undefined],
  [undefined, undefined],
])('answers a browser that accepts %s with %s', async (accepted, encoding) => {
  const { headers, body } = await ask('/assets/main-A1.js', accepted ? { 'Accept-Encoding': accepted } : {});
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary).toBe('Accept-Encoding');
  expect(plain(body, encoding).toString()).toBe(script);
});

test('caches hashed files for a year, and revalidates pages and fonts', async () => {
  const hashed = await ask('/assets/main-A1.js');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const address of ['/', '/fonts/fonts.txt']) {
    const { headers } = await ask(address);
    expect(headers['cache-control']).toBe('no-cache');
    for (const etag of [headers.etag, `W/${headers.etag}`]) {
      const again = await ask(address, { 'If-None-Match': etag });
      expect({ status: again.status, size: again.body.length }).toEqual({ status: 304, size: 0 });
    }
  }
});

test('answers HEAD with the headers alone and rejects other methods', async () => {
  const head = await ask('/', {}, 'HEAD');
  expect({ status: head.status, length: head.headers['content-length'], size: head.body.length }).toEqual({
    status: 200,
    length: '5',
    size: 0,
  });
  const post = await ask('/', {}, 'POST');
  expect({ status: post.status, allow: post.headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
});

const contentSecurityPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "worker-src 'self'; font-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types rollcall";

/** Written out here, since the server's own constants would prove nothing. */
const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};
const kinds = ['/', '/assets/main-A1.js', '/assets/none.js', '/deep/er'];
test.each([...kinds.map((address) => ['GET', address] as const), ['POST', '/'] as const])(
  'sends the security headers for %s %s',
  async (method, address) => {
    const { headers } = await ask(address, page, method);
    expect(headers).toMatchObject(securityHeaders);
  },
);

test('sends the security headers when a page has not changed, too', async () => {
  const { headers } = await ask('/');
  const again = await ask('/', { 'If-None-Match': headers.etag });
  expect(again.headers).toMatchObject(securityHeaders);
});

test('fails to start on a folder without a site, and names the command that builds one', () => {
  expect(() => createSite(scratch)).toThrow('npm run build');
});
