// Undo in the message after saving: a correction of the corrections just made.

import { asApiError, describeFailure } from '../../platform/api/errors.ts';
import { failedMessage, touchedBy } from '../../platform/api/calls.ts';
import type { Connection } from '../../platform/session/connection.ts';
import { toast } from '../../platform/ui/feedback/toasts.ts';

const call = 'POST /corrections';

export async function undoAtOnce({ api, queries }: Connection, ids: readonly number[]): Promise<void> {
  const corrections = ids.map((correction_id) => ({ kind: 'undo' as const, correction_id }));
  try {
    await api(call, { body: { corrections, reason: 'Undone right after it was saved' } });
    toast.good(ids.length === 1 ? 'Correction undone' : 'Corrections undone');
  } catch (error) {
    toast.bad(describeFailure(asApiError(error), failedMessage(call)));
  } finally {
    queries.invalidate(touchedBy(call));
  }
}
