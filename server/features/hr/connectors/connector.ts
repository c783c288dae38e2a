// A connector is Rollcall's side of the protocol of one kind of HR system. It does nothing by itself: two pure
// functions turn items into a request and its answer into outcomes, and conversations decide what to ask next. They
// only read, except at the end of a run. CONTRIBUTING.md says how to add one.

import type { HrSyncMode } from '../../../../src/shared/contract/hrConfig.ts';
import type { ConnectionTest, ConnectorField, HrPerson } from '../../../../src/shared/contract/hrConnections.ts';
import type { EventType } from '../../../../src/shared/contract/queries.ts';
import type { OutboundAnswer } from '../../../platform/http/outbound.ts';
import type { Clock } from '../../../platform/time/clock.ts';

interface ItemOfEmployee {
  /** Stays the same whenever the item is sent. */
  readonly key: string;
  readonly employeeNumber: string;
  readonly crmEmployeeId: string;
  /** Id of the person in the HR system; empty for connectors without people. */
  readonly personId: string;
  /** Unique identifier of the controller. */
  readonly controller: string;
}

/** One record. Instants are UTC, 'YYYY-MM-DD HH:MM:SS'. */
export interface EventItem extends ItemOfEmployee {
  readonly kind: 'event';
  readonly eventType: EventType;
  readonly at: string;
  /** Location of the controller in degrees, if known. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
}

/** Two records: a stretch of work, or a break between two. */
export interface PairItem extends ItemOfEmployee {
  readonly kind: 'pair';
  readonly purpose: 'work' | 'break';
  readonly from: string;
  readonly until: string;
  /** Set if the HR system has this pair with another end, which is to be changed. */
  readonly remoteId: string;
}

export type PairSpan = Pick<PairItem, 'from' | 'until'>;
export type Item = EventItem | PairItem;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Path added to the HR system's URL, such as '/api/method/ping'; may be empty. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Yields requests, receives their answers and returns a result. Throws NotNow if it cannot. */
export type Conversation<Result> = Generator<HttpRequest, Result, OutboundAnswer>;

/** Thrown when the HR system cannot be asked, or not now. The message is for users, without a full stop. */
export class NotNow extends Error {
  readonly resumeAt: Date | undefined;

  constructor(message: string, resumeAt?: Date) {
    super(message);
    this.resumeAt = resumeAt;
  }
}

/** The company's HR system as a conversation sees it. */
export interface Connection {
  readonly url: string;
  /** Settings and secrets by the keys of the connector's fields; missing ones are empty. */
  readonly values: Readonly<Record<string, string>>;
  /** Result of `signIn`; empty for connectors without it. */
  readonly session: string;
  readonly company: { readonly uniqueIdentifier: string; readonly crmCompanyId: string };
  /** Decides which of a day's records are sent. */
  readonly mode: HrSyncMode;
  readonly clock: Clock;
  readonly now: Date;
}

/** Outcome of one item. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly remoteId?: string }
  /** The HR system says it has the item already. */
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** Unclear answer: try again later. */
  | { readonly kind: 'later'; readonly reason: string };

export type BatchOutcome =
  /** Outcomes by key. */
  | { readonly kind: 'answered'; readonly outcomes: ReadonlyMap<string, Outcome> }
  /** The whole batch was refused, perhaps because of one item: each half is sent again by itself. */
  | { readonly kind: 'rejected'; readonly reason: string }
  | Later;

/** Ends the run; `resumeAt` is set if the HR system asked for a pause. */
export interface Later {
  readonly kind: 'later';
  readonly reason: string;
  readonly resumeAt?: Date | undefined;
}

/** Answer of a system whose calls return results. `reason` is in its own words, for people. */
export type CallAnswer<T> =
  | { readonly kind: 'result'; readonly result: T }
  | { readonly kind: 'refused'; readonly reason: string }
  | Later;

/** Leave that is approved. Why it was taken is neither asked for nor kept. */
export interface HrLeave {
  /** Id in the HR system; several stretches of one leave share it. */
  readonly id: string;
  readonly personId: string;
  readonly firstDay: string;
  readonly lastDay: string;
  /** How much of each of these days is off: all of it, half of it, or a number of minutes. */
  readonly off: 'day' | 'half' | number;
}

/** Days 'YYYY-MM-DD', both included. */
export interface DaySpan {
  readonly from: string;
  readonly until: string;
}

export type Finding = ConnectionTest['findings'][number];

const finding =
  (state: Finding['state']) =>
  (what: string, says: string): Finding => ({ what, says, state });
export const good = finding('good');
export const warning = finding('warning');
export const bad = finding('bad');

export interface Connector<I extends Item = Item> {
  readonly name: string;
  readonly takes: I['kind'];
  /** Sentence that says what arrives in the HR system. */
  readonly summary: string;
  /** Example of an address. */
  readonly address: string;
  readonly fields: readonly ConnectorField[];
  readonly mostPerRequest: number;
  /** Lower than the limit that the HR system states. */
  readonly requestsPerMinute: number;
  /** Whether it also takes breaks between pairs. */
  readonly takesBreaks: boolean;

  /** All people of the HR system. Left out where the HR system knows employees by our numbers. */
  people?(connection: Connection): Conversation<HrPerson[]>;
  /** All approved leave that touches these days. Left out where the HR system has none that could be read. */
  leave?(connection: Connection, days: DaySpan): Conversation<HrLeave[]>;
  /** Reason why the HR system can never take the pair, without a full stop. */
  refusal?(pair: PairSpan, connection: Pick<Connection, 'clock' | 'values'>): string | undefined;
  /** Gets what all other requests need, such as a token. Repeated after a 401. */
  signIn?(connection: Connection): Conversation<string>;

  /** One request for all items. A pair with a remote id comes alone. */
  request(items: readonly I[], connection: Connection): HttpRequest;
  outcome(items: readonly I[], answer: OutboundAnswer, connection: Connection): BatchOutcome;

  /**
   * Needed if the HR system would take one item twice: returns the ids of items that it already has exactly like this,
   * by key. Asked before every request that creates items, and before one that repeats a change.
   */
  find?(items: readonly I[], connection: Connection): Conversation<ReadonlyMap<string, string>>;
  /**
   * Needed if the HR system computes attendance itself: returns the instant up to which it has, or undefined if it
   * never will.
   */
  openSince?(connection: Connection): Conversation<string | undefined>;
  /** Tells the HR system that it has everything before this instant. Called after runs that were not stopped. */
  finish?(until: string, connection: Connection): Conversation<void>;

  /** Tests the connection; reads only. Left out by protocols without such a request. */
  probe?(connection: Connection): Conversation<readonly Finding[]>;
}

/** A required text by default. */
export const field = (
  key: string,
  label: string,
  help: string,
  particulars: Partial<ConnectorField> = {},
): ConnectorField => ({ kind: 'text', is_required: true, options: [], initial: '', ...particulars, key, label, help });
