// What exported files say about themselves and about corrections, read with Python, Poppler and qpdf.
import { describe, expect, test } from 'vitest';
import { correctionTitles } from '../../../../../src/platform/export/columns.ts';
import { createPdfWriter } from '../../../../../src/platform/export/pdf/writer.ts';
import { verify } from '../../../../../src/platform/export/verify/verify.ts';
import { createBuilder } from '../../../../../src/platform/export/worker/builder.ts';
import { createExcelWriter } from '../../../../../src/platform/export/xlsx/writer.ts';
import { titles } from '../../../../../src/shared/words/exportedRow.ts';
import { readPdf, readXlsx } from '../../../../support/exports/readers.ts';
import { exportWorkbook, rowsOf } from '../../../../support/exports/signedFiles.ts';

const rows = rowsOf();
const origin = { filters: [], zone: 'UTC', user: ' Ada ', exportedOn: 'now', serverTotal: 9, notes: [] };

test('every text about the export is kept as it is', async () => {
  const odd = ['', 'constructor', '__proto__', '_x0041_', 'a\ufffdb', 'c\ufdd0d', 'e\ud83f\udffef', '<&>'];
  const filters = odd.map((value, index) => ({ label: `Name ${index}`, value }));
  const file = await exportWorkbook({ filters });
  const about = (await readXlsx(file))['About this export'];
  expect(about?.rows.slice(0, odd.length).map(([, value]) => value)).toEqual(odd);
  expect(await verify(file)).toMatchObject({ state: 'unchanged' });
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
    ...(row.id > 6 && { mark: 'manual' as const }),
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
    const about = (await readXlsx(await exportWorkbook()))['About this export'];
    expect(about?.rows.flat().join()).not.toMatch(/correction|by hand/i);
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
