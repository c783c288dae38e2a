// Debian's WebKitGTK, driven by WebDriver over HTTP, with its own display, home and download folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../server/ports.ts';

/** WebDriver's reference to an element. */
export type Found = Readonly<Record<string, string>>;

export interface WebKit {
  /** The folder that files are saved to. */
  readonly downloads: string;
  go(url: string): Promise<void>;
  back(): Promise<void>;
  url(): Promise<string>;
  /** Runs the function in the page. */
  run<A extends unknown[], T>(script: (...args: A) => T, ...args: A): Promise<T>;
  /** Runs the function in the page, and returns an element that can be clicked. */
  find<A extends unknown[]>(script: (...args: A) => Element | undefined, ...args: A): Promise<Found | null>;
  click(element: Found): Promise<void>;
  /** Presses the keys, one after the other. */
  press(...pressed: string[]): Promise<void>;
  stop(): Promise<void>;
}

export const keys = { escape: '\uE00C', enter: '\uE007', tab: '\uE004' };

export async function startWebKit(): Promise<WebKit> {
  const home = mkdtempSync(path.join(tmpdir(), 'rollcall-webkit-'));
  const downloads = path.join(home, 'Downloads');
  mkdirSync(downloads);
  mkdirSync(path.join(home, '.config'));
  writeFileSync(path.join(home, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n');
  const display = await startDisplay();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { PATH: process.env.PATH, HOME: home, DISPLAY: display.name, LANG: 'en_US.UTF-8' },
    detached: true, // so that the browser, its child, can be ended with it
    stdio: 'ignore',
  });
  const ask = asker(`http://127.0.0.1:${port}`);
  await vi.waitUntil(() => ask('GET', '/status').catch(() => false), { timeout: 20_000 });
  const { sessionId } = await ask('POST', '/session', { capabilities: {} });
  const send = (method: string, command: string, body?: object) => ask(method, `/session/${sessionId}${command}`, body);

  const run = (script: (...args: never) => unknown, ...args: unknown[]) =>
    send('POST', '/execute/sync', { script: `return (${script})(...arguments)`, args });

  return {
    downloads,
    go: (url) => send('POST', '/url', { url }),
    back: () => send('POST', '/back', {}),
    url: () => send('GET', '/url'),
    run,
    find: run,
    click: (element) => send('POST', `/element/${Object.values(element)[0]}/click`, {}),
    press(...pressed) {
      const actions = pressed.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      return send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    async stop() {
      await send('DELETE', '').catch(() => undefined);
      end(driver);
      end(display.server);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Sends commands, each with a time limit, which WebDriver does not set. */
function asker(driver: string) {
  return async (method: string, command: string, body?: object) => {
    const answer = await fetch(driver + command, {
      method,
      signal: AbortSignal.timeout(30_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${command}: ${value.error}, ${value.message}`);
    return value;
  };
}

async function startDisplay(): Promise<{ name: string; server: ChildProcess }> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = await once(server.stdout, 'data');
  return { name: `:${String(number).trim()}`, server };
}

function end({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGTERM');
}
