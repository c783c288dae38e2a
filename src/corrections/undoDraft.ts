// Undoing a correction: which ones can be, and what the dialog begins with.

import type { Correction } from '../contract/entities/corrections.ts';
import { correctionText } from '../format/correctionText.ts';
import type { CorrectionDraft } from './draft.ts';

/** A waiting one is withdrawn by its author; of others, only what had an effect can be undone. */
export function isUndoable({ kind, state, author_id }: Correction, userId: number): boolean {
  if (kind === 'undo') return false;
  return state === 'applied' || (state === 'waiting' && author_id === userId);
}

export const undoDraft = (correction: Correction): CorrectionDraft => ({
  kind: 'undo',
  correctionId: correction.id,
  who: correctionText.person(correction),
  day: correction.day,
  what: correctionText.deed(correction),
});
