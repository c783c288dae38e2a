// The losses of a day by the stage that they did not reach.

import type { Loss } from '../../../shared/contract/deviceEvents.ts';

export const lossesAt = (losses: readonly Loss[], stage: string): Loss[] =>
  losses.filter((loss) => loss.stage === stage);

export const countOf = (losses: readonly Loss[]): number => losses.reduce((sum, { count }) => sum + count, 0);

/** One row for all events of a code that nobody has: it is assigned once. */
export function byUnknownCode(losses: readonly Loss[]): Loss[] {
  const rows: Loss[] = [];
  for (const loss of losses) {
    const known = rows.findIndex((row) => isOfSameCode(row, loss));
    const row = rows[known];
    if (row) rows[known] = { ...row, count: row.count + loss.count };
    else rows.push(loss);
  }
  return rows;
}

const isOfSameCode = (row: Loss, loss: Loss): boolean =>
  row.action === 'assign' && loss.action === 'assign' && row.code === loss.code && row.code !== '';

export interface Reason {
  readonly sentence: string;
  readonly losses: readonly Loss[];
}

/** By their sentences, in the order of the first of each. */
export function byReason(losses: readonly Loss[]): Reason[] {
  const sentences = [...new Set(losses.map(({ sentence }) => sentence))];
  return sentences.map((sentence) => ({ sentence, losses: losses.filter((loss) => loss.sentence === sentence) }));
}
