// The built console in WebKit: every screen and dialog opens, closes and fits, both exports can be read, and what only
// WebKit does. The rest is tested in Chromium and Firefox.
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createSite } from '../../../server/platform/http/staticSite.ts';
import { paths } from '../../../src/platform/boot/paths.ts';
import { takeSaved } from '../../support/browser/browser.ts';
import { keys, startWebKit, type WebKit } from '../../support/browser/webkit.ts';
import { readPdf, readXlsx } from '../../support/exports/readers.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let webkit: WebKit;

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')) });
  webkit = await startWebKit();
});
afterAll(async () => {
  await webkit?.stop();
  await server.stop();
});

/** Opens a page and makes it keep what it reports from then on, since WebDriver does not pass that on. */
async function open(address: string): Promise<void> {
  await webkit.go(server.url + address);
  await webkit.run(() => {
    const problems: string[] = [];
    Object.assign(window, { problems });
    console.error = (...said: unknown[]) => problems.push(said.join(' '));
    addEventListener('error', ({ message }) => problems.push(message));
    addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => problems.push(`blocked ${blockedURI}`));
  });
}

afterEach(async () => {
  expect(await webkit.run(() => Reflect.get(window, 'problems') ?? [])).toEqual([]);
});

/** The control with this name, in the topmost dialog if there is one. */
const control = (name: RegExp) =>
  webkit.find((pattern) => {
    const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    const names = (element: Element) => [
      element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.getAttribute('title')),
      ...(element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((label) => label.textContent) : []),
    ];
    const isNamed = (element: Element) => names(element).some((each) => new RegExp(pattern).test(each ?? ''));
    const controls = [...place.querySelectorAll('button, a, input')];
    return controls.find((element) => element.checkVisibility() && isNamed(element));
  }, name.source);

async function click(name: RegExp): Promise<void> {
  const found = await vi.waitUntil(() => control(name), { timeout: 30_000 });
  await webkit.click(found);
}

async function type(name: RegExp, words: string): Promise<void> {
  await click(name);
  await webkit.press(...words);
}

const shows = (words: string) =>
  vi.waitUntil(() => webkit.run((wanted) => document.body.innerText.includes(wanted), words), { timeout: 30_000 });

const settled = () =>
  vi.waitUntil(() => webkit.run(() => !document.querySelector('[aria-busy=true], h1 ~ [role=status]:not(:empty)')), {
    timeout: 30_000,
  });

const openDialogs = () => webkit.run(() => document.querySelectorAll('dialog[open]').length);
const noDialogs = () => vi.waitUntil(async () => (await openDialogs()) === 0, { timeout: 30_000 });

async function signIn(): Promise<void> {
  const { email, password } = server.users.administrator;
  await type(/^Email/, email);
  await type(/^Password/, password);
  await webkit.press(keys.enter);
  await shows('Dashboard');
}

test('signs in, after a refusal in words', async () => {
  await open('/');
  await type(/^Email/, 'nobody@rollcall.example');
  await type(/^Password/, 'wrong');
  await webkit.press(keys.enter);
  await shows('Invalid email or password');
  await open('/');
  await signIn();
});

/** Screens with their dialogs; each dialog is a list of the buttons that open it, one after the other. */
const screens: readonly { address: string; dialogs?: readonly (readonly RegExp[])[] }[] = [
  { address: paths.dashboard },
  {
    address: paths.companies,
    dialogs: [
      [/^Add Company$/],
      [/^Edit /],
      [/^Delete /],
      [/^HR Sync Configuration of /],
      [/^URLs of /],
      [/^URLs of /, /^Add URL$/],
      [/^URLs of /, /^Edit http/],
      [/^URLs of /, /^Delete http/],
    ],
  },
  {
    address: paths.accessControllers,
    dialogs: [[/^Add Controller$/], [/^Connect a Device$/], [/^Edit /], [/^Delete /]],
  },
  {
    address: `${paths.attendance}?start_date=&end_date=`,
    dialogs: [[/^View/], [/^More Actions$/, /^Verify File$/], [/^Select all/, /^Mark as Processed/]],
  },
  { address: paths.employees, dialogs: [[/^Add Employee$/], [/^Edit /], [/^Delete /]] },
  { address: paths.profile },
  { address: paths.roles, dialogs: [[/^Add Role$/], [/^Edit Auditor$/], [/^Delete Auditor$/]] },
  { address: paths.users, dialogs: [[/^Add User$/], [/^Edit /], [/^Delete /]] },
  { address: paths.hrSync },
  { address: paths.timesheets },
  {
    address: paths.exceptions,
    dialogs: [
      [/^Answer: Check-out missing/, /^Correct$/],
      [/^Answer: Check-out missing/, /^Accept As It Is$/],
    ],
  },
  { address: paths.settings, dialogs: [[/^Add Setting$/], [/^Edit url_types$/], [/^Delete /]] },
  { address: paths.presence, dialogs: [[/^Start Roll Call$/], [/^Earlier Roll Calls$/]] },
  { address: `${paths.accessControllers}?id=1&tab=connect` },
  { address: paths.audit, dialogs: [[/^View entry /]] },
  { address: paths.privacy, dialogs: [[/^Preview the Removal$/]] },
  { address: `${paths.privacy}?part=holds`, dialogs: [[/^Place Legal Hold$/]] },
  { address: `${paths.privacy}?part=people`, dialogs: [[/^Personal data of /], [/^Erase /]] },
];

test.each(screens)('$address and its dialogs open, fit, take the focus and give it back', async (screen) => {
  const { address, dialogs = [] } = screen;
  await open(address);
  await vi.waitUntil(() => webkit.run(() => document.querySelector('h1:not(:empty)') !== null), { timeout: 30_000 });
  await settled();
  expect(await webkit.run(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  for (const openers of dialogs) {
    for (const opener of openers) await click(opener);
    await expectDialogToFit();
    for (const _ of openers) await webkit.press(keys.escape);
    await noDialogs();
    expect(await webkit.run(() => document.activeElement?.tagName)).toBe('BUTTON');
  }
});

/** Expects the dialog to have its own height, not the window's, and only its content to scroll. */
async function expectDialogToFit(): Promise<void> {
  await vi.waitUntil(async () => (await openDialogs()) > 0, { timeout: 30_000 });
  await vi.waitUntil(
    () =>
      webkit.run(() => {
        const states = [...document.querySelectorAll('dialog')].at(-1)?.querySelectorAll('[role=status]') ?? [];
        return ![...states].some(({ textContent }) => textContent?.trim().endsWith('…'));
      }),
    { timeout: 30_000 },
  );
  const { hasFocus, empty, outside } = await webkit.run(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const content = dialog?.querySelector(':scope > header + *');
    if (!dialog || !content) throw new Error('There is no dialog');
    const needed = [...content.children].at(-1)?.getBoundingClientRect().bottom ?? 0;
    const box = dialog.getBoundingClientRect();
    return {
      hasFocus: dialog.contains(document.activeElement),
      empty:
        content.getBoundingClientRect().bottom - needed - Number.parseFloat(getComputedStyle(content).paddingBottom),
      outside: box.top < 0 || box.bottom > innerHeight || dialog.scrollHeight > dialog.clientHeight,
    };
  });
  expect({ hasFocus, outside }).toEqual({ hasFocus: true, outside: false });
  expect(empty, 'empty space below the content').toBeLessThanOrEqual(1);
}

test('asks before it drops typed changes', async () => {
  await open(paths.companies);
  await click(/^Add Company$/);
  await type(/^Name/, 'Quince');
  await webkit.press(keys.escape);
  await shows('Discard your changes?');
  await click(/^Keep Editing$/);
  await webkit.press(keys.escape);
  await click(/^Discard$/);
  await noDialogs();
});

test('a date that is typed over another applies once, when it is finished', async () => {
  await open(`${paths.attendance}?start_date=2025-09-01&end_date=&panel=open`);
  await settled();
  const entries = await webkit.run(() => history.length);
  await vi.waitUntil(() => control(/^Start Date/), { timeout: 30_000 });
  await webkit.run(() => document.querySelector<HTMLElement>('input[type=date]')?.focus());
  await webkit.press(...'10-15-2025');
  expect(await webkit.url()).toContain('start_date=2025-09-01');
  await webkit.press(keys.enter);
  await vi.waitUntil(async () => (await webkit.url()).includes('start_date=2025-10-15'), { timeout: 30_000 });
  expect(await webkit.run(() => history.length)).toBe(entries + 1);
});

describe('exports what is shown', () => {
  async function exported(button: RegExp): Promise<Blob> {
    await open(`${paths.attendance}?start_date=&end_date=&event_type=check-in`);
    await settled();
    const { file } = await takeSaved(webkit.downloads, async () => {
      await click(button);
      await shows('Exported ');
    });
    return file;
  }

  test('to Excel', async () => {
    const sheet = (await readXlsx(await exported(/^Export Excel$/)))['Attendance Records'];
    expect(sheet?.rows.length).toBeGreaterThan(100);
    expect(new Set(sheet?.rows.slice(1).map((row) => row[2]))).toEqual(new Set(['Check In']));
  });

  test('to PDF', async () => {
    const pages = await readPdf(await exported(/^Export PDF$/));
    expect(pages[0]).toContain('Attendance Records Report');
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
  });
});

test('Back to a page that the browser has kept shows the sign-in and no record after signing out', async () => {
  await open(paths.employees);
  await vi.waitUntil(() => control(/^Edit /), { timeout: 30_000 });
  await webkit.run(() =>
    addEventListener('pageshow', ({ persisted }) =>
      localStorage.setItem('at once', `${persisted} ${document.documentElement.innerText}`),
    ),
  );
  await open(paths.companies);
  await click(/^Logout$/);
  await vi.waitUntil(() => control(/^Sign in$/), { timeout: 30_000 });
  await webkit.back();
  await vi.waitUntil(async () => (await webkit.url()).includes('next=%2Femployees'), { timeout: 30_000 });
  await vi.waitUntil(() => control(/^Sign in$/), { timeout: 30_000 });
  const texts = await webkit.run(() => [localStorage.getItem('at once'), document.body.innerText]);
  expect(texts).toEqual(['true ', expect.not.stringContaining('@')]);
});
