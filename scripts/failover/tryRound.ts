// Runs a round while writers write: reports what clients saw, and compares the database with the oracle.

import { errorMessage } from '../../server/platform/log/log.ts';
import { row } from '../figures.ts';
import { type Load, type Seen, startLoad } from './load.ts';
import { type Comparison, type Oracle, problemsIn } from './oracle.ts';
import type { StoredRecord } from './records.ts';
import type { World } from './world.ts';

export interface Tried {
  readonly servers: readonly string[];
  readonly world: World;
  readonly oracle: Oracle;
  readonly records: () => Promise<StoredRecord[]>;
}

const width = 13;

export function printTitles(): void {
  const counts = ['200', '409', '503', 'others', 'acknowledged', 'lost', 'doubled', 'different'];
  console.log(row('round', ['pause s', 'slowest s', ...counts], width));
}

/** Returns the problems, and prints a row. */
export async function tryRound(
  name: string,
  { servers, world, oracle, records }: Tried,
  round: (load: Load) => Promise<void>,
): Promise<string[]> {
  const problems: string[] = [];
  const load = startLoad(servers, world);
  await round(load).catch((error: unknown) => problems.push(errorMessage(error)));
  const seen = await load.stop();
  oracle.learn(seen);
  const comparison = oracle.compareRecords(await records());
  console.log(row(name, figuresOf(seen, comparison), width));
  return [...problems, ...new Set(seen.wrong), ...problemsIn('Records', comparison)].map((each) => `${name}: ${each}`);
}

function figuresOf({ statuses, pauseMs, slowestMs, acknowledged }: Seen, { lost, doubled, different }: Comparison) {
  const expected = ['200', '409', '503'].map((status) => statuses.get(status) ?? 0);
  const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);
  const others = sum(statuses.values()) - sum(expected);
  const times = [pauseMs, slowestMs].map((milliseconds) => (milliseconds / 1000).toFixed(1));
  return [...times, ...expected, others, acknowledged.size, lost, doubled, different];
}
