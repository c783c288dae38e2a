// Exports PDF files that other programs read.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type AttendanceServer,
  entries,
  entry,
  startAttendanceServer,
} from '../../../../support/exports/attendanceServer.ts';
import { exportOneFile, exportRecords, named } from '../../../../support/exports/exportRecords.ts';
import { drawPdf, readPdf, readPdfInfo, readXlsx } from '../../../../support/exports/readers.ts';

let server: AttendanceServer;
beforeEach(async () => {
  server = await startAttendanceServer([]);
});
afterEach(() => server.stop());

test('has a header and a number on each page, the title on the first and the facts on the last', async () => {
  server.records = entries(150);
  const pages = await readPdf(await exportOneFile(server, { format: 'pdf' }));
  expect(pages.length).toBeGreaterThan(3);
  expect(pages[0]).toMatch(
    /^Attendance Records Report\s+Generated on: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s+Total records: 150\n/,
  );
  const withRows = pages.filter((page) => page.includes('Main Door'));
  for (const page of withRows) {
    expect(page).toMatch(/Employee Name +Employee ID +Event Type +Timestamp +Controller +Company +Status\n/);
  }
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  expect(pages.join('').match(/Employee \d+ +\d{5} +Check/g)).toHaveLength(150);
  expect(pages.at(-1)).toMatch(/About this export\s+Filter: Company +Acme Ltd[\s\S]*SHA-256 of the rows +[0-9a-f]{64}/);
});

test('writes Latin letters without fetching a font', async () => {
  const fontsRead: string[] = [];
  server.records = [entry(1, named('Jürgen Šimůnek'.replace('ů', 'u'))), entry(2, named('“Zoë” €5 – naïve…'))];
  const [page = ''] = await readPdf(await exportOneFile(server, { format: 'pdf' }, fontsRead));
  expect(page).toContain('Jürgen Šimunek');
  expect(page).toContain('“Zoë” €5 – naïve…'.normalize('NFKC'));
  expect(fontsRead).toEqual([]);
});

test.each([
  'Łukasz Żółć',
  'Nguyễn Thị Ánh',
  'Ελένη Παπαδοπούλου',
  'Владимир Щукин',
  'שרה לוי',
  'محمد عبد الله',
  'پیمان گچی',
  'Anna محمد Smith',
])('writes %s', async (name) => {
  server.records = [entry(1, named(name))];
  const [page] = await readPdf(await exportOneFile(server, { format: 'pdf' }));
  expect(page).toMatch(new RegExp(name.replaceAll(' ', ' *'))); // Poppler guesses the spaces of mixed lines
});

test('draws names in other scripts visibly', async () => {
  const ink = async (name: string) => {
    server.records = [entry(1, named(name))];
    const { width, pixels } = await drawPdf(await exportOneFile(server, { format: 'pdf' }), 1);
    const rowsOfName = pixels.subarray(96 * width, 106 * width); // the first row below the header
    return rowsOfName.filter((shade, index) => shade < 128 && index % width < 160).length;
  };
  expect(await ink('\u00a0')).toBe(0);
  expect(await ink('محمد عبد الله')).toBeGreaterThan(20);
  expect(await ink('Владимир')).toBeGreaterThan(20);
});

test('wraps long texts without losing any of them', async () => {
  const words = Array.from({ length: 30 }, (_, index) => `word${index}`);
  server.records = [entry(1, named(words.join(' '))), entry(2, named(`${'x'.repeat(300)}end`))];
  const text = (await readPdf(await exportOneFile(server, { format: 'pdf' }))).join('');
  for (const word of words) expect(text).toContain(word);
  expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(300);
});

const chinese = () => [entry(1), entry(2, named('王小明')), entry(3, named('Влад'))];

test('reports characters without a glyph before writing, and exports Excel when the user chooses it', async () => {
  server.records = chinese();
  const approvals: string[][] = [];
  const { files } = await exportRecords(server, {
    format: 'pdf',
    approveMissingGlyphs: async (characters) => {
      approvals.push([...characters]);
      return 'excel';
    },
  });
  expect(approvals).toEqual([['王', '小', '明']]);
  expect(files[0]?.name).toMatch(/\.xlsx$/);
  const sheet = files[0] && (await readXlsx(files[0].blob))['Attendance Records'];
  expect(sheet?.rows[2]?.[0]).toBe('王小明');
  expect(server.requestedPages).toEqual([1]);
});

test('writes boxes for missing glyphs when the user continues', async () => {
  server.records = chinese();
  const [page] = await readPdf(
    await exportOneFile(server, { format: 'pdf', approveMissingGlyphs: async () => 'continue' }),
  );
  expect(page).toContain('□□□');
  expect(page).toContain('Влад');
});

test('writes no file when the user cancels or cannot be asked', async () => {
  server.records = chinese();
  await expect(
    exportRecords(server, { format: 'pdf', approveMissingGlyphs: async () => 'cancel' }),
  ).rejects.toMatchObject({
    kind: 'aborted',
  });
  await expect(exportRecords(server, { format: 'pdf' })).rejects.toThrow('No font has these characters: 王 小 明');
});

test('ends when the user leaves without an answer', async () => {
  server.records = chinese();
  const leaving = new AbortController();
  const unanswered = exportRecords(server, {
    format: 'pdf',
    signal: leaving.signal,
    approveMissingGlyphs() {
      leaving.abort();
      return new Promise(() => undefined);
    },
  });
  await expect(unanswered).rejects.toMatchObject({ kind: 'aborted' });
});

test('does not write letters that it cannot shape', async () => {
  server.records = [entry(1, named('नमस्ते'))];
  await expect(exportRecords(server, { format: 'pdf' })).rejects.toThrow('No font has these characters');
});

test('continues a PDF of more than 50,000 rows in a second file, and numbers the parts', async () => {
  server.records = entries(50_030);
  const { files } = await exportRecords(server, { format: 'pdf' });
  expect(files.map(({ name, rows, part, parts }) => ({ name, rows, part, parts }))).toEqual([
    { name: 'attendance_records_2026-03-01_to_2026-03-31.pdf', rows: 50_000, part: 1, parts: 2 },
    { name: 'attendance_records_2026-03-01_to_2026-03-31_part_2.pdf', rows: 30, part: 2, parts: 2 },
  ]);
  const second = files[1] && (await readPdf(files[1].blob)).join('');
  expect(second).toContain('Total records: 50030, of which 30 are in this part, 2 of 2');
  expect(second?.match(/Employee \d+ +\d{5} +Check/g)).toHaveLength(30);
});

test('states its title, author and language, and asks readers to show the title', async () => {
  server.records = [entry(1)];
  const file = await exportOneFile(server, { format: 'pdf', user: 'Zoë ليلى (zoe@acme.example)' });
  expect(await readPdfInfo(file)).toMatchObject({
    Title: 'Attendance Records Report',
    Author: 'Zoë ليلى (zoe@acme.example)',
    Creator: 'Rollcall',
  });
  const text = Buffer.from(await file.arrayBuffer()).toString('latin1');
  expect(text).toContain('/Lang (en)');
  expect(text).toMatch(/\/ViewerPreferences\s*<<\s*\/DisplayDocTitle true/);
});

test('names missing characters as they are in the records', async () => {
  server.records = [entry(1, named('Ａ＝１'))];
  let missing: readonly string[] = [];
  await exportRecords(server, {
    format: 'pdf',
    async approveMissingGlyphs(characters) {
      missing = characters;
      return 'continue';
    },
  });
  expect(missing).toEqual(['Ａ', '＝', '１']);
});

test('keeps a name that is written from right to left apart from the text around it', async () => {
  server.records = [entry(1, named('ليلى حسن'))];
  const pages = await readPdf(await exportOneFile(server, { format: 'pdf' }));
  expect(pages.at(-1)).toMatch(/Last record +#1: [^,#]+, Check In, 2026-03-02 08:01:00$/m);
});
