// Renders the whole console into this document, signed in, against the real server. A proxy between the two
// answers the calls for which a test defines an answer.

import { afterAll, beforeAll } from 'vitest';
import type { SignIns } from '../../../server/app/sample/fillWithSample.ts';
import { App } from '../../../src/app/App.tsx';
import { start } from '../../../src/app/prefetch.ts';
import type { CallKey } from '../../../src/shared/contract/calls.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { type Call, type Change, json, startProxy } from './proxy.ts';
import { cleanup, closePage, render } from './render.tsx';

/** A status with a message or data, or a change to the server's own data. */
interface Answer {
  status?: number;
  message?: string;
  errors?: Record<string, string[]>;
  data?: unknown;
  change?(data: unknown): unknown;
  /** Holds the answer back until this resolves; a function is called for each request. */
  when?: Promise<unknown> | (() => Promise<unknown>);
}

export interface TestConsole {
  server: TestServer;
  /** The calls since the console was opened. */
  seen: Call[];
  /** The request bodies of this call, oldest first. */
  bodies(key: CallKey): unknown[];
  /** Answers this call until the end of the test, or until `passThrough`. */
  answer(key: CallKey, answer: Answer): void;
  passThrough(key: CallKey): void;
  /** Opens the path signed in. */
  open(path: string, person?: keyof SignIns): Promise<void>;
  openSignedOut(path: string): Promise<void>;
  stop(): Promise<void>;
}

const answers = new Map<string, Answer>();

export async function closeConsole(): Promise<void> {
  await closePage();
  answers.clear();
}

/** The console of a test file, whose tests share one database. Call it at the top of the file. */
export function testConsole(): TestConsole {
  let started: TestConsole | undefined;
  const running = (): TestConsole => {
    if (!started) throw new Error('The console starts before the first test');
    return started;
  };
  beforeAll(async () => {
    started = await startConsole();
  });
  afterAll(() => started?.stop());
  return {
    get server() {
      return running().server;
    },
    get seen() {
      return running().seen;
    },
    bodies: (key) => running().bodies(key),
    answer: (key, answer) => running().answer(key, answer),
    passThrough: (key) => running().passThrough(key),
    open: (path, person) => running().open(path, person),
    openSignedOut: (path) => running().openSignedOut(path),
    stop: () => running().stop(),
  };
}

/** For files that set up more before their tests, or need several consoles. `dialect` changes every answer. */
export async function startConsole(
  dialect: Change = (_, ask) => ask(),
  begin: () => Promise<TestServer> = startServer,
): Promise<TestConsole> {
  const server = await begin();
  const tokens = new Map<keyof SignIns, string>();

  const proxy = await startProxy(server.api, async (call, ask) => {
    const answer = answers.get(call.key);
    await (typeof answer?.when === 'function' ? answer.when() : answer?.when);
    if (answer && (answer.status || answer.data !== undefined)) {
      const { status = 200, message = '', data = null, errors } = answer;
      return json(status, { success: status < 400, data, message, errors });
    }
    const reply = await dialect(call, ask);
    if (!answer?.change) return reply;
    const envelope: { data: unknown } = JSON.parse(reply.text);
    return json(reply.status, { ...envelope, data: answer.change(envelope.data) });
  });
  const { seen } = proxy;

  async function openSignedOut(path: string) {
    await cleanup();
    seen.length = 0;
    history.replaceState(null, '', path);
    await render(<App base="" connection={start('', proxy.api).connection} />);
  }

  return {
    server,
    seen,
    bodies: (key) => seen.filter((call) => call.key === key).map(({ body }) => body),
    answer: (key, answer) => void answers.set(key, answer),
    passThrough: (key) => void answers.delete(key),
    async open(path, person = 'administrator') {
      const token = tokens.get(person) ?? (await server.signIn(server.users[person]));
      tokens.set(person, token);
      // Stores what signing in stores. The time zone is the server's, whatever the zone of this process.
      localStorage.setItem('auth_token', token);
      if (localStorage.getItem('business_timezone') === null) localStorage.setItem('business_timezone', 'UTC');
      await openSignedOut(path);
    },
    openSignedOut,
    async stop() {
      await proxy.stop();
      await server.stop();
    },
  };
}
