// Applies corrections: their effect on a day's events, in memory to preview it, and in the database.

import type { Caller } from '../../platform/access/caller.ts';
import { maybeOne, type Queries, scalar, sql } from '../../platform/db/db.ts';
import { instantOf } from '../../platform/time/clock.ts';
import { withdrawSetAside } from '../hr/delivery/withdrawals.ts';
import { eventAt, type History, type StoredEvent } from '../workday/loadDays.ts';
import { recordsAddedBy, type StoredCorrection } from './correctionQueries.ts';
import { oppositeType, type Target } from './targets.ts';

/** A correction that was checked, with its result. */
export type PlannedCorrection =
  | { readonly outcome: 'apply' | 'wait'; readonly target: Target; readonly day: string }
  | { readonly outcome: 'withdraw'; readonly target: Target; readonly correction: StoredCorrection };

export interface Authorship {
  readonly caller: Caller;
  readonly now: Date;
  readonly reason: string;
}

/** Stores corrections, and applies those that need no second person. Returns their ids, in the same order. */
export async function storeCorrections(
  queries: Queries,
  planned: readonly PlannedCorrection[],
  authorship: Authorship,
): Promise<number[]> {
  const ids: number[] = [];
  for (const each of planned) {
    if (each.outcome === 'withdraw') {
      await storeDecision(queries, each.correction.id, 'refused', authorship);
      ids.push(each.correction.id);
    } else {
      const id = await insertCorrection(queries, each, authorship);
      if (each.outcome === 'apply') await applyCorrection(queries, each.target, id, authorship.now);
      ids.push(id);
    }
  }
  return ids;
}

export async function storeDecision(
  queries: Queries,
  id: number,
  state: 'applied' | 'refused',
  { caller, now, reason }: Authorship,
): Promise<void> {
  await queries.run(
    sql`update corrections set state = ${state}, decider_id = ${caller.id}, decider = ${caller.name},
        decided_at = ${instantOf(now)}, decision_reason = ${reason}
      where id = ${id}`,
  );
}

export async function applyCorrection(queries: Queries, target: Target, id: number, now: Date): Promise<void> {
  const recordId = await storeEffect(queries, target, id, now);
  await queries.run(sql`update corrections set attendance_id = ${recordId} where id = ${id}`);
  if (target.undone) await queries.run(sql`update corrections set state = 'undone' where id = ${target.undone.id}`);
}

async function insertCorrection(
  queries: Queries,
  { outcome, target, day }: Exclude<PlannedCorrection, { outcome: 'withdraw' }>,
  { caller, now, reason }: Authorship,
): Promise<number> {
  const { requested, companyId, person, employeeCode, eventType, occurredAt, record, undone } = target;
  const exception = requested.kind === 'as_is' ? requested.exception : '';
  return scalar(
    queries,
    sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at,
        attendance_id, exception, undoes_id, reason, state, author_id, author, created_at)
      values (${companyId}, ${person?.id ?? null}, ${employeeCode}, ${day}, ${requested.kind}, ${eventType},
        ${occurredAt}, ${record?.id ?? null}, ${exception}, ${undone?.id ?? null}, ${reason},
        ${outcome === 'wait' ? 'waiting' : 'applied'}, ${caller.id}, ${caller.name}, ${instantOf(now)})
      returning id`,
  );
}

type Effect = 'add' | 'setAside' | 'countAgain' | 'turn' | 'turnBack' | 'answer' | 'reopen';

function effectOf({ requested, undone }: Target): Effect {
  const kind = undone?.kind ?? requested.kind;
  switch (kind) {
    case 'add':
      return undone ? 'setAside' : 'add';
    case 'set_aside':
      return undone ? 'countAgain' : 'setAside';
    case 'change_direction':
      return undone ? 'turnBack' : 'turn';
    case 'as_is':
    case 'undo':
      return undone ? 'reopen' : 'answer';
  }
}

/** Returns the person's events after the correction. An added event gets the given id. */
export function eventsAfter(
  target: Target,
  { events, calendar }: Pick<History, 'events' | 'calendar'>,
  addedId: number,
): readonly StoredEvent[] {
  const effect = effectOf(target);
  const { requested, undone, record, eventType, occurredAt } = target;
  const changed = (change: Partial<StoredEvent>) =>
    events.map((event) => (event.id === record?.id ? { ...event, ...change } : event));
  switch (effect) {
    case 'add': {
      const added = { id: addedId, isManual: true, occurredAt, eventType, controllerId: 0 };
      return [...events, eventAt(added, calendar)];
    }
    case 'turn': {
      const added = { id: addedId, isManual: true, occurredAt, eventType: oppositeType(eventType), controllerId: 0 };
      return [...changed({ isSetAside: true }), eventAt(added, calendar)];
    }
    case 'turnBack': {
      const turned = turnedEvent(target, events);
      return changed({ isSetAside: false }).map((event) =>
        event.id === turned?.id ? { ...event, isSetAside: true } : event,
      );
    }
    case 'setAside':
    case 'countAgain':
      return changed({ isSetAside: effect === 'setAside' });
    case 'answer':
    case 'reopen': {
      const exception = requested.kind === 'as_is' ? requested.exception : undone?.exception;
      return exception === 'open_too_long' ? changed({ isLongShift: effect === 'answer' }) : events;
    }
  }
}

/** Finds the event that a change of direction added beside the one that it set aside. */
export const turnedEvent = (
  { occurredAt, eventType }: Pick<Target, 'occurredAt' | 'eventType'>,
  events: readonly StoredEvent[],
): StoredEvent | undefined =>
  events.find(
    (event) =>
      event.isManual &&
      !event.isSetAside &&
      event.occurredAt === occurredAt &&
      event.eventType === oppositeType(eventType),
  );

/** Changes the attendance records as the stored correction says. Returns the id of the record that it is about. */
async function storeEffect(queries: Queries, target: Target, correctionId: number, now: Date): Promise<number | null> {
  const recordId = target.record?.id ?? null;
  switch (effectOf(target)) {
    case 'add':
      return insertRecord(queries, target, correctionId, now);
    case 'turn':
      await setAside(queries, recordId, correctionId);
      await insertRecord(queries, { ...target, eventType: oppositeType(target.eventType) }, correctionId, now);
      return recordId;
    case 'turnBack': {
      const people = target.person ? [target.person.id] : [];
      const undone = target.undone ? [target.undone.id] : [];
      for (const added of await recordsAddedBy(queries, people, undone)) await setAside(queries, added, correctionId);
      await queries.run(sql`update attendance set set_aside_by = null where id = ${recordId}`);
      return recordId;
    }
    case 'setAside':
      await setAside(queries, recordId, correctionId);
      return recordId;
    case 'countAgain':
      await queries.run(sql`update attendance set set_aside_by = null where id = ${recordId}`);
      return recordId;
    // Nothing to change: the correction itself is the answer.
    case 'answer':
    case 'reopen':
      return recordId;
  }
}

async function setAside(queries: Queries, recordId: number | null, correctionId: number): Promise<void> {
  await queries.run(sql`update attendance set set_aside_by = ${correctionId} where id = ${recordId}`);
  if (recordId !== null) await withdrawSetAside(queries, recordId);
}

async function insertRecord(queries: Queries, target: Target, correctionId: number, now: Date): Promise<number> {
  const { companyId, person, employeeCode, eventType, occurredAt } = target;
  const controller = await controllerForCorrections(queries, companyId, now);
  // Another correction may have added an equal event and been undone, so the id names this correction.
  const eventId = `correction-${correctionId}`;
  return scalar(
    queries,
    sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id, event_type,
        occurred_at, created_at, added_by)
      values (${companyId}, ${person?.id ?? null}, ${employeeCode}, ${controller}, ${eventId}, ${eventType},
        ${occurredAt}, ${instantOf(now)}, ${correctionId})
      returning id`,
  );
}

/** Every record has a controller. This one is no device, so it is marked as deleted and no list shows it. */
async function controllerForCorrections(queries: Queries, companyId: number, now: Date): Promise<number> {
  const find = sql`select id from access_controllers where company_id = ${companyId} and is_for_corrections = true`;
  const existing = await maybeOne<{ id: number }>(queries, find);
  if (existing) return existing.id;
  await queries.run(
    sql`insert into access_controllers (company_id, name, unique_identifier, is_active, is_for_corrections,
        created_at, deleted_at)
      values (${companyId}, 'Added by hand', 'ADDED-BY-HAND', false, true, ${instantOf(now)},
        ${instantOf(now)})
      on conflict do nothing`,
  );
  return scalar(queries, find);
}
