// Writers that send each event until it is acknowledged, mark records, and start HR syncs; and what they saw.

import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Door, employees, type World } from './world.ts';

export interface Seen {
  /** Ids of events. */
  readonly acknowledged: Set<string>;
  /** Ids of attendance records. */
  readonly marked: Set<number>;
  readonly statuses: Map<string, number>;
  /** Answers that no client should get. */
  readonly wrong: string[];
  /** The longest time in which no event was acknowledged. */
  pauseMs: number;
  slowestMs: number;
}

/** More than both processes have connections. */
const writers = 24;
const pauseMs = 150;
const giveUpMs = 60_000;

export function startLoad(servers: readonly string[], world: World) {
  const seen: Seen = {
    acknowledged: new Set(),
    marked: new Set(),
    statuses: new Map(),
    wrong: [],
    pauseMs: 0,
    slowestMs: 0,
  };
  let isStopped = false;
  let turn = 0;
  let second = 0;
  let lastAcknowledged = performance.now();

  /** The answer's body, once there is one with 200. */
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
      const isUnavailable = answer.status === '503' && answer.response?.headers.has('retry-after');
      // The sync that lost its database keeps its lease for two minutes.
      if (!isUnavailable && answer.status !== '409')
        seen.wrong.push(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
      await wait(500);
    }
    return undefined;
  }

  async function sendEvents(door: Door): Promise<readonly number[]> {
    // A second for each event of this morning, so that none repeats another.
    const midnight = new Date().setUTCHours(0, 0, 0, 0);
    const events = Array.from({ length: 3 }, (_, index) => ({
      event_id: randomUUID(),
      employee_id: employees[(second + index) % employees.length],
      event_type: 'check-in',
      timestamp: new Date(midnight + (second++ % 20_000) * 1000).toISOString(),
    }));
    const body = JSON.stringify({ events });
    const text = await until200(door.path, () => signed(door.secret, body), body);
    if (text === undefined) return [];
    const now = performance.now();
    seen.pauseMs = Math.max(seen.pauseMs, now - lastAcknowledged);
    lastAcknowledged = now;
    for (const { event_id } of events) seen.acknowledged.add(event_id);
    const { data }: { data: { results: { record_id?: number }[] } } = JSON.parse(text);
    return data.results.flatMap(({ record_id }) => record_id ?? []);
  }

  const authorized = () => ({ authorization: `Bearer ${world.token}` });

  async function mark(record_ids: readonly number[]): Promise<void> {
    const body = JSON.stringify({ record_ids });
    const text = await until200('/web/api/v1/attendance/mark-processed', authorized, body);
    if (text !== undefined) for (const id of record_ids) seen.marked.add(id);
  }

  const doors = [world.hrDoor, ...Array.from({ length: 10 }, () => world.doors).flat()];
  async function write(number: number): Promise<void> {
    while (!isStopped) {
      const records = await sendEvents(doors[number % doors.length] ?? world.hrDoor);
      if (number % 4 === 0 && records.length > 0) await mark(records);
      await wait(pauseMs);
    }
  }

  async function sync(): Promise<void> {
    while (!isStopped) {
      await until200(`/web/api/v1/hr-sync/companies/${world.hrCompany}`, authorized, '{}');
      await wait(1_000);
    }
  }

  const running = [...Array.from({ length: writers }, (_, number) => write(number)), sync()];
  return {
    seen,
    /** Ends once the writers have their last answers. */
    async stop(): Promise<Seen> {
      isStopped = true;
      await Promise.all(running);
      return seen;
    },
    /** Whether all goes well now: so many more events were acknowledged. */
    async goesOn(events: number): Promise<void> {
      const target = seen.acknowledged.size + events;
      const end = performance.now() + 150_000;
      while (seen.acknowledged.size < target) {
        if (performance.now() > end) throw new Error('Writes did not go on within 150 s');
        await wait(200);
      }
    },
  };
}

export type Load = ReturnType<typeof startLoad>;

function signed(secret: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'x-rollcall-timestamp': timestamp, 'x-rollcall-signature': `sha256=${signature}` };
}
