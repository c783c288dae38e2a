// The headers that the reference server sends with the console, as a browser takes them.
import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createSite } from '../../server/site.ts';
import { testBrowser } from '../support/browser.ts';

const browser = testBrowser();
let server: http.Server;
let address: string;

beforeAll(async () => {
  const site = createSite(inject('site'));
  server = http.createServer((request, response) => void site(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  if (!place || typeof place === 'string') throw new Error('The server has no port');
  address = `http://127.0.0.1:${place.port}/login`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('the console keeps within its policy', async () => {
  const page = await browser.open(address);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('a script that somebody slips into the page does not run', async () => {
  browser.expectProblem(/TrustedScript/);
  const page = await browser.open(address);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.append('document.title = "taken over";');
    document.body.append(script);
  });
  expect(await page.title()).not.toBe('taken over');
});

test('text cannot become HTML', async () => {
  browser.expectProblem(/TrustedHTML/);
  const page = await browser.open(address);
  const assign = () => page.evaluate(() => {
    document.body.innerHTML = '<b>taken over</b>';
  });
  await expect(assign()).rejects.toThrow('TrustedHTML');
});
