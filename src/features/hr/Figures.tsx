// Shows the result of a sync: counts side by side, numbers that link to their records, and errors.

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { hasFeature, useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { VisuallyHidden } from '../../platform/ui/layout/VisuallyHidden.tsx';
import type { HrState } from '../../shared/contract/queries.ts';
import { addressOf } from '../../shared/words/address.ts';
import { groupDigits } from '../../shared/words/plural.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './Figures.module.css';

export interface Figure {
  label: string;
  value: number | undefined;
  /** Replaces the plain number. */
  shown?: ReactNode;
}

/** Leaves out unknown figures. */
export function Figures({ items }: { items: readonly Figure[] }) {
  return (
    <dl className={s.figures}>
      {items.map(
        ({ label, value, shown }) =>
          value !== undefined && (
            <div key={label} className={s.figure}>
              <dt>{label}</dt>
              <dd>{shown ?? groupDigits(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface RecordCountProps {
  count: number;
  company?: number | undefined;
  state?: HrState;
  /** Business date; all days if missing. */
  day?: string | undefined;
  /** Noun phrase for screen readers: 'rejected records of Alder'. */
  of: string;
}

/** Links to the records if the server's list can show exactly those. */
export function RecordCount({ count, company, state, day = '', of }: RecordCountProps) {
  const user = useUser();
  const mayView = useCanCall()('GET /attendance');
  const number = (
    <>
      {groupDigits(count)}
      <VisuallyHidden> {of}</VisuallyHidden>
    </>
  );
  if (count === 0 || !mayView || !hasFeature(user, 'hr_state')) return number;
  const filters = { start_date: day, end_date: day, company_id: company, hr_state: state };
  return <Link href={addressOf(paths.attendance, filters)}>{number}</Link>;
}

export function ErrorList({ errors }: { errors: readonly ReactNode[] }) {
  return (
    <ul aria-label="Errors" className={`${layout.stack1} ${s.errors}`}>
      {errors.map((error, index) => (
        <li key={index}>{error}</li>
      ))}
    </ul>
  );
}
