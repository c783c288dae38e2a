// A real Tryton with a company and no attendance yet. Does not import vitest, since `npm run tryton` uses it too.

import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ChildRun, childRun } from '../../server/installation.ts';
import { need } from '../../tools.ts';
import {
  all,
  type Call,
  callerOf,
  type Line,
  linesOf,
  type SheetSeconds,
  type SignIn,
  sheetSecondsOf,
  wireInstant,
} from './trytonClient.ts';

export interface Tryton {
  /** 'http://127.0.0.1:1234', also after a restart. */
  readonly url: string;
  readonly database: string;
  /** A user in the group Attendance Administration. */
  readonly user: SignIn;
  readonly company: Company;
  /** Calls as the administrator; throws if refused. */
  readonly admin: Call;
  /** Adds employees and returns their IDs. */
  addEmployees(employees: readonly NewEmployee[]): Promise<number[]>;
  /** Closes the period before this instant. */
  closePeriod(endsAt: Date): Promise<void>;
  /** All lines of attendance, by time. */
  lines(): Promise<Line[]>;
  /** How long everyone worked on each day, as counted by Tryton. */
  sheetSeconds(): Promise<SheetSeconds[]>;
  /** Kills the process, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same database and address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Company {
  readonly id: number;
  readonly name: string;
  readonly timeZone: string;
}

interface NewEmployee {
  readonly code: string;
  readonly name: string;
  readonly email?: string;
}

/** Runs Tryton on a copy of the database `template`. */
export async function runTryton(template: string, configuration: Configuration = {}): Promise<Tryton> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-tryton-'));
  await copyFile(template, databaseIn(folder));
  let daemon = await startDaemon(folder, configuration);
  const { port } = daemon;
  const url = `http://127.0.0.1:${port}`;
  const admin = callerOf(`${url}/${databaseName}/`, administrator);
  const company = await companyOf(admin);

  return {
    url,
    database: databaseName,
    user: recorder,
    company,
    admin,
    addEmployees: (employees) => addEmployees(admin, company.id, employees),
    async closePeriod(endsAt) {
      const period = { company: company.id, ends_at: wireInstant(endsAt) };
      await admin('model.attendance.period.close', await admin('model.attendance.period.create', [period]));
    },
    lines: () => linesOf(admin),
    sheetSeconds: () => sheetSecondsOf(admin),
    kill: () => daemon.kill('SIGKILL'),
    async restart() {
      await daemon.kill('SIGKILL');
      daemon = await startDaemon(folder, { ...configuration, port });
    },
    async stop() {
      await daemon.kill('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}

async function companyOf(admin: Call): Promise<Company> {
  const rows = await all<{ id: number; rec_name: string; timezone: string }>(admin, 'company.company', [
    'rec_name',
    'timezone',
  ]);
  const [only, ...more] = rows.map(({ id, rec_name: name, timezone: timeZone }) => ({ id, name, timeZone }));
  if (!only || more.length > 0) throw new Error(`Tryton has ${rows.length} companies`);
  return only;
}

async function addEmployees(admin: Call, company: number, employees: readonly NewEmployee[]): Promise<number[]> {
  const parties = employees.map(({ code, name, email }) => ({
    code,
    name,
    contact_mechanisms: email === undefined ? [] : [['create', [{ type: 'email', value: email }]]],
  }));
  const created = await admin<number[]>('model.party.party.create', parties);
  const rows = created.map((party) => ({ party, company }));
  return admin('model.company.employee.create', rows);
}

// Debian's trytond in a folder that holds its configuration and its database.
const databaseName = 'hr';

const databaseIn = (folder: string) => path.join(folder, `${databaseName}.sqlite`);

const environment = { PATH: process.env.PATH, LANG: 'C.UTF-8' };

interface Configuration {
  /** A free port by default. */
  readonly port?: number;
  /** More wrong passwords than these lock a user out for five minutes; 5 by default. */
  readonly wrongPasswords?: number;
}

/** Writes the configuration and returns its path. */
async function configure(folder: string, { port = 0, wrongPasswords = 5 }: Configuration = {}): Promise<string> {
  const file = path.join(folder, 'trytond.conf');
  const hashing = path.join(folder, 'passlib.conf');
  const lines = [
    '[database]',
    'uri = sqlite://',
    `path = ${folder}`,
    '[web]',
    `listen = 127.0.0.1:${port}`,
    '[session]',
    `max_attempt = ${wrongPasswords}`,
    '[password]',
    `passlib = ${hashing}`,
  ];
  await writeFile(file, lines.join('\n'));
  // By default, each request with a password takes a quarter of a second.
  await writeFile(hashing, '[passlib]\nschemes = bcrypt\nbcrypt__rounds = 4\n');
  return file;
}

interface Daemon extends Pick<ChildRun, 'kill'> {
  readonly port: number;
}

/** Resolves once it listens; rejects with its output if it ends before. */
async function startDaemon(folder: string, configuration: Configuration = {}): Promise<Daemon> {
  const options = ['-c', await configure(folder, configuration), '-d', databaseName];
  const { found, kill } = childRun(spawn(need('tryton-modules-attendance'), options, { env: environment }));
  return { port: Number(await found(/Running on http:\S+:(\d+)\s/)), kill };
}

// The database that the tests' Tryton starts with: the attendance module, a company, and a user for the connector.
// Making it takes about ten seconds, so it is kept in the folder for temporary files until Tryton or a file in this
// folder changes.
const run = promisify(execFile);

/** Its administrator. */
const administrator: SignIn = { login: 'admin', password: 'an-administrator-1' };

/** In the group Attendance Administration: may record what anyone in the company did. */
const recorder: SignIn = { login: 'rollcall', password: 'Schlüssel-42' };

/** In no group: may record only what its own employee did, and has none. */
export const bystander: SignIn = { login: 'bystander', password: 'bystander-34' };

/** Makes the database if there is none yet, and returns its path. */
export async function needTemplate(): Promise<string> {
  const file = path.join(tmpdir(), `rollcall-tryton-${await version()}.sqlite`);
  if (existsSync(file)) return file;
  const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-tryton-'));
  try {
    await initialise(folder);
    // Another run may make it at the same time: renaming replaces its file atomically.
    await rename(databaseIn(folder), file);
  } finally {
    await rm(folder, { recursive: true });
  }
  return file;
}

async function version(): Promise<string> {
  const hash = createHash('sha256');
  const packages = ['tryton-server', 'tryton-modules-attendance', 'python3-tz'];
  hash.update((await run('dpkg-query', ['-W', ...packages])).stdout);
  for (const name of readdirSync(import.meta.dirname)) hash.update(readFileSync(path.join(import.meta.dirname, name)));
  return hash.digest('hex').slice(0, 16);
}

async function initialise(folder: string): Promise<void> {
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, administrator.password);
  await writeFile(databaseIn(folder), ''); // without the file, there is no such database
  const program = path.join(path.dirname(need('tryton-modules-attendance')), 'trytond-admin');
  const modules = ['-u', 'attendance', '--activate-dependencies', '--email', 'hr@example.com'];
  await run(program, ['-c', await configure(folder), '-d', databaseName, ...modules], {
    env: { ...environment, TRYTONPASSFILE: passwordFile },
  });
  const { port, kill } = await startDaemon(folder);
  try {
    await addCompany(callerOf(`http://127.0.0.1:${port}/${databaseName}/`, administrator));
  } finally {
    await kill('SIGTERM');
  }
}

async function addCompany(call: Call): Promise<void> {
  const create = async (model: string, values: object) => {
    const [id = 0] = await call<number[]>(`model.${model}.create`, [values]);
    return id;
  };
  const currency = await create('currency.currency', { name: 'Euro', code: 'EUR', symbol: '€' });
  const party = await create('party.party', { name: 'Ashdown & Vale Logistics' });
  const company = await create('company.company', { party, currency, timezone: 'Europe/Berlin' });
  const [admin] = await call<number[]>('model.res.user.search', [['login', '=', administrator.login]], 0, 1, null);
  const ofCompany = { companies: [['add', [company]]], company };
  await call('model.res.user.write', [admin], ofCompany);
  const groups = [['name', '=', 'Attendance Administration']];
  const recorders = await call<number[]>('model.res.group.search', groups, 0, 1, null);
  await create('res.user', { ...recorder, name: 'Rollcall', ...ofCompany, groups: [['add', recorders]] });
  await create('res.user', { ...bystander, name: 'Bystander', ...ofCompany });
}
