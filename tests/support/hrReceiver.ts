// Runs scripts/hr-receiver.mjs, the simulated HR system, as a child process.

import { type ChildProcess, spawn } from 'node:child_process';

export interface HrReceiver {
  /** Where it accepts records. */
  url: string;
  behave(how: string): Promise<void>;
  records(): Promise<{
    accepted: { id: string; employee_id: string; timestamp: string }[];
    repeated: number;
  }>;
  /** Kills the process, as a power cut would. */
  kill(): Promise<void>;
}

export async function startHrReceiver(options: readonly string[] = []): Promise<HrReceiver> {
  const child = spawn(process.execPath, ['scripts/hr-receiver.mjs', '--port', '0', ...options]);
  const url = await outputMatch(child, /HR system listening at (\S+)/);
  return {
    url: `${url}/attendance`,
    async behave(how) {
      await fetch(`${url}/behave`, { method: 'POST', body: JSON.stringify({ how }) });
    },
    async records() {
      return JSON.parse(await (await fetch(`${url}/records`)).text());
    },
    kill() {
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** The first group of the pattern, once the child has printed it. */
function outputMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const [, found] = pattern.exec(text) ?? [];
      if (found) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => reject(new Error(`The HR receiver exited: ${text}`)));
  });
}
