// Exports to both formats: times, progress and failures.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepTimeOf } from '../../../../../src/shared/words/keptZone.ts';
import { json } from '../../../../support/console/scriptedServer.ts';
import {
  type AttendanceServer,
  entries,
  entry,
  startAttendanceServer,
} from '../../../../support/exports/attendanceServer.ts';
import { exportOneFile, exportRecords } from '../../../../support/exports/exportRecords.ts';
import { readPdf, readXlsx } from '../../../../support/exports/readers.ts';

let server: AttendanceServer;
beforeEach(async () => {
  server = await startAttendanceServer([]);
});
afterEach(() => server.stop());

describe.each(['UTC', 'Asia/Kolkata', 'Pacific/Apia', 'America/New_York'])('in %s', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
    keepTimeOf(null); // as in a page opened in that zone
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    keepTimeOf(null);
  });

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
    const sheets = await readXlsx(await exportOneFile(server));
    expect(sheets['Attendance Records']?.rows.slice(1).map((row) => row[3])).toEqual(expected);
    expect(sheets['About this export']?.rows.find(([label]) => label === 'Time zone')?.[1]).toMatch(
      new RegExp(zone.replace('Kolkata', '(?:Kolkata|Calcutta)')),
    );
    const pdf = (await readPdf(await exportOneFile(server, { format: 'pdf' }))).join('');
    expect(pdf.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?= +Main Door)/g)).toEqual(expected);
  });
});

test('offers an export that the server does not sign, and says why', async () => {
  server.records = entries(3);
  server.before = (_, response, request) => {
    if (!request.path.endsWith('/attendance/sign-export')) return false;
    json(409, { success: false, message: 'The records have changed' })(response);
    return true;
  };
  const { files, notes } = await exportRecords(server, { canSign: true });
  expect(files.map(({ rows }) => rows)).toEqual([3]);
  expect(notes).toEqual(['The file is not signed. The records have changed']);
});

describe('a record that cannot be read', () => {
  const noRecord = Object.assign(entry(2), { id: 'two' });
  const note = '1 record could not be read: id is not a number.';

  test('is counted and named in the file, with all others', async () => {
    server.records = [...entries(150), noRecord];
    const { files, notes } = await exportRecords(server);
    expect(notes).toEqual([note]);
    const sheets = await readXlsx(files[0]?.blob ?? new Blob());
    expect(sheets['Attendance Records']?.rows.length).toBe(1 + 150);
    const facts = sheets['About this export']?.rows ?? [];
    expect(facts).toContainEqual(['Records counted by the server', '151']);
    expect(facts).toContainEqual(['Note', note]);
    expect(facts.map(([label]) => label)).not.toContain('Completeness');
  });

  test('is the reason where there is no other', async () => {
    server.records = [noRecord];
    await expect(exportRecords(server)).rejects.toThrow(note);
  });
});

test('says which IDs the controllers sent for unknown employees', async () => {
  const unknown = (id: number, employee_code: string) =>
    Object.assign(entry(id, { employee: null }), { employee_code });
  server.records = [unknown(1, '77777'), entry(2), unknown(3, '88888'), unknown(4, '77777')];
  const sheets = await readXlsx(await exportOneFile(server));
  expect(sheets['Attendance Records']?.rows.map(([name, id]) => [name, id])).toContainEqual([
    'Unknown Employee',
    'N/A',
  ]);
  const facts = sheets['About this export']?.rows ?? [];
  expect(facts).toContainEqual(['IDs of unknown employees', '77777 (2 records), 88888 (1 record)']);
});

test('exports an unknown kind of event as it came', async () => {
  server.records = [entry(1, { event_type: 'break-start' })];
  const sheets = await readXlsx(await exportOneFile(server));
  expect(sheets['Attendance Records']?.rows[1]?.[2]).toBe('break-start');
});

test('asks a server that announces no signatures for none', async () => {
  server.records = entries(3);
  const paths: string[] = [];
  server.before = (_, __, { path }) => void paths.push(path.split('?')[0] ?? '');
  await exportRecords(server, { canSign: false });
  expect(new Set(paths)).toEqual(new Set(['/attendance']));
});

test('says that no records were found', async () => {
  await expect(exportRecords(server)).rejects.toMatchObject({ kind: 'nothing', message: 'No records found to export' });
});

test('reports progress in records, up to all of them', async () => {
  server.records = entries(450);
  const seen: string[] = [];
  await exportRecords(server, { onProgress: ({ phase, done, total }) => seen.push(`${phase} ${done}/${total}`) });
  expect(seen).toContain('fetching 450/450');
  expect(seen).toContain('checking 450/450');
  expect(seen.at(-1)).toBe('building 450/450');
});
