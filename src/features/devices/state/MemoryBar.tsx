// Fill level of a device's memory, as a bar and in words.

import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { plural } from '../../../shared/words/plural.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './MemoryBar.module.css';

interface MemoryBarProps {
  held: number;
  /** Null if the device does not say. */
  capacity: number | null;
  isNearlyFull: boolean;
}

export function MemoryBar({ held, capacity, isNearlyFull }: MemoryBarProps) {
  if (!capacity) return plural(held, 'event');
  const share = Math.min(1, held / capacity) * 100;
  return (
    <span className={`${layout.row} ${s.memory}`}>
      <svg aria-hidden="true" className={isNearlyFull ? s.full : s.bar} width="96" height="6">
        <rect className={s.track} width="100%" height="6" rx="3" />
        <rect className={s.held} width={`${Math.max(share, held > 0 ? 3 : 0)}%`} height="6" rx="3" />
      </svg>
      <span>{`${groupDigits(held)} of ${plural(capacity, 'event')} (${Math.floor(share)}%)`}</span>
    </span>
  );
}
