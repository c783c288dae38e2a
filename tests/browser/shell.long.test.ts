// The frame around the screens in a real browser: the palette by keyboard alone, its dialogs with axe and on small
// pages, the sidebar of icons, the theme, prefetched requests, and a browser that stores no data.
import type { Locator, Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectNoOverflow, inBrowser, testBrowser } from '../support/browser/browser.ts';
import { serveSite } from '../support/browser/site.ts';

const browser = testBrowser();
const site = serveSite();

async function open(path: string): Promise<Page> {
  const page = await browser.open(site.server.url + path, { token: site.token });
  await page.getByRole('button', { name: 'Keyboard Shortcuts' }).waitFor({ state: 'attached' });
  return page;
}

async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

// Nothing here depends on the browser.
inBrowser('chromium', () => {
  test('finds a person in three steps: Ctrl+K, their name, Enter', async () => {
    const page = await open('/');
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type('luders ann');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Änne Lüders' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Änne Lüders');
  });

  test('axe finds no problem in the dialogs of the shell, and they fit', async () => {
    const page = await open('/employees?company_id=1');
    await page.getByRole('button', { name: 'Save View' }).click();
    await page.getByLabel('Name').fill('One company');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Manage Saved Views' }).click();
    await page.getByRole('button', { name: 'Rename One company' }).waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search' }).fill('an');
    await page.getByRole('group', { name: 'People' }).waitFor();
    await expectAccessible(page);
    await expectFits(page);
  });

  test('a saved view and the shortcuts push the links of administration down, also where all scroll', async () => {
    const page = await open('/employees?company_id=1');
    await page.setViewportSize({ width: 1280, height: 640 });
    await page.getByRole('button', { name: 'Save View' }).click();
    await page.getByLabel('Name').fill('A company');
    await page.keyboard.press('Enter');
    const ends = [
      page.getByRole('button', { name: 'Keyboard Shortcuts' }),
      page.getByRole('navigation').getByText('Administration', { exact: true }),
    ];
    await page.getByRole('navigation').getByRole('link', { name: 'A company' }).waitFor();
    const [above, below] = await Promise.all(ends.map((end) => end.boundingBox()));
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  });

  test('the search stays in its place, whatever tools a screen has', async () => {
    const page = await open('/');
    const place = () => page.getByRole('button', { name: /^Search/ }).boundingBox();
    const before = await place();
    await page.getByRole('link', { name: 'Attendance' }).click();
    await page.getByRole('button', { name: 'Columns' }).waitFor();
    expect(await place()).toEqual(before);
    await page.goto(`${site.server.url}/attendance?event_type=check-in`);
    await page.getByRole('button', { name: 'Save View' }).waitFor();
    expect(await place()).toEqual(before);
  });

  test('gives way to all tools on a small laptop, in one line', async () => {
    const page = await open('/attendance?event_type=check-in');
    await page.setViewportSize({ width: 1150, height: 700 });
    const tops = await page
      .getByRole('button', { name: /^(?:Columns|Save View|Refresh)$/ })
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    expect(tops).toEqual([tops[0], tops[0], tops[0]]);
  });

  test('large text stays readable beside all tools, and in the sidebar', async () => {
    const page = await open('/attendance?event_type=check-in');
    const linesOf = (place: Locator) =>
      place.evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
    for (const size of ['150%', '200%']) {
      await page.evaluate((given) => void (document.documentElement.style.fontSize = given), size);
      expect(await linesOf(page.getByText('Welcome back'))).toBeLessThanOrEqual(4);
      expect(await linesOf(page.getByRole('button', { name: 'Logout' }).getByText('Logout'))).toBe(1);
    }
  });

  test('a small phone cuts no choice off a switch, nor ends the line of a name with a dot', async () => {
    const page = await open('/exceptions');
    await page.setViewportSize({ width: 320, height: 640 });
    const choices = page.getByRole('group', { name: 'Answered or not' });
    const endOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().right);
    expect(await endOf(choices.getByRole('button', { name: 'All' }))).toBeLessThanOrEqual(await endOf(choices));
    await page.goto(`${site.server.url}/attendance?start_date=`);
    const id = page.locator('main th[scope=row] bdi').first();
    const dot = () => id.evaluate((element) => getComputedStyle(element, '::before').content);
    await id.waitFor();
    expect(await dot()).toBe('none');
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await dot()).toBe('"· "');
  });

  test('pressed buttons are recognizable in forced colours', async () => {
    const page = await open('/presence');
    await page.emulateMedia({ forcedColors: 'active' });
    const pressed = page.getByRole('button', { name: 'Auto-Refresh', pressed: true });
    expect(await pressed.evaluate((button) => getComputedStyle(button).outlineStyle)).toBe('solid');
    const lookOf = (button: Locator) =>
      button.evaluate((element) => {
        const { backgroundColor, outlineOffset } = getComputedStyle(element);
        return { backgroundColor, outlineOffset };
      });
    const unfocused = await lookOf(pressed);
    await page.getByRole('button', { name: 'Refresh', exact: true }).focus();
    await page.keyboard.press('Tab');
    expect(await lookOf(pressed)).toEqual({ ...unfocused, outlineOffset: '2px' });
    expect(unfocused.outlineOffset).toBe('-3px');
  });

  test('icons take the colours that somebody forces, whatever their own', async () => {
    const page = await open('/roles?view=matrix');
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    const check = page.getByRole('cell').locator('svg').first();
    await check.waitFor();
    expect(await check.evaluate((icon) => getComputedStyle(icon).color)).toBe('rgb(255, 255, 255)');
  });

  test('text that is still loading has an outline in forced colours', async () => {
    const page = await open('/profile');
    await page.emulateMedia({ forcedColors: 'active' });
    await page.route(/\/hr-sync\//, () => undefined);
    await page.getByRole('link', { name: 'HR Sync' }).click();
    const line = page.getByRole('status').filter({ hasText: 'Loading the schedule' }).locator('div div');
    await line.first().waitFor();
    const { color, style } = await line.first().evaluate((element) => {
      const { borderTopColor, borderTopStyle } = getComputedStyle(element);
      return { color: borderTopColor, style: borderTopStyle };
    });
    expect([style, color]).toEqual(['solid', 'rgb(0, 0, 0)']);
  });

  test('with large text, icons grow and cards have fewer columns', async () => {
    const page = await open('/companies');
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    const icon = page.getByRole('button', { name: 'Add Company' }).locator('svg');
    await expect.poll(async () => (await icon.boundingBox())?.width).toBe(32);
    const grid = page.getByRole('region', { name: 'Companies' });
    const columns = () => grid.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length);
    expect(await columns()).toBe(2);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    await expect.poll(columns).toBe(3);
  });

  test('a narrow sidebar of icons keeps its names, for the eye on focus', async () => {
    const page = await open('/profile');
    await page.setViewportSize({ width: 1000, height: 700 });
    await expectAccessible(page);
    const link = page.getByRole('link', { name: 'Employees' });
    expect((await link.boundingBox())?.width).toBeLessThan(50);
    const name = link.getByText('Employees');
    const opacity = () => name.evaluate((element) => getComputedStyle(element).opacity);
    expect(await opacity()).toBe('0');
    await link.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await opacity()).toBe('1');
  });

  test('a low page keeps name and Logout in sight, and scrolls to the last link', async () => {
    const page = await open('/profile');
    await page.setViewportSize({ width: 1280, height: 500 });
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    const lastOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await lastOf(sidebar.getByRole('button', { name: 'Logout' }))).toBeLessThanOrEqual(500);
    const lastLink = sidebar.getByRole('list', { name: 'Administration' }).getByRole('link').last();
    await lastLink.focus();
    expect(await lastOf(lastLink)).toBeLessThanOrEqual(
      await lastOf(sidebar.getByText(site.server.users.administrator.email)),
    );
    await expectAccessible(page);
  });

  test('a chosen theme is kept, is there before the first paint, and is light on paper', async () => {
    const page = await open('/profile');
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByLabel('Dark', { exact: true }).check();
    const dark = await background();
    expect(dark).not.toBe(light);
    expect(await page.evaluate(() => document.querySelector('script[blocking="render"]') !== null)).toBe(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    expect(await background()).toBe(dark);
    await page.getByRole('button', { name: 'Keyboard Shortcuts' }).waitFor(); // print styles have loaded
    await page.emulateMedia({ media: 'print' });
    await expect.poll(background).toBe('rgb(255, 255, 255)');
  });

  test('leaving a screen cancels its requests', async () => {
    const page = await open('/profile');
    const isOfList = (request: Request) => /\/attendance\?/.test(request.url());
    await page.route(/\/AttendanceScreen-/, () => undefined); // its code is still on the way
    await page.route(/\/attendance\?/, () => undefined);
    const [sent] = await Promise.all([
      page.waitForRequest(isOfList),
      page.getByRole('link', { name: 'Attendance', exact: true }).click(),
    ]);
    const [ended] = await Promise.all([
      page.waitForEvent('requestfailed', isOfList),
      page.getByRole('link', { name: 'Profile', exact: true }).click(),
    ]);
    expect(ended).toBe(sent);
    expect(ended.failure()?.errorText).toBe('net::ERR_ABORTED');
  });

  test('a browser without room for more data goes on, and says why nobody can sign in', async () => {
    const page = await open('/employees');
    const fill = () =>
      page.evaluate(() => {
        let text = 'x'.repeat(2 ** 20);
        for (let count = 0; text !== ''; count++) {
          try {
            localStorage.setItem(`other ${count}`, text);
          } catch {
            text = text.slice(text.length / 2 + 0.5);
          }
        }
      });
    await fill();
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('button', { name: 'List', pressed: true }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search' }).fill('audit');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByLabel('Email').waitFor();
    await fill();
    const { email, password } = site.server.users.administrator;
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This browser has no room left').waitFor();
  });

  test('a browser that keeps no data for the site says so, and what to do', async () => {
    const page = await browser.open('about:blank');
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      Object.defineProperty(window, 'localStorage', { get: refuse });
      Object.defineProperty(window, 'sessionStorage', { get: refuse });
    });
    for (const path of ['/', '/login', '/attendance']) {
      await page.goto(site.server.url + path);
      const banner = page.getByRole('alert').filter({ hasText: 'This browser keeps no data for this site' });
      await banner.waitFor();
      expect(await banner.textContent()).toContain('Please allow cookies and site data for 127.0.0.1');
    }
    await expectAccessible(page);
    await expectFits(page);
  });
});
