// The server as it is deployed: the bundle in a folder, run as separate processes.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

export interface Run {
  child: ChildProcess;
  /** Resolves with the whole output once it matches; rejects if the process ends before. */
  printed(pattern: RegExp): Promise<string>;
  ended: Promise<{ code: number | null; text: string }>;
  /** The address that it listens on. */
  url(): Promise<string>;
  /** Sends the signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface Installation {
  folder: string;
  start(command: string[], environment: Record<string, string>, node?: string): Run;
  remove(): void;
}

export async function install(): Promise<Installation> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-installed-'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  mkdirSync(path.join(folder, 'dist'));
  writeFileSync(path.join(folder, 'dist/index.html'), '<!doctype html><title>The console</title>');
  await build({
    entryPoints: ['server/main.ts'],
    outfile: path.join(folder, 'build/server.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
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
      return runOf(child);
    },
    remove() {
      for (const child of running) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function runOf(child: ChildProcess): Run {
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
    ended,
    async url() {
      const address = /Rollcall is at (http:\S+)/;
      return address.exec(await printed(address))?.[1] ?? '';
    },
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
