// A child process, and what it printed so far.

import type { ChildProcess } from 'node:child_process';

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
