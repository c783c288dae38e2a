// A real browser, one per worker, with new pages for every test. A test fails on any unexpected error in a page's
// console, uncaught exception or breach of the content security policy.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, vi } from 'vitest';
import type { BrowserName } from '../setup/browser.ts';
import { launchFirefox } from './firefox.ts';
import { lookOften } from './insidePlaywright.ts';

interface PageOptions extends BrowserContextOptions {
  token?: string;
}

export interface TestBrowser {
  /** Opens a page with nothing stored but the user's token, if given. */
  open(address: string, options?: PageOptions): Promise<Page>;
  /** Opens a second tab: another page of the same context. */
  openTab(page: Page, address: string): Promise<Page>;
  /** The file that the page offers after `start`. */
  download(page: Page, start: () => Promise<unknown>): Promise<Downloaded>;
  /** Expects a problem that the test causes on purpose, and fails without it; with `only`, just in this browser. */
  expectProblem(pattern: RegExp, only?: BrowserName): void;
  /** Allows a problem that the browser may have no time to report, because the page navigates away at once. */
  allowProblem(pattern: RegExp): void;
  /** Waits until the browser has reported all expected problems. */
  expectedProblems(): Promise<unknown>;
}

const isFirefox = () => inject('browser').name === 'firefox';

/** Registers tests for one browser only; say why at the call. Tests marked as skipped would look forgotten. */
export function inBrowser(name: BrowserName, register: () => void): void {
  if (inject('browser').name === name) register();
}

/** Chromium reports failed requests as errors; Firefox does not. */
const isFailedRequest = (pattern: RegExp) => /status of|Failed to load resource|ERR_/.test(pattern.source);

/**
 * Call it at the top of a test file. The first page of each test, if it wants no options, is a new tab of one context,
 * whose process has compiled the console before. With `separate`, all pages have contexts of their own, so that nothing
 * outlasts a test. With `keepsTab` the tests share one tab, since opening a tab takes longer than most pages.
 */
export function testBrowser({ keepsTab = false, separate = false } = {}): TestBrowser {
  const { name } = inject('browser');
  let started: Started | undefined;
  let kept: BrowserContext | undefined;
  let contexts: BrowserContext[] = [];
  let problems: string[] = [];
  let expected: RegExp[] = [];
  let allowed: RegExp[] = [];

  beforeAll(async () => {
    shared ??= start();
    started = await shared;
  });
  afterAll(async () => {
    await Promise.all(all().map((context) => context.close()));
  });
  const all = () => (kept ? [...contexts, kept] : contexts);
  const inTest = (): Started => {
    if (!started) throw new Error('Pages can only be opened inside a test');
    return started;
  };

  const missing = () => expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
  const expectedProblems = () => vi.waitUntil(() => missing().length === 0, { timeout: 30_000 });

  afterEach(async () => {
    await expectedProblems().catch(() => undefined); // reported below, with the unexpected ones
    // Requests of closing pages may never be answered; their failures belong to no test.
    const routed = [...all(), ...all().flatMap((context) => context.pages())];
    await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(tabsOf(kept).map((tab) => tab.close()));
    if (!keepsTab) await Promise.all(contexts.map((context) => context.close()));
    const foreseen = [...expected, ...allowed];
    const unexpected = problems.filter((problem) => !foreseen.some((pattern) => pattern.test(problem)));
    const found = { unexpected, missing: missing() };
    if (!keepsTab) contexts = [];
    problems = [];
    expected = [];
    allowed = [];
    expect(found, 'problems in the browser').toEqual({ unexpected: [], missing: [] });
  });

  async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await inTest().browser.newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(30_000); // shorter than the test's limit, and names what it waited for
    context.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => problems.push(String(error.error())));
    return context;
  }

  async function contextFor(address: string, options: BrowserContextOptions): Promise<BrowserContext> {
    const [first] = contexts;
    if (keepsTab && first) return first;
    const isPlain = address.startsWith('http') && Object.keys(options).length === 0;
    if (!keepsTab && !separate && isPlain && tabsOf(kept).length === 0) {
      kept ??= await openContext({});
      // An empty tab, without which the process would end between two tests.
      if (!isFirefox() && kept.pages().length === 0) await kept.newPage();
      return kept;
    }
    const context = await openContext(options);
    contexts.push(context);
    return context;
  }

  return {
    async open(address, { token, ...options } = {}) {
      const context = await contextFor(address, options);
      const isUsed = keepsTab || context === kept;
      // Playwright's storageState would open another page, which takes as long as the first.
      const stored = (isUsed || token !== undefined) && (await context.addInitScript(store, { address, token }));
      const [tab] = context.pages();
      const page = keepsTab && tab ? tab : await context.newPage();
      lookOften(page);
      await page.goto(address);
      if (stored) await stored.dispose();
      return page;
    },
    async openTab(page, address) {
      const beside = await page.context().newPage();
      await beside.goto(address);
      return beside;
    },
    download: (page, start) => (isFirefox() ? takeSaved(inTest().downloads, start) : takeDownload(page, start)),
    expectProblem(pattern, only = isFailedRequest(pattern) ? 'chromium' : name) {
      if (only === name) expected.push(pattern);
    },
    allowProblem: (pattern) => allowed.push(pattern),
    expectedProblems,
  };
}

/** The tabs of a kept context beside its empty one; Firefox keeps its process without one. */
const tabsOf = (kept: BrowserContext | undefined) => kept?.pages().slice(isFirefox() ? 0 : 1) ?? [];

/** The color schemes that the browser can emulate. */
export const colorSchemes = () => (isFirefox() ? (['light'] as const) : (['light', 'dark'] as const));

/** Stores only what signing in stores. */
function store({ address, token }: { readonly address: string; readonly token?: string | undefined }): void {
  if (location.origin !== new URL(address).origin) return;
  localStorage.clear();
  sessionStorage.clear();
  if (token !== undefined) localStorage.setItem('auth_token', token);
}

interface Started {
  readonly browser: Browser;
  readonly downloads: string;
}

/** The worker's browser: Firefox takes longer to start than most test files take. */
let shared: Promise<Started> | undefined;

async function start(): Promise<Started> {
  const { program, folder } = inject('browser');
  const downloads = mkdtempSync(path.join(folder, 'downloads-'));
  if (isFirefox()) process.env.TMPDIR = folder; // for its profile
  const browser = await (isFirefox() ? launchFirefox : launchChromium)({
    executablePath: program,
    downloadsPath: downloads,
    handleSIGTERM: false,
  });
  return { browser, downloads };
}

// The minified axe, since each page parses it again.
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Expects axe to find no problem. Its verdict does not depend on the browser, so Firefox does not repeat it. */
export async function expectAccessible(page: Page, themes = ['light', 'dark']): Promise<void> {
  if (isFirefox()) return;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolation(page, 'axe, light', {});
  if (!themes.includes('dark')) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(page, 'axe, dark', { runOnly: 'color-contrast' });
}

/** Limits axe to open dialogs, if any: the page below is inert, so axe would search it all and report nothing. */
const judged = "document.querySelector(':modal') ? [...document.querySelectorAll(':modal, :popover-open')] : document";

async function expectNoViolation(page: Page, name: string, options: RunOptions): Promise<void> {
  // Returns violations only: the passes would list every element for every rule.
  const only = JSON.stringify({ ...options, resultTypes: ['violations'] });
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${judged}, ${only}).then((all) => all.violations)`,
  );
  const found = violations.map(({ help, nodes }) => `${help}: ${nodes.map((node) => node.html).join(' ')}`);
  expect(found, `${name}, ${page.url()}`).toEqual([]);
}

/** Expects no horizontal scrolling. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const { width, needed, culprits } = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const wide = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 100));
    return { width: clientWidth, needed: scrollWidth, culprits: wide };
  });
  expect(needed, `wider than the page ${page.url()}: ${culprits.join('\n')}`).toBeLessThanOrEqual(width);
}

/** Expects no horizontal scrolling, on a narrow page and with text twice as large. */
export async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await setTextSize(page, '200%');
  await expectNoOverflow(page);
  await setTextSize(page, '');
}

const setTextSize = (page: Page, size: string) =>
  page.evaluate((given) => void (document.documentElement.style.fontSize = given), size);

const flags = [
  'no-sandbox',
  'disable-gpu',
  'disable-quic',
  'no-first-run',
  'disable-background-networking',
  'disable-component-update',
  'disable-sync',
  'renderer-process-limit=1', // a context's tabs share a process
];

function launchChromium(options: LaunchOptions): Promise<Browser> {
  return chromium.launch({ ...options, args: flags.map((flag) => `--${flag}`) });
}

interface Person {
  readonly email: string;
  readonly password: string;
}

/** Signs in with the form. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

// The file that a page offers, as the browser hands it to the test.
interface Downloaded {
  readonly name: string;
  readonly file: Blob;
}

async function takeDownload(page: Page, start: () => Promise<unknown>): Promise<Downloaded> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  return { name: download.suggestedFilename(), file: new Blob([readFileSync(await download.path())]) };
}

/**
 * Takes a file that Firefox or WebKit saves without an event: Firefox renames a .part file, WebKit writes in pieces.
 */
export async function takeSaved(folder: string, start: () => Promise<unknown>): Promise<Downloaded> {
  for (const earlier of readdirSync(folder)) rmSync(path.join(folder, earlier));
  await start();
  let size = 0;
  const name = await vi.waitUntil(
    () => {
      const [saved, ...others] = readdirSync(folder);
      if (!saved || others.length > 0 || saved.endsWith('.part')) return false;
      const before = size;
      // The file is gone if Firefox has renamed it since.
      size = statSync(path.join(folder, saved), { throwIfNoEntry: false })?.size ?? 0;
      return size > 0 && size === before && saved;
    },
    { timeout: 30_000, interval: 200 },
  );
  return { name, file: new Blob([readFileSync(path.join(folder, name))]) };
}
