// What a connector is: how Rollcall speaks to one kind of HR system. A connector does nothing by itself. Two pure
// functions turn items into a request and its answer into outcomes; conversations, which only read but for the end of a
// run, say what to ask next. CONTRIBUTING.md says how to add one.

import type { EventType } from '../../../../src/shared/contract/queries.ts';
import type { HrSyncMode } from '../../../../src/shared/contract/hr.ts';
import type { ConnectionTest, ConnectorField, HrPerson } from '../../../../src/shared/contract/hrConnections.ts';
import type { OutboundAnswer } from '../../../platform/http/outbound.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import type { WorkingDays } from '../../workday/dayRules.ts';

interface ItemOfEmployee {
  /** The same each time that the item is sent. */
  readonly key: string;
  readonly employeeNumber: string;
  readonly crmEmployeeId: string;
  /** Who it is in the HR system; empty for a connector without people. */
  readonly personId: string;
  /** The unique identifier of the controller. */
  readonly controller: string;
}

/** Where a controller is, in degrees. */
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** One record. All instants are UTC, 'YYYY-MM-DD HH:MM:SS'. */
export interface EventItem extends ItemOfEmployee {
  readonly kind: 'event';
  readonly eventType: EventType;
  readonly at: string;
  /** That of the controller, if it is known. */
  readonly place: Place | null;
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

export type Item = EventItem | PairItem;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Added to the URL of the HR system, such as '/api/method/ping'; or empty. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Yields requests, is given their answers, and returns what it found. Throws NotNow if it cannot. */
export type Conversation<Result> = Generator<HttpRequest, Result, OutboundAnswer>;

/** The HR system cannot be asked, or not now. The message is for users, without a full stop. */
export class NotNow extends Error {
  readonly resumeAt: Date | undefined;

  constructor(message: string, resumeAt?: Date) {
    super(message);
    this.resumeAt = resumeAt;
  }
}

/** What is known of the company's HR system and its side of a conversation. */
export interface Connection {
  readonly url: string;
  /** The settings and secrets, by the keys of the connector's fields; those not given are empty. */
  readonly values: Readonly<Record<string, string>>;
  /** What `signIn` returned; empty for a connector without it. */
  readonly session: string;
  readonly company: { readonly uniqueIdentifier: string; readonly crmCompanyId: string };
  /** Which of a day's records arrive. */
  readonly mode: HrSyncMode;
  readonly businessTime: BusinessTime;
  readonly workingDays: WorkingDays;
  readonly now: Date;
}

/** What the HR system answered for one item. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly remoteId?: string }
  /** It says that it has the item already. */
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** No clear answer: try again later. */
  | { readonly kind: 'later'; readonly reason: string };

export type BatchOutcome =
  /** By key. */
  | { readonly kind: 'answered'; readonly outcomes: ReadonlyMap<string, Outcome> }
  /** The HR system took none of them, perhaps because of one: each half is sent again by itself. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** For the whole run: `resumeAt` if the HR system asked not to be called before. */
  | { readonly kind: 'later'; readonly reason: string; readonly resumeAt?: Date | undefined };

export type Finding = ConnectionTest['findings'][number];

export interface Connector<I extends Item = Item> {
  readonly name: string;
  readonly takes: I['kind'];
  /** One sentence: what arrives in the HR system. */
  readonly summary: string;
  /** An example of its address. */
  readonly address: string;
  readonly fields: readonly ConnectorField[];
  readonly mostPerRequest: number;
  /** Stays below what the HR system states. */
  readonly requestsPerMinute: number;
  /** It also takes the breaks between pairs. */
  readonly takesBreaks: boolean;

  /** Everybody whom the HR system has. Without it, the HR system knows employees by our numbers. */
  people?(connection: Connection): Conversation<HrPerson[]>;
  /** Why the HR system can never take the item, without a full stop. */
  refusal?(item: I, connection: Pick<Connection, 'businessTime' | 'values'>): string | undefined;
  /** What every other request needs, such as a token. It is asked again after an answer 401. */
  signIn?(connection: Connection): Conversation<string>;

  /** All of them in one. A pair with a remote id comes alone. */
  request(items: readonly I[], connection: Connection): HttpRequest;
  outcome(items: readonly I[], answer: OutboundAnswer, connection: Connection): BatchOutcome;

  /**
   * For an HR system that may take the same item twice: which of these new ones it has, by key, with their ids. It is
   * asked before every request that creates some.
   */
  find?(items: readonly I[], connection: Connection): Conversation<ReadonlyMap<string, string>>;
  /**
   * For an HR system that computes attendance by itself: the instant from which on it has not done so yet, or undefined
   * if it will not.
   */
  openSince?(connection: Connection): Conversation<string | undefined>;
  /** At the end of a run that was not stopped: tells the HR system that it has everything before this instant. */
  finish?(until: string, connection: Connection): Conversation<void>;

  /** What is to be found out of the connection. Only reads; a protocol without such a request has none. */
  probe?(connection: Connection): Conversation<readonly Finding[]>;
}

/** A text that is required, unless the particulars say otherwise. */
type Particulars = Partial<Omit<ConnectorField, 'key' | 'label' | 'help'>>;

export const field = (
  key: string,
  label: string,
  help: string,
  particulars: Readonly<Particulars> = {},
): ConnectorField => ({ kind: 'text', is_required: true, options: [], initial: '', ...particulars, key, label, help });
