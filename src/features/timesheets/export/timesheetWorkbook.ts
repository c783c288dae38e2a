// Timesheets as an Excel file, and the facts that every exported file states. Hours are numbers, in days as spreadsheet
// programs count time, so that they add up in any of them; all else is text.

import type { TimesheetRow } from '../../../shared/contract/timesheets.ts';
import { marksOf } from '../../../shared/words/workDay.ts';
import { hoursAndMinutes, shortClockOn } from '../../../shared/words/workedTime.ts';
import type { Cell } from '../../../platform/export/xlsx/sheetXml.ts';
import { type Sheet, writeWorkbook } from '../../../platform/export/xlsx/workbook.ts';
import { plural } from '../../../shared/words/plural.ts';
import type { Fact } from '../../../platform/export/proof/about.ts';

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

export interface TimesheetFile {
  /** 'November 2026' */
  period: string;
  /** All days of the period, 'YYYY-MM-DD'. */
  days: readonly string[];
  rows: readonly TimesheetRow[];
  origin: TimesheetOrigin;
}

/** Facts that only the page knows. */
interface TimesheetOrigin {
  readonly filters: readonly { label: string; value: string }[];
  readonly zone: string;
  readonly user: string;
  readonly exportedOn: string;
  /** People as the server counts them; undefined for a file about one person. */
  readonly people: number | undefined;
  /** The reasons why rows may be missing; empty if none are. */
  readonly notes: readonly string[];
}

/** `missing`: the characters that no font of a PDF has. */
export interface TimesheetReply {
  kind: 'written';
  blob: Blob;
  missing: readonly string[];
}

/** A file with its own totals can be compared with others. */
function factsOf({ period, rows, origin }: TimesheetFile): Fact[] {
  const sum = (count: (row: TimesheetRow) => number) => rows.reduce((total, row) => total + count(row), 0);
  const waiting = sum(({ exceptions }) => exceptions);
  return [
    ['Period', period],
    ...origin.filters.map(({ label, value }): Fact => [`Filter: ${label}`, value]),
    ...(origin.zone ? [['Time zone', origin.zone] as const] : []),
    ['Exported by', origin.user],
    ['Exported on', origin.exportedOn],
    ...(origin.people === undefined ? [] : [['People counted by the server', String(origin.people)] as const]),
    ['People in this file', String(rows.length)],
    ['Days with events', String(sum(({ days }) => days.length))],
    ['Days present', String(sum(({ days_present }) => days_present))],
    ['Worked in total', hoursAndMinutes(sum(({ worked_minutes }) => worked_minutes))],
    ['Breaks in total', hoursAndMinutes(sum(({ break_minutes }) => break_minutes))],
    ...(waiting > 0
      ? [['Note', `${plural(waiting, 'exception')} still ${waiting === 1 ? 'waits' : 'wait'} for an answer`] as const]
      : []),
    ...(origin.notes.length > 0
      ? origin.notes.map((note): Fact => ['Note', note])
      : [['Completeness', 'Every person in the list, once, as of a single moment'] as const]),
  ];
}
