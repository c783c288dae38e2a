// Devices restart their numbers after a reset. Each start is a generation, so that gaps can be found within one.
// Generations do not identify facts, which may be sent again in any order.

import { maybeOne, type Queries, scalar, sql } from '../../../platform/db/db.ts';
import type { DeviceRow } from '../../controllers/device/deviceRows.ts';

/**
 * Limit: a controller that restarts this often is broken. Facts of earlier generations count to the oldest of these.
 */
const mostGenerations = 20;

export async function countNumbers<F extends Numbered>(
  queries: Queries,
  controllerId: number,
  device: Pick<DeviceRow, 'generation' | 'last_number' | 'last_local_time'>,
  facts: readonly F[],
): Promise<NumberedFacts<F>> {
  const { generation, last_number: lastNumber, last_local_time: lastLocalTime } = device;
  const numbered = facts.filter(({ number, isPlausible }) => number !== null && isPlausible);
  if (numbered.length === 0) return numberFacts({ generation, lastNumber, lastLocalTime }, facts, []);
  if (lastNumber === null) {
    const first = (await lastGeneration(queries, controllerId)) + 1;
    return numberFacts({ generation: first, lastNumber, lastLocalTime }, facts, []);
  }
  const earliest = numbered.reduce((least, { localTime }) => (localTime < least ? localTime : least), lastLocalTime);
  const starts = earliest < lastLocalTime ? await startsSince(queries, controllerId, generation, earliest) : [];
  return numberFacts({ generation, lastNumber, lastLocalTime }, facts, starts);
}

/** Numbers of a device that was replaced belong to another count. */
async function lastGeneration(queries: Queries, controllerId: number): Promise<number> {
  const last = await scalar<number | null>(
    queries,
    sql`select max(generation) from device_events where controller_id = ${controllerId} and number is not null`,
  );
  return last ?? 0;
}

/** Reads back to the generation that contains this time. */
async function startsSince(
  queries: Queries,
  controllerId: number,
  last: number,
  localTime: string,
): Promise<GenerationStart[]> {
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

interface Numbered {
  readonly number: number | null;
  readonly localTime: string;
  readonly isPlausible: boolean;
}

/** Device time at which an earlier generation started. */
interface GenerationStart {
  readonly generation: number;
  readonly localTime: string;
}

export interface NumberedFacts<F> {
  readonly generations: ReadonlyMap<F, number>;
  readonly after: Numbering;
}

/** Expects the starts of generations so far, latest first. */
function numberFacts<F extends Numbered>(
  before: Numbering,
  facts: readonly F[],
  starts: readonly GenerationStart[],
): NumberedFacts<F> {
  const generations = new Map<F, number>();
  const begun = [...starts];
  let { generation, lastNumber, lastLocalTime } = before;
  for (const fact of facts) {
    const { number, localTime, isPlausible } = fact;
    if (number === null || !isPlausible) {
      generations.set(fact, generation);
    } else if (localTime > lastLocalTime) {
      if (lastNumber !== null && number <= lastNumber) {
        generation++;
        begun.unshift({ generation, localTime });
      }
      [lastNumber, lastLocalTime] = [number, localTime];
      generations.set(fact, generation);
    } else {
      const then = begun.find((start) => start.localTime <= localTime) ?? begun.at(-1);
      generations.set(fact, then?.generation ?? generation);
    }
  }
  return { generations, after: { generation, lastNumber, lastLocalTime } };
}
