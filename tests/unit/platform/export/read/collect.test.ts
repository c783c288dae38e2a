// The whole list is read exactly, from a real server whose records change meanwhile.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Row } from '../../../../../src/platform/export/columns.ts';
import { collect } from '../../../../../src/platform/export/read/collect.ts';
import type { Whole } from '../../../../../src/platform/export/read/readWhole.ts';
import { json } from '../../../../support/console/scriptedServer.ts';
import {
  type AttendanceServer,
  entries,
  entry,
  startAttendanceServer,
} from '../../../../support/exports/attendanceServer.ts';

let server: AttendanceServer;
let rows: Row[];
beforeEach(async () => {
  server = await startAttendanceServer(entries(750));
  rows = [];
  // Skips the pauses between attempts and between readings, recognized by their lengths.
  const { setTimeout } = globalThis;
  const pauses = [400, 500, 1_500, 1_600];
  vi.stubGlobal('setTimeout', (act: () => void, delay: number, ...rest: unknown[]) =>
    setTimeout(act, pauses.includes(delay) ? 0 : delay, ...rest),
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.stop();
});

const sink = {
  clear: () => void (rows = []),
  add(more: readonly Row[], where: 'front' | 'end') {
    rows = where === 'front' ? [...more, ...rows] : [...rows, ...more];
  },
};

function read(signal = new AbortController().signal): Promise<Whole> {
  const options = { sink, signal, onProgress: () => undefined, hasRevision: false };
  return collect(server.api, { start_date: '2026-03-02' }, options);
}

const ids = () => rows.map(({ id }) => id);
const statuses = () => new Map(rows.map(({ id, cells }) => [id, cells[6]]));
const held = () => server.records.map(({ id }) => id);
const mark = (record: { is_processed: boolean } | undefined) => {
  if (record) record.is_processed = true;
};

/** Observes requests as they are sent. */
function watchRequests() {
  const requests = { mostAtOnce: 0, sent: [] as Promise<Response>[] };
  const { fetch } = globalThis;
  let inFlight = 0;
  vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) => {
    inFlight += 1;
    requests.mostAtOnce = Math.max(requests.mostAtOnce, inFlight);
    const response = fetch(...args).finally(() => (inFlight -= 1));
    requests.sent.push(response);
    return response;
  });
  return requests;
}

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

test('reads an unchanging list in its order, and once more to confirm it', async () => {
  expect(await read()).toMatchObject({ rows: 750, total: 750, notes: [] });
  expect(ids()).toEqual(held());
  expect([...server.requestedPages].sort((one, other) => one - other)).toEqual(
    allPages.flatMap((page) => [page, page]),
  );
});

test('reads a list of one page only once', async () => {
  server.records = entries(100);
  expect((await read()).rows).toBe(100);
  expect(server.requestedPages).toEqual([1]);
});

test('requests six pages at a time', async () => {
  const requests = watchRequests();
  await read();
  expect(requests.mostAtOnce).toBe(6);
});

test('contains a record once that moved to the next page', async () => {
  when(8, 1, () => server.records.unshift(entry(1000)));
  expect(await read()).toMatchObject({ rows: 751, total: 751, notes: [] });
  expect(ids()).toEqual(held());
});

test('skips no record when one on a page already read is removed and another is added', async () => {
  when(8, 1, () => {
    server.records.splice(0, 1);
    server.records.push(entry(1000));
  });
  expect(await read()).toMatchObject({ rows: 750, total: 750, notes: [] });
  expect(ids()).toEqual(held());
});

test('skips no record when that happens during the second reading', async () => {
  when(8, 2, () => {
    server.records.splice(0, 1);
    server.records.push(entry(1000));
  });
  expect(await read()).toMatchObject({ rows: 750, total: 750, notes: [] });
  expect(ids()).toEqual(held());
});

test('finds a new record that moved to a page already read', async () => {
  when(1, 2, () => server.records.splice(700, 0, entry(1000)));
  when(8, 2, () => server.records.splice(0, 1));
  expect(await read()).toMatchObject({ rows: 750, total: 750, notes: [] });
  expect(ids()).toEqual(held());
});

test('shows both of two records as processed that were marked during the second reading', async () => {
  when(8, 2, () => [server.records[3], server.records[745]].forEach(mark));
  expect((await read()).notes).toEqual([]);
  expect([statuses().get(4), statuses().get(746)]).toEqual(['Processed', 'Processed']);
});

test('shows a record as processed that was marked after it was read', async () => {
  when(8, 1, () => mark(server.records[3]));
  expect((await read()).notes).toEqual([]);
  expect(statuses().get(4)).toBe('Processed');
});

test.each(['unshift', 'push'] as const)(
  'adds new records until the count is right while more arrive (%s)',
  async (method) => {
    let next = 1000;
    for (const page of allPages)
      for (const time of [1, 2]) when(page, time, () => server.records[method](entry(next++)));
    expect((await read()).notes).toEqual([]);
    expect(ids()).toEqual(held());
    expect(server.requestedPages.length).toBeLessThanOrEqual(2 * 8 + 2);
  },
);

test('notes what changed in a list that never stops changing', async () => {
  server.before = (page) => {
    if (page !== 8) return;
    server.records.shift();
    mark(server.records[5]);
  };
  const { notes, rows: count, total } = await read();
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/\d+ were added, [1-9]\d* were removed and [1-9]\d* changed/);
  expect(notes[0]).toContain(`contains ${count} records`);
  expect(notes[0]).toContain(`last count is ${total}`);
  expect(new Set(ids()).size).toBe(count);
});

test('contains a record once that the server lists twice, and notes the wrong count', async () => {
  server.records = [...entries(150), entry(149)];
  const { notes } = await read();
  expect(notes).toEqual([expect.stringContaining('counts 151 records, but its pages contained 150')]);
  expect(ids()).toEqual(entries(150).map(({ id }) => id));
});

test('reads all pages when the server makes them smaller than requested', async () => {
  server.before = (page, response, request) => {
    const data = server.records.slice((page - 1) * 15, page * 15);
    json(200, { success: true, data: { data, total: 750, last_page: 50 } })(response, request);
    return true;
  };
  expect((await read()).rows).toBe(750);
  expect(ids()).toEqual(held());
});

test('retries a page that fails twice', async () => {
  let failures = 2;
  server.before = (page, response, request) => {
    if (page !== 3 || failures-- <= 0) return;
    json(503, { success: false, message: 'Busy' })(response, request);
    return true;
  };
  expect((await read()).rows).toBe(750);
});

test('fails with the reason after a page failed three times', async () => {
  server.before = (page, response, request) => {
    if (page !== 3) return;
    json(500, { success: false, message: 'The disk is full' })(response, request);
    return true;
  };
  await expect(read()).rejects.toThrow('The disk is full');
  expect(server.requestedPages.filter((page) => page === 3)).toHaveLength(3);
});

test('does not retry a refused request', async () => {
  server.before = (_, response, request) => {
    json(403, { success: false, message: 'Not yours' })(response, request);
    return true;
  };
  await expect(read()).rejects.toThrow('Not yours');
  expect(server.requestedPages).toEqual([1]);
});

test('sends no more requests after it is cancelled', async () => {
  server.records = entries(5_000);
  const controller = new AbortController();
  when(4, 1, () => controller.abort());
  const requests = watchRequests();
  await expect(read(controller.signal)).rejects.toThrow('The request was cancelled.');
  await Promise.allSettled(requests.sent);
  expect(requests.sent.length).toBeLessThanOrEqual(4 + 6);
});

test('ends at once when it is cancelled before a retry', async () => {
  const controller = new AbortController();
  server.before = (_, response, request) => {
    void json(500, { success: false, message: 'Busy' })(response, request);
    return true;
  };
  // Aborts during the pause of 400 ms before a retry, which never ends by itself here.
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (act: () => void, delay: number) =>
    delay === 400 ? setImmediate(() => controller.abort()) : setTimeout(act, delay),
  );
  await expect(read(controller.signal)).rejects.toThrow();
  expect(server.requestedPages).toEqual([1]);
});
