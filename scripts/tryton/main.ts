// Runs Tryton, says what to enter in Rollcall, and counts what arrives, until it is stopped.
import { setTimeout as wait } from 'node:timers/promises';
import { apiBase } from '../../server/platform/http/apiPaths.ts';
import { createClient } from '../../src/platform/api/client.ts';
import { needTemplate, runTryton, type Tryton } from '../../tests/support/hr/tryton/runTryton.ts';
import { need } from '../../tests/support/tools.ts';
import { askedForFactor, readAccount, type SignIn } from '../account.ts';
import { optionsIn, runCommand, UsageError } from '../commandLine.ts';

const pauseMs = 2_000;

export const main = (args: readonly string[]): Promise<number> =>
  runCommand(args, usage, () => tryOut(readOptions(args)));

async function tryOut(options: TryOptions): Promise<void> {
  const { employees, timeZone } = await companyInRollcall(options);
  // Registered before Tryton starts, so that stopping never leaves one behind.
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

const usage = `Starts Debian's Tryton with the employees of a company, to try the HR sync with.
Nothing of it remains after it was stopped.

  npm run tryton -- --email ada@example.com --company 'Ashdown & Vale Logistics'

  --company NAME    the company in Rollcall whose employees Tryton gets
  --email ADDRESS   of somebody who may see the company, its employees and the settings
  --password WORD   of that person; or in the variable ROLLCALL_PASSWORD
  --token TOKEN     instead of both, an API token that may view companies and employees; or in ROLLCALL_TOKEN
  --rollcall URL    where Rollcall is: http://127.0.0.1:4000
  --port NUMBER     where Tryton listens: 8469`;

type TryOptions = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const values = optionsIn(args, {
    company: text,
    email: text,
    password: text,
    token: text,
    rollcall: { ...text, default: 'http://127.0.0.1:4000' },
    port: { ...text, default: '8469' },
  });
  const { ROLLCALL_TOKEN: token, ROLLCALL_PASSWORD: password } = process.env;
  const account = readAccount(values, { token, password });
  const { company, rollcall, port } = values;
  if (!company) throw new UsageError('--company is missing');
  if (!account) throw new UsageError(values.email ? '--password is missing' : '--token, or --email, is missing');
  if (!URL.canParse(rollcall)) throw new UsageError('--rollcall must be a URL');
  if (!/^\d{1,5}$/.test(port)) throw new UsageError('--port must be a number');
  return { company, account, rollcall: rollcall.replace(/\/+$/, ''), port: Number(port) };
}

async function signIn(base: string, account: SignIn): Promise<string> {
  const { data } = await createClient({ base, token: () => null })('POST /auth/login', { body: account });
  if (!('token' in data)) throw new Error(askedForFactor);
  return data.token;
}

/** Reads what Tryton needs to know about the company. Throws a sentence if it does not exist, or Rollcall refuses. */
async function companyInRollcall({ rollcall, account, company: name }: TryOptions) {
  const base = rollcall + apiBase;
  const token = 'token' in account ? account.token : await signIn(base, account);
  const ask = createClient({ base, token: () => token });

  const companies = await ask('GET /companies/all', {});
  const company = companies.data.find((each) => each.name === name);
  if (!company) throw new Error(`There is no company '${name}' at ${rollcall}`);
  const employees = await ask('GET /companies/{id}/employees', { id: company.id });
  const zone = await ask('GET /settings/{keyOrId}', { keyOrId: 'business_timezone' });
  return {
    employees: employees.data.map(({ employee_id, name: person, email: address }) => ({
      code: employee_id,
      name: person,
      ...(address && { email: address }),
    })),
    timeZone: zone.data.value,
  };
}
