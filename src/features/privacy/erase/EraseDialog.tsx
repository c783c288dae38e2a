// Erases a person: first what would go, what would stay and why, and what forbids it, such as a last day of employment that
// nobody entered, which it asks for; then, after a reason and the typed name, the erasure; then what it did.

import { useId, useState } from 'react';
import type { ErasurePlan, PersonKind } from '../../../shared/contract/entities/privacy.ts';
import { messages } from '../../../shared/contract/messages/writes.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { rehearsalLimit, useRehearsal } from '../../../platform/hooks/useRehearsal.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { LoadFailed } from '../../../platform/ui/feedback/LoadFailed.tsx';
import { Spinner } from '../../../platform/ui/feedback/Spinner.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { EraseFields } from './EraseFields.tsx';
import { LastDayField, useLastDayForm } from './LastDayField.tsx';
import { Erased, Plan } from './Plan.tsx';
import { useEraseForm } from './useEraseForm.ts';

interface EraseDialogProps {
  kind: PersonKind;
  person: { id: number; name: string };
  onClose(): void;
  /** Once they are erased and the account of it was read. */
  onErased?(): void;
}

export function EraseDialog({ kind, person, onClose, onErased = onClose }: EraseDialogProps) {
  const { queries } = useConnection();
  const formId = useId();
  const [done, setDone] = useState<ErasurePlan>();
  const [lastDay, setLastDay] = useState('');
  const erased = { kind, id: person.id, ...(lastDay && { last_day: lastDay }) };
  const plan = useRehearsal('POST /privacy/erasures/preview', { body: erased });
  const erasure = useAction('POST /privacy/erasures', {
    timeLimit: rehearsalLimit,
    quiet: true,
    // The row that opened this may go with the reload.
    staysFresh: true,
    after: ({ data }) => setDone(data),
  });
  function leave() {
    onErased();
    queries.invalidate(messages['POST /privacy/erasures'].touches);
  }
  const name = plan.status === 'ready' ? plan.result.person.name : person.name;
  const form = useEraseForm(name, erasure, (reason) => erasure.run({ body: { ...erased, reason } }));
  const lastDayForm = useLastDayForm(setLastDay);
  const isPossible = plan.status === 'ready' && plan.result.blocked.length === 0;
  const asksLastDay = plan.status === 'ready' && !isPossible && plan.result.asks_last_day;
  return (
    <Dialog
      title={`Erase Personal Data of ${person.name}`}
      size="large"
      dirty={!done && (form.dirty || lastDayForm.dirty)}
      onClose={done ? leave : onClose}
      footer={(requestClose) => (
        <>
          <Button onClick={requestClose}>{(isPossible || asksLastDay) && !done ? 'Cancel' : 'Close'}</Button>
          {asksLastDay && !done && (
            <Button kind="primary" type="submit" form={formId}>
              Continue
            </Button>
          )}
          {isPossible && !done && (
            <Button kind="danger" type="submit" form={formId} busy={erasure.busy}>
              Erase
            </Button>
          )}
        </>
      )}
    >
      {done && <Erased plan={done} />}
      {!done && plan.status === 'loading' && <Spinner label="Working out what goes and what stays…" />}
      {!done && plan.status === 'failed' && <LoadFailed message={plan.message} onRetry={plan.retry} />}
      {!done && plan.status === 'ready' && !isPossible && <Plan plan={plan.result} />}
      {!done && asksLastDay && <LastDayField id={formId} form={lastDayForm} />}
      {!done && isPossible && (
        <EraseFields id={formId} form={form} name={name}>
          <Plan plan={plan.result} />
        </EraseFields>
      )}
    </Dialog>
  );
}
