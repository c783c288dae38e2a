// Stages as they are shown: the count of each, what it differs by from that of the stage before, and why.

import { type Reconciliation, type Stage, stages } from '../../../../src/shared/contract/deviceEvents.ts';
import { plural } from '../../../../src/shared/words/plural.ts';

/** Events by which a stage differs from the one before, and that are no loss. */
export interface Remark {
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
