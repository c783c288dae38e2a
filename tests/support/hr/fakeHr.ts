// The interface of a fake HR system. It enforces the real one's rules and never fails by itself: the simulation loses,
// delays and repeats messages around it.
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
  /** Days of which only half is off: the first or the last, in Frappe any. */
  readonly halfDays?: readonly string[];
  /** For leave in hours: when it begins on its first day and ends on its last. */
  readonly hours?: readonly [from: number, until: number];
  readonly isApproved?: boolean;
  /** Cancelled after it was approved. Only Odoo tells that from refused leave. */
  readonly isCancelled?: boolean;
  /** The person's company when it was approved. Only Frappe keeps that. */
  readonly company?: string;
  /** Whether it counts as time worked. Only Odoo knows that. */
  readonly isWork?: boolean;
}

export interface FakeHr {
  /** The address for its connection; settings and secrets are by the keys of the connector's fields. */
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly request: SafeRequest;
  /** Its people. A test may remove, deactivate and restore them. */
  readonly people: Map<string, HrPerson>;
  /**
   * Everything stored, in UTC and in order, including any duplicates it took: 'P-001 in 2026-05-12 06:59:12', or
   * 'P-001 work 2026-05-12 06:59:12 to 2026-05-12 15:01:00', as precise as it stores times.
   */
  entries(): readonly string[];
  /** Its leave, if the connector can read any. A test may add and remove some. */
  readonly leaves?: Map<string, FakeLeave>;
  /** Makes its credentials stop working, until they are renewed with the same values. */
  expireKey(): void;
  renewKey(): void;
  /** Makes it refuse additions and changes up to and including this day; '' reopens everything. Not all systems can. */
  closeUntil?(day: string): void;
}

export interface FakeHrOptions {
  readonly people: readonly HrPerson[];
  /** The site's time zone in the HR system's settings. */
  readonly timeZone: string;
  readonly clock: () => Date;
}

/** An hour as two digits. */
export const twoDigits = (hour = 0): string => String(hour).padStart(2, '0');

/** Serves the fake over HTTP, for tests of the whole product. The server records every request. */
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

/** Restores the case that connectors write, such as 'Content-Type', which HTTP does not keep. */
const headerName = (name: string) => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());

// The number of requests that a hosted HR system takes in a minute.

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

// The pairs in a fake HR system that keeps local times to the minute, and its rules about them.

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
