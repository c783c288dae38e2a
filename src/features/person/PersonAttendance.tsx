// The attendance records of one person.

import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';
import { PagedList } from '../../platform/lists/PagedList.tsx';
import { PeriodChip } from '../../platform/lists/PeriodChip.tsx';
import { recordParams } from '../../platform/lists/recordAddress.ts';
import { useList } from '../../platform/lists/useList.ts';
import { attendanceQuery, readQuery } from '../../shared/contract/queries.ts';
import { addressOf } from '../../shared/words/address.ts';
import { lastTwoWeeks } from '../../shared/words/periods.ts';
import { AttendanceTable } from '../attendance/AttendanceTable.tsx';
import NoRecords from '../attendance/NoRecords.tsx';
import RecordDialog from '../attendance/RecordDialog.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';

const personRecords = listCall(
  'GET /attendance',
  () => ({ ...recordParams, ...lastTwoWeeks(), page: 1, record: '' }),
  ({ id, start_date, end_date, page }) => ({
    query: readQuery(attendanceQuery, { employee_id: id, start_date, end_date, page }),
  }),
);

export default function PersonAttendance({ id, companyId }: { id: number; companyId: number | null }) {
  const { list, pages, params, change } = useList(personRecords);
  const { start_date, end_date, page, record } = params;
  const all = addressOf(paths.attendance, { company_id: companyId ?? '', employee_id: id, start_date, end_date });
  return (
    <>
      <div className={layout.row}>
        <PeriodChip period={{ start_date, end_date }} usual={lastTwoWeeks()} onChange={change} />
        <Link href={all}>Open in Attendance</Link>
      </div>
      <PagedList {...pages} loading="Loading attendance…" rows={12} empty={<NoRecords isFiltered />}>
        {({ data }) => (
          <AttendanceTable
            records={data}
            busy={list.loading}
            isOneCompany
            picks={undefined}
            onView={(opened) => change({ record: String(opened), page })}
          />
        )}
      </PagedList>
      {record && (
        <RecordDialog
          record={record}
          list={list}
          page={page}
          onOpen={(next, itsPage) => change({ record: next, page: itsPage }, { replace: true })}
          onClose={() => change({ record: '', page }, { replace: true })}
        />
      )}
    </>
  );
}
