// Takes a correction back, where that is possible and the user may.

import type { Correction } from '../../shared/contract/entities/corrections.ts';
import { correctionText } from '../../shared/words/correctionText.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import type { CorrectionDraft } from './draft.ts';

interface UndoButtonProps {
  correction: Correction;
  onUndo(draft: CorrectionDraft): void;
}

export function UndoButton({ correction, onUndo }: UndoButtonProps) {
  const { id: userId } = useUser();
  const mayCorrect = useCanCall()('POST /corrections');
  if (!mayCorrect || !isUndoable(correction, userId)) return null;
  const label = correction.state === 'waiting' ? 'Withdraw' : 'Undo';
  return (
    <Button
      size="small"
      aria-label={`${label} ${correctionText.deed(correction)}, ${correctionText.person(correction)}`}
      onClick={() => onUndo(undoDraft(correction))}
    >
      {label}
    </Button>
  );
}

/** A waiting one is withdrawn by its author; of others, only what had an effect can be undone. */
function isUndoable({ kind, state, author_id }: Correction, userId: number): boolean {
  if (kind === 'undo') return false;
  return state === 'applied' || (state === 'waiting' && author_id === userId);
}

const undoDraft = (correction: Correction): CorrectionDraft => ({
  kind: 'undo',
  correctionId: correction.id,
  who: correctionText.person(correction),
  day: correction.day,
  what: correctionText.deed(correction),
});
