// Exported workbooks in LibreOffice and openpyxl. LibreOffice takes seconds to start, so it reads all files in one run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../../../../src/platform/export/verify/verify.ts';
import { createBuilder } from '../../../../../src/platform/export/worker/builder.ts';
import { createExcelWriter } from '../../../../../src/platform/export/xlsx/writer.ts';
import { titles } from '../../../../../src/shared/words/exportedRow.ts';
import { need } from '../../../../support/tools.ts';

const odd = [
  ['ليلى حسن', 'שרה', '王小明', 'अनिल', 'ส้ม', '😀', 'Σοφία', 'ﾊﾝｶｸ'],
  ['=1+1', '+1', '-1', '@SUM(A1)', '00123', '1E5', 'TRUE', '2026-03-01'],
  ['_x0041_', 'a"b', "it's", '<&>', ']]>', ' spaces ', '\u202eright to left', 'tab\there'],
  ['line one\nline two', 'x'.repeat(255), '', '', '', '', '', ''],
];
const many = Array.from({ length: 120 }, (_, index) => [`Person ${index}`, `00${index}`, ...Array(6).fill('cell')]);
const workbooks: Record<string, string[][]> = { odd, many };

let folder: string;
const file = (name: string) => path.join(folder, name);
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: folder, stdio: 'pipe' }).toString();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rollcall-office-'));
  for (const [name, cells] of Object.entries(workbooks)) {
    const builder = createBuilder({ excel: createExcelWriter() });
    builder.add(
      cells.map((row, id) => ({ id, cells: row })),
      'end',
    );
    const origin = { filters: [], zone: 'UTC', user: 'Ada <&>', exportedOn: '', serverTotal: 0, notes: [] };
    const sign = async () => ({ statement: JSON.stringify({ rows: 'x'.repeat(400) }), signature: 'abc' });
    const [built] = await builder.build({ format: 'excel', origin }, () => undefined, sign);
    writeFileSync(file(`${name}.xlsx`), Buffer.from((await built?.blob.arrayBuffer()) ?? new ArrayBuffer(0)));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The final -1 means all sheets, each in its own file. */
const csvOfAllSheets = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';

function convert(format: string, ...names: string[]): void {
  const profile = `-env:UserInstallation=file://${file('profile')}`;
  const files = names.map((name) => `${name}.xlsx`);
  const options = ['--headless', '--norestore', profile, '--convert-to', format, '--outdir', file('out')];
  run(need('libreoffice-calc-nogui'), ...options, ...files);
}

function readCsv(name: string): string[][] {
  const text = readFileSync(file(`out/${name}`), 'utf8');
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

test('LibreOffice reads every cell as it was exported', () => {
  convert(csvOfAllSheets, 'odd', 'many');
  for (const [name, cells] of Object.entries(workbooks)) {
    expect(readCsv(`${name}-Attendance Records.csv`)).toEqual([titles, ...cells]);
    expect(readCsv(`${name}-About this export.csv`)).toContainEqual(['Rows in this file', String(cells.length)]);
  }
});

test('LibreOffice prints all columns on one page, under a row of titles on each', () => {
  convert('pdf', 'many');
  const pages = run('pdftotext', '-layout', 'out/many.pdf', '-').split('\f').slice(0, -1);
  expect(pages.map((page) => /Employee Name +Employee ID .*Status +Created At/.test(page))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(pages.at(-1)).toContain('About this export');
  expect(run('pdfinfo', 'out/many.pdf')).toMatch(/Page size: +841\.89 x 595/);
});

test('Verify File recognizes the cells of a workbook that LibreOffice has saved again', async () => {
  convert('xlsx', 'odd');
  expect(await verify(new Blob([readFileSync(file('out/odd.xlsx'))]))).toMatchObject({
    state: 'sameCells',
    why: 'savedAgain',
  });
});

test('Verify File recognizes the cells of a workbook that openpyxl has saved again', async () => {
  const script = 'import openpyxl, sys; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])';
  run(need('python3-openpyxl'), '-c', script, 'odd.xlsx', 'saved.xlsx');
  expect(await verify(new Blob([readFileSync(file('saved.xlsx'))]))).toMatchObject({
    state: 'sameCells',
    why: 'savedAgain',
  });
});

test('openpyxl reads every cell, the print set-up, title and author, without a warning', () => {
  const script = `
import json, openpyxl, sys
from openpyxl.utils.escape import unescape # it leaves that to its users
book = openpyxl.load_workbook(sys.argv[1])
sheet = book.worksheets[0]
print(json.dumps({
  'cells': [[unescape(cell.value or '') for cell in row] for row in sheet.iter_rows()],
  'properties': [book.properties.title, book.properties.creator],
  'titles': sheet.print_title_rows,
  'pages': [[each.page_setup.orientation, each.sheet_properties.pageSetUpPr.fitToPage, each.page_setup.fitToHeight]
    for each in book.worksheets],
  'filter': sheet.auto_filter.ref,
  'wrapped': [[cell.coordinate for cell in row if cell.alignment.wrap_text] for row in sheet.iter_rows()],
  'heights': [sheet.row_dimensions[number].height for number in range(1, sheet.max_row + 1)],
}))`;
  const read: unknown = JSON.parse(run(need('python3-openpyxl'), '-W', 'error', '-c', script, 'odd.xlsx'));
  expect(read).toEqual({
    cells: [titles, ...odd],
    properties: ['Attendance Records', 'Ada <&>'],
    titles: '$1:$1',
    pages: Array(2).fill(['landscape', true, 0]),
    filter: 'A1:H5',
    wrapped: [[], [], [], [], ['A5', 'B5']],
    heights: [null, null, null, null, 75],
  });
});
