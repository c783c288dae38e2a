// One correction: what, who, when, why, and what became of it.

import type { ReactNode } from 'react';
import type { Correction, CorrectionState } from '../../shared/contract/corrections.ts';
import { correctionText } from '../../shared/words/correctionText.ts';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { LongText } from '../../platform/ui/data/LongText.tsx';
import * as s from './CorrectionItem.module.css';

const tones = {
  waiting: 'warning',
  applied: 'good',
  refused: 'bad',
  undone: 'neutral',
} as const satisfies Record<CorrectionState, string>;

const toneOf = (state: string) => Object.entries(tones).find(([name]) => name === state)?.[1] ?? 'neutral';

interface CorrectionItemProps {
  correction: Correction;
  /** Whom it is about, where the list is not about one person. */
  person?: ReactNode;
  actions?: ReactNode;
  /** Why there is no action. */
  note?: string;
}

export function CorrectionItem({ correction, person, actions, note }: CorrectionItemProps) {
  const decision = correctionText.decision(correction);
  return (
    <li className={s.item}>
      <div className={s.head}>
        <span className={s.deed}>
          {person}
          {correctionText.deed(correction)}
        </span>
        <span className={s.actions}>
          <Badge tone={toneOf(correction.state)}>{correctionText.state(correction)}</Badge>
          {actions}
        </span>
      </div>
      <p>
        <LongText className={s.reason}>{correction.reason}</LongText>
      </p>
      <p className={s.muted}>
        {correctionText.author(correction)} · No. {correction.id}
      </p>
      {decision && <p className={s.muted}>{decision}</p>}
      {correction.hr && <p className={s.hr}>{correction.hr}</p>}
      {note && <p className={s.muted}>{note}</p>}
    </li>
  );
}
