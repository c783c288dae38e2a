// Proves what an import would do with each row, in pure functions from the cells to the decision.

import { describe, expect, test } from 'vitest';
import { candidateOf, companyFinder, dateOrderReader } from '../../../../../src/features/employees/import/candidate.ts';
import {
  type Columns,
  guessColumns,
  hasHeader,
  matchColumns,
} from '../../../../../src/features/employees/import/columns.ts';
import { pastedContent, readCsvFile } from '../../../../../src/features/employees/import/csvFile.ts';
import { knownEmployees, lineIndex } from '../../../../../src/features/employees/import/knownEmployees.ts';
import { type PlannedRow, planRow } from '../../../../../src/features/employees/import/plan.ts';
import { explain, reportRow } from '../../../../../src/features/employees/import/rowStatus.ts';
import type { CsvRow } from '../../../../../src/platform/csv/readCsv.ts';
import type { Employee } from '../../../../../src/shared/contract/employees.ts';
import { companyOf } from './company.ts';

const companies = [companyOf(1, 'Béranger', 'BER'), companyOf(2, 'Twin'), companyOf(3, 'Twin')];

const zoe: Employee = {
  id: 70,
  company_id: 1,
  company: null,
  employee_id: '0042',
  crm_employee_id: '',
  name: 'Zoë Quill',
  email: 'not checked',
  phone: '',
  department: 'Post',
  position: '',
  is_active: true,
};

const header = ['Firma', 'Personal-Nr.', 'Name', 'E-Mail', 'Abteilung'];

function plan(rows: readonly string[][], { columns = matchColumns(header), mayCreate = true, mayChange = true } = {}) {
  const file = rows.map((cells, index) => rowAt(index + 2, cells));
  const dates = dateOrderReader(columns);
  file.forEach(dates.read);
  const source = {
    columns,
    width: Object.keys(columns).length,
    companies: companyFinder(companies),
    company: undefined,
    dateOrder: dates.result(),
  };
  const lines = lineIndex();
  const candidates = file.map((row) => candidateOf(row, source));
  for (const { row, company: found, values } of candidates) {
    if (found && values.employee_id) lines.add(found.id, values.employee_id, row.line);
  }
  const known = knownEmployees(new Map([[1, [zoe]]]));
  const rulebook = { known, ...lines, mayCreate, mayChange };
  return candidates.map((candidate) => planRow(candidate, rulebook));
}

const rowAt = (line: number, cells: string[]): CsvRow => ({ line, cells, start: 0, end: 0, next: 0 });
const told = (rows: readonly PlannedRow[]) => rows.map((row) => [row.outcome, ...explain(reportRow(row, undefined))]);

test('creates, changes, leaves alone', () => {
  expect(
    told(
      plan([
        ['beranger', '7', 'Ann Lee', 'ann@b.example', ''],
        ['BER', '0042', 'Zoë Quill', '', 'Mail'],
        ['Béranger', ' 0042x', "'=Ann", '', ''],
      ]),
    ),
  ).toEqual([
    ['create', 'ann@b.example'],
    ['change', 'Department: Post → Mail'],
    ['create', ''],
  ]);
  const [unchanged] = plan([['BER', '0042', 'Zoë Quill', '', 'Post']]);
  expect(unchanged?.outcome).toBe('nothing');
});

test('reads the dates of an employment in two ways, and refuses others', () => {
  const columns = matchColumns([...header, 'Eintrittsdatum', 'Austritt']);
  expect(
    told(
      plan(
        [
          ['BER', '7', 'Ann Lee', '', '', '2026-01-31', ''],
          ['BER', '0042', '', '', '', '1.2.2026', '31.12.2026'],
          ['BER', '8', 'Bo Lee', '', '', '1/2/2026', ''],
          ['BER', '9', 'Cy Lee', '', '', '2026-02-01', '2026-01-31'],
        ],
        { columns },
      ),
    ),
  ).toEqual([
    ['create', ''],
    ['change', 'Employed From: empty → 2026-02-01', 'Employed Until: empty → 2026-12-31'],
    ['refused', 'Employed From: Please enter a date such as 2026-11-21 (1/2/2026)'],
    ['refused', 'Employed Until: The last day must not be before the first (2026-01-31)'],
  ]);
});

describe('dates of other spreadsheets', () => {
  const columns = { company: 0, employee_id: 1, name: 2, employed_from: 3, employed_until: 4 };
  const daysIn = (dates: readonly [string, string][]) =>
    plan(
      dates.map((each, index) => ['BER', String(index + 1), 'Ann', ...each]),
      { columns },
    ).map(({ outcome, values }) => [outcome, values.employed_from, values.employed_until]);

  test.each([
    ['day first', '3/4/2026', '31/12/2026', '2026-04-03'],
    ['day first, with hyphens', '3-4-2026', '31-12-2026', '2026-04-03'],
    ['month first', '3/4/2026', '12/31/2026', '2026-03-04'],
    ['year first', '2026/3/4', '2026/12/31', '2026-03-04'],
    ['of a database', '2026-03-04 00:00:00.000', '2026-12-31T00:00:00', '2026-03-04'],
    ['with a midnight, day first', '4.3.2026 00:00:00', '31.12.2026 0:00', '2026-03-04'],
    ['with a midnight, month first', '3/4/2026 12:00:00 AM', '12/31/2026 12:00:00 AM', '2026-03-04'],
  ])('%s', (_, from, until, first) => {
    expect(daysIn([[from, until]])).toEqual([['create', first, '2026-12-31']]);
    // The rows of a file use one order, so one row settles it for all.
    const rows: [string, string][] = [
      [from, ''],
      ['', until],
    ];
    expect(daysIn(rows)).toEqual([
      ['create', first, undefined],
      ['create', undefined, '2026-12-31'],
    ]);
  });

  test.each([
    ['no date tells which number is the day', '3/4/2026', '5/6/2026'],
    ['two dates disagree', '13/4/2026', '12/31/2026'],
    ['a month 13', '2026/13/1', '2026/14/2'],
    ['a time of day', '2026-03-04 08:00:00', '2026-12-31 17:00'],
  ])('are refused: %s', (_, from, until) => {
    expect(daysIn([[from, until]])).toEqual([['refused', expect.any(String), expect.any(String)]]);
  });
});

test.each(['9999-12-31', '31.12.9999', '12/31/9999'])('takes %s for no date, as SAP writes it', (until) => {
  const columns = { company: 0, employee_id: 1, name: 2, employed_until: 3 };
  const [row] = plan([['BER', '0043', 'Bo Lee', until]], { columns });
  expect([row?.outcome, row?.values]).toEqual(['create', { employee_id: '0043', name: 'Bo Lee' }]);
});

test('reads the text of a formula with which programs keep the zeros of an ID', () => {
  const rows = plan([
    ['BER', '="0042"', 'Zoë Quill', '', '="Post ""1"""'],
    ['="BER"', '="0043"', 'Bo Lee', '', ''],
  ]);
  expect(told(rows)).toEqual([
    ['change', 'Department: Post → Post "1"'],
    ['create', ''],
  ]);
  expect(rows[1]?.values.employee_id).toBe('0043');
});

test('reads no hidden signs in IDs and addresses, which would make a second employee', () => {
  const [row, other] = plan([
    ['BER', '\u200b0042\u202c', 'Zoë Quill', '', 'Post'],
    ['BER', '\ufeff0043', 'علی\u200cرضا', 'ali@\u00adx.example', ''],
  ]);
  expect(row?.outcome).toBe('nothing');
  expect(other?.values).toEqual({ employee_id: '0043', name: 'علی\u200cرضا', email: 'ali@x.example' });
});

test('refuses an ID that is known in digits of another width', () => {
  expect(told(plan([['BER', '００４２', 'Zoë Quill', '', '']]))).toEqual([
    ['refused', 'Employee ID: ００４２ is written 0042 for Zoë Quill, who is an employee already'],
  ]);
});

test('refuses two new IDs that differ only in leading zeros or case', () => {
  expect(
    told(
      plan([
        ['BER', '007', 'Ann', '', ''],
        ['BER', '7', 'Ann', '', ''],
        ['BER', 'b1', 'Bo', '', ''],
        ['BER', 'B1', 'Bo', '', ''],
        ['BER', 'B11', 'Cy', '', ''],
      ]),
    ),
  ).toEqual([
    ['refused', 'Employee ID: 007 is written differently on line 3'],
    ['refused', 'Employee ID: 7 is written differently on line 2'],
    ['refused', 'Employee ID: b1 is written differently on line 5'],
    ['refused', 'Employee ID: B1 is written differently on line 4'],
    ['create', ''],
  ]);
});

test('refuses totals, and IDs that became decimal numbers', () => {
  expect(
    told(
      plan([
        ['BER', 'Total', '61', '', ''],
        ['BER', '1001.0', 'Ann Lee', '', ''],
        ['BER', '10.01', 'Bo Lee', '', ''],
      ]),
    ),
  ).toEqual([
    ['refused', 'Name: 61 has no letters. Is this a row of totals?'],
    ['refused', 'Employee ID: 1001.0 was turned into a decimal number by a program'],
    ['create', ''],
  ]);
});

test('reads what stands on several lines of a cell as one line', () => {
  const [row] = plan([['BER', '7', 'Lee,\r\nAnn ', '', 'Post \n Office']]);
  expect([row?.outcome, row?.values]).toEqual([
    'create',
    { employee_id: '7', name: 'Lee, Ann', department: 'Post Office' },
  ]);
});

test('refuses what is wrong, and says where', () => {
  expect(
    told(
      plan([
        ['BER', '', '', 'door', ''],
        ['Nobody', '1', 'A', '', ''],
        ['Twin', '1', 'A', '', ''],
        ['', '1', 'A', '', ''],
        ['BER', '8', 'A', '', ''],
        ['BER', '8', 'B', '', ''],
        ['BER', '42', 'Zoe', '', ''],
        ['BER', '1,2E+08', 'A', '', ''],
        ['BER', '9', 'M\uFFFDller', '', ''],
        ['BER', '10', 'A', '', 'Post', 'shifted'],
        ['BER', '11', 'x'.repeat(300), '', ''],
      ]),
    ),
  ).toEqual([
    ['refused', 'Employee ID is required', 'Name is required', 'Email is invalid (door)'],
    ['refused', 'Company: There is no company “Nobody”'],
    ['refused', 'Company: 2 companies are named “Twin”. Use the identifier'],
    ['refused', 'Company is required'],
    ['refused', 'Employee ID: 8 is also on line 7'],
    ['refused', 'Employee ID: 8 is also on line 6'],
    ['refused', 'Employee ID: 42 is written 0042 for Zoë Quill, who is an employee already'],
    ['refused', 'Employee ID: 1,2E+08 was shortened by a spreadsheet'],
    ['refused', 'Name: Not readable. Check the encoding (M\uFFFDller)'],
    ['refused', 'The row has more cells than there are columns (5)'],
    ['refused', `Name: Please use at most 255 characters (${'x'.repeat(80)}…)`],
  ]);
});

test('refuses what the user may not do', () => {
  const rows = [
    ['BER', '7', 'Ann', '', ''],
    ['BER', '0042', 'Zoe', '', ''],
  ];
  expect(told(plan(rows, { mayCreate: false, mayChange: false }))).toEqual([
    ['refused', "You don't have permission to add employees"],
    ['refused', "You don't have permission to change employees"],
  ]);
});

describe('the row with the names of the columns', () => {
  const title = 'Staff of December 2026';
  const cases: [string, string, string | undefined, number][] = [
    ['first', 'ID;Name\n1;Ann Lee', 'ID;Name', 1],
    ['below a title', `${title}\n\nID;Name;Email\n1;Ann Lee;\n2;Bo Lee;`, 'ID;Name;Email', 2],
    ['below titles of groups', 'Employee;;Contact\nID;Name;Email\n1;Ann Lee;a@b.example', 'ID;Name;Email', 1],
    ['none', '1;Ann Lee;No;Service\n2;Bo Lee;No;Service', undefined, 2],
    ['first, without an ID that is known', 'PIN;Name;Team;Active\nA;Ann Lee;Service;No', 'PIN;Name;Team;Active', 1],
  ];
  test.each(cases)('%s', async (_, content, names, rows) => {
    const file = await readCsvFile(pastedContent(content), {});
    expect([file.header?.cells.join(';'), file.rows.length]).toEqual([names, rows]);
  });
});

describe('columns', () => {
  const fieldsOf = (names: string) => matchColumns(names.split(','));
  const cases: [string, Columns][] = [
    ['Company,ID,Name,Email', { company: 0, employee_id: 1, name: 2, email: 3 }],
    ['employee_id,ID,CRM ID', { employee_id: 0, crm_employee_id: 2 }],
    [
      '#,Employee #,First Name,Last Name,Work Email,Hire Date,Phone #',
      { employee_id: 1, first_name: 2, last_name: 3, email: 4, employed_from: 5, phone: 6 },
    ],
    ['Personalnummer,Vorname,Nachname,Tätigkeit', { employee_id: 0, first_name: 1, last_name: 2, position: 3 }],
    ['Matricule,Nom,Prénom,Adresse e-mail,Téléphone', { employee_id: 0, name: 1, first_name: 2, email: 3, phone: 4 }],
    ['Número de empleado,Nombre,Apellidos,Correo electrónico', { employee_id: 0, name: 1, last_name: 2, email: 3 }],
  ];
  test.each(cases)('%s', (names, columns) => expect(fieldsOf(names)).toEqual(columns));

  test('a name in two columns is put together', () => {
    const named = (columns: Columns, cells: string[]) => plan([cells], { columns })[0]?.values.name;
    expect(named({ name: 0, first_name: 1 }, ['Lee', 'Ann'])).toBe('Ann Lee');
    expect(named({ name: 0, last_name: 1 }, ['Ana', 'Lopez Gil'])).toBe('Ana Lopez Gil');
    expect(named({ name: 0, first_name: 1, last_name: 2 }, ['Dr Ann Lee', 'Ann', 'Lee'])).toBe('Dr Ann Lee');
  });

  test('are guessed where the first row has none', () => {
    const rows = [
      ['1001', 'Ann Lee', 'ann@b.example', 'beranger', '+49 30 1234567'],
      ['1002', 'Bo Chan', 'bo@b.example', 'BER', '030/765432'],
    ];
    expect(hasHeader(rows[0] ?? [])).toBe(false);
    expect(hasHeader(header)).toBe(true);
    expect(guessColumns(rows, companyFinder(companies).has)).toEqual({
      employee_id: 0,
      name: 1,
      email: 2,
      company: 3,
      phone: 4,
    });
  });
});
