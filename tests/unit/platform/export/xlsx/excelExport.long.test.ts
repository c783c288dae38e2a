// Exports Excel files that other programs read.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ExportRequest } from '../../../../../src/features/attendance/export/exportAttendance.ts';
import {
  type AttendanceServer,
  entries,
  entry,
  startAttendanceServer,
} from '../../../../support/exports/attendanceServer.ts';
import { exportOneFile, exportRecords, named } from '../../../../support/exports/exportRecords.ts';
import { readXlsx } from '../../../../support/exports/readers.ts';

let server: AttendanceServer;
beforeEach(async () => {
  server = await startAttendanceServer([]);
});
afterEach(() => server.stop());

test('writes every cell as text, never as a number, a date or a formula', async () => {
  const odd = [
    '=1+1',
    '+49 30',
    '@SUM(A1)',
    '1E5',
    '00123',
    'O’Brien & <Sons> "x"',
    ' two  spaces ',
    'a\tb\nc\rd',
    'a section ]]> that ends',
    'bell\u0007 and \uffff',
    '_x0041_',
    '王小明 😀',
    'محمد',
    '\ud83d',
  ];
  server.records = odd.map((name, index) => entry(index + 1, { employee: { name, employee_id: '00123' } }));
  const sheet = (await readXlsx(await exportOneFile(server)))['Attendance Records'];
  expect(sheet?.rows.slice(1).map(([name]) => name)).toEqual([...odd.slice(0, -1), '\ufffd']);
  expect(new Set(sheet?.rows.slice(1).map(([, id]) => id))).toEqual(new Set(['00123']));
  expect(sheet).toMatchObject({ formulas: 0, types: ['inlineStr'], formats: ['@'] });
});

test('has eight columns that fit their content, and a frozen header with filters', async () => {
  server.records = [...entries(250), entry(999, named('A very long name that needs room'))];
  const sheet = (await readXlsx(await exportOneFile(server)))['Attendance Records'];
  expect(sheet?.rows[0]).toEqual([
    'Employee Name',
    'Employee ID',
    'Event Type',
    'Timestamp',
    'Controller',
    'Company',
    'Status',
    'Created At',
  ]);
  expect(sheet?.rows).toHaveLength(252);
  expect(sheet?.rows[1]).toEqual([
    'Employee 1',
    '00001',
    'Check In',
    '2026-03-02 08:01:00',
    'Main Door',
    'Acme Ltd',
    'Pending',
    '2026-03-02 08:01:05',
  ]);
  expect(sheet).toMatchObject({ frozen: ['frozen', '1', 'A2'], filter: 'A1:H252', boldRows: [1] });
  expect(sheet?.widths[0]).toBeGreaterThanOrEqual(32);
  expect(sheet?.widths[3]).toBeGreaterThanOrEqual(19);
});

test('names unknown employees, controllers and companies as the screen does', async () => {
  server.records = [entry(1, { employee: null, access_controller: null, company: null, is_processed: true })];
  const sheet = (await readXlsx(await exportOneFile(server)))['Attendance Records'];
  expect(sheet?.rows[1]?.slice(0, 7)).toEqual([
    'Unknown Employee',
    'N/A',
    'Check In',
    '2026-03-02 08:01:00',
    'Unknown Controller',
    'Unknown Company',
    'Processed',
  ]);
});

test('states its origin in the sheet about the export', async () => {
  server.records = entries(120);
  const about = new Map(
    (await readXlsx(await exportOneFile(server)))['About this export']?.rows.map(([label, value]) => [label, value]),
  );
  expect(about.get('Filter: Company')).toBe('Acme Ltd');
  expect(about.get('Exported by')).toBe('Ada Admin');
  expect(about.get('Rows in this file')).toBe('120');
  expect(about.get('Part')).toBe('1 of 1');
  expect(about.get('First record')).toBe('#1: Employee 1, Check In, 2026-03-02 08:01:00');
  expect(about.get('Last record')).toBe('#120: Employee 0, Check Out, 2026-03-02 08:00:00');
});

test('names the file after its dates, even where they are open', async () => {
  server.records = entries(1);
  const name = async (filters: ExportRequest['filters']) => (await exportRecords(server, { filters })).files[0]?.name;
  expect(await name({ start_date: '2026-03-01', end_date: '2026-03-31' })).toBe(
    'attendance_records_2026-03-01_to_2026-03-31.xlsx',
  );
  expect(await name({ start_date: '', end_date: undefined })).toBe('attendance_records_beginning_to_now.xlsx');
});
