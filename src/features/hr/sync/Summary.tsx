// Summary of all companies: how many are fine, and how many records reached the HR systems. Counts of records link to
// them. Problems are in the companies' own rows, sorted first.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { HrState } from '../../../shared/contract/queries.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { RecordCount } from '../Figures.tsx';
import type { CompanyState } from './CompanyTable.tsx';
import { type Condition, conditionOf, hasSyncResults } from './condition.ts';
import * as s from './Summary.module.css';

interface SummaryProps {
  companies: readonly CompanyState[];
  /** The days that are today in some time zone, and how many of their records were sent, if the server tells. */
  today?: { dates: ReadonlySet<string>; sent: number } | undefined;
}

export function Summary({ companies, today }: SummaryProps) {
  const inCondition = (wanted: Condition) => companies.filter(({ status }) => conditionOf(status) === wanted).length;
  const loaded = companies.flatMap(({ status }) => (typeof status === 'object' ? [status] : []));
  const waiting = sumOf(loaded.map((status) => status.waiting));
  const failed = sumOf(loaded.map((status) => status.failed));
  const records = sumOf(loaded.map((status) => status.today_attendance_count)) ?? 0;
  // The linked list shows the same day for all companies.
  const [day] = today?.dates.size === 1 ? today.dates : [];
  const ofToday = (count: number, of: string, state?: HrState) =>
    day ? <RecordCount count={count} day={day} state={state} of={of} /> : groupDigits(count);
  return (
    <dl className={s.summary}>
      {companies.some(({ status }) => hasSyncResults(status)) ? (
        <>
          <Figure label="With problems" value={groupDigits(inCondition('problem'))} />
          <Figure calm label="Waiting" value={groupDigits(inCondition('waiting'))} />
          <Figure calm label="Fine" value={groupDigits(inCondition('fine'))} />
        </>
      ) : (
        <Figure label="Configured" value={groupDigits(inCondition('fine'))} />
      )}
      <Figure calm label="Not configured" value={groupDigits(inCondition('unconfigured'))} />
      <Figure calm label="Records today" value={ofToday(records, 'records of today')} />
      {today && (
        <Figure calm label="Sent today" value={ofToday(today.sent, 'records of today that were sent', 'sent')} />
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

interface FigureProps {
  label: string;
  value: ReactNode;
  /** Reports no problem, and is left out on a phone. */
  calm?: boolean;
}

function Figure({ label, value, calm }: FigureProps) {
  return (
    <div className={clsx(s.figure, calm && s.calm)}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
