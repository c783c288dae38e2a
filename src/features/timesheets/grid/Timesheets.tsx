// People by days, fifty on a page.

import { useCallback, useMemo } from 'react';
import { paths } from '../../../platform/boot/paths.ts';
import { CloseMonthsButton } from '../../corrections/months/CloseMonthsButton.tsx';
import { ClosedMonthNotes } from '../../corrections/months/ClosedMonthNotes.tsx';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useExistingPage } from '../../../platform/lists/useExistingPage.ts';
import { DayRulesButton } from '../../workday/rules/DayRulesButton.tsx';
import { addressOf } from '../../../shared/words/address.ts';
import { daysIn, periodTitle } from '../../../shared/words/periodSteps.ts';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useRemembered } from '../../../platform/hooks/useResource.ts';
import { useSettled } from '../../../platform/hooks/useSettled.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { TableSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { PrintNote } from '../../../platform/ui/layout/PrintNote.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { periodOf, timesheetParams, timesheetsList } from '../list.ts';
import { PeriodPicker } from '../PeriodPicker.tsx';
import { TimesheetExport } from '../TimesheetExport.tsx';
import { NoEvents } from './NoEvents.tsx';
import { PeopleFilters, usePeopleFilters } from './PeopleFilters.tsx';
import { TimesheetGrid } from './TimesheetGrid.tsx';
import * as s from './Timesheets.module.css';

/** In milliseconds. */
const typingPause = 150;

export function Timesheets() {
  const [params, change] = useListParams(timesheetParams);
  const { page, start_date, end_date, company_id, department, q } = params;
  const list = useRemembered('GET /timesheets', timesheetsList.args({ ...params, q: useSettled(q, typingPause) }));
  const shown = useExistingPage(list, page, change, q !== '');
  const period = useMemo(() => periodOf({ start_date, end_date }), [start_date, end_date]);
  const days = useMemo(() => daysIn(period), [period]);
  const { api } = useConnection();
  const filters = usePeopleFilters(params);
  const isFiltered = company_id !== '' || department !== '' || q !== '';

  const people = useMemo(
    () => ({
      company_id: company_id || undefined,
      department: department || undefined,
      q: q || undefined,
      page: page === 1 ? undefined : page,
    }),
    [company_id, department, q, page],
  );
  const sheetAddress = useCallback(
    (employee_id: number, day?: string) => addressOf(paths.timesheets, { employee_id, day, ...period, ...people }),
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
            <DayRulesButton companies={filters.companies} companyId={company_id} />
            <TimesheetExport
              period={period}
              filters={filters.inWords}
              zone=""
              read={({ readTimesheets }, run) => readTimesheets(api, timesheetsList.args(params).query, run)}
            />
          </>
        }
      />
      <div className={s.tools}>
        <PeopleFilters {...filters} params={params} onChange={change} />
        <PeriodPicker period={period} onChange={change} />
      </div>
      <ResourceView resource={shown} skeleton={<TableSkeleton label="Loading timesheets…" rows={12} />}>
        {({ data, last_page, total, closed_months }) =>
          data.length === 0 ? (
            <EmptyState
              icon="timesheets"
              title="No people found"
              hint={
                isFiltered
                  ? 'Try adjusting your filters to see more results'
                  : 'People will appear here once employees are added'
              }
            />
          ) : (
            <div className={s.list}>
              <PrintNote
                list={{ page: page, lastPage: last_page, shown: data.length, total: total }}
                filters={[{ label: 'Period', value: periodTitle(period) }, ...filters.inWords]}
              />
              {data.every(({ days: worked }) => worked.length === 0) && (
                <NoEvents
                  period={period}
                  isOnePage={last_page === 1}
                  addressOfDays={(other) => addressOf(paths.timesheets, { ...other, ...people })}
                />
              )}
              <ClosedMonthNotes months={closed_months} />
              <TimesheetGrid
                rows={data}
                days={days}
                busy={list.loading}
                hasCompany={company_id === ''}
                sheetAddress={sheetAddress}
              />
              <Pager page={page} lastPage={last_page} busy={list.loading} onPage={(next) => change({ page: next })} />
            </div>
          )
        }
      </ResourceView>
    </>
  );
}
