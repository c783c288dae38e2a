// One attendance record with all its fields; what became of it in the HR sync, and its corrections, if the server tells.

import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { describeFailure } from '../../platform/api/errors.ts';
import { paths } from '../../platform/boot/paths.ts';
import { AssignCodePart } from '../devices/codes/codeParts.ts';
import type { Page } from '../../shared/contract/decode.ts';
import type { AttendanceRecord } from '../../shared/contract/entities/attendance.ts';
import { afterPaint } from '../../platform/hooks/afterPaint.ts';
import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import { useResource, type Resource } from '../../platform/hooks/useResource.ts';
import { hasFeature, useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { addressOf } from '../../shared/words/address.ts';
import { sheetDayAddress } from '../../platform/lists/recordLinkTo.ts';
import { formatDay } from '../../shared/words/time.ts';
import { attendanceText } from '../../shared/words/attendanceText.ts';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { Facts } from '../../platform/ui/data/CardGrid.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import { LoadFailed } from '../../platform/ui/feedback/LoadFailed.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { clockDoubt } from './clockDoubt.ts';
import { HrDelivery } from './HrDelivery.tsx';
import { RecordSteps, useRecordSteps } from './RecordSteps.tsx';
import * as s from './RecordDialog.module.css';

const RecordCorrections = lazyPart(
  'The corrections',
  async () => (await import('../corrections/RecordCorrections.tsx')).RecordCorrections,
);

const RecordDeviceEvent = lazyPart(
  'What the device sent',
  async () => (await import('./RecordDeviceEvent.tsx')).RecordDeviceEvent,
);

interface RecordDialogProps {
  /** An id, or the first or last record of the page that is being loaded. */
  record: string;
  list: Resource<Page<AttendanceRecord>>;
  page: number;
  onOpen(record: string, page: number): void;
  onClose(): void;
}

export function RecordDialog({ record: opened, list, page, onOpen, onClose }: RecordDialogProps) {
  const hasCorrections = hasFeature(useUser(), 'corrections');
  const steps = useRecordSteps({ opened, list, page, onOpen });
  const id = Number(opened) || undefined;
  const { data, error, failed, loading, reload } = useResource('GET /attendance/{id}', id ? { id } : null);
  // What the list knows, while the whole record loads, and for servers without a call for one record.
  const known = list.data?.data.find((each) => each.id === id);
  const record = (loading ? undefined : data) ?? known;
  const problem = id ? error : list.error;
  const isMissing = problem && (!record || problem.kind !== 'notFound');

  function close() {
    onClose();
    if (steps.hasMoved) afterPaint(() => document.querySelector<HTMLElement>(`[data-opens][value="${id}"]`)?.focus());
  }
  return (
    <Dialog title="Attendance record" size="side" onClose={close} footer={<RecordSteps {...steps} record={record} />}>
      {record && <Fields record={record} />}
      {!loading && data?.device_event && <RecordDeviceEvent event={data.device_event} />}
      {hasCorrections && record?.working_day && (
        <RecordCorrections key={record.id} record={record} workingDay={record.working_day} />
      )}
      {!record && !problem && <LineSkeleton label="Loading record…" lines={8} />}
      {isMissing && (
        <LoadFailed message={describeFailure(problem, id ? failed : list.failed)} onRetry={id ? reload : list.reload} />
      )}
    </Dialog>
  );
}

function Fields({ record }: { record: AttendanceRecord }) {
  const doubt = clockDoubt(record, Date.now());
  return (
    <>
      {doubt && <Banner tone="warning">{doubt}: the controller&apos;s clock may be wrong.</Banner>}
      <Facts
        items={[
          { label: 'Employee', value: <Person record={record} /> },
          { label: 'Employee ID', value: attendanceText.employeeId(record) },
          { label: 'Badge ID', value: record.employee ? undefined : record.employee_code },
          { label: 'Event', value: attendanceText.event(record) },
          { label: 'Time', value: attendanceText.time(record) },
          { label: 'Controller', value: attendanceText.controller(record) },
          { label: 'Company', value: attendanceText.company(record) },
          { label: 'Mark', value: attendanceText.mark(record) },
          {
            label: 'Status',
            value: <Badge tone={record.is_processed ? 'good' : 'warning'}>{attendanceText.status(record)}</Badge>,
          },
          { label: 'Received', value: attendanceText.createdAt(record) },
          { label: 'Record ID', value: record.id },
          { label: 'HR sync', value: (record.hr_sync || record.hr_state) && <HrDelivery record={record} /> },
        ]}
      />
      {!record.employee && record.employee_code && (
        <UnknownPerson code={record.employee_code} company={record.company} />
      )}
    </>
  );
}

/** The server may tell only the name. */
function Person({ record }: { record: AttendanceRecord }) {
  const name = attendanceText.employee(record);
  const id = record.employee?.id;
  const day = record.working_day?.day ?? formatDay(record.timestamp);
  return id === undefined ? name : <Link href={sheetDayAddress(id, day)}>{name}</Link>;
}

interface UnknownPersonProps {
  code: string;
  company: AttendanceRecord['company'];
}

/** The person is new, or has the code beside the employee ID. */
function UnknownPerson({ code, company }: UnknownPersonProps) {
  const [, navigate] = useLocation();
  const [isAssigning, setAssigning] = useState(false);
  const canCall = useCanCall();
  const form = addressOf(paths.employees, { add: 1, employee_id: code, company_id: company?.id });
  return (
    <div className={s.buttons}>
      {canCall('POST /employees') && (
        <Button icon={<ActionIcon name="plus" />} onClick={() => navigate(form)}>
          Add Employee With This ID
        </Button>
      )}
      {company?.id !== undefined && canCall('POST /employee-codes') && (
        <Button onClick={() => setAssigning(true)}>Assign to Employee…</Button>
      )}
      {isAssigning && company?.id !== undefined && (
        <AssignCodePart
          company={{ id: company.id, name: company.name }}
          code={code}
          onClose={() => setAssigning(false)}
        />
      )}
    </div>
  );
}
