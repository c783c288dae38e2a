// @vitest-environment node
// The whole list is read, exactly, from a real server whose records change meanwhile.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collect, type Collected } from '../../../../src/export/read/collect.ts';
import type { Row } from '../../../../src/export/columns.ts';
import { json } from '../../../support/scriptedServer.ts';
import {
  entries,
  entry,
  startAttendanceServer,
  type AttendanceServer,
} from '../../../support/exports/attendanceServer.ts';

let server: AttendanceServer;
let rows: Row[];
beforeEach(async () => {
  server = await startAttendanceServer(entries(750));
  rows = [];
});
afterEach(() => server.stop());

const sink = {
  clear: () => void (rows = []),
  add(more: readonly Row[], where: 'front' | 'end') {
    rows = where === 'front' ? [...more, ...rows] : [...rows, ...more];
  },
};

function read(signal = new AbortController().signal): Promise<Collected> {
  return collect(server.api, { start_date: '2026-03-02' }, { sink, signal, onProgress: () => undefined });
}

const ids = () => rows.map(({ id }) => id);
const statuses = () => new Map(rows.map(({ id, cells }) => [id, cells[6]]));
const held = () => server.records.map(({ id }) => id);
const mark = (record: { is_processed: boolean } | undefined) => {
  if (record) record.is_processed = true;
};

/** Does something once, before the page is answered for the nth time. */
function when(page: number, time: number, act: () => void) {
  let times = 0;
  const earlier = server.before;
  server.before = (asked, response, request) => {
    if (asked === page && (times += 1) === time) act();
    return earlier(asked, response, request);
  };
}

const allPages = [1, 2, 3, 4, 5, 6, 7, 8];

test('a list that stands still is read in its order, and once more to confirm it', async () => {
  expect(await read()).toEqual({ rows: 750, total: 750, notes: [] });
  expect(ids()).toEqual(held());
  expect([...server.asked].sort((one, other) => one - other)).toEqual(allPages.flatMap((page) => [page, page]));
});

test('a list of one page comes in one answer, so it is asked for once', async () => {
  server.records = entries(100);
  expect((await read()).rows).toBe(100);
  expect(server.asked).toEqual([1]);
});

test('several requests are in flight, but no more than six', async () => {
  server.before = () => new Promise((resolve) => setTimeout(resolve, 20));
  await read();
  expect(server.mostAtOnce).toBe(6);
});

test('a record that moved to the next page is in the file once', async () => {
  when(8, 1, () => server.records.unshift(entry(1000)));
  expect(await read()).toEqual({ rows: 751, total: 751, notes: [] });
  expect(ids()).toEqual(held());
});

test('one vanishes behind the reader while one arrives: the count is right, and no record is skipped', async () => {
  when(8, 1, () => {
    server.records.splice(0, 1);
    server.records.push(entry(1000));
  });
  expect(await read()).toEqual({ rows: 750, total: 750, notes: [] });
  expect(ids()).toEqual(held());
});

test('and so while the list is confirmed: what it skipped then is not lost', async () => {
  when(8, 2, () => {
    server.records.splice(0, 1);
    server.records.push(entry(1000));
  });
  expect(await read()).toEqual({ rows: 750, total: 750, notes: [] });
  expect(ids()).toEqual(held());
});

test('a newcomer that is skipped because one vanishes before it is not lost', async () => {
  when(1, 2, () => server.records.splice(700, 0, entry(1000)));
  when(8, 2, () => server.records.splice(0, 1));
  expect(await read()).toEqual({ rows: 750, total: 750, notes: [] });
  expect(ids()).toEqual(held());
});

test('of two that are marked while the list is confirmed, both are shown as marked', async () => {
  when(8, 2, () => [server.records[3], server.records[745]].forEach(mark));
  expect((await read()).notes).toEqual([]);
  expect([statuses().get(4), statuses().get(746)]).toEqual(['Processed', 'Processed']);
});

test('a record that is marked after it was read is shown as marked', async () => {
  when(8, 1, () => mark(server.records[3]));
  expect((await read()).notes).toEqual([]);
  expect(statuses().get(4)).toBe('Processed');
});

test.each(['unshift', 'push'] as const)(
  'records keep arriving (%s): the newcomers are added until the count is right',
  async (method) => {
    let next = 1000;
    for (const page of allPages)
      for (const time of [1, 2]) when(page, time, () => server.records[method](entry(next++)));
    expect((await read()).notes).toEqual([]);
    expect(ids()).toEqual(held());
    expect(server.asked.length).toBeLessThanOrEqual(2 * 8 + 2);
  },
);

test('a list that never stands still is exported with what does not add up', async () => {
  server.before = (page) => {
    if (page !== 8) return;
    server.records.shift();
    mark(server.records[5]);
  };
  const { notes, rows: count, total } = await read();
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/\d+ arrived, [1-9]\d* vanished and [1-9]\d* changed/);
  expect(notes[0]).toContain(`holds ${count} records`);
  expect(notes[0]).toContain(`last count is ${total}`);
  expect(new Set(ids()).size).toBe(count);
});

test('a record that the server lists twice is in the file once, and the wrong count is told', async () => {
  server.records = [...entries(150), entry(149)];
  const { notes } = await read();
  expect(notes).toEqual([expect.stringContaining('counts 151 records, but its pages held 150')]);
  expect(ids()).toEqual(entries(150).map(({ id }) => id));
});

test('pages that the server makes smaller than asked are all read', async () => {
  server.before = (page, response, request) => {
    const data = server.records.slice((page - 1) * 15, page * 15);
    json(200, { success: true, data: { data, total: 750, last_page: 50 } })(response, request);
    return true;
  };
  expect((await read()).rows).toBe(750);
  expect(ids()).toEqual(held());
});

test('a page that fails twice is asked for again', async () => {
  let failures = 2;
  server.before = (page, response, request) => {
    if (page !== 3 || failures-- <= 0) return;
    json(503, { success: false, message: 'Busy' })(response, request);
    return true;
  };
  expect((await read()).rows).toBe(750);
});

test('a page that fails three times ends it, with the reason', async () => {
  server.before = (page, response, request) => {
    if (page !== 3) return;
    json(500, { success: false, message: 'The disk is full' })(response, request);
    return true;
  };
  await expect(read()).rejects.toThrow('The disk is full');
  expect(server.asked.filter((page) => page === 3)).toHaveLength(3);
});

test('what is refused is not asked for again', async () => {
  server.before = (_, response, request) => {
    json(403, { success: false, message: 'Not yours' })(response, request);
    return true;
  };
  await expect(read()).rejects.toThrow('Not yours');
  expect(server.asked).toEqual([1]);
});

test('after Cancel only what was under way is still asked for', async () => {
  server.records = entries(5_000);
  const controller = new AbortController();
  when(4, 1, () => controller.abort());
  await expect(read(controller.signal)).rejects.toThrow('The request was cancelled.');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(Math.max(...server.asked)).toBeLessThanOrEqual(4 + 6);
});

test('Cancel does not wait for the pause before the next attempt', async () => {
  const controller = new AbortController();
  server.before = (_, response, request) => {
    json(500, { success: false, message: 'Busy' })(response, request);
    setTimeout(() => controller.abort(), 20);
    return true;
  };
  await expect(read(controller.signal)).rejects.toThrow();
  expect(server.asked).toEqual([1]);
});
