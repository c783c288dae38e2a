// The nginx of docs/tls.md in front of two processes: TLS with HTTP/2, the redirect to it, and the address of the client.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlock } from './support/documents.ts';
import { freePort, listen } from './support/server/ports.ts';
import { selfSigned } from './support/server/selfSigned.ts';
import { need } from './support/tools.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-tls-'));
const behind = [createProcess(), createProcess()];
let ports: { http: number; https: number };
let stop: () => Promise<void>;

/** A server that answers with the request it got. */
function createProcess(): http.Server {
  return http.createServer((request, response) => {
    void text(request).then((body) =>
      response.end(JSON.stringify({ url: request.url, headers: request.headers, size: body.length })),
    );
  });
}

beforeAll(async () => {
  const program = need('nginx');
  ports = { http: await freePort(), https: await freePort() };
  const own = await Promise.all(behind.map((server) => listen(server)));
  const keys = path.join(folder, 'live/rollcall.example.com');
  mkdirSync(keys, { recursive: true });
  const { key, cert } = selfSigned('rollcall.example.com');
  writeFileSync(`${keys}/privkey.pem`, key);
  writeFileSync(`${keys}/fullchain.pem`, cert);
  const site = codeBlock('docs/tls.md', '# /etc/nginx/sites-available/rollcall')
    .replace('127.0.0.1:4001', `127.0.0.1:${own[0]}`)
    .replace('127.0.0.1:4002', `127.0.0.1:${own[1]}`)
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replaceAll('/etc/letsencrypt', folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = `user root; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${site}}`;
  writeFileSync(path.join(folder, 'nginx.conf'), main);
  const nginx = spawn(program, ['-c', path.join(folder, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'inherit' });
  stop = async () => {
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null) await once(nginx, 'exit');
  };
  while (!(await redirectOf('/').catch(() => undefined))) expect(nginx.exitCode).toBeNull();
});

afterAll(async () => {
  await stop();
  for (const server of behind) server.close();
  rmSync(folder, { recursive: true });
});

async function redirectOf(address: string) {
  const headers = { host: 'rollcall.example.com' };
  const request = http.get({ port: ports.http, host: '127.0.0.1', path: address, headers });
  const [answer]: http.IncomingMessage[] = await once(request, 'response');
  answer?.resume();
  return { status: answer?.statusCode, location: answer?.headers.location };
}

async function ask(address: string, headers: http2.OutgoingHttpHeaders = {}, body = '') {
  const session = http2.connect(`https://127.0.0.1:${ports.https}`, {
    rejectUnauthorized: false,
    servername: 'rollcall.example.com',
  });
  const method = body ? 'POST' : 'GET';
  const stream = session.request({
    ':path': address,
    ':method': method,
    ':authority': 'rollcall.example.com',
    ...headers,
  });
  if (body) stream.end(body);
  const [answered] = await once(stream, 'response');
  const sent = await text(stream);
  const protocol = session.alpnProtocol;
  session.close();
  return { status: answered[':status'], hsts: answered['strict-transport-security'], protocol, sent };
}

test('plain HTTP leads to the same address over TLS', async () => {
  const location = 'https://rollcall.example.com/companies?page=2';
  expect(await redirectOf('/companies?page=2')).toEqual({ status: 301, location });
});

test('TLS speaks HTTP/2, and passes host, path and client on, whatever the client pretends', async () => {
  const { status, hsts, protocol, sent } = await ask('/web/api/v1/x?y=1', { 'x-forwarded-for': '198.51.100.7' });
  expect([status, protocol, hsts]).toEqual([200, 'h2', 'max-age=31536000']);
  const host = 'rollcall.example.com';
  expect(JSON.parse(sent)).toMatchObject({
    url: '/web/api/v1/x?y=1',
    headers: { host, 'x-forwarded-for': '127.0.0.1' },
  });
});

test('the largest body that Rollcall takes gets through', async () => {
  const body = 'x'.repeat(2 ** 20);
  expect(JSON.parse((await ask('/', {}, body)).sent)).toMatchObject({ size: body.length });
});

test('when one process stops, the other answers', async () => {
  behind[0]?.closeAllConnections();
  behind[0]?.close();
  for (let time = 0; time < 20; time++) expect((await ask('/')).status).toBe(200);
});
