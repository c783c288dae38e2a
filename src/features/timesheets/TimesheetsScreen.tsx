// Shows who worked when: all people by days, or one person's sheet if the address names one.

import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { Timesheets } from './Timesheets.tsx';
import { timesheetParams } from './list.ts';
import { Sheet } from './person/Sheet.tsx';

export default function TimesheetsScreen() {
  const [{ employee_id }] = useListParams(timesheetParams);
  const isComputed = useCanCall()('GET /timesheets');
  if (/^[1-9]\d{0,8}$/.test(employee_id)) return <Sheet id={Number(employee_id)} />;
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
