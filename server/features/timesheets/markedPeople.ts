// Finds the people who were late, absent and the like on some day of a period. Computing the days of thousands of people
// takes seconds, so each person's marks are kept until something happens to that person or to what is known of their leave.

import type { ExpectedMark } from '../../../src/shared/contract/timesheets.ts';
import { daysIn } from '../../../src/shared/words/periodSteps.ts';
import { inBatches, SerialQueue } from '../../platform/concurrency/limits.ts';
import { LruMap } from '../../platform/concurrency/lruMap.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { type Clocks, instantOf } from '../../platform/time/clock.ts';
import { type Checkpoint, changedSince, readCheckpoint } from '../attendance/changedPeople.ts';
import { loadExpectations } from '../expected/expectations.ts';
import { findReadings } from '../expected/leaveReadings.ts';
import { type Days, peopleAtOnce } from '../workday/loadDays.ts';
import type { NamedPerson } from '../workday/people.ts';
import { loadExpectedTimes } from './sheets.ts';

interface Kept {
  readonly checkpoint: Checkpoint;
  /** By person, with the leave that they are of. */
  readonly marksOf: Map<number, { readonly marks: ReadonlySet<string>; readonly leave: string }>;
}

interface Reader {
  readonly period: Days;
  readonly clocks: Clocks;
  readonly now: Date;
}

/** Finds them for all readers of the server, each person once. */
export function createMarkFinder() {
  const turns = new SerialQueue<'find'>();
  const found = new LruMap<string, Kept>(4);

  return (queries: Queries, people: readonly NamedPerson[], mark: ExpectedMark, reader: Reader) =>
    turns.run('find', async () => {
      const { period, clocks, now } = reader;
      // A day is over at another moment where working days or zones differ. A period that is over stays so.
      const todays = [clocks.ofInstallation, ...clocks.own.values()]
        .map(({ workingDays }) => workingDays.dayOf(instantOf(now)))
        .map((today) => (today > period.until ? 'later' : today));
      const name = [period.from, period.until, clocks.zones, ...todays].join();
      const { checkpoint, marksOf } = await upToDate(queries, found.get(name), now);
      found.set(name, { checkpoint, marksOf });
      const leaveOf = await loadLeave(queries, people, period);
      const missing = people.filter((person) => marksOf.get(person.id)?.leave !== leaveOf(person));
      const expectations = await loadExpectations(queries, missing, period);
      await inBatches(missing, peopleAtOnce, async (some) => {
        const timeOf = await loadExpectedTimes(queries, some, { ...reader, expectations });
        for (const person of some) {
          const marks = new Set(timeOf(person)?.days.flatMap((day) => day.marks));
          marksOf.set(person.id, { marks, leave: leaveOf(person) });
        }
        return [];
      });
      return people.filter(({ id }) => marksOf.get(id)?.marks.has(mark));
    });
}

/** Answers with a text for each person, which changes with their leave in the period, and with how far it was read. */
async function loadLeave(
  queries: Queries,
  people: readonly NamedPerson[],
  { from, until }: Days,
): Promise<(person: NamedPerson) => string> {
  const months = [...new Set(daysIn({ start_date: from, end_date: until }).map((day) => day.slice(0, 7)))];
  const [leaves, readingOf] = await Promise.all([
    // Leave is added and deleted, and never changed.
    queries.all<{ employee_id: number; total: number; newest: number }>(
      sql`select employee_id, count(*) as total, max(id) as newest from leaves
        where employee_id in (${people.map(({ id }) => id)}) and last_day >= ${from} and first_day <= ${until}
        group by employee_id`,
    ),
    findReadings(queries, [...new Set(people.map(({ companyId }) => companyId))]),
  ]);
  const leaveOf = new Map(leaves.map(({ employee_id, total, newest }) => [employee_id, [total, newest]]));
  return ({ id, companyId }) => {
    const known = months.map((month) => readingOf(companyId, month)?.knownUntil(id));
    return JSON.stringify([leaveOf.get(id), known.map((day) => (day && day > until ? until : day))]);
  };
}

async function upToDate(queries: Queries, kept: Kept | undefined, now: Date): Promise<Kept> {
  const checkpoint = await readCheckpoint(queries, now);
  const people = kept ? await changedSince(queries, kept.checkpoint, now) : 'all';
  if (!kept || people === 'all') return { checkpoint, marksOf: new Map() };
  for (const { id } of people) kept.marksOf.delete(id);
  return { ...kept, checkpoint };
}
