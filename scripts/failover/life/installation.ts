// The installation of a life: the released version's data with which it starts, and its administrator's actions.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { serverOf } from '../apps.ts';
import { Oracle } from '../oracle.ts';
import type { Scene } from '../rounds.ts';
import { recordsOfFile } from '../stored.ts';
import { waitFor } from '../waitFor.ts';
import { Administrator, createWorld, type World } from '../world.ts';

export interface Life extends Scene {
  readonly administrator: Administrator;
  readonly clock: Clock;
  readonly oracle: Oracle;
  readonly world: World;
}

/** Starts this version on the data of the released one. */
export async function upgrade(scene: Scene, file: string, hrUrl: string): Promise<Life> {
  const { apps } = scene;
  const [first] = apps.machines;
  const clock = new Clock();
  const oracle = new Oracle();
  expectRelease(oracle, file);
  apps.extra = { ...clock.variables(), DATABASE_URL: '' };
  apps.startNginx();
  await apps.startRollcalls([first]);
  const administrator = await Administrator.signIn(serverOf(first));
  const world = await createWorld(administrator, hrUrl, clock.now);
  oracle.delivers(world.hrDoor.company);
  const url = { url_type: 'hr_system', url: hrUrl, description: 'HR', is_active: true };
  await administrator.call('PUT', '/company-urls/1', url);
  for (const day of releaseDays) await sync(administrator, 1, day);
  return { ...scene, administrator, clock, oracle, world };
}

/** Syncs until nothing waits. A sync that lost its database keeps its lease for two minutes. */
export async function deliverToday({ databases, administrator, clock, world }: Life): Promise<void> {
  await waitFor('all deliveries to be accepted', 180, async () => {
    await administrator.call('POST', `/hr-sync/companies/${world.hrCompany}`, { date: clock.today() });
    const [waiting] = await databases.query("select count(*) from hr_deliveries where state = 'waiting'");
    return waiting === '0';
  });
}

/** Retries while another sync of the company runs. */
const sync = (administrator: Administrator, company: number, date: string) =>
  waitFor(`the sync of ${date}`, 60, async () => {
    await administrator.call('POST', `/hr-sync/companies/${company}`, { date });
    return true;
  });

/** Clock of the Rollcalls and doors. It starts at noon, so that no day ends during a run, and can skip months. */
export class Clock {
  #aheadMs: number;

  /** Starts at noon tomorrow. */
  constructor() {
    this.#aheadMs = new Date().setUTCHours(24 + 12, 0, 0, 0) - Date.now();
  }

  readonly now = (): Date => new Date(Date.now() + this.#aheadMs);

  today(): string {
    return this.now().toISOString().slice(0, 10);
  }

  passMonths(months: number): void {
    const now = this.now();
    // Avoids the 31st, which not every month has.
    const later = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, Math.min(now.getUTCDate(), 28), 12);
    this.#aheadMs += later - now.getTime();
  }

  /** Returns the variables that give a Rollcall this clock. */
  variables(): Record<string, string> {
    const preload = path.resolve('scripts/failover/life/clockAhead.mjs');
    return { NODE_OPTIONS: `--import=${preload}`, CLOCK_AHEAD: String(this.#aheadMs) };
  }
}

/** Folder with the data, which its README.md describes. */
const folder = 'tests/server/upgrades/1.1.0';

interface Facts {
  readonly day: string;
  readonly madeAt: string;
  readonly attendance: number;
  /** Results by employee: accepted, rejected, and unanswered. */
  readonly sent: Record<'00101' | '00102' | '00103', string[]>;
  readonly audit: { readonly entries: number; readonly head: string };
}

export const facts: Facts = JSON.parse(readFileSync(path.join(folder, 'sqlite.json'), 'utf8'));

const releaseDays = [facts.day, facts.madeAt.slice(0, 10)];

/** Returns the database file. */
export function placeRelease(dataFolder: string): string {
  const file = path.join(dataFolder, 'rollcall.sqlite');
  mkdirSync(dataFolder, { mode: 0o700 });
  writeFileSync(file, gunzipSync(readFileSync(path.join(folder, 'sqlite.gz'))), { mode: 0o600 });
  return file;
}

/** Tells the oracle what the release left. Must be called before this version changes the file. */
export function expectRelease(oracle: Oracle, file: string): void {
  const records = recordsOfFile(file);
  if (records.length !== facts.attendance) throw new Error(`${records.length} records in the data of the release`);
  for (const record of records) oracle.expect(record);
  // Records that the HR system accepted or rejected are not sent again, and unknown codes are never sent.
  const isSettled = ({ employee, at }: { employee: string; at: string }) =>
    employee === '00999' || (at.startsWith(facts.day) && employee !== '00103');
  for (const record of records.filter((each) => !isSettled(each))) oracle.expectDelivery(record);
  oracle.audited += facts.audit.entries;
}
