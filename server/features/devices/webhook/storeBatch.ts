// Stores a batch of the webhook: attendance as sent and exactly once, facts including refused ones, and the effects on
// devices' facts.
import { createHash } from 'node:crypto';
import { ifUnderstood } from '../../../../src/shared/contract/decodeRecords.ts';
import { type EventType, eventType } from '../../../../src/shared/contract/queries.ts';
import { signedOffset } from '../../../../src/shared/words/timeZones.ts';
import { type Db, exists, type Queries, rowsOf, sql } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { firstEventDay, instantOf, plusMinutes } from '../../../platform/time/clock.ts';
import { lockCompany } from '../../companies/companyQueries.ts';
import { isStillSender, type Sender } from '../../controllers/controllerQueries.ts';
import { deviceChanged } from '../../controllers/device/deviceRows.ts';
import { employeesByCode, isErased } from '../../employees/codes.ts';
import { clockOf } from '../../settings/clocks.ts';
import { noteLateEvents } from '../../workday/closedMonthChanges.ts';
import { unreadFact } from '../drivers/driver.ts';
import { codeOf, maxCodeLength, noTime, ownValue, readTime } from '../drivers/wireValues.ts';
import { readAround } from '../intake/applyReadings.ts';
import { insertFacts, type NewFact, storableText } from '../intake/newFacts.ts';
import { resolveTime } from '../interpret/readFact.ts';

/** Results are in the order of the events. */
export function storeBatch(db: Db, sender: Sender, values: readonly unknown[], now: Date): Promise<EventResult[]> {
  const read = values.map((value) => readEvent(value, now));
  const events = read.filter((event) => typeof event !== 'string');
  return db.tx(async (queries) => {
    const isDecisive = await decidesAboutOthers(queries, sender);
    await lockCompany(queries, sender.company_id, isDecisive ? 'change' : 'rely');
    // Serializes batches: two with the same events in different order would deadlock, here or in another process.
    await lockRow(queries, 'access_controllers', sender.id, 'change');
    if (!(await isStillSender(queries, sender))) throw deviceChanged();
    const stored = await insertEvents(queries, sender, events, now);
    const others = events.filter((event) => !stored.has(identityOf(event)));
    const results = resultsOf(read, stored, await findEventsById(queries, sender, others));
    await storeSent(
      queries,
      sender.id,
      values.map((value, index): SentEvent => ({ value, read: read[index] ?? '', result: results[index] })),
      now,
    );
    await noteLateEvents(queries, sender.company_id, [...stored.values()], now);
    if (isDecisive) {
      const moments = [...stored.values()].map(({ employeeCode: code, occurredAt }) => ({ code, occurredAt }));
      await readAround(queries, sender.company_id, moments, now);
    }
    return results;
  });
}

/**
 * Whether webhook events affect device facts: where directions alternate, they decide the next one, and a device may
 * send the same events. Companies without devices pay only for this query.
 */
const decidesAboutOthers = (queries: Queries, { company_id }: Sender): Promise<boolean> =>
  exists(
    queries,
    sql`select controller_id from device_rules join access_controllers on access_controllers.id = controller_id
      where company_id = ${company_id} and kind <> 'webhook' limit 1`,
  );

interface StoredEvent extends Omit<ControllerEvent, 'localTime' | 'zone'> {
  readonly id: number;
  readonly isKnownEmployee: boolean;
}

const columns = sql`id, event_id as "eventId", employee_code as "employeeCode", event_type as type,
  occurred_at as "occurredAt", employee_id is not null as "isKnownEmployee"`;

/** Returns new events by identity. */
export async function insertEvents(queries: Queries, sender: Sender, events: readonly ControllerEvent[], now: Date) {
  const codes = [...new Set(events.map((event) => event.employeeCode))];
  const employeeOf = await employeesByCode(queries, sender.company_id, codes);
  const { dayOf } = await clockOf(queries, sender.company_id);
  const rows = rowsOf(
    { employee_id: 'bigint', code: 'text', event_id: 'text', type: 'text', at: 'timestamp(0)' },
    events.map(({ employeeCode: code, eventId: event_id, type, occurredAt: at }) => {
      return { employee_id: employeeOf(code, dayOf(at)) ?? null, code, event_id, type, at };
    }),
  );
  const inserted = await queries.all<StoredEvent>(
    sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id,
        event_type, occurred_at, created_at)
      select ${sender.company_id}, employee_id, code, ${sender.id}, event_id, type, at, ${instantOf(now)}
      from ${rows} where true
      on conflict do nothing returning ${columns}`,
    ['isKnownEmployee'],
  );
  return byIdentity(inserted);
}

/** Stored events of the controller with the same event ids. */
async function findEventsById(queries: Queries, sender: Sender, events: readonly ControllerEvent[]) {
  const eventIds = events.flatMap((event) => (event.eventId === null ? [] : [event.eventId]));
  const stored = await queries.all<StoredEvent>(
    sql`select ${columns} from attendance where access_controller_id = ${sender.id} and event_id in (${eventIds})`,
    ['isKnownEmployee'],
  );
  return byIdentity(stored);
}

const byIdentity = (events: readonly StoredEvent[]) => new Map(events.map((event) => [identityOf(event), event]));

interface SentEvent {
  readonly value: unknown;
  /** The event, or the reason for refusing it. */
  readonly read: ControllerEvent | string;
  readonly result: EventResult | undefined;
}

/** Stores the webhook's events as facts, refused ones included. A repeated event is the same fact. */
async function storeSent(queries: Queries, controllerId: number, sent: readonly SentEvent[], now: Date): Promise<void> {
  const facts = sent.flatMap(({ value, read, result }): NewFact[] => {
    const raw = storableText(rawOf(value), 2_000);
    const fields = typeof read === 'string' ? { code: codeIn(value) ?? '' } : factFields(read);
    const fact = { ...unread, controllerId, receivedAt: instantOf(now), ...fields, raw };
    if (result?.status === 'refused') {
      const { reason } = result;
      return [{ ...fact, key: keyOf('refused', [raw, reason]), outcome: 'refused', reason, attendanceId: null }];
    }
    if (result?.status !== 'stored' || typeof read === 'string') return [];
    const key = keyOf('stored', [identityOf(read)]);
    return [{ ...fact, key, outcome: 'attendance', reason: '', attendanceId: result.record_id }];
  });
  await insertFacts(queries, null, facts);
}

const unread = {
  ...unreadFact({ kind: 'webhook', raw: '', problem: '' }),
  generation: 1,
  zone: '',
  occurredAt: null,
  isAmbiguous: false,
  directionRule: 'key',
  ruledDirection: '',
  repeatSeconds: 0,
} satisfies Partial<NewFact>;

const factFields = ({ employeeCode, type, occurredAt, localTime, zone }: ControllerEvent) =>
  ({
    code: employeeCode,
    localTime,
    zone,
    occurredAt,
    direction: type,
    meaning: type === 'check-in' ? 'in' : 'out',
    passed: 'yes',
  }) satisfies Partial<NewFact>;

const keyOf = (result: string, parts: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(['webhook', result, ...parts]))
    .digest('base64url');

export type EventResult =
  | { status: 'stored'; record_id: number; employee: 'known' | 'unknown' }
  | { status: 'duplicate'; record_id: number | null }
  | { status: 'refused'; reason: string };

type EventsByIdentity = ReadonlyMap<string, StoredEvent>;

/** `read` holds events or reasons for refusal; `known` holds events stored before. */
function resultsOf(
  read: readonly (ControllerEvent | string)[],
  stored: EventsByIdentity,
  known: EventsByIdentity,
): EventResult[] {
  const reported = new Set<string>();
  return read.map((event) => {
    if (typeof event === 'string') return { status: 'refused', reason: event };
    const identity = identityOf(event);
    const storedEvent = stored.get(identity);
    if (storedEvent && !reported.has(identity)) {
      reported.add(identity);
      const employee = storedEvent.isKnownEmployee ? 'known' : 'unknown';
      return { status: 'stored', record_id: storedEvent.id, employee };
    }
    return resultOfRepeat(event, storedEvent ?? known.get(identity));
  });
}

/**
 * Compares the content, because a controller may reuse event ids after a reset, which must not hide the second event.
 * The code of an erased person is not known any more.
 */
function resultOfRepeat(event: ControllerEvent, first: StoredEvent | undefined): EventResult {
  const isSame =
    !first ||
    ((first.employeeCode === event.employeeCode || isErased(first.employeeCode)) &&
      first.type === event.type &&
      first.occurredAt === event.occurredAt);
  return isSame
    ? { status: 'duplicate', record_id: first?.id ?? null }
    : { status: 'refused', reason: 'event_id already belongs to another event of this controller' };
}

interface ControllerEvent {
  /** The controller's id of the event, if it sends one. */
  readonly eventId: string | null;
  readonly employeeCode: string;
  readonly type: EventType;
  readonly occurredAt: string;
  /** Clock time as sent, 'YYYY-MM-DD HH:MM:SS', and offset, '+05:30'. */
  readonly localTime: string;
  readonly zone: string;
}

/** Keeps the documented fields only: others may hold anything. */
function rawOf(value: unknown): string {
  const entries = ['event_id', 'employee_id', 'event_type', 'timestamp'].map((name) => [name, ownValue(value, name)]);
  return JSON.stringify(
    Object.fromEntries(entries.filter(([, sent]) => typeof sent === 'string' || typeof sent === 'number')),
  );
}

/** Identifies an event by its id, or else by employee, type and second. */
type Identified = Pick<ControllerEvent, 'eventId' | 'employeeCode' | 'type' | 'occurredAt'>;

const identityOf = ({ eventId, employeeCode, type, occurredAt }: Identified): string =>
  JSON.stringify(eventId === null ? [employeeCode, type, occurredAt] : [eventId]);

/**
 * Events of the webhook (docs/events.md) are read one by one, so that an invalid one is rejected alone, with its
 * reason. Returns the event, or the reason why it is invalid, for the people who operate the controller.
 */
function readEvent(value: unknown, now: Date): ControllerEvent | string {
  if (typeof value !== 'object' || value === null) return 'An event must be a JSON object';
  const employeeCode = codeIn(value);
  if (!employeeCode) return `employee_id ${mustBeCode}`;
  const sentId = ownValue(value, 'event_id') ?? null;
  const eventId = sentId === null ? null : codeOf(sentId);
  if (eventId === '' || eventId === undefined) return `event_id ${mustBeCode}`;
  const type = parseType(ownValue(value, 'event_type'));
  if (!type) return 'event_type must be check-in or check-out';
  const time = timeOf(ownValue(value, 'timestamp'), now);
  return typeof time === 'string' ? time : { eventId, employeeCode, type, ...time };
}

/** Also reads the code of refused events, so that reports and erasures find them. */
const codeIn = (value: unknown): string | undefined => codeOf(ownValue(value, 'employee_id'));

const mustBeCode = `must be a string of 1 to ${maxCodeLength} characters, none of them a control character`;

const parseType = ifUnderstood(eventType);

const completeTime = /^\S{10}[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/i;

/** Rejects times without a zone as ambiguous. */
function timeOf(sent: unknown, now: Date): Pick<ControllerEvent, 'occurredAt' | 'localTime' | 'zone'> | string {
  const isComplete = typeof sent === 'string' && completeTime.test(sent);
  const { localTime, offsetMinutes } = (isComplete && readTime(sent)) || noTime;
  const zone = signedOffset(offsetMinutes ?? 0);
  const { occurredAt } = resolveTime({ localTime, zone, isReplay: false }, now.getTime());
  if (occurredAt === null) return 'timestamp must be a date and time with its zone, such as 2026-11-21T08:59:12+05:30';
  if (occurredAt > instantOf(plusMinutes(now, 24 * 60))) return 'timestamp is more than a day in the future';
  return occurredAt < firstEventDay ? 'timestamp is before the year 2000' : { occurredAt, localTime, zone };
}
