// The stages of a day with their counts, and the losses of each by reason. A day may lose more than anybody reads: then each
// group lists its first ones, and its last one stands for the rest, so that counts still add up.

import { type Loss, type Reconciliation, type Stage, stages } from '../../../../src/shared/contract/deviceEvents.ts';
import { plural } from '../../../../src/shared/words/plural.ts';

export interface LossGroup {
  readonly stage: Stage;
  readonly reason: string;
  /** What the rest is called: 'event', 'record'. */
  readonly noun: string;
  /** How many losses there are. */
  readonly size: number;
  /** How many events or records they stand for. */
  readonly count: number;
  first(limit: number): Promise<Loss[]>;
}

const mostListed = 1_000;

export const countAt = (groups: readonly LossGroup[], stage: Stage): number =>
  groups.filter((group) => group.stage === stage).reduce((sum, { count }) => sum + count, 0);

/** In the order of the groups. */
export async function listLosses(groups: readonly LossGroup[]): Promise<Loss[]> {
  const shares = fairShares(
    groups.map(({ size }) => size),
    mostListed,
  );
  const losses: Loss[] = [];
  for (const [index, group] of groups.entries()) losses.push(...(await listed(group, shares[index] ?? 0)));
  return losses;
}

async function listed(group: LossGroup, share: number): Promise<Loss[]> {
  if (group.size <= share) return group.first(share);
  const first = await group.first(share - 1);
  const { stage, reason, noun } = group;
  const count = group.count - first.reduce((sum, loss) => sum + loss.count, 0);
  const sentence = `And ${plural(count, noun)} more for the same reason`;
  return [...first, { ...unnamed, stage, reason, sentence, count }];
}

/** Nobody gets more than asked for; what one leaves, the others share. */
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

/** A loss that is about no single event. */
export const unnamed = {
  event_id: null,
  record_id: null,
  code: '',
  employee: null,
  local_time: '',
  timestamp: '',
  action: null,
} satisfies Partial<Loss>;

/** One loss for all. */
export const single = (
  loss: Omit<Loss, keyof typeof unnamed | 'stage'> & Partial<Loss> & { stage: Stage },
): LossGroup => ({
  stage: loss.stage,
  reason: loss.reason,
  noun: 'event',
  size: 1,
  count: loss.count,
  first: async () => [{ ...unnamed, ...loss }],
});

/** Events by which a stage differs from the one before, and that are no loss. */
interface Remark {
  /** Minus where there are fewer. */
  readonly by: number;
  /** '… came twice'. */
  readonly what: string;
}

export interface Reached {
  /** Null if it is not known. */
  readonly count: number | null;
  /** A sentence, or nothing. */
  readonly note?: string;
  readonly remarks?: readonly Remark[];
}

/** Stages as they are shown: the count of each, what it differs by from that of the stage before, and why. */
export function shownStages(reached: Readonly<Record<Stage, Reached>>): Reconciliation['stages'] {
  return stages.map((stage, index) => {
    const { count, note = '', remarks = [] } = reached[stage];
    const before = stages[index - 1];
    const isKnown = count !== null && before !== undefined && reached[before].count !== null;
    const said = remarks.filter(({ by }) => by !== 0);
    return {
      stage,
      count,
      adjustment: isKnown ? said.reduce((sum, { by }) => sum + by, 0) : 0,
      sentence: [note, ...said.map(({ by, what }) => `${plural(Math.abs(by), 'event')} ${what}.`)]
        .filter((sentence) => sentence !== '')
        .join(' '),
    };
  });
}
