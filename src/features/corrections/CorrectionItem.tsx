// One correction: what, who, when, why, what became of it, and how to undo it.

import type { ReactNode } from 'react';
import { useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { LongText } from '../../platform/ui/data/LongText.tsx';
import { unbroken } from '../../platform/ui/data/unbroken.tsx';
import type { Correction } from '../../shared/contract/corrections.ts';
import { correctionText } from '../../shared/words/correctionText.ts';
import type { CorrectionDraft } from './drafts.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './CorrectionItem.module.css';

/** A newer server may know more states. */
const tones: Readonly<Record<string, 'warning' | 'good' | 'bad'>> = {
  waiting: 'warning',
  applied: 'good',
  refused: 'bad',
};

interface CorrectionItemProps {
  correction: Correction;
  /** The person, where the list is about several. */
  person?: ReactNode;
  actions?: ReactNode;
  /** Says why there is no action. */
  note?: string;
}

export function CorrectionItem({ correction, person, actions, note }: CorrectionItemProps) {
  const decision = correctionText.decision(correction);
  return (
    <li className={`${layout.stack1} ${layout.ruled} ${s.item}`}>
      <div className={s.head}>
        <span className={s.action}>
          {person}
          {unbroken(correctionText.action(correction))}
        </span>
        <span className={layout.row}>
          <Badge tone={tones[correction.state] ?? 'neutral'}>{correctionText.state(correction)}</Badge>
          {actions}
        </span>
      </div>
      <p>
        <LongText className={s.reason}>{correction.reason}</LongText>
      </p>
      <p className={layout.muted}>
        {unbroken(correctionText.author(correction))} · No. {correction.id}
      </p>
      {decision && <p className={layout.muted}>{unbroken(decision)}</p>}
      {correction.hr && <p className={s.hr}>{correction.hr}</p>}
      {note && <p className={layout.muted}>{note}</p>}
    </li>
  );
}

interface UndoButtonProps {
  correction: Correction;
  onUndo(draft: CorrectionDraft): void;
}

/** Undoes a correction, if that is possible and the user may. */
export function UndoButton({ correction, onUndo }: UndoButtonProps) {
  const { id: userId } = useUser();
  const mayCorrect = useCanCall()('POST /corrections');
  if (!mayCorrect || !isUndoable(correction, userId)) return null;
  const label = correction.state === 'waiting' ? 'Withdraw' : 'Undo';
  return (
    <Button
      size="small"
      aria-label={`${label} ${correctionText.action(correction)}, ${correctionText.person(correction)}`}
      onClick={() => onUndo(undoDraft(correction))}
    >
      {label}
    </Button>
  );
}

/** Authors may withdraw a waiting correction. Of the others, only applied ones can be undone. */
function isUndoable({ kind, state, author_id }: Correction, userId: number): boolean {
  if (kind === 'undo') return false;
  return state === 'applied' || (state === 'waiting' && author_id === userId);
}

const undoDraft = (correction: Correction): CorrectionDraft => ({
  kind: 'undo',
  correctionId: correction.id,
  who: correctionText.person(correction),
  day: correction.day,
  what: correctionText.action(correction),
});
