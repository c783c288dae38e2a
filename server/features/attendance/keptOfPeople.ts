// Keeps what was computed from the days of people, for all readers of the server: computing the days of thousands takes
// seconds. A person's value is computed again after something has happened to that person.

import { SerialQueue } from '../../platform/concurrency/limits.ts';
import { LruMap } from '../../platform/concurrency/lruMap.ts';
import type { Queries } from '../../platform/db/db.ts';
import { type CompaniesMoment, instantOf } from '../../platform/time/clock.ts';
import { type Checkpoint, changedSince, readCheckpoint } from './changedPeople.ts';

interface Kept<Value> {
  readonly checkpoint: Checkpoint;
  readonly values: Map<number, { readonly value: Value | undefined; readonly stamp: string }>;
}

interface Asked extends CompaniesMoment {
  /** Names all that the values depend on besides the person, the last day and the time zones. */
  readonly name: string;
  readonly lastDay: string;
  /** By id. */
  readonly people: readonly number[];
  /** Changes with what else a person's value depends on. */
  stampOf?(person: number): string;
}

export class KeptOfPeople<Value> {
  readonly #turns = new SerialQueue<Queries>();
  readonly #kept = new WeakMap<Queries, LruMap<string, Kept<Value>>>();

  /** Returns the values of these people, each computed once. `compute` leaves out people who have none. */
  of(
    queries: Queries,
    { name, lastDay, people, clocks, now, stampOf = () => '' }: Asked,
    compute: (missing: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
  ): Promise<ReadonlyMap<number, Value>> {
    return this.#turns.run(queries, async () => {
      const keptByName = this.#kept.get(queries) ?? new LruMap(4);
      this.#kept.set(queries, keptByName);
      // Days end at different moments where working days or zones differ. A day that is over stays over.
      const todays = [clocks.ofInstallation, ...clocks.own.values()]
        .map(({ workingDays }) => workingDays.dayOf(instantOf(now)))
        .map((today) => (today > lastDay ? 'later' : today));
      const fullName = [name, lastDay, clocks.zones, ...todays].join();
      const kept = await upToDate(queries, keptByName.get(fullName), now);
      keptByName.set(fullName, kept);
      const missing = people.filter((id) => kept.values.get(id)?.stamp !== stampOf(id));
      if (missing.length > 0) {
        const computed = await compute(missing);
        for (const id of missing) kept.values.set(id, { value: computed.get(id), stamp: stampOf(id) });
      }
      return new Map(
        people.flatMap((id): [number, Value][] => {
          const value = kept.values.get(id)?.value;
          return value === undefined ? [] : [[id, value]];
        }),
      );
    });
  }
}

async function upToDate<Value>(queries: Queries, kept: Kept<Value> | undefined, now: Date): Promise<Kept<Value>> {
  const checkpoint = await readCheckpoint(queries, now);
  const people = kept ? await changedSince(queries, kept.checkpoint, now) : 'all';
  if (!kept || people === 'all') return { checkpoint, values: new Map() };
  for (const id of people) kept.values.delete(id);
  return { ...kept, checkpoint };
}
