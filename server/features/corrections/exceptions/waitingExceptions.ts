// Counts the exceptions of the last two weeks that wait for an answer. Computing the days of thousands of people takes a
// second, and every page shows the number: so the counts of people are kept, and a person's days are computed anew once
// something happened to them.

import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import { SerialQueue } from '../../../platform/concurrency/limits.ts';
import { LruMap } from '../../../platform/concurrency/lruMap.ts';
import { type Queries, scalars, sql } from '../../../platform/db/db.ts';
import { type Checkpoint, changedSince, readCheckpoint } from '../../attendance/changedPeople.ts';
import { clockFor, type Moment } from '../../settings/clocks.ts';
import { inboxPeriod, waitingOf } from './exceptionHandlers.ts';
import { exceptionsOfPeople, exceptionsOfUnknown } from './findExceptions.ts';

interface Kept {
  checkpoint: Checkpoint;
  /** By company and person; those without an exception are left out. */
  readonly companies: Map<number, Map<number, number>>;
  /** People to compute anew, with their company. */
  readonly stale: Map<number, number>;
}

/** Counts for all readers of the server, each person once. */
export function createExceptionCounter(): (queries: Queries, reader: Moment) => Promise<number> {
  const turns = new SerialQueue<'count'>();
  /** By period, of which companies in other time zones have their own, and by the time zones. */
  const counted = new LruMap<string, Kept>(4);

  return (queries, reader) =>
    turns.run('count', async () => {
      const period = inboxPeriod({}, await clockFor(queries, reader), reader.now);
      const request = { ...reader, filters: {}, period };
      const unknown = await waitingOf(queries, await exceptionsOfUnknown(queries, request));
      const name = `${period.from} ${period.until} ${reader.clocks.zones}`;
      const kept = await upToDate(queries, counted.get(name), reader.now);
      counted.set(name, kept);
      const companies = await companiesOf(queries, reader.caller);
      const missing = companies.filter((id) => !kept.companies.has(id));
      const stale = [...kept.stale].filter(([, company]) => companies.includes(company)).map(([person]) => person);
      if (missing.length + stale.length > 0) {
        const among = sql`(employees.company_id in (${missing}) or employees.id in (${stale}))`;
        const waiting = await waitingOf(queries, await exceptionsOfPeople(queries, request, among));
        for (const id of missing) kept.companies.set(id, new Map());
        for (const id of stale) kept.stale.delete(id);
        for (const { company, person } of waiting) {
          const counts = kept.companies.get(company.id);
          if (counts && person) counts.set(person.id, (counts.get(person.id) ?? 0) + 1);
        }
      }
      const counts = companies.flatMap((id) => [...(kept.companies.get(id)?.values() ?? [])]);
      return counts.reduce((sum, count) => sum + count, unknown.length);
    });
}

const companiesOf = (queries: Queries, caller: Caller): Promise<number[]> =>
  scalars(queries, sql`select id from companies where deleted_at is null and ${companyScope(caller, sql`id`)}`);

async function upToDate(queries: Queries, kept: Kept | undefined, now: Date): Promise<Kept> {
  const checkpoint = await readCheckpoint(queries, now);
  const people = kept ? await changedSince(queries, kept.checkpoint, now) : 'all';
  if (!kept || people === 'all') return { checkpoint, companies: new Map(), stale: new Map() };
  for (const { id, company_id } of people) {
    kept.stale.set(id, company_id);
    for (const counts of kept.companies.values()) counts.delete(id); // perhaps of another company until now
  }
  return Object.assign(kept, { checkpoint });
}
