// The clock of each company: in its own time zone or the installation's, with days that begin when its day rules say.

import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { LruMap } from '../../platform/concurrency/lruMap.ts';
import { join, placeholder, type Queries, type Sql, scalar, scalars, sql } from '../../platform/db/db.ts';
import {
  type Clock,
  type Clocks,
  type CompaniesMoment,
  clockIn,
  clocksIn,
  instantOf,
  isTimeZone,
} from '../../platform/time/clock.ts';
import { defaultTimeZone } from './knownSettings.ts';

const installationZone = sql`(select setting_value from settings where setting_key = 'business_timezone')`;
/** Ordered, so that the same clocks give the same text: PostgreSQL would put the last saved company at the end. */
const companies = sql`(select string_agg(
    cast(company_id as text) || ' ' || starts_at || ' ' || timezone, ',' order by company_id)
  from day_rules where starts_at <> '00:00' or timezone <> '')`;

/**
 * Selects a text from which `parseClocks` makes the clocks: 'Europe/Athens|7 04:00 ,9 00:00 Asia/Kathmandu'. It is
 * read with the caller of each request, so that no call needs a separate statement.
 */
export const clocksColumn = sql`(coalesce(${installationZone}, '') || '|' || coalesce(${companies}, ''))`;

/** The time zone of the company with this id. */
export const zoneOf = (companyId: Sql): Sql => sql`coalesce(
  (select nullif(timezone, '') from day_rules where day_rules.company_id = ${companyId}), ${installationZone},
  ${defaultTimeZone})`;

/** Caches parsed clocks: parsing thousands of companies would cost more than the rest of a request. */
const parsed = new LruMap<string, Clocks>(20);

export function parseClocks(text: string): Clocks {
  const clocks = parsed.get(text) ?? parse(text);
  parsed.set(text, clocks);
  return clocks;
}

function parse(text: string): Clocks {
  const [installation = '', others = ''] = text.split('|');
  const zone = installation || defaultTimeZone;
  const own = new Map<number, Clock>();
  for (const company of others ? others.split(',') : []) {
    const [id, startsAt, ownZone = ''] = company.split(' ');
    // A zone unknown to this server, for example after a restore on an older Node, must not fail every request.
    own.set(Number(id), clockIn(isTimeZone(ownZone) ? ownZone : zone, startsAt));
  }
  return clocksIn(zone, own);
}

/** The clock that these day rules give a company; the zone must exist or be empty. */
export const clockByRules = (
  { timezone, starts_at }: { readonly timezone: string; readonly starts_at: string },
  { ofInstallation }: Clocks,
): Clock => clockIn(timezone || ofInstallation.zone, starts_at);

export async function currentClocks(queries: Queries): Promise<Clocks> {
  const clocks = await scalar<string>(queries, sql`select ${clocksColumn} as clocks`);
  return parseClocks(clocks);
}

export const clockOf = async (queries: Queries, companyId: number): Promise<Clock> =>
  (await currentClocks(queries)).of(companyId);

/** Working days, both included. */
interface Period {
  readonly from: string;
  readonly until: string;
}

/** The instants between which a period lies by each company's clock: `companyId` is a column. */
export const instantsOf = ({ from, until }: Period, clocks: Clocks, companyId: Sql): { from: Sql; until: Sql } => ({
  from: instantFor(clocks, companyId, ({ workingDays }) => workingDays.startOf(from)),
  until: instantFor(clocks, companyId, ({ workingDays }) => workingDays.endOf(until)),
});

function instantFor(clocks: Clocks, companyId: Sql, instantBy: (clock: Clock) => string): Sql {
  const usual = instantBy(clocks.ofInstallation);
  const others = [...Map.groupBy(clocks.own, ([, clock]) => instantBy(clock))].filter(([instant]) => instant !== usual);
  if (others.length === 0) return sql`${usual}`;
  const cases = others.map(
    ([instant, own]) => sql`when ${companyId} in (${own.map(([id]) => id)}) then ${asInstant(instant)}`,
  );
  return sql`case ${join(cases, ' ')} else ${asInstant(usual)} end`;
}

/** PostgreSQL would take it for a text in a `case`. */
const asInstant = (instant: string): Sql => ({
  pieces: [placeholder, { sqlite: '', postgres: '::timestamp(0)' }],
  values: [instant],
});

/** Covers the period by the clocks of all companies, or of one. */
export function widestPeriod({ from, until }: Period, clocks: Clocks, companyId?: number): Period {
  const all = companyId === undefined ? allOf(clocks) : [clocks.of(companyId)];
  return {
    from: earliest(all.map(({ workingDays }) => workingDays.startOf(from))),
    until: latest(all.map(({ workingDays }) => workingDays.endOf(until))),
  };
}

/** The earliest current day of any company. */
export const earliestDay = (clocks: Clocks, now: Date): string =>
  earliest(allOf(clocks).map(({ dayOf }) => dayOf(instantOf(now))));

const allOf = ({ ofInstallation, own }: Clocks): Clock[] => [...new Set([ofInstallation, ...own.values()])];
const earliest = (texts: readonly string[]) => texts.reduce((one, other) => (one < other ? one : other));
const latest = (texts: readonly string[]) => texts.reduce((one, other) => (one > other ? one : other));

/** What a caller sees at a moment. */
export interface Moment extends CompaniesMoment {
  readonly caller: Caller;
}

/** Companies of one time zone. */
interface Zone {
  readonly clock: Clock;
  /** Undefined if these are all companies that the caller sees. */
  readonly companyIds: readonly number[] | undefined;
}

/** Finds the time zones of the companies that a caller sees, including deleted ones, or of one company. */
export async function visibleZones(
  queries: Queries,
  { caller, clocks }: Omit<Moment, 'now'>,
  companyId?: number,
): Promise<readonly [Zone, ...Zone[]]> {
  const { ofInstallation, own } = clocks;
  if (companyId !== undefined) return [{ clock: clocks.of(companyId), companyIds: undefined }];
  const isOne = [...own.values()].every(({ zone }) => zone === ofInstallation.zone);
  if (isOne) return [{ clock: ofInstallation, companyIds: undefined }];
  const ids = await scalars(
    queries,
    sql`select id from companies where ${companyScope(caller, sql`companies.id`)} order by id`,
  );
  const zones = [...Map.groupBy(ids, (id) => clocks.of(id).zone)].map(([zone, companyIds]) => ({
    clock: clockIn(zone),
    companyIds,
  }));
  const [first = { clock: ofInstallation, companyIds: undefined }, ...others] = zones;
  return others.length === 0 ? [{ ...first, companyIds: undefined }] : [first, ...others];
}

/** The clock of the companies that a caller sees. If they have several, the installation's stands for all. */
export async function clockFor(queries: Queries, moment: Omit<Moment, 'now'>, companyId?: number): Promise<Clock> {
  const [{ clock }, ...others] = await visibleZones(queries, moment, companyId);
  return others.length === 0 ? clock : moment.clocks.ofInstallation;
}

/** The latest current day of the companies that a caller sees. */
export async function latestDay(queries: Queries, moment: Moment, companyId?: number): Promise<string> {
  const zones = await visibleZones(queries, moment, companyId);
  return latest(zones.map(({ clock }) => clock.dayOf(instantOf(moment.now))));
}
