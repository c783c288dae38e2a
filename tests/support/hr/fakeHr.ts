// What a fake HR system of the tests offers. It enforces the rules of the real one and never fails by itself: the
// simulation loses, delays and repeats messages around it.
import type { SafeRequest } from '../../../server/platform/http/outbound.ts';
import { instantAt, timeIn } from '../../../server/platform/time/clock.ts';
import type { HrPerson } from '../../../src/shared/contract/hrConnections.ts';
import { type ScriptedServer, startScriptedServer } from '../console/scriptedServer.ts';

/** Leave in a fake HR system. */
export interface FakeLeave {
  readonly id: string;
  readonly personId: string;
  readonly first: string;
  readonly last: string;
  /** Days of it of which half is off: only the first and the last can be, except in Frappe. */
  readonly halfDays?: readonly string[];
  /** Of leave in hours: the hours at which it begins on its first day and ends on its last. */
  readonly hours?: readonly [from: number, until: number];
  readonly isApproved?: boolean;
  /** It was approved before. Only Odoo tells that from leave that was refused. */
  readonly isCancelled?: boolean;
  /** Where the person was when it was approved. Only Frappe keeps that. */
  readonly company?: string;
  /** It is time that counts as worked. Only Odoo knows that. */
  readonly isWork?: boolean;
}

export interface FakeHr {
  /** For its connection: the address, and values by the keys of the connector's fields. */
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly request: SafeRequest;
  /** Whom it has. A test may take people out, deactivate them and put them back. */
  readonly people: Map<string, HrPerson>;
  /**
   * Everything that it has, in UTC and in order, with doubles if it took some: 'P-001 in 2026-05-12 06:59:12', or
   * 'P-001 work 2026-05-12 06:59:12 to 2026-05-12 15:01:00', as exact as it stores times.
   */
  entries(): readonly string[];
  /** Its leave, if it has any that could be read. A test may add some and take it away. */
  readonly leaves?: Map<string, FakeLeave>;
  /** Its credentials stop working, until they are renewed with the same values. */
  expireKey(): void;
  renewKey(): void;
  /** It takes and changes nothing until this day, which is included. An empty day opens everything. Not all can. */
  closeUntil?(day: string): void;
}

export interface FakeHrOptions {
  readonly people: readonly HrPerson[];
  /** Of the site, as the company's settings there have it. */
  readonly timeZone: string;
  readonly clock: () => Date;
}

/** Of an hour. */
export const twoDigits = (hour = 0): string => String(hour).padStart(2, '0');

/** Serves the fake over HTTP, for tests of the whole product. The server keeps every request that it got. */
export async function serveFakeHr({ request }: FakeHr): Promise<ScriptedServer> {
  const served = await startScriptedServer();
  served.answer = async (response, { method, path, headers, body }) => {
    const sent = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[headerName(name), value]] : [],
    );
    const answer = await request(served.base + path, { method, headers: Object.fromEntries(sent), body });
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) response.setHeader(name, value);
    response.writeHead(answer.status).end(answer.body);
  };
  return served;
}

/** As connectors write it, because HTTP does not keep the case: 'Content-Type'. */
const headerName = (name: string) => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());

// How many requests a hosted HR system takes in a minute.

/** Returns the seconds to wait, or 0 if the request is taken. */
export function limitTo(mostPerMinute: number, clock: () => Date): () => number {
  let taken: number[] = [];
  return () => {
    const now = clock().getTime();
    taken = taken.filter((at) => Math.abs(now - at) < 60_000);
    if (taken.length >= mostPerMinute) return Math.ceil(((taken[0] ?? now) + 60_000 - now) / 1000);
    taken.push(now);
    return 0;
  };
}

// The pairs that a fake HR system has which keeps local times to the minute, and its rules about them.

/** Times are local, 'YYYY-MM-DDTHH:MM'. */
export interface LocalEntry {
  readonly id: string;
  readonly personId: string;
  readonly purpose: 'work' | 'break';
  readonly from: string;
  readonly until: string;
}

export const overlaps = (one: LocalEntry, other: LocalEntry): boolean =>
  one.id !== other.id && one.personId === other.personId && one.from < other.until && other.from < one.until;

function instantIn(timeZone: string, local: string): string {
  return instantAt(timeIn(timeZone), local.slice(0, 10), local.slice(11, 16));
}

export const describeEntries = (entries: Iterable<LocalEntry>, timeZone: string): string[] =>
  [...entries]
    .map(({ personId, purpose, from, until }) => {
      return `${personId} ${purpose} ${instantIn(timeZone, from)} to ${instantIn(timeZone, until)}`;
    })
    .sort();
