// Finds out whether an exported file was changed. The tests edit files as people do: another program unpacks, changes
// and packs them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { correctionTitles } from '../../../../src/export/correctionRows.ts';
import { titles } from '../../../../src/format/exportedRow.ts';
import { createBuilder } from '../../../../src/export/worker/builder.ts';
import { readPdf, readXlsx } from '../../../support/exports/readers.ts';
import { createPdfWriter } from '../../../../src/export/pdf/writer.ts';
import { createExcelWriter } from '../../../../src/export/xlsx/writer.ts';
import { verify } from '../../../../src/export/proof/verify.ts';

const names = ['Jane', '=1+1', 'O’Brien & Sons', '_x0041_', ' spaces ', 'bell\u0007', '王', 'last'];
const rows = names.map((name, id) => ({
  id,
  cells: [name, '007', 'Check In', '2026-03-01 08:00:00', 'Door', 'Acme', 'Pending', ''],
}));
const origin = {
  filters: [{ label: 'Status', value: 'All <&> "x"' }],
  zone: 'UTC',
  user: ' Ada ',
  exportedOn: 'now',
  serverTotal: 8,
  notes: [],
};

async function build(format: 'excel' | 'pdf', asciiOnly = false): Promise<Blob> {
  const pdf = createPdfWriter({ names: async () => [], read: () => Promise.reject(new Error('No fonts')) });
  const builder = createBuilder({ excel: createExcelWriter(), pdf });
  builder.add(asciiOnly ? rows.slice(0, 3) : rows, 'end');
  const [file] = await builder.build({ format, origin }, () => undefined);
  if (!file) throw new Error('No file');
  return file.blob;
}

/** Runs Python on the texts of the workbook's members; `m` maps their names to them. */
async function edited(file: Blob, edit: string): Promise<Blob> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-verify-'));
  try {
    const name = path.join(folder, 'file.xlsx');
    writeFileSync(name, Buffer.from(await file.arrayBuffer()));
    const script = `
import re, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z: m = {n: z.read(n).decode() for n in z.namelist()}
sheet, about, shared = 'xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml', 'xl/sharedStrings.xml'
before = dict(m)
${edit}
assert m != before or ${edit === '' ? 'True' : 'False'}, 'nothing was edited'
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:
  for n, text in m.items(): z.writestr(n, text)
`;
    execFileSync('python3', ['-c', script, name]);
    return new Blob([readFileSync(name)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function unchanged(file: Blob) {
  const result = await verify(file);
  if (result.state !== 'unchanged') throw new Error(`The file is ${result.state}`);
  return result;
}

describe('Excel', () => {
  let file: Blob;
  beforeAll(async () => {
    file = await build('excel');
  });

  test('recognizes a file as exported, and packed again', async () => {
    expect(await verify(file)).toMatchObject({ state: 'unchanged' });
    expect(await verify(await edited(file, ''))).toMatchObject({ state: 'unchanged' });
  });

  test('lists the facts in the file', async () => {
    const { details } = await unchanged(file);
    expect(details).toContainEqual({ label: 'Filter: Status', value: 'All <&> "x"' });
    expect(details).toContainEqual({ label: 'Exported by', value: 'Ada' });
    expect(details).toContainEqual({ label: 'Rows in this file', value: '8' });
  });

  test('keeps texts that write-excel-file would alter or drop', async () => {
    const odd = ['', 'constructor', '__proto__', '_x0041_', 'a\ufffdb', 'c\ufdd0d', 'e\ud83f\udffef', '<&>'];
    const builder = createBuilder({ excel: createExcelWriter() });
    builder.add(rows, 'end');
    const filters = odd.map((value, index) => ({ label: `Name ${index}`, value }));
    const [built] = await builder.build({ format: 'excel', origin: { ...origin, filters } }, () => undefined);
    if (!built) throw new Error('There is no file');
    const about = (await readXlsx(built.blob))['About this export'];
    expect(about?.rows.slice(0, odd.length).map(([, value]) => value)).toEqual(odd);
    expect(await verify(built.blob)).toMatchObject({ state: 'unchanged' });
  });

  test('recognizes a file saved by a program that shares texts and leaves out empty cells', async () => {
    const saved = await edited(
      file,
      `
count = m[shared].count('<si>')
texts = []
def move(found):
  texts.append(found[3])
  return '<c r="%s" s="%s" t="s"><v>%d</v></c>' % (found[1], found[2], count + len(texts) - 1)
m[sheet] = re.sub(r'<c r="(H(?!1")\\d+)"[^>]*t="inlineStr">.*?</c>', '', m[sheet])
m[sheet] = re.sub(r'<c r="(\\w+)" s="(\\d+)" t="inlineStr"><is>(.*?)</is></c>', move, m[sheet])
m[shared] = m[shared].replace('</sst>', ''.join('<si>%s</si>' % t for t in texts) + '</sst>')
`,
    );
    expect(await verify(saved)).toMatchObject({ state: 'unchanged' });
  });

  test.each([
    ['a cell', "m[sheet] = m[sheet].replace('Jane', 'June')", /At least one cell was changed/],
    [
      'an id as a number',
      `m[sheet] = re.sub(r'<c r="B2".*?</c>', '<c r="B2"><v>7</v></c>', m[sheet])`,
      /At least one cell/,
    ],
    ['a removed row', `m[sheet] = re.sub(r'<row r="9">.*?</row>', '', m[sheet])`, /has 7 rows; 8 were exported/],
    [
      'the order of two rows',
      `m[sheet] = re.sub(r'(<row r="2">.*?</row>)(<row r="3">.*?</row>)', r'\\2\\1', m[sheet])`,
      /moved/,
    ],
    ['a title', "m[sheet] = m[sheet].replace('Employee Name', 'Name')", /titles/],
    ['a filter', "m[shared] = m[shared].replace('All &lt;', 'Some &lt;')", /About this export.* was changed/],
  ])('finds a change: %s', async (_, edit, difference) => {
    expect(await verify(await edited(file, edit))).toMatchObject({
      state: 'changed',
      difference: expect.stringMatching(difference),
    });
  });

  test('does not take another workbook for an exported one', async () => {
    const other = await edited(
      file,
      "m['xl/workbook.xml'] = m['xl/workbook.xml'].replace('About this export', 'Sheet2')",
    );
    expect(await verify(other)).toMatchObject({ state: 'notExported' });
  });
});

describe('corrections', () => {
  const cells = (name: string, reason: string) => [
    '1',
    name,
    '2026-03-01',
    'Set aside: Check In at 2026-03-01 08:00:00',
    reason,
    'Applied',
    'Ada',
    '2026-03-02 09:00:00',
    '',
  ];
  const corrections = [
    { id: 1, recordId: 1, cells: cells('=1+1', '007') },
    { id: 2, recordId: 2, cells: cells('O’Brien & Sons', 'Twice at the door.\nThe first one counts. '.repeat(4)) },
  ];
  const ofOthers = [
    { id: 3, recordId: 99, cells: cells('Not in the file', 'x') },
    { id: 4, recordId: null, cells: cells('Waits', 'x') },
  ];
  const marked = rows.map((row) => ({
    ...row,
    ...(row.id === 1 && { mark: 'setAside' as const }),
    ...(row.id > 5 && { mark: 'manual' as const }),
  }));

  async function buildCorrected(format: 'excel' | 'pdf', all = [...corrections, ...ofOthers], rowsPerFile = 1_000) {
    const pdf = createPdfWriter({ names: async () => [], read: () => Promise.reject(new Error('No fonts')) });
    const builder = createBuilder({ excel: { ...createExcelWriter(), rowsPerFile }, pdf });
    builder.add(format === 'pdf' ? marked.slice(0, 3) : marked, 'end');
    const files = await builder.build({ format, origin: { ...origin, corrections: all } }, () => undefined);
    return files.map(({ blob }) => blob);
  }

  test('of exported records have a sheet of their own, and are counted', async () => {
    const [file = new Blob()] = await buildCorrected('excel');
    const sheets = await readXlsx(file);
    expect(sheets.Corrections?.rows).toEqual([correctionTitles, ...corrections.map((row) => row.cells)]);
    expect(sheets.Corrections).toMatchObject({ formulas: 0, boldRows: [1] });
    expect(sheets['Attendance Records']?.rows[0]).toEqual(titles);
    expect(sheets['About this export']?.rows).toEqual(
      expect.arrayContaining([
        ['Records added by hand', '2'],
        ['Records set aside', '1'],
        ['Corrections of the records', '2'],
      ]),
    );
    expect(await verify(file)).toMatchObject({ state: 'unchanged' });
    expect(await verify(await edited(file, ''))).toMatchObject({ state: 'unchanged' });
  });

  test('are in the part that has their record', async () => {
    const [first = new Blob(), second = new Blob()] = await buildCorrected('excel', corrections, 2);
    expect((await readXlsx(first)).Corrections?.rows.slice(1)).toEqual([corrections[0]?.cells]);
    expect((await readXlsx(second)).Corrections?.rows.slice(1)).toEqual([corrections[1]?.cells]);
  });

  test('have no sheet where there are none, but a count', async () => {
    const [file = new Blob()] = await buildCorrected('excel', ofOthers);
    const sheets = await readXlsx(file);
    expect(Object.keys(sheets)).toEqual(['Attendance Records', 'About this export']);
    expect(sheets['About this export']?.rows).toContainEqual(['Corrections of the records', '0']);
    expect(await verify(file)).toMatchObject({ state: 'unchanged' });
  });

  test('are not mentioned where the server has none', async () => {
    const about = (await readXlsx(await build('excel')))['About this export'];
    expect(about?.rows.flat().join()).not.toMatch(/correction|by hand/i);
  });

  test.each([
    [
      'a cell',
      "m['xl/worksheets/sheet3.xml'] = m['xl/worksheets/sheet3.xml'].replace('>007<', '>008<', 1)",
      /‘Corrections’ was changed/,
    ],
    [
      'a removed row',
      `m['xl/worksheets/sheet3.xml'] = re.sub(r'(?s)<row r="3".*?</row>', '', m['xl/worksheets/sheet3.xml'])`,
      /‘Corrections’ was changed/,
    ],
    [
      'the missing sheet',
      `m['xl/workbook.xml'] = m['xl/workbook.xml'].replace('"Corrections"', '"Notes"')`,
      /‘Corrections’ is missing/,
    ],
  ])('finds a change: %s', async (_, edit, difference) => {
    const [file = new Blob()] = await buildCorrected('excel');
    expect(await verify(await edited(file, edit))).toMatchObject({
      state: 'changed',
      difference: expect.stringMatching(difference),
    });
  });

  test('are on the last pages of a PDF', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ ...corrections[0], id: index, recordId: 1 })).map(
      (row, index) => ({ ...row, cells: cells(`Person ${index}`, `Reason ${index}`) }),
    );
    const [file = new Blob()] = await buildCorrected('pdf', many);
    const pages = await readPdf(file);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(pages[0]).toMatch(/About this export[\s\S]*Corrections of the records +60/);
    expect(pages[1]).toMatch(/^Corrections\n/);
    for (const page of pages.slice(1)) expect(page).toMatch(/No\. +Employee Name +Working Day +Correction +Reason/);
    const listed = pages
      .slice(1)
      .join('')
      .match(/Person \d+\b/g);
    expect(listed).toEqual(many.map((_, index) => `Person ${index}`));
    expect(await verify(file)).toMatchObject({ state: 'unchanged' });
  });
});

describe('PDF', () => {
  let file: Blob;
  beforeAll(async () => {
    file = await build('pdf', true);
  });

  test('recognizes a file as exported', async () => {
    const { details } = await unchanged(file);
    expect(details).toContainEqual({ label: 'Rows in this file', value: '3' });
  });

  test.each([100, 2_000, -200, -2])('finds one changed byte, at %i', async (at) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const place = at < 0 ? bytes.length + at : at;
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    expect((await verify(new Blob([bytes]))).state).toBe('changed');
  });

  test('leaves a PDF readable, however much follows its end', async () => {
    const pdf = createPdfWriter({ names: async () => [], read: () => Promise.reject(new Error('No fonts')) });
    const builder = createBuilder({ excel: createExcelWriter(), pdf });
    builder.add(rows.slice(0, 3), 'end');
    const filters = [{ label: 'Company', value: 'Acme '.repeat(300) }];
    const sign = async () => ({ statement: 'x'.repeat(1_200), signature: 'abc' });
    const [built] = await builder.build({ format: 'pdf', origin: { ...origin, filters } }, () => undefined, sign);
    const [page] = await readPdf(built?.blob ?? new Blob());
    expect(page).toContain('Attendance Records Report');
    expect((await verify(built?.blob ?? new Blob())).state).toBe('unchanged');
  });

  test('does not take another PDF for an exported one', async () => {
    expect(await verify(new Blob(['%PDF-1.4\n%%EOF\n']))).toEqual({ state: 'notExported' });
  });
});

test.each([
  ['an empty file', ''],
  ['a text', 'Hello'.repeat(20)],
  ['half an archive', 'PK\u0003\u0004'],
])('does not take %s for an exported file', async (_, content) => {
  expect((await verify(new Blob([content]))).state).toBe('notExported');
});
