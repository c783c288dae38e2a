// Timesheets as an Excel file, and the facts that every exported file states. Hours are numbers, counted in days as
// spreadsheet programs do, so that they add up in any of them; everything else is text.

import { type Fact, filterFacts } from '../../../platform/export/proof/about.ts';
import type { Cell } from '../../../platform/export/xlsx/sheetXml.ts';
import { type Sheet, writeWorkbook } from '../../../platform/export/xlsx/workbook.ts';
import type { ExpectedTime, TimesheetRow } from '../../../shared/contract/timesheets.ts';
import { plural } from '../../../shared/words/plural.ts';
import { expectedNotes, hasUnfinishedDay, marksOf, ofFinishedDays } from '../../../shared/words/workDay.ts';
import { hoursAndMinutes, shortClockOn, signedHours } from '../../../shared/words/workedTime.ts';

export function timesheetWorkbook(file: TimesheetFile): Promise<Blob> {
  const person = personColumns(file.rows);
  return writeWorkbook([peopleSheet(file, person), daysSheet(file, person)], {
    author: file.origin.user,
    facts: factsOf(file),
    hasNegativeTimes: hasExpected(file.rows),
  });
}

interface PersonColumn {
  readonly title: string;
  readonly width: number;
  text(row: TimesheetRow): string;
}

/** The columns about a person, with the time zone only if people differ in it. */
const personColumns = (rows: readonly TimesheetRow[]): PersonColumn[] => [
  { title: 'Employee ID', width: 14, text: ({ employee }) => employee.employee_id },
  { title: 'Employee Name', width: 28, text: ({ employee }) => employee.name },
  { title: 'Company', width: 28, text: ({ company }) => company.name },
  ...(new Set(rows.flatMap(({ timezone }) => timezone || [])).size > 1
    ? [{ title: 'Time Zone', width: 22, text: ({ timezone = '' }: TimesheetRow) => timezone }]
    : []),
  { title: 'Department', width: 20, text: ({ employee }) => employee.department },
];

const titlesOf = (person: readonly PersonColumn[]) => person.map(({ title }) => title);
const cellsOf = (person: readonly PersonColumn[], row: TimesheetRow): Cell[] => person.map(({ text }) => text(row));

/** Whether to add the columns of expected time, which need a pattern that says what is expected. */
const hasExpected = (rows: readonly TimesheetRow[]): boolean => rows.some(({ expected_time }) => expected_time);
const expectedTitles = ['Expected', 'Difference', 'Balance'];

const ifKnown = (minutes: number | null | undefined): Cell =>
  minutes === null || minutes === undefined ? null : { minutes };

const expectedCells = ({ expected_time: time }: TimesheetRow): Cell[] =>
  time
    ? [{ minutes: time.expected_minutes }, ifKnown(time.difference_minutes), ifKnown(time.balance_minutes)]
    : [null, null, null];

const peopleSheet = ({ days, rows }: TimesheetFile, person: readonly PersonColumn[]): Sheet => ({
  title: 'Timesheet',
  widths: [
    ...person.map(({ width }) => width),
    ...days.map(() => 11),
    10,
    10,
    13,
    ...(hasExpected(rows) ? [10, 10, 10] : []),
  ],
  frozenColumns: 2,
  rows: [
    [...titlesOf(person), ...days, 'Worked', 'Break', 'Days Present', ...(hasExpected(rows) ? expectedTitles : [])],
    ...rows.map((row) => [...personRow(row, person, days), ...(hasExpected(rows) ? expectedCells(row) : [])]),
  ],
});

/** A day without events is empty; one whose worked time is not known has zero. */
function personRow(row: TimesheetRow, person: readonly PersonColumn[], days: readonly string[]): Cell[] {
  const worked = new Map(row.days.map((day) => [day.day, { minutes: day.worked_minutes }]));
  return [
    ...cellsOf(person, row),
    ...days.map((day) => worked.get(day) ?? null),
    { minutes: row.worked_minutes },
    { minutes: row.break_minutes },
    { count: row.days_present },
  ];
}

const daysSheet = ({ rows }: TimesheetFile, person: readonly PersonColumn[]): Sheet => ({
  title: 'Days',
  widths: [...person.map(({ width }) => width), 12, 10, 10, 10, 10, ...(hasExpected(rows) ? [10, 10] : []), 40],
  rows: [
    [
      ...[...titlesOf(person), 'Day', 'First In', 'Last Out', 'Worked', 'Break'],
      ...(hasExpected(rows) ? ['Expected', 'Difference'] : []),
      'Notes',
    ],
    ...rows.flatMap((row) => dayRows(row, person, hasExpected(rows))),
  ],
});

function dayRows(row: TimesheetRow, person: readonly PersonColumn[], showsExpected: boolean): Cell[][] {
  const worked = new Map(row.days.map((day) => [day.day, day]));
  const expected = new Map(row.expected_time?.days.map((day) => [day.day, day]));
  return [...new Set([...worked.keys(), ...expected.keys()])].sort().map((date) => {
    const [day, time] = [worked.get(date), expected.get(date)];
    return [
      ...cellsOf(person, row),
      date,
      day ? shortClockOn(date, day.first_in) : '',
      day && !day.is_open ? shortClockOn(date, day.last_out) : '',
      day ? { minutes: day.worked_minutes } : null,
      day ? { minutes: day.break_minutes } : null,
      ...(showsExpected ? [time ? { minutes: time.expected_minutes } : null, ifKnown(time?.difference_minutes)] : []),
      [...expectedNotes(time), ...(day ? marksOf(day) : [])].join(', '),
    ];
  });
}

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

/** States the file's own totals, so that it can be compared with others. */
function factsOf({ period, rows, origin }: TimesheetFile): Fact[] {
  const sum = (count: (row: TimesheetRow) => number) => rows.reduce((total, row) => total + count(row), 0);
  const waiting = sum(({ exceptions }) => exceptions);
  return [
    ['Period', period],
    ...filterFacts(origin.filters),
    ...(origin.zone ? [['Time zone', origin.zone] as const] : []),
    ['Exported by', origin.user],
    ['Exported on', origin.exportedOn],
    ...(origin.people === undefined ? [] : [['People counted by the server', String(origin.people)] as const]),
    ['People in this file', String(rows.length)],
    ['Days with events', String(sum(({ days }) => days.length))],
    ['Days present', String(sum(({ days_present }) => days_present))],
    ['Worked in total', hoursAndMinutes(sum(({ worked_minutes }) => worked_minutes))],
    ['Breaks in total', hoursAndMinutes(sum(({ break_minutes }) => break_minutes))],
    ...(hasExpected(rows) ? expectedFacts(rows.flatMap(({ expected_time }) => expected_time ?? [])) : []),
    ...(waiting > 0
      ? [['Note', `${plural(waiting, 'exception')} still ${waiting === 1 ? 'waits' : 'wait'} for an answer`] as const]
      : []),
    ...(origin.notes.length > 0
      ? origin.notes.map((note): Fact => ['Note', note])
      : [['Completeness', 'Every person in the list, once, as of a single moment'] as const]),
  ];
}

function expectedFacts(times: readonly ExpectedTime[]): Fact[] {
  const expected = times.reduce((total, { expected_minutes }) => total + expected_minutes, 0);
  const difference = times.reduce((total, { difference_minutes }) => total + difference_minutes, 0);
  return [
    ['Expected in total', `${hoursAndMinutes(expected)}${times.some(hasUnfinishedDay) ? `, ${ofFinishedDays}` : ''}`],
    ['Difference in total', signedHours(difference)],
  ];
}
