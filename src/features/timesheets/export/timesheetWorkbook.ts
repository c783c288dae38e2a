// Timesheets as an Excel file. Hours are numbers, in days as spreadsheet programs count time, so that they add up in any
// of them; all else is text.

import type { TimesheetRow } from '../../../shared/contract/timesheets.ts';
import { marksOf } from '../../../shared/words/workDay.ts';
import { shortClockOn } from '../../../shared/words/workedTime.ts';
import type { Cell } from '../../../platform/export/xlsx/sheetXml.ts';
import { type Sheet, writeWorkbook } from '../../../platform/export/xlsx/workbook.ts';
import { factsOf, type TimesheetFile } from './timesheetFile.ts';

export const timesheetWorkbook = (file: TimesheetFile): Promise<Blob> =>
  writeWorkbook([peopleSheet(file), daysSheet(file)], { author: file.origin.user, facts: factsOf(file) });

const personTitles = ['Employee ID', 'Employee Name', 'Company', 'Department'];
const personWidths = [14, 28, 28, 20];

const personCells = ({ employee, company }: TimesheetRow): Cell[] => [
  employee.employee_id,
  employee.name,
  company.name,
  employee.department,
];

const peopleSheet = ({ days, rows }: TimesheetFile): Sheet => ({
  title: 'Timesheet',
  widths: [...personWidths, ...days.map(() => 11), 10, 10, 13],
  frozenColumns: 2,
  rows: [[...personTitles, ...days, 'Worked', 'Break', 'Days Present'], ...rows.map((row) => personRow(row, days))],
});

/** A day without events is empty; one whose worked time is not known has zero. */
function personRow(row: TimesheetRow, days: readonly string[]): Cell[] {
  const worked = new Map(row.days.map((day) => [day.day, { minutes: day.worked_minutes }]));
  return [
    ...personCells(row),
    ...days.map((day) => worked.get(day) ?? null),
    { minutes: row.worked_minutes },
    { minutes: row.break_minutes },
    { count: row.days_present },
  ];
}

const daysSheet = ({ rows }: TimesheetFile): Sheet => ({
  title: 'Days',
  widths: [...personWidths, 12, 10, 10, 10, 10, 40],
  rows: [[...personTitles, 'Day', 'First In', 'Last Out', 'Worked', 'Break', 'Notes'], ...rows.flatMap(dayRows)],
});

const dayRows = (row: TimesheetRow): Cell[][] =>
  row.days.map((day) => [
    ...personCells(row),
    day.day,
    shortClockOn(day.day, day.first_in),
    day.is_open ? '' : shortClockOn(day.day, day.last_out),
    { minutes: day.worked_minutes },
    { minutes: day.break_minutes },
    marksOf(day).join(', '),
  ]);
