// Firefox as Debian packages it, by WebDriver BiDi: Playwright speaks that with the channel moz-firefox. Two gaps
// between the two are closed here, one of them inside Playwright, whose version package.json pins.
import { type Browser, type BrowserContextOptions, firefox } from 'playwright-core';

/** For all pages, since Playwright cannot emulate media features in this Firefox. */
const preferences = {
  'ui.prefersReducedMotion': 1,
  'layout.css.prefers-color-scheme.content-override': 1, // light
  'pdfjs.disabled': true, // a PDF is saved, not shown
};

export async function launchFirefox(executablePath: string, downloadsPath: string): Promise<Browser> {
  const channel = 'moz-firefox';
  const browser = await firefox.launch({ channel, executablePath, downloadsPath, firefoxUserPrefs: preferences });
  forgive(browser, 'emulation.setMediaFeaturesOverride');
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options?: BrowserContextOptions) => {
    const context = await newContext(options);
    await context.addInitScript(insertAsTyped);
    return context;
  };
  return browser;
}

/** Without this command, which Firefox refuses, Playwright can open no page. */
function forgive(browser: Browser, command: string): void {
  const connection = part(browser, '_connection', isObject);
  const served = part(connection, 'toImpl', isCall).call(connection, browser);
  if (!isObject(served)) throw new Error('Playwright has no browser of its own');
  const session: object = Object.getPrototypeOf(part(served, '_browserSession', isObject));
  const send = part(session, 'send', isCall);
  async function sendOrForgive(this: unknown, method: unknown, ...rest: unknown[]): Promise<unknown> {
    try {
      return await send.call(this, method, ...rest);
    } catch (error) {
      if (method === command) return {};
      throw error;
    }
  }
  Object.assign(session, { send: sendOrForgive });
}

type Call = (this: unknown, ...args: unknown[]) => unknown;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isCall = (value: unknown): value is Call => typeof value === 'function';

function part<T>(owner: object, name: string, isExpected: (value: unknown) => value is T): T {
  const value: unknown = Reflect.get(owner, name);
  if (!isExpected(value)) throw new Error(`Playwright has no ${name}. Has its version changed?`);
  return value;
}

/** For fill(): Playwright would set the value from the page's own code, which React does not take for typing. */
function insertAsTyped(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set: () => {},
  });
}
