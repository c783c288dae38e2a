// An exported list in other programs.
import { expect, test } from 'vitest';
import { listCsv, listRows } from '../../../../../src/platform/export/list/listFile.ts';
import { listWorkbook } from '../../../../../src/platform/export/list/listWorkbook.ts';
import { readXlsx } from '../../../../support/exports/readers.ts';

const people = [
  { id: '00123', name: 'Müller, "Max"' },
  { id: '1E5', name: '=HYPERLINK("x")' },
  { id: '', name: 'two\nlines' },
  { id: 'constructor', name: 'bell\u0007 _x0041_ 王' },
];
const columns = [
  { title: 'ID', text: ({ id }: (typeof people)[number]) => id },
  { title: 'Name', text: ({ name }: (typeof people)[number]) => name },
];
const rows = listRows(columns, people);

test('a workbook has text cells only, which keep every value', async () => {
  const file = await listWorkbook({ title: 'Access Controllers', author: 'Ann', rows });
  const sheets = await readXlsx(file);
  const sheet = sheets['Access Controllers'];
  expect(sheet?.rows).toEqual([['ID', 'Name'], ...people.map(({ id, name }) => [id, name])]);
  expect(sheet).toMatchObject({ formulas: 0, formats: ['@'], boldRows: [1] });
  expect(sheet?.frozen?.slice(0, 2)).toEqual(['frozen', '1']);
});

test('a text that is too long for a cell says where the rest is, and Excel can open the file', async () => {
  const value = 'long '.repeat(20_000);
  const settings = [
    ['Key', 'Value'],
    ['menu', value],
  ];
  const file = await listWorkbook({ title: 'Settings', author: 'Ann', rows: settings });
  const [, [, shown = ''] = []] = (await readXlsx(file)).Settings?.rows ?? [];
  expect(shown.length).toBeLessThanOrEqual(32_767);
  expect(shown).toMatch(/^(long )+… \(too long for Excel: the other format has all of it\)$/);
  expect(await listCsv(settings, 'csv').text()).toContain(value);
});

test('a list of more rows than Excel holds is refused', async () => {
  const row = ['x'];
  const many = Array.from({ length: 1_048_577 }, () => row);
  await expect(listWorkbook({ title: 'Employees', author: 'Ann', rows: many })).rejects.toThrow(
    'The sheet ‘Employees’ would have 1,048,577 rows; Excel holds 1,048,576. Please export fewer days or records.',
  );
});

test('a CSV file has a byte order mark and quotes; formulas are guarded unless exact values are asked for', async () => {
  const guarded = Buffer.from(await listCsv(rows, 'csv').arrayBuffer()).toString();
  expect(guarded.startsWith('\uFEFFID,Name\r\n00123,"Müller, ""Max"""\r\n')).toBe(true);
  expect(guarded).toContain(`1E5,"'=HYPERLINK(""x"")"\r\n`);
  const exact = Buffer.from(await listCsv(rows, 'exactCsv').arrayBuffer()).toString();
  expect(exact).toBe(guarded.replace("'=", '='));
});
