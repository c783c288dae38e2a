// Exported timesheets in other programs: every number is the server's.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signatureSheets } from '../../../../../src/features/timesheets/export/signatureSheets.ts';
import {
  type TimesheetFile,
  timesheetWorkbook,
} from '../../../../../src/features/timesheets/export/timesheetWorkbook.ts';
import { answerDecoder } from '../../../../../src/shared/contract/calls.ts';
import type { ExpectedTime, TimesheetRow } from '../../../../../src/shared/contract/timesheets.ts';
import { shortDayTitle } from '../../../../../src/shared/words/dates.ts';
import { today } from '../../../../../src/shared/words/days.ts';
import { daysIn } from '../../../../../src/shared/words/periods.ts';
import { marksOf } from '../../../../../src/shared/words/workDay.ts';
import { hoursAndMinutes, shortClockOn } from '../../../../../src/shared/words/workedTime.ts';
import { testFonts } from '../../../../support/exports/exportRecords.ts';
import { readPdf, readPdfInfo, readXlsx } from '../../../../support/exports/readers.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';
import { need } from '../../../../support/tools.ts';

const days = daysIn({ start_date: today(-30), end_date: today() });
const minutesOfDay = 1440;

/** A row unlike any in the sample: a shift past midnight, somebody still in, and texts that programs tend to change. */
const odd: TimesheetRow = {
  employee: { id: 9_999, name: '=1+1 Łukasz Żółć', employee_id: '00123', department: '' },
  company: { id: 1, name: 'Ateliér & Co' },
  worked_minutes: 480,
  break_minutes: 0,
  days_present: 2,
  exceptions: 1,
  days: [
    {
      day: today(-2),
      first_in: `${today(-2)}T22:00:00+01:00`,
      last_out: `${today(-1)}T06:00:00+01:00`,
      worked_minutes: 480,
      break_minutes: 0,
      is_open: false,
      exceptions: ['no_check_in', 'manual'],
    },
    {
      day: today(),
      first_in: `${today()}T00:00:10+01:00`,
      last_out: '',
      worked_minutes: 0,
      break_minutes: 0,
      is_open: true,
      exceptions: [],
    },
  ],
};

/** Expected time for the days of `odd`; today is not over. */
function expectedTime(difference_minutes: number): ExpectedTime {
  const day = { day: today(-2), expected_minutes: 510, difference_minutes, marks: [], excused: '', explanation: [] };
  const days = [day, { ...day, day: today(), difference_minutes: null }];
  return { expected_minutes: 510, difference_minutes, balance_minutes: -605, days };
}

let server: TestServer;
let file: TimesheetFile;
let workbook: Blob;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rollcall-timesheets-'));
  server = await startServer({ sample: { employeesPerCompany: 2, days: 25 } });
  const token = await server.signIn(server.users.administrator);
  const period = `start_date=${days[0]}&end_date=${today()}`;
  const { json } = await server.ask(`GET /timesheets?${period}&per_page=100`, { token });
  const rows = [...answerDecoder('GET /timesheets')(json.data).data, odd];
  const origin = {
    filters: [{ label: 'Company', value: 'Acme Ltd' }],
    zone: 'Europe/Prague',
    user: 'Ada Ádám (ada@example.com)',
    exportedOn: '2026-11-23 09:00:00',
    people: rows.length,
    notes: [],
  };
  file = { period: 'November 2026', days, rows, origin };
  workbook = await timesheetWorkbook(file);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const who = ({ employee, company }: TimesheetRow) => [
  employee.employee_id,
  employee.name,
  company.name,
  employee.department,
];
/** Minutes from a fraction of a day; an empty cell stays empty. */
const minutesIn = (cell: string | undefined) => (cell ? Math.round(Number(cell) * minutesOfDay * 1e6) / 1e6 : cell);

test('people by days: hours are numbers that are the minutes of the server', async () => {
  const { Timesheet: sheet } = await readXlsx(workbook);
  const [titles, ...rows] = sheet?.rows ?? [];
  expect(titles).toEqual([
    ...['Employee ID', 'Employee Name', 'Company', 'Department'],
    ...days,
    ...['Worked', 'Break', 'Days Present'],
  ]);
  expect(
    rows.map(([id, name, company, department, ...numbers]) => [
      id,
      name,
      company,
      department,
      ...numbers.slice(0, -1).map(minutesIn),
      numbers.at(-1),
    ]),
  ).toEqual(
    file.rows.map((row) => [
      ...who(row),
      ...days.map((day) => row.days.find((each) => each.day === day)?.worked_minutes ?? ''),
      row.worked_minutes,
      row.break_minutes,
      String(row.days_present),
    ]),
  );
  expect(sum(file.rows.map(({ worked_minutes }) => worked_minutes))).toBeGreaterThan(10_000);
  expect(sheet).toMatchObject({ formulas: 0, boldRows: [1] });
  expect(sheet?.formats).toEqual(expect.arrayContaining(['@', '[h]:mm']));
});

test('a row for each day, and what the file says about itself', async () => {
  const { Days: sheet, 'About this export': about } = await readXlsx(workbook);
  expect(
    sheet?.rows.slice(1).map((cells) => [...cells.slice(0, 7), minutesIn(cells[7]), minutesIn(cells[8]), cells[9]]),
  ).toEqual(
    file.rows.flatMap((row) =>
      row.days.map((day) => [
        ...who(row),
        day.day,
        shortClockOn(day.day, day.first_in),
        day.is_open ? '' : shortClockOn(day.day, day.last_out),
        day.worked_minutes,
        day.break_minutes,
        marksOf(day).join(', '),
      ]),
    ),
  );
  expect(sheet?.rows.at(-2)?.slice(5)).toEqual([
    '22:00',
    '06:00 +1',
    String(480 / minutesOfDay),
    '0',
    'Check-in missing, Added by hand',
  ]);
  expect(about?.rows).toEqual(
    expect.arrayContaining([
      ['Period', 'November 2026'],
      ['Filter: Company', 'Acme Ltd'],
      ['Time zone', 'Europe/Prague'],
      ['People in this file', String(file.rows.length)],
      ['Worked in total', hoursAndMinutes(sum(file.rows.map(({ worked_minutes }) => worked_minutes)))],
      ['Completeness', 'Every person in the list, once, as of a single moment'],
    ]),
  );
});

test('people in several time zones: the sheets name that of each', async () => {
  const rows = ['Asia/Kathmandu', 'Europe/Lisbon'].map((timezone) => ({ ...odd, timezone }));
  const sheets = await readXlsx(await timesheetWorkbook({ ...file, rows }));
  for (const title of ['Timesheet', 'Days']) {
    const [titles, ...people] = sheets[title]?.rows ?? [];
    expect([titles?.[3], ...new Set(people.map((cells) => cells[3]))]).toEqual([
      'Time Zone',
      'Asia/Kathmandu',
      'Europe/Lisbon',
    ]);
  }
});

/** A script that sums up each person's days, beside the file's total. */
const withSums = `
import openpyxl, sys
from openpyxl.utils import get_column_letter as letter
book = openpyxl.load_workbook(sys.argv[1])
sheet = book['Timesheet']
last, days = sheet.max_column, int(sys.argv[3])
for row in range(2, sheet.max_row + 1):
  sheet.cell(row, last + 1, '=SUM(E%d:%s%d)' % (row, letter(4 + days), row)).number_format = '[h]:mm'
book.save(sys.argv[2])`;

test('LibreOffice shows hours as hours, and adds the days up to the totals', async () => {
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at('file.xlsx'), Buffer.from(await workbook.arrayBuffer()));
  const openpyxl = ['-W', 'error', '-c', withSums, at('file.xlsx'), at('sums.xlsx'), String(days.length)];
  execFileSync(need('python3-openpyxl'), openpyxl);
  const options = ['--headless', '--norestore', `-env:UserInstallation=file://${at('profile')}`];
  // Tab-separated, cells as shown, each sheet in its own file.
  const tabs = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,true,false,false,-1';
  execFileSync(
    need('libreoffice-calc-nogui'),
    [...options, '--convert-to', tabs, '--outdir', folder, at('sums.xlsx')],
    { stdio: 'pipe' },
  );
  const csv = readFileSync(at('sums-Timesheet.csv'), 'utf8');
  const [, ...lines] = csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(lines.map((cells) => cells.slice(4))).toEqual(
    file.rows.map((row) => {
      const worked = hoursAndMinutes(row.worked_minutes);
      const shown = days.map((date) => row.days.find(({ day }) => day === date));
      return [
        ...shown.map((day) => (day ? hoursAndMinutes(day.worked_minutes) : '')),
        ...[worked, hoursAndMinutes(row.break_minutes), String(row.days_present), worked],
      ];
    }),
  );
});

const epochAndSums = `
import datetime, openpyxl, sys
book = openpyxl.load_workbook(sys.argv[1])
def minutes(sheet, title):
  titles = [cell.value for cell in sheet[1]]
  cells = [row[titles.index(title)].value for row in sheet.iter_rows(min_row=2)]
  return round(sum(cell / datetime.timedelta(minutes=1) for cell in cells if cell is not None))
print(book.epoch.year, *[minutes(book[sheet], title) for sheet, title in [
  ('Timesheet', 'Expected'), ('Timesheet', 'Difference'), ('Timesheet', 'Balance'), ('Days', 'Difference')]])`;

test('time below the expected time adds up, too, and Excel can show it', async () => {
  const rows = [-90, 30].map((difference_minutes) => ({ ...odd, expected_time: expectedTime(difference_minutes) }));
  const withLess = await timesheetWorkbook({ ...file, rows });
  const name = path.join(folder, 'less.xlsx');
  writeFileSync(name, Buffer.from(await withLess.arrayBuffer()));
  const read = execFileSync(need('python3-openpyxl'), ['-W', 'error', '-c', epochAndSums, name]).toString();
  expect(read.trim()).toBe('1904 1020 -60 -1210 -60');
  const { 'About this export': about } = await readXlsx(withLess);
  expect(about?.rows).toEqual(
    expect.arrayContaining([
      ['Expected in total', '17:00, of the days that are over'],
      ['Difference in total', '−1:00'],
    ]),
  );
});

test('the PDF has an upright page for each person, with each day, the totals and room for two signatures', async () => {
  const { blob, missing } = await signatureSheets(file, testFonts());
  expect(missing).toEqual([]);
  const info = await readPdfInfo(blob);
  expect(info).toMatchObject({ Title: 'Timesheets, November 2026', Author: file.origin.user });
  expect(info['Page size']).toMatch(/^595\.\d+ x 841/);
  const pages = await readPdf(blob);
  expect(pages).toHaveLength(file.rows.length);
  for (const [index, row] of file.rows.entries()) {
    const lines = (pages[index] ?? '').split('\n').map((line) => line.trim().replace(/ +/g, ' '));
    expect(lines).toContain(`Name ${row.employee.name}`);
    expect(lines).toContain(`Employee ID ${row.employee.employee_id}`);
    for (const date of days) {
      const day = row.days.find((each) => each.day === date);
      const cells = day && [
        shortClockOn(date, day.first_in),
        day.is_open ? '' : shortClockOn(date, day.last_out),
        hoursAndMinutes(day.worked_minutes),
        day.break_minutes > 0 ? hoursAndMinutes(day.break_minutes) : '',
        marksOf(day).join(', '),
      ];
      expect(lines).toContain([shortDayTitle(date), ...(cells ?? [])].filter(Boolean).join(' '));
    }
    const totals = `Worked ${hoursAndMinutes(row.worked_minutes)} Break ${hoursAndMinutes(row.break_minutes)}`;
    expect(lines).toContain(`${totals} Days present ${row.days_present}`);
    expect(lines).toContain('Employee: date and signature For the company: date and signature');
  }
});

test('the PDF has what was expected, and says where less was worked', async () => {
  const time = expectedTime(-30);
  const over = { ...time, days: time.days.slice(0, 1) };
  const rows = [over, time].map((expected_time) => ({ ...odd, expected_time }));
  const { blob, missing } = await signatureSheets({ ...file, rows }, testFonts());
  expect(missing).toEqual([]);
  const page = (await readPdf(blob)).join('').replace(/ +/g, ' ');
  expect(page).toContain('Expected 8:30 (–0:30), Check-in missing');
  expect(page).toContain('Expected 8:30 Difference –0:30 Balance –10:05\n');
  expect(page).toContain('Expected 8:30 Difference –0:30 Balance –10:05 (of the days that are over)\n');
});

test('a long name is there whole, above the days', async () => {
  const words = Array.from({ length: 30 }, (_, index) => `Name${index}`);
  const employee = { ...odd.employee, name: words.join(' '), department: words.reverse().join('-') };
  const { blob } = await signatureSheets({ ...file, rows: [{ ...odd, employee }] }, testFonts());
  const pages = await readPdf(blob);
  const lines = (pages[0] ?? '').split('\n').map((line) => line.trim().replace(/ +/g, ' '));
  const head = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('Day In Out')),
  );
  expect(head.join(' ')).toContain(`Name ${employee.name} Employee ID`);
  expect(head.join('')).toContain(`Department ${employee.department}`);
  for (const day of days) expect(pages.join('')).toContain(shortDayTitle(day));
});

test('a person with more than a page of notes continues on another, and says so', async () => {
  const exceptions = ['no_check_in', 'no_check_out', 'open_too_long', 'implausible_time', 'outside_employment'];
  const full = odd.days.slice(0, 1).flatMap((day) => days.map((date) => ({ ...day, day: date, exceptions })));
  const { blob } = await signatureSheets({ ...file, rows: [{ ...odd, days: full }] }, testFonts());
  const pages = await readPdf(blob);
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  expect(pages.filter((page) => page.includes('date and signature'))).toEqual(pages.slice(-1));
  for (const day of days) expect(pages.join('')).toContain(shortDayTitle(day));
});
