// Losses of a stage, with actions for all of them or for each.

import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { doorAddress } from '../../../platform/records/recordLinkTo.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';
import type { Loss, Reconciliation } from '../../../shared/contract/deviceEvents.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { groupDigits, plural } from '../../../shared/words/plural.ts';
import { CorrectionDialogPart } from '../../corrections/CorrectionDialogPart.ts';
import { useRetryHr } from '../../hr/useRetryHr.ts';
import { CommandButton } from '../CommandButton.tsx';
import { AssignCodeButton } from '../codes/codeParts.tsx';
import { lossName } from '../words.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
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
    <section aria-labelledby={headingId} className={`${layout.box} ${s.losses}`}>
      <div className={`${layout.row} ${s.head}`}>
        <h2 id={headingId} tabIndex={-1} className={s.title}>
          {lossName(stage)}: {groupDigits(countOf(losses))}
        </h2>
        <div className={layout.row}>
          {has('resend') && (
            <CommandButton size="small" controllerId={of.controller.id} body={{ command: 'resend', day: of.day }}>
              Ask the Device to Send This Day Again
            </CommandButton>
          )}
          {has('rules') && mayChangeRules && <Link href={doorAddress(of.controller.id, 'rules')}>Change rules</Link>}
          {retried.length > 1 && <RetryButton records={retried} label={`Retry All (${groupDigits(retried.length)})`} />}
        </div>
      </div>
      {byReason(byUnknownCode(losses)).map((reason) => (
        <ReasonRows key={reason.sentence} reason={reason} of={of} />
      ))}
    </section>
  );
}

/** More losses of one reason are counted, and listed on demand. */
const mostShown = 5;

function ReasonRows({ reason: { sentence, losses }, of }: { reason: Reason; of: Reconciliation }) {
  const rows = (
    <ul className={`${layout.list} ${s.rows}`}>
      {losses.map((loss, index) => (
        <LossRow key={index} loss={loss} of={of} />
      ))}
    </ul>
  );
  if (losses.length <= mostShown) return rows;
  return (
    <details className={s.many}>
      <summary className={s.summary}>
        {sentence} <span className={layout.muted}>· {plural(countOf(losses), 'event')}</span>
      </summary>
      {rows}
    </details>
  );
}

interface LossRowProps {
  loss: Loss;
  of: Reconciliation;
}

/** One loss: person, time, reason and action. */
function LossRow({ loss, of }: LossRowProps) {
  const { code, employee, local_time, sentence, count } = loss;
  const isWhole = !code && !employee && !local_time;
  return (
    <li className={s.row}>
      {isWhole || (
        <>
          <span>
            {employee ? employee.name : code && 'No one'}
            {code && <span className={layout.muted}> · {code}</span>}
          </span>
          <span>{local_time}</span>
        </>
      )}
      <span className={isWhole ? s.whole : s.sentence}>
        {sentence}
        {count > 1 && <span className={layout.muted}> · {plural(count, 'event')}</span>}
      </span>
      <span className={`${layout.row} ${s.action}`}>
        <Evidence loss={loss} of={of} />
        <Action loss={loss} of={of} />
      </span>
    </li>
  );
}

/** Links to the record, or to the event that did not become one. */
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
  // Shown among the person's other events of the day, if the event has a code.
  const filters = { day: of.day, ...(code ? { code } : { outcome: reason }), event: String(event_id) };
  return <Link href={doorAddress(of.controller.id, 'events', filters)}>Event</Link>;
}

function Action({ loss, of }: LossRowProps) {
  const { action, code, employee, record_id, timestamp } = loss;
  const canCall = useCanCall();
  const who = employee?.name || code;

  if (action === 'retry' && record_id !== null) {
    return <RetryButton records={[record_id]} label="Retry" name={`Retry record ${record_id}`} />;
  }
  if (action === 'assign' && code) {
    return <AssignCodeButton size="small" aria-label={`Assign code ${code}`} company={of.company} code={code} />;
  }
  // An event with a record is corrected at the record.
  if (action === 'correct' && employee && record_id === null && canCall('POST /corrections')) {
    return (
      <DialogButton size="small" aria-label={`Correct: ${who}`} label="Correct">
        {(close) => (
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
      </DialogButton>
    );
  }
  return null;
}

interface RetryButtonProps {
  records: readonly number[];
  label: string;
  /** Needed where several have the same label. */
  name?: string;
}

/** Sends again the records that HR has not accepted. */
function RetryButton({ records, label, name }: RetryButtonProps) {
  const { mayRetry, busy, retry } = useRetryHr();
  if (!mayRetry) return null;
  return (
    <Button size="small" aria-label={name} busy={busy} onClick={() => retry(records)}>
      {label}
    </Button>
  );
}

export const lossesAt = (losses: readonly Loss[], stage: string): Loss[] =>
  losses.filter((loss) => loss.stage === stage);

export const countOf = (losses: readonly Loss[]): number => losses.reduce((sum, { count }) => sum + count, 0);

/** Joins all events of an unknown code, because it is assigned once. */
function byUnknownCode(losses: readonly Loss[]): Loss[] {
  const rows: Loss[] = [];
  for (const loss of losses) {
    const index = rows.findIndex((row) => isOfSameCode(row, loss));
    const row = rows[index];
    if (row) rows[index] = { ...row, count: row.count + loss.count };
    else rows.push(loss);
  }
  return rows;
}

const isOfSameCode = (row: Loss, loss: Loss): boolean =>
  row.action === 'assign' && loss.action === 'assign' && row.code === loss.code && row.code !== '';

interface Reason {
  readonly sentence: string;
  readonly losses: readonly Loss[];
}

/** Groups by sentence, in order of appearance. */
function byReason(losses: readonly Loss[]): Reason[] {
  const sentences = [...new Set(losses.map(({ sentence }) => sentence))];
  return sentences.map((sentence) => ({ sentence, losses: losses.filter((loss) => loss.sentence === sentence) }));
}

/** The heading, which takes the focus when its number is pressed. */
export const lossHeadingId = (stage: string): string => `losses-${stage}`;
