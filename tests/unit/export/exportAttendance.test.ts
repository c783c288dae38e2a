// @vitest-environment node
// Exports from a real server to files that other programs read. The builder runs here without its worker; tests/browser
// has the worker.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBuilder } from '../../../src/export/worker/builder.ts';
import { exportWith, type Exported, type ExportRequest } from '../../../src/export/exportAttendance.ts';
import type { FontFiles } from '../../../src/export/pdf/fonts.ts';
import { createPdfWriter } from '../../../src/export/pdf/writer.ts';
import { createExcelWriter } from '../../../src/export/xlsx/writer.ts';
import {
  entries,
  entry,
  startAttendanceServer,
  type AttendanceServer,
  type Entry,
} from '../../support/exports/attendanceServer.ts';
import { drawPdf, readPdf, readXlsx } from '../../support/exports/readers.ts';

let server: AttendanceServer;
beforeEach(async () => {
  server = await startAttendanceServer([]);
});
afterEach(() => server.stop());

const fonts = path.resolve(import.meta.dirname, '../../../node_modules/dejavu-fonts-ttf/ttf');
const fontsRead: string[] = [];
const fontFiles: FontFiles = {
  names: async () => ['DejaVuSans.ttf'],
  async read(name) {
    fontsRead.push(name);
    const { buffer, byteOffset, length } = readFileSync(path.join(fonts, name));
    return new Uint8Array(buffer, byteOffset, length).slice().buffer;
  },
};

function run(more: Partial<ExportRequest> = {}): Promise<Exported> {
  return exportWith(createBuilder({ excel: createExcelWriter(), pdf: createPdfWriter(fontFiles) }), server.api, {
    format: 'excel',
    filters: { start_date: '2026-03-01', end_date: '2026-03-31' },
    shownFilters: [{ label: 'Company', value: 'Acme Ltd' }],
    user: 'Ada Admin',
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  });
}

async function only(more: Partial<ExportRequest> = {}): Promise<Blob> {
  const { files } = await run(more);
  const [file] = files;
  if (!file || files.length !== 1) throw new Error(`Expected one file, got ${files.length}`);
  return file.blob;
}

const records = 'Attendance Records';
const named = (name: string): Partial<Entry> => ({ employee: { name, employee_id: '1' } });

describe('Excel', () => {
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
    const sheet = (await readXlsx(await only()))[records];
    expect(sheet?.rows.slice(1).map(([name]) => name)).toEqual([...odd.slice(0, -1), '\ufffd']);
    expect(new Set(sheet?.rows.slice(1).map(([, id]) => id))).toEqual(new Set(['00123']));
    expect(sheet).toMatchObject({ formulas: 0, types: ['inlineStr'], formats: ['@'] });
  });

  test('has eight columns that fit their content, and a frozen header with filters', async () => {
    server.records = [...entries(250), entry(999, named('A very long name that needs room'))];
    const sheet = (await readXlsx(await only()))[records];
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
    const sheet = (await readXlsx(await only()))[records];
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
      (await readXlsx(await only()))['About this export']?.rows.map(([label, value]) => [label, value]),
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
    const name = async (filters: ExportRequest['filters']) => (await run({ filters })).files[0]?.name;
    expect(await name({ start_date: '2026-03-01', end_date: '2026-03-31' })).toBe(
      'attendance_records_2026-03-01_to_2026-03-31.xlsx',
    );
    expect(await name({ start_date: '', end_date: undefined })).toBe('attendance_records_beginning_to_now.xlsx');
  });
});

describe('PDF', () => {
  test('has a header and a number on each page, the title on the first and the facts on the last', async () => {
    server.records = entries(150);
    const pages = await readPdf(await only({ format: 'pdf' }));
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
    expect(pages.at(-1)).toMatch(
      /About this export\s+Filter: Company +Acme Ltd[\s\S]*SHA-256 of the rows +[0-9a-f]{64}/,
    );
  });

  test('writes Latin letters without fetching a font', async () => {
    fontsRead.length = 0;
    server.records = [entry(1, named('Jürgen Šimůnek'.replace('ů', 'u'))), entry(2, named('“Zoë” €5 – naïve…'))];
    const [page = ''] = await readPdf(await only({ format: 'pdf' }));
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
    const [page] = await readPdf(await only({ format: 'pdf' }));
    expect(page).toMatch(new RegExp(name.replaceAll(' ', ' *'))); // Poppler guesses the spaces of mixed lines
  });

  test('draws names in other scripts visibly', async () => {
    const ink = async (name: string) => {
      server.records = [entry(1, named(name))];
      const { width, pixels } = await drawPdf(await only({ format: 'pdf' }), 1);
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
    const text = (await readPdf(await only({ format: 'pdf' }))).join('');
    for (const word of words) expect(text).toContain(word);
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(300);
  });

  const chinese = () => [entry(1), entry(2, named('王小明')), entry(3, named('Влад'))];

  test('reports characters without a glyph before writing, and exports Excel when the user chooses it', async () => {
    server.records = chinese();
    const approvals: string[][] = [];
    const { files } = await run({
      format: 'pdf',
      approveMissingGlyphs: async (characters) => {
        approvals.push([...characters]);
        return 'excel';
      },
    });
    expect(approvals).toEqual([['王', '小', '明']]);
    expect(files[0]?.name).toMatch(/\.xlsx$/);
    const sheet = files[0] && (await readXlsx(files[0].blob))[records];
    expect(sheet?.rows[2]?.[0]).toBe('王小明');
    expect(server.requestedPages).toEqual([1]);
  });

  test('writes boxes for missing glyphs when the user continues', async () => {
    server.records = chinese();
    const [page] = await readPdf(await only({ format: 'pdf', approveMissingGlyphs: async () => 'continue' }));
    expect(page).toContain('□□□');
    expect(page).toContain('Влад');
  });

  test('writes no file when the user cancels or cannot be asked', async () => {
    server.records = chinese();
    await expect(run({ format: 'pdf', approveMissingGlyphs: async () => 'cancel' })).rejects.toMatchObject({
      kind: 'aborted',
    });
    await expect(run({ format: 'pdf' })).rejects.toThrow('No font has these characters: 王 小 明');
  });

  test('ends when the user leaves without an answer', async () => {
    server.records = chinese();
    const leaving = new AbortController();
    const unanswered = run({
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
    await expect(run({ format: 'pdf' })).rejects.toThrow('No font has these characters');
  });
});

describe('parts', () => {
  test('continues a PDF of more than 50,000 rows in a second file, and numbers the parts', async () => {
    server.records = entries(50_030);
    const { files } = await run({ format: 'pdf' });
    expect(files.map(({ name, rows, part, parts }) => ({ name, rows, part, parts }))).toEqual([
      { name: 'attendance_records_2026-03-01_to_2026-03-31.pdf', rows: 50_000, part: 1, parts: 2 },
      { name: 'attendance_records_2026-03-01_to_2026-03-31_part_2.pdf', rows: 30, part: 2, parts: 2 },
    ]);
    const second = files[1] && (await readPdf(files[1].blob)).join('');
    expect(second).toContain('Total records: 50030, of which 30 are in this part, 2 of 2');
    expect(second?.match(/Employee \d+ +\d{5} +Check/g)).toHaveLength(30);
  }, 60_000);
});

describe.each(['UTC', 'Asia/Kolkata', 'Pacific/Apia', 'America/New_York'])('in %s', (zone) => {
  const home = process.env.TZ;
  beforeEach(() => void (process.env.TZ = zone));
  afterEach(() => void (process.env.TZ = home ?? ''));

  const times = {
    // Both sides of the hour that New York skips and of the one that it repeats
    UTC: ['2026-03-08T06:59:59Z', '2026-03-08T07:00:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
    'wall clock': ['2026-03-08 02:30:00', '2026-03-08T02:30:00+05:30', '2026-12-31 23:59:59'],
  };
  const shown: Record<string, string[]> = {
    UTC: ['2026-03-08 06:59:59', '2026-03-08 07:00:00', '2026-11-01 05:30:00', '2026-11-01 06:30:00'],
    'Asia/Kolkata': ['2026-03-08 12:29:59', '2026-03-08 12:30:00', '2026-11-01 11:00:00', '2026-11-01 12:00:00'],
    'Pacific/Apia': ['2026-03-08 19:59:59', '2026-03-08 20:00:00', '2026-11-01 18:30:00', '2026-11-01 19:30:00'],
    'America/New_York': ['2026-03-08 01:59:59', '2026-03-08 03:00:00', '2026-11-01 01:30:00', '2026-11-01 01:30:00'],
  };
  const given = ['2026-03-08 02:30:00', '2026-03-08 02:30:00', '2026-12-31 23:59:59'];

  test('shows UTC times in the viewer’s zone, and other times as given', async () => {
    server.records = [...times.UTC, ...times['wall clock']].map((timestamp, index) => entry(index + 1, { timestamp }));
    const expected = [...(shown[zone] ?? []), ...given];
    const sheets = await readXlsx(await only());
    expect(sheets[records]?.rows.slice(1).map((row) => row[3])).toEqual(expected);
    expect(sheets['About this export']?.rows.find(([label]) => label === 'Time zone')?.[1]).toMatch(
      new RegExp(zone.replace('Kolkata', '(?:Kolkata|Calcutta)')),
    );
    const pdf = (await readPdf(await only({ format: 'pdf' }))).join('');
    expect(pdf.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?= +Main Door)/g)).toEqual(expected);
  });
});

describe('failures', () => {
  test('says that no records were found', async () => {
    await expect(run()).rejects.toMatchObject({ kind: 'nothing', message: 'No records found to export' });
  });

  test('reports progress in records, up to all of them', async () => {
    server.records = entries(450);
    const seen: string[] = [];
    await run({ onProgress: ({ phase, done, total }) => seen.push(`${phase} ${done}/${total}`) });
    expect(seen).toContain('fetching 450/450');
    expect(seen).toContain('checking 450/450');
    expect(seen.at(-1)).toBe('building 450/450');
  });
});

describe('while another process inserts, deletes and marks', () => {
  interface Change {
    id: number;
    status: string | undefined;
  }

  /** Makes one change. */
  function change(next: () => number): Change {
    const at = Math.floor(next() * server.records.length);
    const record = server.records[at];
    const kind = next();
    if (kind < 0.3) {
      const id = 100_000 + Math.floor(next() * 1e9);
      server.records.splice(kind < 0.2 ? 0 : at, 0, entry(id));
      return { id, status: 'Pending' };
    }
    if (!record) throw new Error('No records are left');
    if (kind < 0.6) {
      server.records.splice(at, 1);
      return { id: record.id, status: undefined };
    }
    server.records[at] = { ...record, is_processed: true };
    return { id: record.id, status: 'Processed' };
  }

  function seeded(seed: number): () => number {
    let state = seed;
    return () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
  }

  /** Whether the list was like the file at any moment. */
  function wasEver(
    file: ReadonlyMap<number, string>,
    start: ReadonlyMap<number, string>,
    changes: readonly Change[],
  ): boolean {
    const state = new Map(start);
    const differs = (id: number) => Number(state.get(id) !== file.get(id));
    let differences = [...new Set([...state.keys(), ...file.keys()])].reduce((sum, id) => sum + differs(id), 0);
    for (const { id, status } of changes) {
      if (differences === 0) return true;
      differences -= differs(id);
      if (status === undefined) state.delete(id);
      else state.set(id, status);
      differences += differs(id);
    }
    return differences === 0;
  }

  test.each([
    ['changing for a while', 120],
    ['changing endlessly', Infinity],
  ])(
    '20,000 records %s: the file matches one moment of the list, or says that it does not',
    async (_, most) => {
      server.records = entries(20_000).map((record) => ({
        ...record,
        employee: { name: `#${record.id}`, employee_id: '1' },
      }));
      const start = new Map(server.records.map(({ id }) => [id, 'Pending']));
      const changes: Change[] = [];
      const next = seeded(7);
      let reportChange = () => {};
      const firstChange = new Promise<void>((resolve) => (reportChange = resolve));
      server.before = (page, response) => {
        if (page !== 0) return;
        reportChange();
        if (changes.length < most) {
          const made = change(next);
          const record = server.records.find(({ id }) => id === made.id);
          if (record) record.employee = { name: `#${made.id}`, employee_id: '1' };
          changes.push(made);
        }
        response.end();
        return true;
      };
      const address = path.join(import.meta.dirname, '../../support/exports/changeRecords.mjs');
      const other = spawn(process.execPath, [address, `${server.base}/?page=0`], { stdio: 'inherit' });
      await firstChange;
      try {
        const { files, notes } = await run();
        const sheet = files[0] && (await readXlsx(files[0].blob))[records];
        const file = new Map(
          sheet?.rows.slice(1).map(([name = '', , , , , , status = '']) => [Number(name.slice(1)), status]),
        );
        expect(file.size).toBe(files[0]?.rows);
        expect(changes.length).toBeGreaterThan(20);
        if (notes.length === 0) expect(wasEver(file, start, changes)).toBe(true);
        else expect(notes[0]).toMatch(/were removed and \d+ changed/);
        if (most !== Infinity) expect(notes).toEqual([]);
      } finally {
        other.kill();
      }
    },
    60_000,
  );
});
