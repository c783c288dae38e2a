// A real Tryton with a company and no attendance yet. Does not depend on vitest, so that `npm run tryton` can use it too.

import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Configuration, databaseIn, databaseName, startDaemon } from './daemon.ts';
import { type Line, linesOf, type SheetSeconds, sheetSecondsOf } from './attendance.ts';
import { all, type Call, callerOf, type SignIn } from './rpc.ts';
import { administrator, recorder } from './template.ts';
import { wireInstant } from './wire.ts';

export interface Tryton {
  /** 'http://127.0.0.1:1234', also after a restart. */
  readonly url: string;
  readonly database: string;
  /** In the group Attendance Administration. */
  readonly user: SignIn;
  readonly company: Company;
  /** Calls as the administrator; throws what is refused. */
  readonly admin: Call;
  /** Their IDs. */
  addEmployees(employees: readonly NewEmployee[]): Promise<number[]>;
  /** Closes the time before this instant. */
  closePeriod(endsAt: Date): Promise<void>;
  /** All lines of attendance, by time. */
  lines(): Promise<Line[]>;
  /** How long everyone worked on each day, as Tryton counts. */
  sheetSeconds(): Promise<SheetSeconds[]>;
  /** As a power cut would. */
  kill(): Promise<void>;
  /** On the same database, at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface Company {
  readonly id: number;
  readonly name: string;
  readonly timeZone: string;
}

export interface NewEmployee {
  readonly code: string;
  readonly name: string;
  readonly email?: string;
}

/** `template` is the database to begin with. */
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
