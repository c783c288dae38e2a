// A number of records that leads to them, where the server's list can show exactly those.

import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import type { HrState } from '../../shared/contract/entities/attendance.ts';
import { addressOf } from '../../shared/words/address.ts';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import { hasFeature, useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { VisuallyHidden } from '../../platform/ui/layout/VisuallyHidden.tsx';

interface RecordCountProps {
  count: number;
  company?: number | undefined;
  state?: HrState;
  /** A business date; without one, the records of all days. */
  day?: string | undefined;
  /** What the records are, for screen readers: 'rejected records of Alder'. */
  of: string;
}

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
  const shown = { start_date: day, end_date: day, company_id: company, hr_state: state };
  return <Link href={addressOf(paths.attendance, shown)}>{number}</Link>;
}
