// Shows who worked when, all people by days. The sheet of one person is on the page of that person.

import { Link, Redirect } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import { paths } from '../../platform/boot/paths.ts';
import { personAddress } from '../../platform/lists/recordLinkTo.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { Timesheets } from './Timesheets.tsx';

export default function TimesheetsScreen() {
  const { employee_id, ...others } = Object.fromEntries(new URLSearchParams(useRawSearch()));
  const isComputed = useCanCall()('GET /timesheets');
  if (/^[1-9]\d{0,8}$/.test(employee_id ?? ''))
    return <Redirect to={personAddress(Number(employee_id), 'timesheet', others)} replace />;
  return isComputed ? <Timesheets /> : <OnePersonOnly />;
}

/** The address of all people, with a server that computes no timesheets. */
const OnePersonOnly = () => (
  <>
    <ScreenHeader title="Timesheets" />
    <EmptyState
      icon="timesheets"
      title="This server shows the sheet of one person at a time"
      hint={
        <>
          Choose a person in <Link href={paths.employees}>Employees</Link>
        </>
      }
    />
  </>
);
