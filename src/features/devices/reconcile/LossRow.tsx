// One loss: whose, when and why, and what can be done about it.

import { useState } from 'react';
import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { AssignCodePart } from '../codes/codeParts.ts';
import type { Loss, Reconciliation } from '../../../shared/contract/entities/devices.ts';
import { CorrectionDialogPart } from '../../corrections/correctionDialogPart.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { plural } from '../../../shared/words/plural.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { deviceAddress } from '../addresses.ts';
import { RetryButton } from './RetryButton.tsx';
import * as s from './StageLosses.module.css';

interface LossRowProps {
  loss: Loss;
  of: Reconciliation;
}

export function LossRow({ loss, of }: LossRowProps) {
  const { code, employee, local_time, sentence, count } = loss;
  const isWhole = !code && !employee && !local_time;
  return (
    <li className={s.row}>
      {isWhole || (
        <>
          <span>
            {employee ? employee.name : code && 'Nobody'}
            {code && <span className={s.muted}> · {code}</span>}
          </span>
          <span className={s.time}>{local_time}</span>
        </>
      )}
      <span className={isWhole ? s.whole : s.sentence}>
        {sentence}
        {count > 1 && <span className={s.muted}> · {plural(count, 'event')}</span>}
      </span>
      <span className={s.action}>
        <Evidence loss={loss} of={of} />
        <Action loss={loss} of={of} />
      </span>
    </li>
  );
}

/** To the record, or to the event that became none. */
function Evidence({ loss: { record_id, event_id, code, reason }, of }: LossRowProps) {
  const canCall = useCanCall();
  if (record_id !== null) {
    if (!canCall('GET /attendance')) return null;
    return (
      <Link href={addressOf(paths.attendance, { start_date: of.day, end_date: of.day, record: record_id })}>
        Record {record_id}
      </Link>
    );
  }
  if (event_id === null) return null;
  // Among the person's other events of the day, if it is anybody's.
  const filters = { day: of.day, ...(code ? { code } : { outcome: reason }), event: String(event_id) };
  return <Link href={deviceAddress(of.controller.id, 'events', filters)}>Event</Link>;
}

function Action({ loss, of }: LossRowProps) {
  const { action, code, employee, record_id, timestamp } = loss;
  const canCall = useCanCall();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const who = employee?.name || code;

  if (action === 'retry' && record_id !== null) {
    return <RetryButton records={[record_id]} label="Retry" name={`Retry record ${record_id}`} />;
  }
  if (action === 'assign' && code && canCall('POST /employee-codes')) {
    return (
      <>
        <Button size="small" aria-label={`Assign code ${code}`} onClick={() => setOpen(true)}>
          Assign Code…
        </Button>
        {isOpen && <AssignCodePart company={of.company} code={code} onClose={close} />}
      </>
    );
  }
  // What became a record is corrected there.
  if (action === 'correct' && employee && record_id === null && canCall('POST /corrections')) {
    return (
      <>
        <Button size="small" aria-label={`Correct: ${who}`} onClick={() => setOpen(true)}>
          Correct…
        </Button>
        {isOpen && (
          <CorrectionDialogPart
            drafts={[
              {
                kind: 'add',
                who,
                day: of.day,
                employeeId: employee.id,
                eventType: 'check-in',
                ...(timestamp && { suggested: timestamp.slice(0, 16) }),
              },
            ]}
            onClose={close}
          />
        )}
      </>
    );
  }
  return null;
}
