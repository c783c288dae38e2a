// The effect in a browser of the headers that the reference server sends with the console's pages.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { testBrowser } from '../support/browser/browser.ts';
import { listen } from '../support/server/ports.ts';

const browser = testBrowser({ separate: true });
const servers: http.Server[] = [];
let address: string;

beforeAll(async () => {
  address = await serve(createSite(inject('site')));
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Returns its base URL. */
async function serve(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener);
  servers.push(server);
  return `http://127.0.0.1:${await listen(server)}/`;
}

/** Opens the login page by its final slash: without one, the host serves the start page. */
const openLogin = (site = address) => browser.open(`${site}login/`);

test('the console obeys its policy', async () => {
  const page = await openLogin();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('blocks a script in a page: inline, in an attribute, or from another host', async () => {
  browser.expectProblem(/(?:Executing|blocked an) inline script/);
  browser.expectProblem(/Executing inline event handler|blocked an event handler/);
  browser.expectProblem(/Loading the script .* violates|blocked a script .* at /);
  const asked: string[] = [];
  const elsewhere = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.end('document.title = "taken over";');
  });
  const edited = mkdtempSync(path.join(tmpdir(), 'rollcall-edited-'));
  cpSync(inject('site'), edited, { recursive: true });
  const login = path.join(edited, 'login/index.html');
  const takeOver = 'document.title = "taken over"';
  const scripts = `<script>${takeOver}</script><script src="${elsewhere}evil.js"></script>`;
  const page = readFileSync(login, 'utf8').replace('<body>', `<body onload='${takeOver}'>${scripts}`);
  writeFileSync(login, page);
  const site = await serve(createSite(edited));
  rmSync(edited, { recursive: true });

  const opened = await openLogin(site);
  await opened.getByRole('button', { name: 'Sign in' }).waitFor();
  expect([await opened.title(), asked]).toEqual([expect.not.stringContaining('taken over'), []]);
});

test('blocks a script injected into the page', async () => {
  browser.expectProblem(/TrustedScript|require-trusted-types-for/);
  const page = await openLogin();
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.append('document.title = "taken over";');
    document.body.append(script);
  });
  expect(await page.title()).not.toBe('taken over');
});

test('does not let text become HTML', async () => {
  browser.expectProblem(/TrustedHTML|require-trusted-types-for/);
  const page = await openLogin();
  const assign = () =>
    page.evaluate(() => {
      document.body.innerHTML = '<b>taken over</b>';
    });
  await expect(assign()).rejects.toThrow(/TrustedHTML|Sink type mismatch/);
});
