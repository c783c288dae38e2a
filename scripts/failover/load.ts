// Writers that send each event until it is acknowledged, mark records, start HR syncs, and remember what they saw.

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { signedHeaders } from '../../server/platform/crypto/hashes.ts';
import { instantOf } from '../../server/platform/time/clock.ts';
import type { ClockEvent } from './stored.ts';
import { type Door, employees, type World } from './world.ts';

export interface Seen {
  /** Events by id. */
  readonly acknowledged: Map<string, ClockEvent>;
  /** Events by id that were unacknowledged when the writers stopped, and so may or may not be stored. */
  readonly unanswered: Map<string, ClockEvent>;
  /** Ids of events whose records were marked as processed. */
  readonly marked: Set<string>;
  readonly perhapsMarked: Set<string>;
  /** Number of acknowledged requests that need an audit entry. */
  audited: number;
  readonly statuses: Map<string, number>;
  /** Answers that clients must never get. */
  readonly wrong: string[];
  /** Longest time without an acknowledged event. */
  pauseMs: number;
  slowestMs: number;
}

/** More than both processes' database connections together. */
const writers = 24;
const pauseMs = 150;
const giveUpMs = 60_000;

export const nothingSeen = (): Seen => ({
  acknowledged: new Map(),
  unanswered: new Map(),
  marked: new Set(),
  perhapsMarked: new Set(),
  audited: 0,
  statuses: new Map(),
  wrong: [],
  pauseMs: 0,
  slowestMs: 0,
});

export function startLoad(servers: readonly string[], world: World) {
  const seen = nothingSeen();
  let isStopped = false;
  let isServerDown = false;
  let turn = 0;
  let second = 0;
  let lastAcknowledged = performance.now();

  /** Repeats a request until the answer is 200, and returns its body; undefined if the writers stop before. */
  async function until200(
    path: string,
    headers: () => Record<string, string>,
    body: string,
  ): Promise<string | undefined> {
    while (!isStopped) {
      const began = performance.now();
      const init = { method: 'POST', headers: headers(), body, signal: AbortSignal.timeout(giveUpMs) };
      const server = servers[turn++ % servers.length] ?? '';
      const answer = await fetch(server + path, init).then(
        async (response) => ({ status: String(response.status), text: await response.text(), response }),
        (error: unknown) => ({ status: String(error), text: '', response: undefined }),
      );
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - began);
      seen.statuses.set(answer.status, (seen.statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === '200') return answer.text;
      const isUnavailable =
        (answer.status === '503' && answer.response?.headers.has('retry-after')) ||
        (answer.status === '502' && isServerDown);
      // A sync that lost its database keeps its lease for two minutes.
      if (!isUnavailable && answer.status !== '409')
        seen.wrong.push(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
      await wait(500);
    }
    return undefined;
  }

  /** Returns the ids of the resulting records by event id. */
  async function sendEvents(door: Door): Promise<ReadonlyMap<string, number>> {
    // Each event has its own second of this morning, so that none repeats another.
    const midnight = world.now().setUTCHours(0, 0, 0, 0);
    const events = Array.from({ length: 3 }, (_, index) => ({
      id: randomUUID(),
      company: door.company,
      employee: employees[(second + index) % employees.length] ?? '',
      type: 'check-in',
      at: instantOf(new Date(midnight + (second++ % 20_000) * 1000)),
    }));
    const body = JSON.stringify({ events: events.map(asSent) });
    const text = await until200(door.path, () => signedHeaders(door.secret, body, world.now()), body);
    const target = text === undefined ? seen.unanswered : seen.acknowledged;
    for (const event of events) target.set(event.id, event);
    if (text === undefined) return new Map();
    const now = performance.now();
    seen.pauseMs = Math.max(seen.pauseMs, now - lastAcknowledged);
    lastAcknowledged = now;
    const { data }: { data: { results: { record_id?: number }[] } } = JSON.parse(text);
    return new Map(events.flatMap(({ id }, index) => recordOf(id, data.results[index]?.record_id)));
  }

  const authorized = () => ({ authorization: `Bearer ${world.administrator.token}` });

  async function mark(records: ReadonlyMap<string, number>): Promise<void> {
    const body = JSON.stringify({ record_ids: [...records.values()] });
    const text = await until200('/web/api/v1/attendance/mark-processed', authorized, body);
    const ids = text === undefined ? seen.perhapsMarked : seen.marked;
    for (const id of records.keys()) ids.add(id);
    if (text !== undefined) seen.audited++;
  }

  const doors = [world.hrDoor, ...Array.from({ length: 10 }, () => world.doors).flat()];
  async function write(number: number): Promise<void> {
    while (!isStopped) {
      const records = await sendEvents(doors[number % doors.length] ?? world.hrDoor);
      if (number % 4 === 0 && records.size > 0) await mark(records);
      await wait(pauseMs);
    }
  }

  async function sync(): Promise<void> {
    while (!isStopped) {
      const text = await until200(`/web/api/v1/hr-sync/companies/${world.hrCompany}`, authorized, '{}');
      if (text !== undefined) seen.audited++;
      await wait(1_000);
    }
  }

  const running = [...Array.from({ length: writers }, (_, number) => write(number)), sync()];
  return {
    seen,
    /** Resolves once every writer has its last answer. */
    async stop(): Promise<Seen> {
      isStopped = true;
      await Promise.all(running);
      return seen;
    },
    goesOn,
    /** Runs work that stops the servers and starts them again, during which nginx may answer 502. */
    async withoutServers(work: () => Promise<void>): Promise<void> {
      isServerDown = true;
      await work();
      // nginx avoids a dead server for ten seconds.
      await wait(11_000);
      isServerDown = false;
    },
  };

  /** Waits until this many more events are acknowledged, which shows that the servers work. */
  async function goesOn(events: number): Promise<void> {
    const target = seen.acknowledged.size + events;
    const end = performance.now() + 150_000;
    while (seen.acknowledged.size < target) {
      if (performance.now() > end) throw new Error('Too few writes succeeded within 150 s');
      await wait(200);
    }
  }
}

export type Load = ReturnType<typeof startLoad>;

const asSent = ({ id, employee, type, at }: ClockEvent) => ({
  event_id: id,
  employee_id: employee,
  event_type: type,
  timestamp: `${at.replace(' ', 'T')}Z`,
});

const recordOf = (id: string, record: number | undefined): [string, number][] =>
  record === undefined ? [] : [[id, record]];
