// The kinds of exceptions, with how many there are of each.

import type { Answer } from '../../../shared/contract/calls.ts';
import { exceptionExplanation, exceptionName } from '../../../shared/words/exceptionWords.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import * as s from './KindChips.module.css';

interface KindChipsProps {
  counts: Answer<'GET /exceptions/counts'>;
  /** '' for all. */
  chosen: string;
  onChange(kind: string): void;
}

export function KindChips({ counts, chosen, onChange }: KindChipsProps) {
  const all = { kind: '', total: counts.reduce((sum, { total }) => sum + total, 0) };
  return (
    <div role="group" aria-label="Kind" className={s.kinds}>
      {[all, ...counts.filter(({ kind, total }) => total > 0 || kind === chosen)].map(({ kind, total }) => (
        <Button
          key={kind}
          size="small"
          title={exceptionExplanation(kind) || undefined}
          aria-pressed={kind === chosen}
          onClick={() => onChange(kind)}
        >
          {kind ? exceptionName(kind) : 'All'} <span className={s.count}>{groupDigits(total)}</span>
        </Button>
      ))}
    </div>
  );
}
