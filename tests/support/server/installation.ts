// The server as it is deployed: a bundle in a folder, run in processes of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { TestDatabase } from './testDatabase.ts';

export interface Run extends ChildRun {
  /** The address that the server listens on. */
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

/** An esbuild plugin that changes one place in one source. */
function changing(filter: RegExp, place: RegExp, change: (found: string) => string): Plugin {
  return {
    name: `changes ${filter}`,
    setup({ onLoad }) {
      onLoad({ filter }, ({ path: file }) => {
        const text = readFileSync(file, 'utf8');
        if (!place.test(text)) throw new Error(`${file} has nothing like ${place}`);
        return { contents: text.replace(place, change), loader: 'ts' };
      });
    },
  };
}

/** Makes the server one migration newer; `entry` joins its list of migrations. */
const withMigration = (entry: string) =>
  changing(
    /migrations\/migrate\.ts$/,
    /^const migrations: [^\n]*\{\n[\s\S]*?^(?=\};)/m,
    (list) => `${list}  ${entry},\n`,
  );

/** Makes hashing cheap, as on the tests' in-process servers: its cost only takes time. */
const cheapPasswords = changing(/access\/passwords\.ts$/, /(?<=cost: Cost = )usualCost/, () => 'cheapCost');

interface InstallOptions {
  /** A migration that makes the server newer. */
  readonly migration?: string;
  /** Whether hashing a password costs as much as in production. */
  readonly isCostly?: boolean;
}

/** Bundles by their options, shared by all test files of a process. */
const bundles = new Map<string, Promise<Uint8Array>>();

async function bundle({ migration, isCostly = false }: InstallOptions): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: ['server/main.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    plugins: [...(isCostly ? [] : [cheapPasswords]), ...(migration ? [withMigration(migration)] : [])],
  });
  const [server] = outputFiles;
  if (!server) throw new Error('Nothing was built');
  return server.contents;
}

export async function install(options: InstallOptions = {}): Promise<Installation> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-installed-'));
  for (const each of ['dist', 'build']) mkdirSync(path.join(folder, each));
  writeFileSync(path.join(folder, 'dist/index.html'), '<!doctype html><title>The console</title>');
  const key = JSON.stringify(options);
  const bundled = bundles.get(key) ?? bundle(options);
  bundles.set(key, bundled);
  writeFileSync(path.join(folder, 'build/server.mjs'), await bundled);
  const running = new Set<ChildProcess>();
  // Compiling the bundle takes a quarter of a short command's time.
  const compiled = path.join(folder, 'compiled');

  return {
    folder,
    start(command, environment, node = process.execPath) {
      const child = spawn(node, ['build/server.mjs', ...command], {
        cwd: folder,
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, PORT: '0', LOG_LEVEL: 'silent', ...environment },
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

// A child process, and what it has printed so far.
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

/** The children still running, which are killed when this process exits. */
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export function childRun(child: ChildProcess): ChildRun {
  children.add(child);
  child.once('close', () => children.delete(child));
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
