// The lists on a person's page: attendance records, exceptions with their answers, and corrections.

import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { PagedList } from '../../platform/lists/PagedList.tsx';
import { PeriodChip } from '../../platform/lists/PeriodChip.tsx';
import { useList } from '../../platform/lists/useList.ts';
import { recordParams } from '../../platform/records/recordLinkTo.ts';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { ViewSwitch } from '../../platform/ui/data/ViewSwitch.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { calls as correctionsCalls } from '../../shared/contract/corrections.ts';
import { attendanceQuery, readQuery } from '../../shared/contract/queries.ts';
import { addressOf } from '../../shared/words/address.ts';
import { lastTwoWeeks } from '../../shared/words/periods.ts';
import { AttendanceTable } from '../attendance/AttendanceTable.tsx';
import NoRecords from '../attendance/NoRecords.tsx';
import RecordDialog from '../attendance/RecordDialog.tsx';
import { CorrectionRows } from '../corrections/CorrectionsList.tsx';
import { AnswerableExceptions } from '../corrections/exceptions/AnswerableExceptions.tsx';
import { answerStates } from '../corrections/exceptions/answers.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';

const personRecords = listCall(
  'GET /attendance',
  () => ({ ...recordParams, ...lastTwoWeeks(), page: 1, record: '' }),
  ({ id, start_date, end_date, page }) => ({
    query: readQuery(attendanceQuery, { employee_id: id, start_date, end_date, page }),
  }),
);

export function PersonAttendance({ id, companyId }: { id: number; companyId: number | null }) {
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

type Filters = Readonly<Record<'id' | 'is_answered' | 'start_date' | 'end_date', string>>;

const query = ({ id, is_answered, start_date, end_date }: Filters) =>
  readQuery(correctionsCalls['GET /exceptions'].query, { employee_id: id, is_answered, start_date, end_date });

const personExceptions = listCall(
  'GET /exceptions',
  () => ({ ...recordParams, is_answered: '0', ...lastTwoWeeks(), page: 1 }),
  ({ page, ...filters }) => ({ query: { ...query(filters), page } }),
);

export function PersonExceptions({ id }: { id: number }) {
  const { pages, params, change } = useList(personExceptions);
  const { is_answered, start_date, end_date } = params;
  return (
    <>
      <div className={layout.row}>
        <ViewSwitch
          label="Answered or not"
          options={answerStates}
          value={is_answered}
          onChange={(chosen) => change({ is_answered: chosen })}
        />
        <PeriodChip period={{ start_date, end_date }} usual={lastTwoWeeks()} onChange={change} />
      </div>
      <AnswerableExceptions
        pages={pages}
        filters={query(params)}
        isOneCompany
        empty={<p className={layout.muted}>No exceptions of these days.</p>}
      />
      <Corrections id={id} />
    </>
  );
}

/** More than one person gets in years. */
const mostCorrections = 100;

function Corrections({ id }: { id: number }) {
  const corrections = useResource('GET /corrections', { query: { employee_id: id, per_page: mostCorrections } });
  return (
    <Panel title="Corrections">
      <ResourceView resource={corrections} loading="Loading corrections…" lines={4}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={layout.muted}>No corrections so far.</p>
          ) : (
            <CorrectionRows corrections={data} />
          )
        }
      </ResourceView>
    </Panel>
  );
}
