// One person's sheet: each day with its events, on any server.

import { useCallback, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useOffered } from '../../../platform/hooks/useOffered.ts';
import { ZonesNote } from '../../../platform/lists/ZonesNote.tsx';
import { personAddress } from '../../../platform/records/recordLinkTo.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { FailedReads } from '../../../platform/ui/feedback/FailedReads.tsx';
import { PrintNote } from '../../../platform/ui/layout/PrintNote.tsx';
import { textsOfEmployee } from '../../../shared/contract/employees.ts';
import { textMatcher } from '../../../shared/contract/searchText.ts';
import type { PersonSheet, TimesheetRow } from '../../../shared/contract/timesheets.ts';
import { waitsForAnswer } from '../../../shared/contract/workday.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { lastTwoWeeks } from '../../../shared/words/periods.ts';
import { periodTitle } from '../../../shared/words/periodTitle.ts';
import { hasUnfinishedDay, ofFinishedDays } from '../../../shared/words/workDay.ts';
import { hoursAndMinutes, signedHours } from '../../../shared/words/workedTime.ts';
import { CorrectionDialogPart } from '../../corrections/CorrectionDialogPart.ts';
import type { CorrectionDraft } from '../../corrections/drafts.ts';
import { ClosedMonthNotes } from '../../corrections/months/ClosedMonths.tsx';
import { periodOf, type TimesheetParams, timesheetParams, withoutUnset } from '../list.ts';
import { PeriodPicker, TimesheetExport } from '../TimesheetTools.tsx';
import { hasEvents } from './DayDetails.tsx';
import { SheetTable, unansweredKinds } from './SheetTable.tsx';
import { usePersonSheet } from './usePersonSheet.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './Sheet.module.css';

interface SheetProps {
  id: number;
  /** True if nothing else on the page says whose sheet it is. */
  isNamed: boolean;
}

/** Starts with the last two weeks, which people ask for. */
const sheetParams = (): TimesheetParams => ({ ...timesheetParams(), ...lastTwoWeeks() });

export default function Sheet({ id, isNamed }: SheetProps) {
  const [params, change] = useListParams(sheetParams);
  const isComputed = useCanCall()('GET /timesheets');
  const period = periodOf(params);
  const sheet = usePersonSheet(id, period);
  const [draft, setDraft] = useState<CorrectionDraft>();
  const stop = useCallback(() => setDraft(undefined), []);
  const { employee_id: _, day: __, ...list } = params;

  return (
    <>
      <div className={s.tools}>
        <PeriodPicker period={period} onChange={change}>
          <span className={`${layout.row} ${layout.screenOnly} ${s.leads}`}>
            {isComputed && <Link href={addressOf(paths.timesheets, withoutUnset(list))}>All People</Link>}
            {sheet.data && (
              <TimesheetExport
                period={period}
                filters={[]}
                read={async (_, { signal }) => {
                  const read = await sheet.readAgain(signal);
                  return { rows: [rowOfSheet(read.sheet)], people: undefined, notes: read.notes };
                }}
              />
            )}
          </span>
        </PeriodPicker>
      </div>
      <ResourceView resource={sheet} loading="Loading timesheet…" rows={14}>
        {(person) => (
          <div aria-busy={sheet.loading} className={layout.page}>
            {sheet.notes.length > 0 && <Banner tone="warning">{sheet.notes.join(' ')}</Banner>}
            <ZonesNote isOneCompany />
            <ClosedMonthNotes months={person.closed_months} />
            <PrintNote filters={[{ label: 'Period', value: periodTitle(period) }]} />
            <SheetHead sheet={person} isNamed={isNamed} params={list} />
            <SheetTable key={id} sheet={person} period={period} opened={params.day} onCorrect={setDraft} />
          </div>
        )}
      </ResourceView>
      {draft && <CorrectionDialogPart drafts={[draft]} onClose={stop} />}
    </>
  );
}

interface SheetHeadProps {
  sheet: PersonSheet;
  isNamed: boolean;
  params: Omit<TimesheetParams, 'employee_id' | 'day'>;
}

/** Sums up the days, and leads to the previous and the next person. */
function SheetHead({ sheet, isNamed, params }: SheetHeadProps) {
  const { employee, company, expected_time: time } = sheet;
  const [, navigate] = useLocation();
  const { people, neighbours } = useNeighbours(employee.id, company.id, params);
  const step = (
    label: string,
    icon: 'chevronLeft' | 'chevronRight',
    neighbour: PersonSheet['employee'] | undefined,
  ) => (
    <Button
      icon={<ActionIcon name={icon} />}
      title={neighbour ? `${label}: ${neighbour.name}` : label}
      aria-disabled={!neighbour}
      onClick={() => neighbour && navigate(personAddress(neighbour.id, 'timesheet', withoutUnset(params)))}
    />
  );
  const totals = [
    ['Worked', hoursAndMinutes(sheet.worked_minutes)],
    ['Break', hoursAndMinutes(sheet.break_minutes)],
    ['Days present', sheet.days_present],
    ...(time
      ? ([
          ['Expected', hoursAndMinutes(time.expected_minutes)],
          ['Difference', signedHours(time.difference_minutes)],
        ] as const)
      : []),
    ...(typeof time?.balance_minutes === 'number' ? ([['Balance', signedHours(time.balance_minutes)]] as const) : []),
  ] as const;
  return (
    <>
      <div className={`${layout.row} ${s.head}`}>
        {isNamed && (
          <div>
            <h2>{employee.name}</h2>
            <p className={layout.muted}>
              {[employee.employee_id, company.name, employee.department].filter(Boolean).join(' · ')}
            </p>
          </div>
        )}
        <dl className={s.totals}>
          {totals.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {time && hasUnfinishedDay(time) && (
          <p className={layout.muted}>Expected and Difference are {ofFinishedDays}.</p>
        )}
        {neighbours && (
          <span className={`${layout.row} ${layout.screenOnly}`}>
            {step('Previous Person', 'chevronLeft', neighbours.previous)}
            {step('Next Person', 'chevronRight', neighbours.next)}
          </span>
        )}
      </div>
      <FailedReads whole="all people of the company" reads={[people]} />
    </>
  );
}

/**
 * Finds the previous and the next person by name, among people of the same company who match the address. They are
 * undefined until people are loaded.
 */
function useNeighbours(id: number, companyId: number, { department, q }: { department: string; q: string }) {
  const people = useOffered('GET /companies/{id}/employees', companyId ? { id: companyId } : null);
  const matches = textMatcher(q);
  const list = (people.data ?? [])
    .filter((person) => (!department || person.department === department) && (!q || matches(textsOfEmployee(person))))
    .sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
  const place = list.findIndex((person) => person.id === id);
  return { people, neighbours: place < 0 ? undefined : { previous: list[place - 1], next: list[place + 1] } };
}

/** Makes the person's row of the timesheets. */
function rowOfSheet(sheet: PersonSheet): TimesheetRow {
  const { employee, company, time_zone, worked_minutes, break_minutes, days_present, days, expected_time } = sheet;
  return {
    employee,
    company,
    ...(time_zone && { timezone: time_zone }),
    worked_minutes,
    break_minutes,
    days_present,
    ...(expected_time && { expected_time }),
    exceptions: days.flatMap(unansweredKinds).filter(waitsForAnswer).length,
    days: days.filter(hasEvents).map((day) => ({
      day: day.day,
      first_in: day.first_in,
      last_out: day.last_out,
      worked_minutes: day.worked_minutes,
      break_minutes: day.break_minutes,
      is_open: day.is_open,
      exceptions: [...new Set(unansweredKinds(day))],
    })),
  };
}
