// Stages of a day with their counts and their losses by reason. Long lists are cut: each group lists its first losses,
// and its last entry stands for the rest, so that the counts still add up.

import { type Loss, type Reconciliation, type Stage, stages } from '../../../../src/shared/contract/deviceEvents.ts';
import { plural } from '../../../../src/shared/words/plural.ts';

export interface LossGroup {
  readonly stage: Stage;
  readonly reason: string;
  /** Noun for the rest: 'event', 'record'. */
  readonly noun: string;
  readonly size: number;
  /** Number of events or records lost. */
  readonly count: number;
  first(limit: number): Promise<readonly SingleLoss[]>;
}

/** A loss without the stage and the reason, which its group has. */
export type SingleLoss = Partial<Loss> & Pick<Loss, 'sentence'>;

const mostListed = 1_000;

export const countAt = (groups: readonly LossGroup[], stage: Stage): number =>
  groups.filter((group) => group.stage === stage).reduce((sum, { count }) => sum + count, 0);

/** Listed in the order of the groups. */
export async function listLosses(groups: readonly LossGroup[]): Promise<Loss[]> {
  const sizes = groups.map(({ size }) => size);
  const shares = fairShares(sizes, mostListed);
  const losses: Loss[] = [];
  for (const [index, group] of groups.entries()) losses.push(...(await listed(group, shares[index] ?? 0)));
  return losses;
}

async function listed(group: LossGroup, share: number): Promise<Loss[]> {
  const { stage, reason, noun } = group;
  const isWhole = group.size <= share;
  const first = (await group.first(isWhole ? share : share - 1)).map((loss) => ({
    ...unnamed,
    stage,
    reason,
    ...loss,
  }));
  if (isWhole) return first;
  const count = group.count - first.reduce((sum, loss) => sum + loss.count, 0);
  const sentence = `And ${plural(count, noun)} more for the same reason`;
  return [...first, { ...unnamed, stage, reason, sentence, count }];
}

/** Splits a limit: no group gets more than its size, and the other groups share what it leaves. */
function fairShares(sizes: readonly number[], most: number): number[] {
  const shares = sizes.map(() => 0);
  let left = most;
  const smallestFirst = [...sizes.entries()].sort(([, one], [, other]) => one - other);
  for (const [done, [index, size]] of smallestFirst.entries()) {
    const share = Math.min(size, Math.floor(left / (sizes.length - done)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/** The fields of a loss that stands for no single event. */
const unnamed = {
  event_id: null,
  record_id: null,
  code: '',
  employee: null,
  local_time: '',
  timestamp: '',
  action: null,
  count: 1,
} satisfies Partial<Loss>;

export interface StageCount {
  /** Null if unknown. */
  readonly count: number | null;
  /** Sentence, if any. */
  readonly note?: string;
  /** Differences from the stage before that are no losses; negative for fewer events, such as '… came twice'. */
  readonly remarks?: readonly { readonly by: number; readonly what: string }[];
}

/** Prepares stages for display: counts, the difference from the stage before, and the reason. */
export function shownStages(reached: Readonly<Record<Stage, StageCount>>): Reconciliation['stages'] {
  return stages.map((stage, index) => {
    const { count, note = '', remarks = [] } = reached[stage];
    const before = stages[index - 1];
    const isKnown = count !== null && before !== undefined && reached[before].count !== null;
    const listedRemarks = remarks.filter(({ by }) => by !== 0);
    return {
      stage,
      count,
      adjustment: isKnown ? listedRemarks.reduce((sum, { by }) => sum + by, 0) : 0,
      sentence: [note, ...listedRemarks.map(({ by, what }) => `${plural(Math.abs(by), 'event')} ${what}.`)]
        .filter((sentence) => sentence !== '')
        .join(' '),
    };
  });
}
