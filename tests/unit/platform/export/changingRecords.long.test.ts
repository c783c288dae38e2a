// Exports a list while another process changes it.
import { spawn } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type AttendanceServer,
  entries,
  entry,
  startAttendanceServer,
} from '../../../support/exports/attendanceServer.ts';
import { exportRecords } from '../../../support/exports/exportRecords.ts';
import { readXlsx } from '../../../support/exports/readers.ts';

let server: AttendanceServer;
beforeEach(async () => {
  server = await startAttendanceServer([]);
});
afterEach(() => server.stop());

/** A program that requests a change every few milliseconds until the test kills it. */
const askAgainAndAgain = `(async () => {
  for (;;) {
    await fetch(process.argv[1]).catch(() => process.exit());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
})()`;

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

/** Whether the list ever had the file's content. */
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
])('20,000 records %s: the file matches one moment of the list, or says that it does not', async (_, most) => {
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
  const other = spawn(process.execPath, ['--eval', askAgainAndAgain, `${server.base}/?page=0`], { stdio: 'inherit' });
  await firstChange;
  try {
    const { files, notes } = await exportRecords(server);
    const sheet = files[0] && (await readXlsx(files[0].blob))['Attendance Records'];
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
});
