// Runs Tryton, says what to enter in Rollcall, and counts what arrives, until it is stopped.

import { setTimeout as wait } from 'node:timers/promises';
import { errorMessage } from '../../server/platform/log/log.ts';
import { need } from '../../tests/support/setup/needs.ts';
import { needTemplate, runTryton, type Tryton } from '../../tests/support/hr/tryton/runTryton.ts';
import { readOptions, type TryOptions, usage } from './options.ts';
import { companyInRollcall } from './rollcall.ts';

const pauseMs = 2_000;

export async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === 'help') {
    console.log(usage);
    return 0;
  }
  if ('problem' in options) {
    console.error(`${options.problem}. --help lists the options.`);
    return 2;
  }
  try {
    await tryOut(options);
    return 0;
  } catch (error) {
    console.error(errorMessage(error));
    return 1;
  }
}

async function tryOut(options: TryOptions): Promise<void> {
  const { employees, timeZone } = await companyInRollcall(options);
  // Registered before Tryton starts, so that a stop never leaves one behind.
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
  need('tryton-modules-attendance');
  need('python3-tz');
  console.log('Starting Tryton …');
  const tryton = await runTryton(await needTemplate(), { port: options.port });
  try {
    await tryton.admin('model.company.company.write', [tryton.company.id], { timezone: timeZone });
    await tryton.addEmployees(employees);
    console.log(instructions(tryton, options.company, employees.length));
    await countUntil(stopped.signal, tryton);
  } finally {
    await tryton.stop();
  }
}

const instructions = ({ url, database, user, company }: Tryton, name: string, employees: number) => `
Tryton is at ${url}, with ${employees} employees. In Rollcall:

1. Companies, URLs of ${name}: make ${url} its only active URL of the type hr_system.
2. HR Sync, Connection of ${name}: choose Tryton and enter
     Database   ${database}
     User       ${user.login}
     Password   ${user.password}
     Company    ${company.id}
3. Test Connection, save, and sync a day.

Ctrl+C stops Tryton; nothing of it remains.
`;

async function countUntil(signal: AbortSignal, tryton: Tryton): Promise<void> {
  for (let known = 0; !signal.aborted; ) {
    const { length } = await tryton.lines();
    if (length !== known) console.log(`Tryton has ${length} attendance lines.`);
    known = length;
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
