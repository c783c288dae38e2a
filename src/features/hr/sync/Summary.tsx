// Summary of all companies: how many are fine, how many records reached the HR systems, and the problems. Counts of
// records link to them.

import type { ReactNode } from 'react';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { moment } from '../../../shared/words/moment.ts';
import { RecordCount } from '../Figures.tsx';
import type { CompanyState } from './CompanyTable.tsx';
import { type Condition, conditionOf } from './condition.ts';
import { groupBy, reasonIn } from './errorGroups.ts';
import * as s from './Summary.module.css';

interface SummaryProps {
  companies: readonly CompanyState[];
  /** Today in business time, and how many of its records were sent, if the server tells. */
  today?: { date: string; sent: number } | undefined;
}

export function Summary({ companies, today }: SummaryProps) {
  const inCondition = (wanted: Condition) => companies.filter(({ status }) => conditionOf(status) === wanted).length;
  const loaded = companies.flatMap(({ status }) => (typeof status === 'object' ? [status] : []));
  const waiting = sumOf(loaded.map((status) => status.waiting));
  const failed = sumOf(loaded.map((status) => status.failed));
  const records = sumOf(loaded.map((status) => status.today_attendance_count)) ?? 0;
  const day = today?.date;
  return (
    <dl className={s.summary}>
      <Figure label="With problems" value={groupDigits(inCondition('problem'))} />
      <Figure label="Waiting" value={groupDigits(inCondition('waiting'))} />
      <Figure label="Fine" value={groupDigits(inCondition('fine'))} />
      <Figure label="Not configured" value={groupDigits(inCondition('unconfigured'))} />
      <Figure
        label="Records today"
        value={day ? <RecordCount count={records} day={day} of="records of today" /> : groupDigits(records)}
      />
      {today && (
        <Figure
          label="Sent today"
          value={<RecordCount count={today.sent} day={day} state="sent" of="records of today that were sent" />}
        />
      )}
      {waiting !== undefined && (
        <Figure
          label="Will retry"
          value={<RecordCount count={waiting} state="waiting" of="records not accepted yet" />}
        />
      )}
      {failed !== undefined && (
        <Figure label="Rejected" value={<RecordCount count={failed} state="failed" of="rejected records" />} />
      )}
    </dl>
  );
}

/** Undefined if the server tells none. */
function sumOf(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length > 0 ? known.reduce((sum, count) => sum + count, 0) : undefined;
}

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={s.figure}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Companies whose last sync failed or whose records were rejected, grouped by reason. */
export function Problems({ companies }: { companies: readonly CompanyState[] }) {
  const troubled = companies.flatMap(({ company, status }) =>
    typeof status === 'object' && conditionOf(status) === 'problem' && status.last_error?.sentence
      ? [{ ...company, ...status.last_error }]
      : [],
  );
  const groups = groupBy(troubled, ({ sentence }) => reasonIn(sentence));
  if (groups.length === 0) return null;
  return (
    <section aria-label="Problems" className={s.problems}>
      {groups.map(({ reason, items }) => (
        <details key={reason} className={s.group}>
          <summary>
            {reason} — {items.length === 1 ? items[0]?.name : `${items.length} companies`}
          </summary>
          <ul>
            {items.map(({ id, name, at, sentence }) => (
              <li key={id}>
                {name}, {moment(at)}: {sentence}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
