// Finds the people who were late, absent and the like on some day of a period. Computing the days of thousands of people
// takes seconds, so each person's marks are kept until something happens to that person.

import type { ExpectedMark } from '../../../src/shared/contract/timesheets.ts';
import { inBatches, SerialQueue } from '../../platform/concurrency/limits.ts';
import { LruMap } from '../../platform/concurrency/lruMap.ts';
import { one, type Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Clocks } from '../../platform/time/clock.ts';
import { instantOf } from '../../platform/time/instants.ts';
import { changedSince, type Checkpoint, readCheckpoint } from '../attendance/changedPeople.ts';
import { loadExpectations } from '../expected/expectations.ts';
import { type Days, peopleAtOnce } from '../workday/loadDays.ts';
import type { NamedPerson } from '../workday/people.ts';
import { loadExpectedTimes } from './sheets.ts';

interface Kept {
  readonly checkpoint: Checkpoint;
  readonly marksOf: Map<number, ReadonlySet<string>>;
}

interface Reader {
  readonly period: Days;
  readonly clocks: Clocks;
  readonly now: Date;
}

type FindMarked = (
  queries: Queries,
  people: readonly NamedPerson[],
  mark: ExpectedMark,
  reader: Reader,
) => Promise<NamedPerson[]>;

/** Finds them for all readers of the server, each person once. */
export function createMarkFinder(): FindMarked {
  const turns = new SerialQueue<'find'>();
  const found = new LruMap<string, Kept>(4);

  return (queries, people, mark, reader) =>
    turns.run('find', async () => {
      const { period, clocks, now } = reader;
      // A day is over at another moment where working days or zones differ.
      const todays = [clocks.ofInstallation, ...clocks.own.values()].map(({ workingDays }) =>
        workingDays.dayOf(instantOf(now)),
      );
      const name = [period.from, period.until, clocks.zones, ...todays, await leaveRead(queries)].join();
      const { checkpoint, marksOf } = await upToDate(queries, found.get(name), now);
      found.set(name, { checkpoint, marksOf });
      const missing = people.filter(({ id }) => !marksOf.has(id));
      const expectations = await loadExpectations(queries, missing, period);
      await inBatches(missing, peopleAtOnce, async (some) => {
        const timeOf = await loadExpectedTimes(queries, some, { ...reader, expectations });
        for (const person of some) marksOf.set(person.id, new Set(timeOf(person)?.days.flatMap(({ marks }) => marks)));
        return [];
      });
      return people.filter(({ id }) => marksOf.get(id)?.has(mark));
    });
}

/** Changes when leave is read again, or not any more, which makes people absent or excused without an act of anybody. */
async function leaveRead(queries: Queries): Promise<string> {
  const { newest, known } = await one<{ newest: string | null; known: number }>(
    queries,
    sql`select max(read_at) as newest, count(known_until) as known from leave_readings`,
  );
  return `${newest} ${known}`;
}

async function upToDate(queries: Queries, kept: Kept | undefined, now: Date): Promise<Kept> {
  const checkpoint = await readCheckpoint(queries, now);
  const people = kept ? await changedSince(queries, kept.checkpoint, now) : 'all';
  if (!kept || people === 'all') return { checkpoint, marksOf: new Map() };
  for (const { id } of people) kept.marksOf.delete(id);
  return { ...kept, checkpoint };
}
