// A company's month: its history, and reopening it with a reason.

import type { ReactNode } from 'react';
import { useActionForm } from '../../../platform/hooks/useForm.ts';
import { LongText } from '../../../platform/ui/data/LongText.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { reasonRules } from '../../../shared/contract/checks.ts';
import type { ClosedMonth } from '../../../shared/contract/corrections.ts';
import { changeInWords } from '../../../shared/words/closedMonths.ts';
import { listed } from '../../../shared/words/listed.ts';
import { moment } from '../../../shared/words/moment.ts';
import { monthTitle } from '../../../shared/words/months.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './CloseMonthsDialog.module.css';

interface MonthItemProps {
  /** Of the company, or of the month. */
  name: string;
  isClosed: boolean;
  history: readonly ClosedMonth[];
  action: ReactNode;
}

/** Shows a month's history, and what can be done about it. */
export const MonthItem = ({ name, isClosed, history, action }: MonthItemProps) => (
  <li className={`${layout.row} ${layout.ruled} ${s.month}`}>
    <span className={`${layout.row} ${s.about}`}>
      {isClosed && <Icon name="lock" />}
      <span className={s.name}>{name}</span>
    </span>
    <span className={s.open}>
      {history.length === 0 && <span className={layout.muted}>Open</span>}
      {history.map((each) => (
        <History key={each.id} closed={each} />
      ))}
    </span>
    {action}
  </li>
);

export const reopenCall = 'POST /closed-months/{id}/reopen';

export function History({
  closed: { closed_by, closed_at, reopened_by, reopened_at, reopen_reason, changes },
}: {
  closed: ClosedMonth;
}) {
  return (
    <p className={`${layout.hint} ${s.history}`}>
      Closed by <bdi>{closed_by}</bdi>, {moment(closed_at)}.
      {changes.length > 0 && ` Changed: ${listed(changes.map(changeInWords))}.`}
      {reopened_at && (
        <>
          {' '}
          Reopened by <bdi>{reopened_by}</bdi>, {moment(reopened_at)}: <LongText>{reopen_reason}</LongText>
        </>
      )}
    </p>
  );
}

/** Reopens a closed month, for a reason that is kept. */
export function ReopenDialog({ closed, onClose }: { closed: ClosedMonth; onClose(): void }) {
  const form = useActionForm(reopenCall, {
    initial: { reason: '' },
    rules: reasonRules,
    args: (body) => ({ id: closed.id, body }),
    whileOpen: onClose,
  });
  return (
    <FormDialog
      title={`Reopen ${monthTitle(closed.month)}`}
      submitLabel="Reopen Month"
      size="small"
      form={form}
      onClose={onClose}
    >
      <p>The days of &ldquo;{closed.company.name}&rdquo; can be corrected again.</p>
      <TextField name="reason" label="Reason" required autoFocus />
    </FormDialog>
  );
}
