// The server as it is deployed: the bundle in a folder, run as separate processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { TestDatabase } from './testDatabase.ts';

export interface Run extends ChildRun {
  /** The address that it listens on. */
  url(): Promise<string>;
}

export interface Installation {
  folder: string;
  start(command: string[], environment: Record<string, string>, node?: string): Run;
  remove(): void;
}

/** The variables that make a server use this database. */
export const variablesFor = ({ location: { databaseUrl, dataDir } }: TestDatabase): Record<string, string> =>
  databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir };

/** A server that is a migration newer than this one, given as an entry of its list. */
function withMigration(entry: string): Plugin {
  return {
    name: 'newer',
    setup({ onLoad }) {
      onLoad({ filter: /migrations\/migrate\.ts$/ }, ({ path: file }) => {
        const list = /^const migrations: [^\n]*\{\n[\s\S]*?^(?=\};)/m;
        const contents = readFileSync(file, 'utf8').replace(list, (text) => `${text}  ${entry},\n`);
        return { contents, loader: 'ts' };
      });
    },
  };
}

export async function install(migration?: string): Promise<Installation> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-installed-'));
  mkdirSync(path.join(folder, 'dist'));
  writeFileSync(path.join(folder, 'dist/index.html'), '<!doctype html><title>The console</title>');
  await build({
    entryPoints: ['server/main.ts'],
    outfile: path.join(folder, 'build/server.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    plugins: migration ? [withMigration(migration)] : [],
  });
  const running = new Set<ChildProcess>();

  return {
    folder,
    start(command, environment, node = process.execPath) {
      const child = spawn(node, ['build/server.mjs', ...command], {
        cwd: folder,
        env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', ...environment },
      });
      running.add(child);
      child.once('close', () => running.delete(child));
      const run = childRun(child);
      return { ...run, url: () => run.found(/Rollcall is at (http:\S+)/) };
    },
    remove() {
      for (const child of running) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// A child process, and what it printed so far.
export interface ChildRun {
  readonly child: ChildProcess;
  /** Resolves with the whole output once it matches; rejects if the process ends before. */
  printed(pattern: RegExp): Promise<string>;
  /** The pattern's first group, once the process has printed it. */
  found(pattern: RegExp): Promise<string>;
  readonly ended: Promise<{ code: number | null; text: string }>;
  /** Sends the signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

export function childRun(child: ChildProcess): ChildRun {
  let text = '';
  const heard: (() => void)[] = [];
  const hear = (chunk: Buffer) => {
    text += chunk.toString();
    for (const tell of heard) tell();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const ended = new Promise<{ code: number | null; text: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, text })),
  );
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(text) && resolve(text);
      heard.push(look);
      look();
      void ended.then(() => reject(new Error(`The process ended without printing ${pattern}: ${text}`)));
    });
  return {
    child,
    printed,
    found: async (pattern) => pattern.exec(await printed(pattern))?.[1] ?? '',
    ended,
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
