// Erases a person. It first shows what would go, what would stay and why, and what forbids the erasure; if the last day
// of employment is missing, it asks for it. It erases after a reason and the typed name, and shows the result.

import { useId, useState } from 'react';
import { touchedBy } from '../../../platform/api/calls.ts';
import { toast } from '../../../platform/hooks/toasts.ts';
import { type Outcome, useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { usePreview } from '../../../platform/hooks/usePreview.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { LoadFailed } from '../../../platform/ui/feedback/LoadFailed.tsx';
import { Spinner } from '../../../platform/ui/feedback/Spinner.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { reasonRules } from '../../../shared/contract/checks.ts';
import { type ErasurePlan, lastDayRules, type PersonKind } from '../../../shared/contract/privacy.ts';
import { type Check, required, textOf } from '../../../shared/contract/validate.ts';
import { CountedList } from '../CountedList.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';

interface EraseDialogProps {
  kind: PersonKind;
  person: { id: number; name: string };
  onClose(): void;
  /** Called after the erasure, once its result was read. */
  onErased?(): void;
}

export default function EraseDialog({ kind, person, onClose, onErased = onClose }: EraseDialogProps) {
  const { queries } = useConnection();
  const formId = useId();
  const [result, setResult] = useState<ErasurePlan>();
  const [lastDay, setLastDay] = useState('');
  const erased = { kind, id: person.id, ...(lastDay && { last_day: lastDay }) };
  const erasure = useAction('POST /privacy/erasures', {
    quiet: true,
    // Keep the list: the row that opened this may disappear when it loads again.
    staysFresh: true,
    after({ data }) {
      if (erasure.isOpen()) return setResult(data);
      toast.good(`The personal data of ${person.name} was erased`);
      showAgain();
    },
  });
  // After an attempt that failed, the plan is made again: the answer may have been lost.
  const plan = usePreview('POST /privacy/erasures/preview', result ? null : { body: erased }, { isHeld: erasure.busy });
  const latest = plan.status === 'ready' ? plan.result : undefined;
  const done = result ?? (erasure.error && latest?.person.state === 'erased' ? latest : undefined);
  const showAgain = () => queries.invalidate(touchedBy('POST /privacy/erasures'));
  function leave() {
    onErased();
    showAgain();
  }
  const name = latest?.person.name ?? person.name;
  const form = useEraseForm(name, erasure, (reason) => erasure.run({ body: { ...erased, reason } }));
  const lastDayForm = useLastDayForm(setLastDay);
  const known = done ? undefined : latest;
  const isPossible = known?.blocked.length === 0;
  const asksLastDay = !isPossible && known?.asks_last_day;
  return (
    <Dialog
      title={`Erase Personal Data of ${person.name}`}
      size="large"
      dirty={!done && (form.dirty || lastDayForm.dirty)}
      question={erasure.busy ? { message: 'The erasure is under way, and closing does not stop it.' } : undefined}
      onClose={done ? leave : onClose}
      footer={(requestClose) => (
        <>
          <Button onClick={requestClose}>{isPossible || asksLastDay ? 'Cancel' : 'Close'}</Button>
          {asksLastDay && (
            <Button kind="primary" type="submit" form={formId}>
              Continue
            </Button>
          )}
          {isPossible && (
            <Button kind="danger" type="submit" form={formId} busy={erasure.busy}>
              Erase
            </Button>
          )}
        </>
      )}
    >
      {done && (
        <div className={layout.stack4}>
          <Banner tone="good">Erased. The audit log says who did it, when and why.</Banner>
          <CountedList title="Erased" counted={done.goes} />
          <CountedList title="Still stored" counted={done.stays} />
        </div>
      )}
      {!done && plan.status === 'loading' && <Spinner label="Working out what goes and what stays…" />}
      {!done && plan.status === 'failed' && <LoadFailed message={plan.message} onRetry={plan.retry} />}
      {known && !isPossible && <Plan plan={known} />}
      {asksLastDay && (
        <Form form={lastDayForm} id={formId}>
          <TextField
            name="last_day"
            label="Last Day of Employment"
            type="date"
            hint="Only someone who has left can be erased. The audit log keeps the day"
            required
          />
        </Form>
      )}
      {known && isPossible && (
        <Form form={form} id={formId}>
          <Plan plan={known} />
          <TextField name="reason" label="Reason" hint="It is kept in the audit log" required />
          <TextField name="name" label="Name" hint={`Type ${name} to confirm. This cannot be undone.`} required />
        </Form>
      )}
    </Dialog>
  );
}

/**
 * Asks for the last day of employment of somebody to be erased, if it is missing. `onGiven` is called once the day is
 * valid.
 */
function useLastDayForm(onGiven: (day: string) => void) {
  return useForm({
    initial: { last_day: '' },
    rules: { last_day: [required('Please enter the last day of employment'), ...lastDayRules.last_day] },
    async send({ last_day }) {
      onGiven(last_day);
      return { ok: true };
    },
    action: { busy: false, error: undefined },
  });
}

/** Shows what forbids the erasure, what goes at once, and what stays until when and why. */
function Plan({ plan: { person, blocked, goes, stays } }: { plan: ErasurePlan }) {
  return (
    <div className={layout.stack4}>
      {blocked.map((reason) => (
        <Banner key={reason} tone="warning">
          {reason}.
        </Banner>
      ))}
      {person.state === 'erased' ? (
        <CountedList title="Still stored" counted={stays} />
      ) : (
        <>
          <CountedList title={blocked.length > 0 ? 'Would be erased' : 'Will be erased now'} counted={goes} />
          <CountedList title={blocked.length > 0 ? 'Would stay' : 'Stays'} counted={stays} />
        </>
      )}
    </div>
  );
}

/** Unifies what looks alike on the page: several spaces, and accents that are stored apart from their letters. */
const asSeen = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ');

/** Asks for the typed name, so that nobody is erased by mistake. */
function useEraseForm(
  name: string,
  action: { busy: boolean; error: string | undefined },
  send: (reason: string) => Promise<Outcome<unknown>>,
) {
  const isName: Check = (typed) =>
    asSeen(textOf(typed)) === asSeen(name) ? undefined : `Please type the name as it is written: ${name}`;
  return useForm({
    initial: { reason: '', name: '' },
    rules: { ...reasonRules, name: [isName] },
    send: ({ reason }) => send(reason),
    action,
  });
}
