// The built folder on a static host, under a path that it was not built for.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { signIn, testBrowser } from '../support/browser/browser.ts';
import { type StaticHost, startStaticHost } from '../support/browser/staticHost.ts';
import { startServer } from '../support/server/server.ts';

const browser = testBrowser({ separate: true });
let host: StaticHost;

beforeAll(async () => {
  host = await startStaticHost(inject('site'), '/some/admin/');
});
afterAll(() => host.stop());

test('redirects a deep link to login under the same base path, and back after it', async () => {
  const page = await browser.open(`${host.url}companies?page=2`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const { pathname, searchParams } = new URL(page.url());
  expect(pathname).toBe('/some/admin/login');
  expect(searchParams.get('next')).toMatch(/^\/companies\/?\?page=2$/);
});

test('shows login after a reload of login', async () => {
  const page = await browser.open(`${host.url}login`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/some\/admin\/login\/?$/);
});

const unknown = ['nonsense', 'no/such/', 'companies/7/urls'];
test.each(unknown)('redirects the unknown path %s to the start', async (address) => {
  browser.expectProblem(/status of 404/); // the page, and its script at the wrong depths
  browser.allowProblem(/disallowed MIME type/); // Firefox's word for the script
  const page = await browser.open(host.url + address);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/some/admin/login');
});

test('starts from any path of a host that answers unknown paths with the start page', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-fallback-'));
  const dist = path.join(folder, 'dist');
  cpSync(inject('site'), dist, { recursive: true });
  cpSync('scripts/release/site.mjs', path.join(folder, 'site.mjs'));
  writeFileSync(path.join(dist, 'site.json'), JSON.stringify({ base: '/deep/er/' }));
  execFileSync(process.execPath, ['site.mjs', 'dist'], { cwd: folder });
  const fallback = await startStaticHost(dist, '/deep/er/', { fallback: true });
  onTestFinished(async () => {
    await fallback.stop();
    rmSync(folder, { recursive: true });
  });
  for (const address of ['', 'companies', 'companies/7/urls']) {
    const opened = await browser.open(fallback.url + address);
    await opened.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(new URL(opened.url()).pathname).toBe('/deep/er/login');
  }
});

test('reports a missing file of an old version, and Retry loads the new version', async () => {
  browser.expectProblem(/status of 404/);
  browser.expectProblem(/disallowed MIME type/, 'firefox');
  browser.expectProblem(/could not be loaded|^Error /);
  browser.allowProblem(/React error #520/); // depending on when the script fails, React renders once more
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-versions-'));
  const [assets, away] = [path.join(folder, 'assets'), path.join(folder, 'away')];
  cpSync(inject('site'), folder, { recursive: true });
  const server = await startServer();
  const versions = await startStaticHost(folder, '/', { api: server.url });
  onTestFinished(async () => {
    await versions.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const page = await browser.open(versions.url);
  await signIn(page, server.users.administrator);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  renameSync(assets, away);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('Settings could not be loaded').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  renameSync(away, assets);
  // The sidebar has a Retry for its own content.
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
});
