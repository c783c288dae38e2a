// @vitest-environment node
// Finds out whether an exported file was changed. The tests edit files as people do: another program unpacks, changes
// and packs them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
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
