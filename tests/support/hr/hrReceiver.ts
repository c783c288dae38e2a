// Runs scripts/hr-receiver.mjs, the simulated HR system, as a child process.

import { spawn } from 'node:child_process';
import { childRun } from '../server/installation.ts';

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
  const run = childRun(spawn(process.execPath, ['scripts/hr-receiver.mjs', '--port', '0', ...options]));
  const url = await run.found(/HR system listening at (\S+)/);
  return {
    url: `${url}/attendance`,
    async behave(how) {
      await fetch(`${url}/behave`, { method: 'POST', body: JSON.stringify({ how }) });
    },
    async records() {
      return JSON.parse(await (await fetch(`${url}/records`)).text());
    },
    kill: () => run.kill('SIGKILL'),
  };
}
