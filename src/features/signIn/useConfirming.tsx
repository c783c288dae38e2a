// Asks who is at the keyboard if the server wants to know. When it refuses a call for lack of a confirmation, the
// question opens over the form, and the values are sent again with the answer.

import { type ReactNode, useRef, useState } from 'react';
import type { Confirming, Outcome } from '../../platform/hooks/useAction.ts';
import { useHasFeature } from '../../platform/session/permissions.ts';
import { lazyPart } from '../../platform/ui/lazyPart.tsx';

const QuestionPart = lazyPart('The question', async () => (await import('./ConfirmIdentity.tsx')).OwnerQuestion);

/** `message` says why it is asked. Render the question beside the form, not within it. */
export function useConfirming(message: string): { confirming: Confirming; question: ReactNode } {
  const canConfirm = useHasFeature('second_factor');
  const [pending, setPending] = useState<{ answer(confirmation?: string): void }>();
  /** Sent again, so that a repeated call is the same, and gets the answer that was lost. */
  const given = useRef<string>(undefined);

  async function confirming<T>(send: (confirmation?: string) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const outcome = await send(given.current);
    if (!canConfirm || outcome.ok || outcome.fields.confirmation === undefined) return outcome;
    given.current = await new Promise<string | undefined>((answer) => setPending({ answer }));
    setPending(undefined);
    return given.current === undefined ? { ok: false, fields: {} } : send(given.current);
  }

  return { confirming, question: pending && <QuestionPart message={message} onAnswer={pending.answer} /> };
}
