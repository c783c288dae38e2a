// Makes the payroll file of a month from the timesheets' own days: cells, totals that agree with the sheets, bytes, and
// whatever keeps it from being made, at its place.

import { isFormula } from '../../../src/shared/contract/formula.ts';
import {
  formulaIn,
  type PayrollColumn,
  type PayrollProblem,
  type PayrollTemplate,
} from '../../../src/shared/contract/payroll.ts';
import type { WorkedDay } from '../../../src/shared/day/types.ts';
import { totalsOf } from '../../../src/shared/day/workedDays.ts';
import { lastDayOf } from '../../../src/shared/words/months.ts';
import { hoursAndMinutes } from '../../../src/shared/words/workedTime.ts';
import { createTimeKinds, type PayCalendar } from './timeKinds.ts';

export interface PaidPerson {
  readonly number: string;
  readonly name: string;
  readonly department: string;
  readonly days: readonly WorkedDay[];
}

/** What a line of the file is about. */
interface Line {
  readonly person: PaidPerson;
  readonly days: readonly WorkedDay[];
  readonly kind?: { readonly code: string; readonly name: string };
  /** By code of the kind. */
  readonly minutes: ReadonlyMap<string, number>;
}

export function makePayrollFile(
  template: PayrollTemplate,
  month: string,
  people: readonly PaidPerson[],
  calendar: PayCalendar,
) {
  const lines = people.filter(({ days }) => days.length > 0).flatMap(linesOf(template, calendar));
  const problems: PayrollProblem[] = [];
  const encode = encoders[template.encoding];
  const writtenLines = lines.filter((line) => isWritten(line, template));
  const firstNames = new Map(writtenLines.toReversed().map(({ person: { number, name } }) => [number, name]));
  const rows = writtenLines.map((line) =>
    template.columns.map((column) => {
      const minutes = minutesIn(column, line);
      if (minutes !== undefined) return written(minutes, column, template);
      const cell = textIn(column, line, template, month);
      const employee = line.person.name;
      const message = complaintAbout(column, cell, template, { name: employee, first: firstNames.get(cell) });
      if (message) problems.push({ employee, column: nameOf(column), message });
      return cell;
    }),
  );
  const header = template.columns.map(({ name }) => name);
  for (const text of [...(template.header ? header : []), template.preamble])
    if (!encode(text)) problems.push({ employee: '', column: text, message: missingIn(text, template) });
  const text = [
    ...(template.preamble
      ? template.preamble.replaceAll('{month}', dateIn(`${month}-01`, template)).split(/\r?\n/)
      : []),
    ...(template.header ? [asLine(header, template)] : []),
    ...rows.map((row) => asLine(row, template)),
  ];
  return {
    header,
    rows,
    sheetMinutes: people.reduce((sum, { days }) => sum + totalsOf(days).worked_minutes, 0),
    totals: totalsIn(lines, template),
    problems,
    content: encode(text.map((line) => `${line}\r\n`).join('')) ?? Buffer.alloc(0),
  };
}

/** Leaves out lines of kinds whose time is rounded to nothing. */
const isWritten = ({ kind, minutes }: Line, template: PayrollTemplate): boolean =>
  !kind || rounded(minutes.get(kind.code) ?? 0, template) > 0;

/** Adds up each column of times or, where a line has one kind, each kind. Includes time that is rounded to nothing. */
function totalsIn(lines: readonly Line[], template: PayrollTemplate) {
  const totals = new Map<string, { name: string; sheet_minutes: number; file_minutes: number }>();
  for (const line of lines) {
    for (const [index, column] of template.columns.entries()) {
      const minutes = minutesIn(column, line);
      const isOfKind = column.source === 'time' && column.text === '';
      if (minutes === undefined || !(isOfKind || isWritten(line, template))) continue;
      const name = [nameOf(column), column.source === 'time' && line.kind?.code].filter(Boolean).join(' ');
      const key = `${index} ${name}`;
      const total = totals.get(key) ?? { name, sheet_minutes: 0, file_minutes: 0 };
      total.sheet_minutes += minutes;
      total.file_minutes += rounded(minutes, template);
      totals.set(key, total);
    }
  }
  return [...totals.values()];
}

const nameOf = ({ name, source }: PayrollColumn): string => name || source;

function linesOf(template: PayrollTemplate, calendar: PayCalendar): (person: PaidPerson) => Line[] {
  const minutesOf = createTimeKinds(template.kinds, calendar);
  return (person) => {
    if (template.lines === 'day') return person.days.map((day) => ({ person, days: [day], minutes: minutesOf(day) }));
    const { days } = person;
    const minutes = new Map<string, number>();
    for (const day of days)
      for (const [code, some] of minutesOf(day)) minutes.set(code, (minutes.get(code) ?? 0) + some);
    if (template.lines === 'person') return [{ person, days, minutes }];
    return template.kinds
      .filter(({ code }) => (minutes.get(code) ?? 0) > 0)
      .map((kind) => ({ person, days, kind, minutes }));
  };
}

function minutesIn({ source, text }: PayrollColumn, { days, kind, minutes }: Line): number | undefined {
  if (source === 'time') return minutes.get(text || (kind?.code ?? '')) ?? 0;
  if (source === 'worked') return totalsOf(days).worked_minutes;
  return source === 'break' ? totalsOf(days).break_minutes : undefined;
}

function textIn(
  { source, text }: PayrollColumn,
  { person, days, kind }: Line,
  template: PayrollTemplate,
  month: string,
): string {
  const [day] = days;
  const texts: Readonly<Record<string, string>> = {
    number: person.number,
    name: person.name,
    department: person.department,
    month,
    first_day: dateIn(`${month}-01`, template),
    last_day: dateIn(lastDayOf(month), template),
    day: day ? dateIn(day.day, template) : '',
    kind_code: kind?.code ?? '',
    kind_name: kind?.name ?? '',
    days: String(totalsOf(days).days_present),
    text,
  };
  return texts[source] ?? '';
}

/** `first` is the first person with the number. The same name is somebody who was deleted and added again. */
function complaintAbout(
  { source }: PayrollColumn,
  cell: string,
  template: PayrollTemplate,
  { name, first }: { name: string; first: string | undefined },
): string | undefined {
  if (source === 'number' && cell.trim() === '') return 'The employee has no ID';
  if (isFormula(cell)) return formulaIn(`“${cell}”`);
  if (!encoders[template.encoding](cell)) return missingIn(cell, template);
  return source === 'number' && name !== first ? `${first} has the same ID in this month` : undefined;
}

function missingIn(text: string, { encoding }: PayrollTemplate): string {
  const missing = [...text].find((letter) => !encoders[encoding](letter)) ?? '';
  return `${encoding} has no “${missing}”`;
}

/** Rounds the total of a line, halves up; the record itself is never rounded. */
function rounded(minutes: number, { rounding, rounding_minutes: step }: PayrollTemplate): number {
  const whole = { nearest: Math.round, down: Math.floor, up: Math.ceil }[rounding];
  return whole(minutes / step) * step;
}

function written(exact: number, { unit }: PayrollColumn, template: PayrollTemplate): string {
  const minutes = rounded(exact, template);
  if (unit === 'minutes') return String(minutes);
  if (unit === 'h:mm') return hoursAndMinutes(minutes);
  const hundredths = Math.round((minutes * 100) / 60);
  return `${Math.floor(hundredths / 100)}${template.decimal_mark}${String(hundredths % 100).padStart(2, '0')}`;
}

function dateIn(day: string, { dates }: PayrollTemplate): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return dates.replace('yyyy', year).replace('mm', month).replace('dd', date);
}

function asLine(cells: readonly string[], { separator }: PayrollTemplate): string {
  const sign = separator === 'tab' ? '\t' : separator;
  return cells
    .map((cell) => (cell.includes(sign) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(sign);
}

const windowsBytes = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (letter, byte) => [letter, byte],
  ),
);

/** Return undefined for text that the encoding cannot hold. */
const encoders: Readonly<Record<PayrollTemplate['encoding'], (text: string) => Buffer | undefined>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8-bom': (text) => Buffer.from(`\uFEFF${text}`),
  'windows-1252': (text) => {
    const bytes = [...text].map((letter) => windowsBytes.get(letter));
    return bytes.every((byte) => byte !== undefined) ? Buffer.from(bytes) : undefined;
  },
};
