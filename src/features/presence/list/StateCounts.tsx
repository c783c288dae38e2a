// How many are in, out and not seen. A press shows only those; another one shows all again.

import { presenceStates, type PresenceSummary } from '../../../shared/contract/presence.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { stateName } from '../stateWords.ts';
import * as s from './StateCounts.module.css';

interface StateCountsProps {
  counts: PresenceSummary['counts'];
  /** '' for all. */
  chosen: string;
  onChange(state: string): void;
}

export const StateCounts = ({ counts, chosen, onChange }: StateCountsProps) => (
  <div role="group" aria-label="State" className={s.counts}>
    {presenceStates.map((state) => (
      <button
        key={state}
        type="button"
        className={s.count}
        aria-pressed={state === chosen}
        onClick={() => onChange(state === chosen ? '' : state)}
      >
        <span className={s.name}>{stateName(state)}</span>{' '}
        <span className={s.number}>{groupDigits(counts[state])}</span>
      </button>
    ))}
  </div>
);
