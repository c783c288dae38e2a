import { waitsForAnswer } from '../../../shared/contract/workday.ts';
import type { PersonSheet, SheetDay, TimesheetRow } from '../../../shared/contract/timesheets.ts';
import { unansweredOf } from './unanswered.ts';

/** The person's line in the timesheets. */
export function rowOfSheet(sheet: PersonSheet): TimesheetRow {
  const { employee, company, worked_minutes, break_minutes, days_present, days } = sheet;
  const kindsOf = (day: SheetDay) => unansweredOf(day).map(({ kind }) => kind);
  return {
    employee,
    company,
    worked_minutes,
    break_minutes,
    days_present,
    exceptions: days.flatMap(kindsOf).filter(waitsForAnswer).length,
    days: days.map((day) => ({
      day: day.day,
      first_in: day.first_in,
      last_out: day.last_out,
      worked_minutes: day.worked_minutes,
      break_minutes: day.break_minutes,
      is_open: day.is_open,
      exceptions: [...new Set(kindsOf(day))],
    })),
  };
}
