// A number of records that leads to them, where the server's list can show exactly those.

import { Link } from 'wouter';
import type { HrState } from '../contract/entities/attendance.ts';
import { groupDigits } from '../format/groupDigits.ts';
import { offers } from '../session/permissions.ts';
import { useMay } from '../session/useMay.ts';
import { useUser } from '../session/useSession.ts';
import { VisuallyHidden } from '../ui/layout/VisuallyHidden.tsx';
import { recordsHref } from './recordsHref.ts';

interface RecordCountProps {
  count: number;
  company?: number | undefined;
  state?: HrState;
  day?: string | undefined;
  /** What the records are, for screen readers: 'rejected records of Alder'. */
  of: string;
}

export function RecordCount({ count, company, state, day, of }: RecordCountProps) {
  const user = useUser();
  const mayView = useMay()('GET /attendance');
  const number = (
    <>
      {groupDigits(count)}
      <VisuallyHidden> {of}</VisuallyHidden>
    </>
  );
  if (count === 0 || !mayView || !offers(user, 'hr_state')) return number;
  return <Link href={recordsHref({ company, state, day })}>{number}</Link>;
}
