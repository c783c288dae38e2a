// Finds out whether an exported file was changed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verify } from '../../../../../src/platform/export/verify/verify.ts';
import { sheet1 } from '../../../../support/exports/forgeries.ts';
import {
  exportPdf,
  exportWorkbook,
  key,
  partsOf,
  rowsOf,
  withPart,
  workbookOf,
} from '../../../../support/exports/signedFiles.ts';

const filters = [{ label: 'Status', value: 'All <&> "x"' }];

async function unchanged(file: Blob) {
  const result = await verify(file);
  if (result.state !== 'unchanged') throw new Error(`The file is ${result.state}`);
  return result;
}

describe('Excel', () => {
  let file: Blob;
  beforeAll(async () => {
    file = await exportWorkbook({ filters, isSigned: false });
  });

  test('recognizes a file as exported; packed again, its cells are the same', async () => {
    expect(await verify(file)).toMatchObject({ state: 'unchanged', signature: { kind: 'none' } });
    expect(await verify(await workbookOf(await partsOf(file)))).toMatchObject({
      state: 'sameCells',
      why: 'savedAgain',
      signature: { kind: 'none' },
    });
  });

  test('lists the facts in the file', async () => {
    const { details } = await unchanged(file);
    expect(details).toContainEqual({ label: 'Filter: Status', value: 'All <&> "x"' });
    expect(details).toContainEqual({ label: 'Exported by', value: 'Ada' });
    expect(details).toContainEqual({ label: 'Exported on', value: 'now (UTC)' });
    expect(details).toContainEqual({ label: 'Rows in this file', value: '9' });
  });

  test('recognizes the cells of a program that shares texts and leaves out empty cells', async () => {
    const parts = await partsOf(file);
    const texts: string[] =
      parts.find(({ name }) => name === 'xl/sharedStrings.xml')?.text.match(/<si>.*?<\/si>/gs) ?? [];
    const sharing = await withPart(file, sheet1, (xml) =>
      xml
        .replace(/<c r="H(?!1")\d+"[^>]*t="inlineStr">.*?<\/c>/g, '')
        .replace(/ t="inlineStr"><is>(.*?)<\/is><\/c>/gs, (_, text: string) => {
          texts.push(`<si>${text}</si>`);
          return ` t="s"><v>${texts.length - 1}</v></c>`;
        }),
    );
    const saved = await withPart(sharing, 'xl/sharedStrings.xml', (xml) =>
      xml.replace(/<si>.*<\/si>/s, () => texts.join('')),
    );
    expect(texts.length).toBeGreaterThan(60);
    expect(await verify(saved)).toMatchObject({ state: 'sameCells' });
  });

  test.each<[string, string, (xml: string) => string, RegExp]>([
    ['a cell', sheet1, (xml) => xml.replace('Jane', 'June'), /At least one cell was changed/],
    ['a removed row', sheet1, (xml) => xml.replace(/<row r="10">.*?<\/row>/, ''), /has 8 rows; 9 were exported/],
    [
      'two names exchanged',
      sheet1,
      (xml) => xml.replace('Jane', '#').replace('=1+1', 'Jane').replace('#', '=1+1'),
      /rows were moved/,
    ],
    ['a title', sheet1, (xml) => xml.replace('Employee Name', 'Name'), /titles/],
    [
      'a filter',
      'xl/sharedStrings.xml',
      (xml) => xml.replace('All &lt;', 'Some &lt;'),
      /About this export.* was changed/,
    ],
  ])('finds a change: %s', async (_, part, change, difference) => {
    expect(await verify(await withPart(file, part, change))).toMatchObject({
      state: 'changed',
      difference: expect.stringMatching(difference),
    });
  });

  test('does not take another workbook for an exported one', async () => {
    const rename = (xml: string) => xml.replace('About this export', 'Sheet2');
    expect(await verify(await withPart(file, 'xl/workbook.xml', rename))).toEqual({ state: 'notExported' });
    const unsealed = await withPart(file, 'xl/worksheets/sheet2.xml', (xml) =>
      xml.replace('SHA-256 of the lines above', 'Something else'),
    );
    expect(await verify(unsealed)).toEqual({ state: 'notExported' });
  });

  test('says of files from before the seal covered the bytes that their cells are the same', async () => {
    const read = (name: string) => readFileSync(path.join(import.meta.dirname, 'files', name));
    const earlier = new Blob([read('earlierSeal.xlsx')]);
    const itsKey = JSON.parse(read('earlierSeal.key.json').toString());
    expect(await verify(earlier, itsKey)).toMatchObject({
      state: 'sameCells',
      why: 'earlierSeal',
      signature: { kind: 'valid', statement: { server: 'https://console.example', rows: 8 } },
    });
    const hidden = await withPart(earlier, sheet1, (xml) => xml.replace('<row r="2"', '<row r="2" hidden="1"'));
    expect(await verify(hidden, itsKey)).toMatchObject({ state: 'changed' });
    const changed = await withPart(earlier, 'xl/sharedStrings.xml', (xml) => xml.replace('>UTC ', '>CET '));
    expect(await verify(changed, itsKey)).toMatchObject({ state: 'changed' });
  });

  // Verifying rebuilds the archive for comparison, so its writer must keep writing these bytes.
  test('recognizes a file that was exported when the seal first covered the bytes', async () => {
    const read = (name: string) => readFileSync(path.join(import.meta.dirname, 'files', name));
    const itsKey = JSON.parse(read('sealedBytes.key.json').toString());
    expect(await verify(new Blob([read('sealedBytes.xlsx')]), itsKey)).toMatchObject({
      state: 'unchanged',
      signature: { kind: 'valid' },
    });
  });
});

describe('corrections', () => {
  const cells = ['1', '=1+1', '2026-03-01', 'Set aside', '007', 'Applied', 'Ada', '2026-03-02 09:00:00', ''];
  const corrections = [
    { id: 1, recordId: 1, cells },
    { id: 2, recordId: 2, cells: cells.with(4, 'Twice.\nThe first counts.') },
  ];
  const sheet2 = 'xl/worksheets/sheet2.xml';

  test('belong to the file', async () => {
    const file = await exportWorkbook({ corrections });
    expect(await verify(file, key)).toMatchObject({ state: 'unchanged', signature: { kind: 'valid' } });
    expect(await verify(await workbookOf(await partsOf(file)), key)).toMatchObject({ state: 'sameCells' });
    expect(await verify(await exportWorkbook({ corrections: [] }), key)).toMatchObject({ state: 'unchanged' });
  });

  test.each<[string, string, (xml: string) => string, RegExp]>([
    ['a cell', sheet2, (xml) => xml.replace('>007<', '>008<'), /‘Corrections’ was changed/],
    ['a removed row', sheet2, (xml) => xml.replace(/<row r="3".*?<\/row>/s, ''), /‘Corrections’ was changed/],
    [
      'a sheet of another name',
      'xl/workbook.xml',
      (xml) => xml.replace('"Corrections"', '"Notes"'),
      /not exported: ‘Notes’/,
    ],
    [
      'the missing sheet',
      'xl/workbook.xml',
      (xml) => xml.replace(/<sheet [^>]*name="Corrections"\/>/, ''),
      /a part that no export has: xl\/worksheets\/sheet2\.xml/,
    ],
  ])('finds a change: %s', async (_, part, change, difference) => {
    const file = await exportWorkbook({ corrections });
    expect(await verify(await withPart(file, part, change))).toMatchObject({
      state: 'changed',
      difference: expect.stringMatching(difference),
    });
  });
});

describe('PDF', () => {
  let file: Blob;
  beforeAll(async () => {
    file = await exportPdf({ rows: rowsOf(['Jane', '=1+1', 'O’Brien & Sons']), filters, isSigned: false });
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
