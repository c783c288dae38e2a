// Devices restart their numbers after a reset. Each start is a generation, so that gaps can be found within one.
// Generations do not identify facts, which may be sent again in any order.

import { maybeOne, type Queries, scalar, sql } from '../../../platform/db/db.ts';
import type { DeviceRow } from '../../controllers/device/deviceRows.ts';
import type { Arrival } from './newFacts.ts';

/** Limit: a controller that restarts more often is broken. Facts of earlier generations count as the oldest. */
const mostGenerations = 20;

export async function countNumbers(
  queries: Queries,
  controllerId: number,
  device: DeviceRow,
  fresh: readonly Arrival[],
): Promise<NumberedFacts> {
  const { generation, last_number: lastNumber, last_local_time: lastLocalTime } = device;
  const before = { generation, lastNumber, lastLocalTime };
  const times = fresh.flatMap((arrival) => (plausibleNumber(arrival) === null ? [] : arrival.localTime));
  if (times.length === 0) return numberFacts(before, fresh, []);
  if (lastNumber === null)
    return numberFacts({ ...before, generation: (await lastGeneration(queries, controllerId)) + 1 }, fresh, []);
  const earliest = times.reduce((least, time) => (time < least ? time : least), lastLocalTime);
  const starts = earliest < lastLocalTime ? await startsSince(queries, controllerId, generation, earliest) : [];
  return numberFacts(before, fresh, starts);
}

/** Null without a number, and for a time that says nothing about the count. */
const plausibleNumber = ({ number, refused }: Arrival): number | null =>
  refused?.outcome === 'implausible_time' || refused?.outcome === 'unreadable' ? null : number;

/** Numbers of a device that was replaced belong to another count. */
async function lastGeneration(queries: Queries, controllerId: number): Promise<number> {
  const last = await scalar<number | null>(
    queries,
    sql`select max(generation) from device_events where controller_id = ${controllerId} and number is not null`,
  );
  return last ?? 0;
}

/** Reads back to the generation that contains this time. */
async function startsSince(queries: Queries, controllerId: number, last: number, localTime: string) {
  const starts: GenerationStart[] = [];
  for (let generation = last; generation > 0 && starts.length < mostGenerations; generation--) {
    const first = await maybeOne<{ local_time: string }>(
      queries,
      sql`select local_time from device_events
        where controller_id = ${controllerId} and generation = ${generation} and number is not null
        order by number limit 1`,
    );
    if (!first) continue;
    starts.push({ generation, localTime: first.local_time });
    if (first.local_time <= localTime) break;
  }
  return starts;
}

export interface Numbering {
  readonly generation: number;
  /** Null before the first number. */
  readonly lastNumber: number | null;
  /** Latest plausible device time that had a number. */
  readonly lastLocalTime: string;
}

/** Device time at which an earlier generation started. */
interface GenerationStart {
  readonly generation: number;
  readonly localTime: string;
}

interface NumberedFacts {
  readonly generations: ReadonlyMap<Arrival, number>;
  readonly after: Numbering;
}

/** Expects the starts of generations so far, latest first. */
function numberFacts(before: Numbering, fresh: readonly Arrival[], starts: readonly GenerationStart[]): NumberedFacts {
  const generations = new Map<Arrival, number>();
  const begun = [...starts];
  let { generation, lastNumber, lastLocalTime } = before;
  for (const arrival of fresh) {
    const number = plausibleNumber(arrival);
    const { localTime } = arrival;
    if (number === null) {
      generations.set(arrival, generation);
    } else if (localTime > lastLocalTime) {
      if (lastNumber !== null && number <= lastNumber) {
        generation++;
        begun.unshift({ generation, localTime });
      }
      [lastNumber, lastLocalTime] = [number, localTime];
      generations.set(arrival, generation);
    } else {
      const then = begun.find((start) => start.localTime <= localTime) ?? begun.at(-1);
      generations.set(arrival, then?.generation ?? generation);
    }
  }
  return { generations, after: { generation, lastNumber, lastLocalTime } };
}
