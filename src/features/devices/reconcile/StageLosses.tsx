// What did not reach a stage, and what can be done about it: for all of them at once, or for each.

import { Link } from 'wouter';
import type { Loss, Reconciliation } from '../../../shared/contract/entities/devices.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { plural } from '../../../shared/words/plural.ts';
import { deviceAddress } from '../addresses.ts';
import { lostName } from '../words.ts';
import { LossRow } from './LossRow.tsx';
import { byReason, byUnknownCode, countOf, type Reason } from './losses.ts';
import { lossHeadingId } from './lossHeading.ts';
import { ResendButton } from './ResendButton.tsx';
import { RetryButton } from './RetryButton.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import * as s from './StageLosses.module.css';

interface StageLossesProps {
  of: Reconciliation;
  stage: string;
  losses: readonly Loss[];
}

export function StageLosses({ of, stage, losses }: StageLossesProps) {
  const mayChangeRules = useCanCall()('PUT /access-controllers/{id}/device');
  const has = (action: string) => losses.some((loss) => loss.action === action);
  const retried = losses.flatMap(({ action, record_id }) =>
    action === 'retry' && record_id !== null ? [record_id] : [],
  );
  const headingId = lossHeadingId(stage);
  return (
    <section aria-labelledby={headingId} className={s.losses}>
      <div className={s.head}>
        <h3 id={headingId} tabIndex={-1} className={s.title}>
          {lostName(stage)}: {groupDigits(countOf(losses))}
        </h3>
        <div className={s.actions}>
          {has('resend') && <ResendButton controllerId={of.controller.id} day={of.day} />}
          {has('rules') && mayChangeRules && (
            <Link href={deviceAddress(of.controller.id, 'connect')}>Change rules</Link>
          )}
          {retried.length > 1 && <RetryButton records={retried} label={`Retry All (${groupDigits(retried.length)})`} />}
        </div>
      </div>
      {byReason(byUnknownCode(losses)).map((reason) => (
        <ReasonRows key={reason.sentence} reason={reason} of={of} />
      ))}
    </section>
  );
}

/** More for one reason are counted, and listed on demand. */
const mostShown = 5;

function ReasonRows({ reason: { sentence, losses }, of }: { reason: Reason; of: Reconciliation }) {
  const rows = (
    <ul className={s.rows}>
      {losses.map((loss, index) => (
        <LossRow key={index} loss={loss} of={of} />
      ))}
    </ul>
  );
  if (losses.length <= mostShown) return rows;
  return (
    <details className={s.many}>
      <summary className={s.summary}>
        {sentence} <span className={s.muted}>· {plural(countOf(losses), 'event')}</span>
      </summary>
      {rows}
    </details>
  );
}
