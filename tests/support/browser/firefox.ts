// Starts Debian's Firefox, which is driven by WebDriver BiDi: Playwright speaks it with the channel moz-firefox. Also adds
// what the two lack for our tests.

import { type Browser, type BrowserContextOptions, firefox, type LaunchOptions } from 'playwright-core';
import { isCall, isObject, part, within } from './insidePlaywright.ts';

const preferences = {
  // Set for all pages, since Playwright cannot emulate media features in this Firefox.
  'ui.prefersReducedMotion': 1,
  'layout.css.prefers-color-scheme.content-override': 1, // light
  'pdfjs.disabled': true, // a PDF is saved, not shown
  // Otherwise each context starts its own processes, which take as long as its pages.
  'fission.autostart': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
};

export async function launchFirefox(options: LaunchOptions): Promise<Browser> {
  const browser = await firefox.launch({ ...options, channel: 'moz-firefox', firefoxUserPrefs: preferences });
  changeCommands(browser);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options?: BrowserContextOptions) => {
    const context = await newContext(options);
    await context.addInitScript(insertAsTyped);
    return context;
  };
  return browser;
}

/**
 * Adapts two commands that Playwright sends for each page: Firefox refuses one, and the other opens a window, which
 * takes longer than the page. Only pages shown side by side need windows: a tab behind another is hidden.
 */
function changeCommands(browser: Browser): void {
  const session: object = Object.getPrototypeOf(part(within(browser), '_browserSession', isObject));
  const send = part(session, 'send', isCall);
  const isAlone = () => browser.contexts().every((context) => context.pages().length === 0);
  async function sendChanged(this: unknown, command: unknown, given: unknown): Promise<unknown> {
    const isTab = command === 'browsingContext.create' && isAlone();
    try {
      return await send.call(this, command, isTab ? Object.assign({}, given, { type: 'tab' }) : given);
    } catch (error) {
      if (command === 'emulation.setMediaFeaturesOverride') return {};
      throw error;
    }
  }
  Object.assign(session, { send: sendChanged });
}

/** Makes fill() insert text as if typed. Playwright would set the value, which React does not notice. */
function insertAsTyped(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set: () => {},
  });
}
