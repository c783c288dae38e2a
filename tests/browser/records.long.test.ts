// The screens of records in a real browser: by keyboard alone, with focus and scroll position right afterwards.
// screens.long.test.ts covers how the screens and their dialogs look.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { roleId } from '../../server/features/people/roleQueries.ts';
import { expectAccessible, expectFits, expectNoOverflow, inBrowser, testBrowser } from '../support/browser/browser.ts';
import { openScreen, serveSite } from '../support/browser/site.ts';
import { readXlsx } from '../support/exports/readers.ts';
import { inviteUser, mailedToken, userIn } from '../support/people/users.ts';

const browser = testBrowser();
const site = serveSite();

const open = (path: string) => openScreen(browser, site.server.url + path, site.token);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
const expectFocus = (locator: Locator) => expect.poll(() => isFocused(locator)).toBe(true);

describe('invitations', () => {
  test.each([1280, 360])('axe finds no problem at %i px: card, question, page and dead link', async (width) => {
    browser.expectProblem(/status of 422/); // the dead link
    const name = `Nina ${width}`;
    const roles = [await roleId(site.server.db, 'viewer')];
    userIn(await inviteUser(site.server, site.token, { email: `nina${width}@rollcall.example`, name, roles }));
    const page = await open('/users');
    await page.setViewportSize({ width, height: 740 });
    await page.getByText('Invited, not yet signed in').first().waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await button(page, `Take Back the invitation of ${name}`).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);

    const link = await browser.open(`${site.server.url}/invitation#token=${mailedToken(site.server)}`);
    await link.setViewportSize({ width, height: 740 });
    await link.getByText('Ada Thornbury has invited you').waitFor();
    await expectAccessible(link);
    await expectNoOverflow(link);
    // By keyboard alone: the first field to fill in has the focus.
    await expectFocus(link.getByLabel('Password', { exact: true }));
    await link.keyboard.type('chosen by Nina');
    await link.keyboard.press('Tab');
    await link.keyboard.press('Tab');
    await expectFocus(link.getByLabel('Repeat the password'));
    await link.keyboard.type('chosen by Nina');
    await link.keyboard.press('Enter');
    await link.getByText(`Welcome back, ${name}`).waitFor();

    const dead = await browser.open(`${site.server.url}/invitation#token=${mailedToken(site.server)}`);
    await dead.getByText('This invitation was used already').waitFor();
    await expectAccessible(dead);
    await expectNoOverflow(dead);
  });
});

test.each(['/employees', '/presence'])(
  'a filter on %s whose options failed stays in line with the others',
  async (path) => {
    browser.expectProblem(/status of 500/);
    const page = await open('/profile');
    await page.route(/v1\/companies(?:\/all|\?)/, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(site.server.url + path);
    const filters = page.getByRole('search');
    await filters.getByRole('button', { name: 'Retry' }).waitFor();
    const middles = await filters.locator('input, select, svg').evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility())
        .map((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return (top + bottom) / 2;
        }),
    );
    expect(middles.length).toBeGreaterThan(2);
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3);
  },
);

test('the matrix keeps its first row and column in sight, and names the roles in each row on a phone', async () => {
  const page = await open('/roles?view=matrix');
  await page.setViewportSize({ width: 760, height: 740 });
  const table = page.getByRole('region', { name: 'Roles by permissions' });
  await table.getByRole('row').nth(5).waitFor();
  await expectNoOverflow(page);
  await table.evaluate((element) => element.scrollTo(200, 600));
  const corner = table.getByRole('columnheader', { name: 'Permission' });
  const edge = await table.boundingBox();
  const role = table.getByRole('columnheader', { name: 'Viewer' });
  for (const head of [corner, role])
    expect(Math.abs(((await head.boundingBox())?.y ?? 0) - (edge?.y ?? 0))).toBeLessThan(2);
  const first = table.getByRole('rowheader', { name: 'Delete employees' });
  for (const head of [corner, first])
    expect(Math.abs(((await head.boundingBox())?.x ?? 0) - (edge?.x ?? 0))).toBeLessThan(2);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page);
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await expectAccessible(page);
});

// Lengths in pixels, and the names of table cells: neither differs between browsers.
inBrowser('chromium', () => {
  test.each(['/companies', '/users'])('axe finds no problem in the list of %s', async (path) => {
    const page = await open(`${path}?view=list&per_page=3`);
    await page.getByRole('rowheader').first().waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page);
  });

  describe('at 1280 by 800', () => {
    async function openLaptop(path: string): Promise<Page> {
      const page = await open(path);
      await page.setViewportSize({ width: 1280, height: 800 });
      return page;
    }

    test.each([
      ['/companies', 225],
      ['/employees', 160],
      ['/access-controllers', 180],
      ['/roles', 170],
      ['/users', 190],
    ])('a card of %s is at most %i px high', async (path, most) => {
      const page = await openLaptop(path);
      const heights = await page
        .getByRole('article')
        .evaluateAll((cards) => cards.map((card) => Math.ceil(card.getBoundingClientRect().height)));
      expect(Math.max(...heights)).toBeLessThanOrEqual(most);
      expect(heights.length).toBeGreaterThan(2);
    });

    test('26 companies fit one screen of the list, without scrolling', async () => {
      const page = await openLaptop('/companies?view=list');
      const row = page.getByRole('row').nth(26); // below the header
      await row.waitFor();
      expect(await row.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(800);
      expect(await page.evaluate('scrollY')).toBe(0);
    });

    test('names of 255 letters without a break stay within the lists', async () => {
      const name = 'W'.repeat(255);
      const ask = (key: string, body: object) => site.server.ask(key, { token: site.token, body });
      const { json } = await ask('POST /companies', { name });
      const { id } = Object(json.data);
      await ask('POST /employees', { company_id: id, employee_id: 'W1', name, department: name, position: name });
      await ask('POST /users', {
        name,
        email: 'w@rollcall.example',
        password: 'long enough',
        roles: [],
        companies: [id],
      });
      await ask('POST /roles', { name: name.toLowerCase(), display_name: name, description: name, permissions: [] });
      for (const path of ['/companies', '/employees', '/users', '/roles']) {
        const page = await openLaptop(`${path}?view=list&q=WWWW`);
        const head = page.getByRole('rowheader').first();
        await head.waitFor();
        await expectNoOverflow(page);
        await page.setViewportSize({ width: 360, height: 740 });
        expect(await head.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
      }
    });
  });
});

test('axe finds no problem in the user dialog whose companies a role locks', async () => {
  const page = await open('/users');
  await button(page, 'Add User').click();
  await page.getByRole('checkbox', { name: 'Auditor' }).click();
  await page.getByText('Auditor sees every company; this list has no effect').waitFor();
  await expectAccessible(page);
  await expectFits(page);
});

describe('by keyboard alone', () => {
  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    // Found only once, since finding a button by name takes longer than pressing a key.
    const element = await target.elementHandle();
    for (let presses = 0; presses < 80; presses++) {
      if (await page.evaluate((sought) => sought === document.activeElement, element)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${String(target)}`);
  }

  /** Records to add: `typed` goes into the fields in order, then Enter. */
  const records: readonly [path: string, add: string, name: string, typed: readonly string[]][] = [
    ['/companies', 'Add Company', 'Quince', ['Quince']],
    ['/access-controllers', 'Add Controller', 'Quince', ['Atelier', 'Quince']],
    ['/employees', 'Add Employee', 'Quince', ['Atelier', 'Q1', 'Quince']],
    ['/roles', 'Add Role', 'Quince', ['quince', 'Quince']],
    ['/users', 'Add User', 'Quince', ['Quince', 'quince@rollcall.example', 'long enough']],
    ['/settings', 'Add Setting', 'quince', ['quince', '', 'yes']],
  ];

  test.each(records)('%s: a record can be added, changed and deleted', async (path, add, name, typed) => {
    const page = await open(path);
    await tabTo(page, button(page, add));
    await page.keyboard.press('Enter');
    // A select can be typed into once its options have loaded.
    await page.locator('dialog[open]').filter({ hasNotText: 'Loading' }).waitFor();
    for (const [index, words] of typed.entries()) {
      if (index > 0) await page.keyboard.press('Tab');
      await page.keyboard.type(words);
    }
    await page.keyboard.press('Enter');

    const edit = button(page, `Edit ${name}`);
    await edit.waitFor();
    if (path !== '/settings') await expectFocus(page.getByRole('article', { name, exact: true }));
    await tabTo(page, edit);
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(edit);

    await tabTo(page, button(page, `Delete ${name}`));
    await page.keyboard.press('Enter');
    await expectFocus(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await edit.waitFor({ state: 'detached' });
    await expectFocus(page.getByRole('heading', { level: 1 }));
  });

  test('Esc asks before dropping typed changes, and a click on the backdrop does nothing', async () => {
    const page = await open('/companies');
    await button(page, 'Add Company').click();
    await page.getByLabel('Name').fill('Quince');
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await expectFocus(question.getByRole('button', { name: 'Keep Editing' }));
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Name').inputValue()).toBe('Quince');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectFocus(button(page, 'Add Company'));
  });

  test('Back asks before dropping typed changes, and goes back once there are none', async () => {
    const page = await open('/companies');
    await page.getByRole('link', { name: 'Employees', exact: true }).click();
    await button(page, 'Add Employee').click();
    await page.getByLabel('Name').fill('Quince');
    await page.keyboard.type('s');
    await page.evaluate(() => history.back());
    await page.getByRole('alertdialog', { name: 'Discard your changes?' }).waitFor();
    await button(page, 'Keep Editing').click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Quinces');
    await page.keyboard.press('Escape');
    await button(page, 'Discard').click();
    await page.evaluate(() => history.back());
    await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor();
  });

  inBrowser('chromium', () =>
    test('a form in the page says that it is being saved, and no longer asks once it is', async () => {
      const page = await open('/companies?id=1&tab=day-rules');
      const form = page.getByRole('form', { name: 'Day rules' });
      await form.getByLabel('Repeated punches (seconds)').fill('45');
      let arrive = () => {};
      const held = new Promise<void>((resolve) => (arrive = resolve));
      await page.route('**/companies/1/day-rules', async (route) => {
        if (route.request().method() === 'PUT') await held;
        await route.continue();
      });
      await form.getByRole('button', { name: 'Save Day Rules' }).click();
      await page.getByRole('link', { name: 'Employees', exact: true }).first().click();
      const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
      await question.getByText('They are being saved, and leaving does not stop that.').waitFor();
      arrive();
      await question.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Employees', exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Employees' }).waitFor();
    }),
  );

  test('the browser asks before leaving typed changes, and only then', async () => {
    const page = await open('/companies');
    await button(page, 'Add Company').click();
    await page.getByLabel('Name').fill('Quince');
    const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    expect(await page.getByLabel('Name').inputValue()).toBe('Quince');
    await page.keyboard.press('Escape');
    await button(page, 'Discard').click();
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
  });

  test('Enter in a filter inside a form does not submit it', async () => {
    const page = await open('/users');
    await button(page, 'Add User').click();
    const complaints = page.locator('[aria-invalid]');
    await page.getByRole('searchbox', { name: 'Filter companies' }).press('Enter');
    expect(await complaints.count()).toBe(0);
    await page.getByLabel('Name').press('Enter');
    expect(await complaints.count()).toBeGreaterThan(0);
  });

  test('the menu of a narrow page opens, navigates and returns focus', async () => {
    const page = await open('/companies');
    await page.setViewportSize({ width: 360, height: 640 });
    const opener = button(page, 'Open menu');
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expectFocus(button(page, 'Close menu'));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expectFocus(opener);
    await page.keyboard.press('Enter');
    await expectFocus(button(page, 'Close menu'));
    await page.keyboard.press('Shift+Tab'); // backwards out of the menu
    await button(page, 'Close menu').waitFor({ state: 'hidden' });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Profile' }));
    await page.keyboard.press('Enter');
    await expectFocus(page.getByRole('heading', { level: 1, name: 'Profile' }));
  });
});

describe('when the only card of the last page is deleted', () => {
  /** Opens the last page and clicks its card's Delete. `route` changes the answers to the page's requests. */
  async function askToDelete(route: (page: Page) => Promise<unknown> = async () => undefined) {
    const total = () =>
      site.server
        .ask('GET /companies/all', { token: site.token })
        .then(({ json }) => JSON.stringify(json.data).match(/"urls"/g)?.length ?? 0);
    const add = () => site.server.ask('POST /companies', { token: site.token, body: { name: 'One more' } });
    while ((await total()) % 12 !== 1) await add();
    const pages = Math.ceil((await total()) / 12);
    const isShown = (number: number) => page.getByText(`Page ${number} of ${number}`, { exact: true }).waitFor();

    const page = await open(`/companies?page=${pages}`);
    await route(page);
    // Waits for the commit only: in Firefox a page has not loaded while any request is pending.
    await page.reload({ waitUntil: 'commit' });
    await isShown(pages);
    await button(page, /^Delete /).click();
    const question = page.getByRole('alertdialog');
    return {
      page,
      question,
      confirm: question.getByRole('button', { name: 'Delete' }),
      last: () => isShown(pages - 1),
    };
  }

  /** Expects the previous page, with the focus on its heading. */
  async function expectPreviousPage({ page, last }: { page: Page; last(): Promise<void> }): Promise<void> {
    await last();
    await page.getByRole('article').nth(11).waitFor();
    await expectFocus(page.getByRole('heading', { level: 1 }));
  }

  test('the previous page is shown, with the focus on its heading', async () => {
    const deletion = await askToDelete();
    await deletion.confirm.click();
    await expectPreviousPage(deletion);
  });

  test('the same happens before the rest of the shell has loaded', async () => {
    const deletion = await askToDelete((page) => page.route(/\/ShellExtras-/, () => undefined));
    await deletion.confirm.click();
    await expectPreviousPage(deletion);
    expect(await button(deletion.page, 'Keyboard Shortcuts').count()).toBe(0);
  });

  test('the same happens when the list loads long after the question has closed', async () => {
    const deletion = await askToDelete();
    let close = () => {};
    const closed = new Promise<void>((resolve) => (close = resolve));
    await deletion.page.route(/\/companies\?/, async (route) => {
      await closed;
      await route.continue();
    });
    await deletion.confirm.click();
    await expectFocus(button(deletion.page, /^Delete /));
    close();
    await expectPreviousPage(deletion);
  });

  test('the same happens when someone else deleted it, and the list loads before the question closes', async () => {
    browser.expectProblem(/status of 404/);
    const deletion = await askToDelete();
    const { page, question, confirm } = deletion;
    const id = await page.getByRole('article').getAttribute('id');
    await site.server.ask(`DELETE /companies/${id?.replace('record-', '')}`, { token: site.token });
    await confirm.click();
    await deletion.last();
    await page.getByRole('article').nth(11).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectPreviousPage(deletion);
  });

  test('the same happens when the user looks at another window meanwhile, where focus moves without an event', async () => {
    const deletion = await askToDelete();
    await deletion.page.route(/\/companies\/\d+$/, async (route) => {
      await deletion.page.evaluate(() => {
        for (const type of ['focusin', 'focusout']) {
          window.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
        }
      });
      await route.continue();
    });
    await deletion.confirm.click();
    await expectPreviousPage(deletion);
  });
});

test('another page is shown from its top, and the focus stays where it turns the next', async () => {
  const page = await open('/companies');
  await page.setViewportSize({ width: 1280, height: 500 });
  await button(page, 'Next').focus();
  const top = () =>
    page
      .getByRole('article')
      .first()
      .boundingBox()
      .then((box) => box?.y);
  expect(await top()).toBeLessThan(0);
  await page.keyboard.press('Enter');
  await page.getByText(/^Page 2 of /).waitFor();
  await expect.poll(top).toBeGreaterThanOrEqual(0);
  await expectFocus(button(page, 'Next'));
});

test('restores page and search with Back', async () => {
  const page = await open('/access-controllers');
  const leaveAndReturn = async () => {
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await page.goBack();
  };
  await button(page, 'Next').click();
  await page.getByText(/^Page 2 of \d+$/).waitFor();
  await leaveAndReturn();
  await page.getByText(/^Page 2 of \d+$/).waitFor();
  const search = page.getByRole('searchbox');
  await search.fill('main');
  await page.getByText(/match “main”/).waitFor();
  await leaveAndReturn();
  await page.getByText(/match “main”/).waitFor();
  expect(await search.inputValue()).toBe('main');
  await page.goBack();
  await page.getByText(/^Page 1 of \d+$/).waitFor();
  expect(await search.inputValue()).toBe('');
});

inBrowser('chromium', () =>
  test('Back leads to the screen before, after forms and records that were closed by their buttons', async () => {
    const page = await open('/profile');
    await page.getByRole('link', { name: 'Companies', exact: true }).click();
    for (const change of [async () => {}, () => page.getByLabel('Contact phone').fill('+47 1')]) {
      await button(page, /^Edit /).click();
      await page.getByRole('dialog', { name: 'Edit Company' }).waitFor();
      await change();
      await page.keyboard.press('Escape');
    }
    await button(page, 'Discard').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await button(page, /^View entry /).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const previous = () =>
      page.evaluate(() => window.navigation.entries()[(window.navigation.currentEntry?.index ?? 0) - 1]?.url);
    await expect.poll(previous).toBe(`${site.server.url}/companies`);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  }),
);

test('the Excel file of a list says by which filters and words it was found', async () => {
  const page = await open('/employees');
  const company = page.getByRole('main').getByLabel('Company');
  await company.selectOption({ index: 1 });
  const chosen = (await company.locator('option:checked').textContent()) ?? '';
  const name = await page.getByRole('article').filter({ hasText: chosen }).getByRole('heading').first().innerText();
  await page.getByLabel('Search employees').fill(name);
  await page.getByText(/ match(es)? “/).waitFor();
  const { file } = await browser.download(page, async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Excel' }).click();
  });
  const { 'About this export': about } = await readXlsx(file);
  expect(about?.rows).toEqual([
    ['Filter: Company', chosen],
    ['Filter: Search', name],
  ]);
});

test('shows 10,000 characters in every field without overflow', async () => {
  const words = { name: 'n'.repeat(255), address: 'long '.repeat(2_000), contact_phone: '0'.repeat(255) };
  await site.server.ask('POST /companies', { token: site.token, body: words });
  const page = await open('/companies');
  await page.getByLabel('Sort by').selectOption('Newest first');
  await page.getByRole('article', { name: words.name }).waitFor();
  await expectFits(page);
  const height = await page.getByRole('article', { name: words.name }).evaluate((card) => card.clientHeight);
  expect(height).toBeLessThan(800);
  await button(page, `Edit ${words.name}`).click();
  await expectFits(page);
  await page.keyboard.press('Escape');
  await button(page, `URLs of ${words.name}`).click();
  await page.getByText('No URLs found').waitFor();
  await expectFits(page);
});
