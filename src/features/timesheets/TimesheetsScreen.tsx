// Shows who worked when, for all people by days. The sheet of one person is on that person's page.

import { useCallback, useMemo, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { useShownSearch } from '../../platform/hooks/useListParams.ts';
import { useOffered } from '../../platform/hooks/useOffered.ts';
import { companyFilterInWords } from '../../platform/lists/CompanyFilter.tsx';
import { PagedList } from '../../platform/lists/PagedList.tsx';
import { NobodyFound, PeopleSearch } from '../../platform/lists/PeopleSearch.tsx';
import { type Companies, useCompanies } from '../../platform/lists/useCompanies.ts';
import { useList } from '../../platform/lists/useList.ts';
import { ZonesNote } from '../../platform/lists/ZonesNote.tsx';
import { companyAddress, personAddress } from '../../platform/records/recordLinkTo.ts';
import { useCanCall, useHasFeature } from '../../platform/session/permissions.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { FailedReads } from '../../platform/ui/feedback/FailedReads.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { expectedMarks } from '../../shared/contract/timesheets.ts';
import { addressOf } from '../../shared/words/address.ts';
import { today } from '../../shared/words/days.ts';
import { daysIn, namedPeriods, type Period } from '../../shared/words/periods.ts';
import { periodTitle } from '../../shared/words/periodTitle.ts';
import { expectedName } from '../../shared/words/workDay.ts';
import { ClosedMonthNotes, CloseMonthsButton } from '../corrections/months/ClosedMonths.tsx';
import { periodOf, timesheetsList, withoutUnset } from './list.ts';
import { TimesheetGrid } from './TimesheetGrid.tsx';
import { PeriodPicker, TimesheetExport } from './TimesheetTools.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './TimesheetGrid.module.css';

export default function TimesheetsScreen() {
  const { employee_id, ...others } = Object.fromEntries(new URLSearchParams(useShownSearch()));
  const isComputed = useHasFeature('timesheets');
  if (/^[1-9]\d{0,8}$/.test(employee_id ?? ''))
    return <Redirect to={personAddress(Number(employee_id), 'timesheet', others)} replace />;
  return isComputed ? <Timesheets /> : <OnePersonOnly />;
}

/** Shown at the address of all people, if the server computes no timesheets. */
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

/** The timesheets of all people, by days, fifty people on a page. */
function Timesheets() {
  const { list, pages, params, change } = useList(timesheetsList);
  const { page, start_date, end_date, company_id, department, q, mark } = params;
  const period = useMemo(() => periodOf({ start_date, end_date }), [start_date, end_date]);
  const days = useMemo(() => daysIn(period), [period]);
  // The days of the rows that are shown: while others load, theirs would read as days without work.
  const [shownDays, setShownDays] = useState(days);
  if (!list.loading && shownDays !== days) setShownDays(days);
  const { api } = useConnection();
  const companies = useCompanies();
  const { people: ofCompany, departments } = useDepartments(company_id, department);
  const filtersInWords = [
    ...companyFilterInWords(companies, company_id, list.data?.data),
    { label: 'Department', value: department },
    { label: 'Search', value: q },
    { label: 'Days', value: mark && expectedName(mark) },
  ].filter(({ value }) => value !== '');
  const lastWeek = namedPeriods(today()).find(({ label }) => label === 'Last Week');

  const people = useMemo(
    () => withoutUnset({ company_id, department, q, mark, page }),
    [company_id, department, q, mark, page],
  );
  const sheetAddress = useCallback(
    (employee: number, day?: string) => personAddress(employee, 'timesheet', { day, ...period, ...people }),
    [period, people],
  );

  return (
    <>
      <ScreenHeader
        title="Timesheets"
        count={list.data?.total}
        actions={
          <>
            <CloseMonthsButton companyId={company_id} />
            <CompanyLinks companies={companies} companyId={company_id} />
            <TimesheetExport
              period={period}
              filters={filtersInWords}
              read={({ readTimesheets }, run) => readTimesheets(api, timesheetsList.args(params).query, run)}
            />
          </>
        }
      />
      <div className={`${layout.row} ${s.tools}`}>
        <PeopleSearch
          params={params}
          companies={companies}
          onSearch={(typed) => change({ q: typed }, { replace: true })}
          onCompany={(chosen) => change({ company_id: chosen, department: '' })}
        >
          {departments.length > 0 && (
            <FilterSelect
              label="Department"
              value={department}
              options={[{ value: '', label: 'All Departments' }, ...departments]}
              onChange={(chosen) => change({ department: chosen })}
            />
          )}
          {(list.data?.data.some(({ expected_time }) => expected_time) || mark) && (
            <FilterSelect
              label="Days"
              value={mark}
              options={[{ value: '', label: 'All Days' }, ...markOptions]}
              onChange={(chosen) => change({ mark: chosen })}
            />
          )}
        </PeopleSearch>
        <PeriodPicker period={period} onChange={change} />
      </div>
      <PagedList
        {...pages}
        loading="Loading timesheets…"
        rows={12}
        empty={<NobodyFound isFiltered={filtersInWords.length > 0} />}
        onPaper={[{ label: 'Period', value: periodTitle(period) }, ...filtersInWords]}
      >
        {({ data, last_page, closed_months }) => (
          <>
            <FailedReads whole="all departments" reads={[ofCompany]} />
            {/* As on a Monday morning. */}
            {data.every(({ days: worked }) => worked.length === 0) && (
              <p>
                No one {last_page === 1 ? '' : 'on this page '}has events in this period.{' '}
                {lastWeek && lastWeek.start_date !== period.start_date && (
                  <Link href={addressOf(paths.timesheets, { ...daysOf(lastWeek), ...people })}>Last Week</Link>
                )}
              </p>
            )}
            <ZonesNote isOneCompany={company_id !== ''} />
            <ClosedMonthNotes months={closed_months} />
            <TimesheetGrid
              rows={data}
              days={shownDays}
              busy={list.loading}
              hasCompany={company_id === ''}
              sheetAddress={sheetAddress}
            />
          </>
        )}
      </PagedList>
    </>
  );
}

const daysOf = ({ start_date, end_date }: Period) => ({ start_date, end_date });

const markOptions = expectedMarks.map((mark) => ({ value: mark, label: expectedName(mark) }));

/** The departments of the chosen company, including the chosen one. */
function useDepartments(company_id: string, chosen: string) {
  const people = useOffered('GET /companies/{id}/employees', company_id ? { id: company_id } : null);
  const departments = [...new Set([...(people.data ?? []).map(({ department }) => department), chosen])]
    .filter(Boolean)
    .sort((one, other) => one.localeCompare(other))
    .map((name) => ({ value: name, label: name }));
  return { people, departments };
}

interface CompanyLinksProps {
  companies: Companies;
  /** '' for all of them. */
  companyId: string;
}

/** Links to the day rules and the payroll file of the chosen company, or of the only one. */
function CompanyLinks({ companies: { list = [] }, companyId }: CompanyLinksProps) {
  const canCall = useCanCall();
  const company = Number(companyId) || (list.length === 1 && list[0]?.id);
  if (!company) return null;
  return (
    <span className={`${layout.wrap} ${layout.screenOnly}`}>
      {canCall('GET /companies/{id}/day-rules') && canCall('PUT /companies/{id}/day-rules') && (
        <Link href={companyAddress(company, 'day-rules')}>Day Rules</Link>
      )}
      {canCall('GET /companies/{id}/payroll') && <Link href={companyAddress(company, 'months')}>Payroll File</Link>}
    </span>
  );
}
