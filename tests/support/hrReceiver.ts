// The HR system of scripts/hr-receiver.mjs, as a process of its own.

import { type ChildProcess, spawn } from 'node:child_process';

export interface HrReceiver {
  /** Where it takes records. */
  url: string;
  behave(how: string): Promise<void>;
  records(): Promise<{
    accepted: { id: string; employee_id: string; timestamp: string }[];
    repeated: number;
  }>;
  /** As a machine that loses its power. */
  kill(): Promise<void>;
}

export async function startHrReceiver(options: readonly string[] = []): Promise<HrReceiver> {
  const child = spawn(process.execPath, ['scripts/hr-receiver.mjs', '--port', '0', ...options]);
  const url = await said(child, /The HR system is at (\S+)/);
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

function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString();
      const [, found] = pattern.exec(text) ?? [];
      if (found) resolve(found);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('close', () => reject(new Error(`It ended: ${text}`)));
  });
}
