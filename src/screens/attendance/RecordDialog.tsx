// One attendance record with all its fields, and what became of it in the HR sync if the server tells.

import type { ReactNode } from 'react';
import { describeFailure } from '../../api/errors.ts';
import type { AttendanceRecord } from '../../contract/entities/attendance.ts';
import { useResource } from '../../hooks/useResource.ts';
import { attendanceText } from '../../format/attendanceText.ts';
import { formatTime } from '../../format/time.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Facts } from '../../ui/data/CardGrid.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { LoadFailed } from '../../ui/feedback/LoadFailed.tsx';
import { LineSkeleton } from '../../ui/feedback/Skeletons.tsx';
import { clockDoubt } from './clockDoubt.ts';

interface RecordDialogProps {
  id: number;
  /** The record in the list, for servers without a call for one record. */
  known: AttendanceRecord | undefined;
  onClose(): void;
}

export function RecordDialog({ id, known, onClose }: RecordDialogProps) {
  const { data, error, failed, loading, reload } = useResource('GET /attendance/{id}', { id });
  const record = data ?? (error?.kind === 'notFound' ? known : undefined);
  return (
    <Dialog title="Attendance record" onClose={onClose}>
      {record && <Fields record={record} />}
      {!record && loading && <LineSkeleton label="Loading record…" lines={8} />}
      {!record && error && <LoadFailed message={describeFailure(error, failed)} onRetry={reload} />}
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
          { label: 'Employee', value: attendanceText.employee(record) },
          { label: 'Employee ID', value: attendanceText.employeeId(record) },
          { label: 'Badge ID', value: record.employee ? undefined : record.employee_code },
          { label: 'Event', value: attendanceText.event(record) },
          { label: 'Time', value: attendanceText.time(record) },
          { label: 'Controller', value: attendanceText.controller(record) },
          { label: 'Company', value: attendanceText.company(record) },
          {
            label: 'Status',
            value: <Badge tone={record.is_processed ? 'good' : 'warning'}>{attendanceText.status(record)}</Badge>,
          },
          { label: 'Received', value: attendanceText.createdAt(record) },
          { label: 'Record ID', value: record.id },
          { label: 'HR sync', value: describeHrSync(record) },
        ]}
      />
    </>
  );
}

function describeHrSync({ hr_sync }: AttendanceRecord): ReactNode {
  if (!hr_sync) return undefined;
  const next = hr_sync.next_try && ` Next try: ${formatTime(hr_sync.next_try)}.`;
  const sentence = hr_sync.sentence || hr_sync.reason || hr_sync.state;
  return `${sentence.replace(/\.?$/, '.')}${next}`;
}
