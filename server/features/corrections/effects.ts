// What a correction does to the events of a day: to those in memory, to see what would change, and to the stored ones.

import type { History } from '../workday/loadDays.ts';
import { eventAt, type StoredEvent } from '../workday/storedEvents.ts';
import { maybeOne, one, type Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { withdrawUnsent } from '../hr/delivery/deliveryQueries.ts';
import { instantOf } from '../../platform/time/instants.ts';
import { recordsAddedBy } from './storedRows.ts';
import { otherWay, type Target } from './targets.ts';

type Effect = 'add' | 'setAside' | 'countAgain' | 'turn' | 'turnBack' | 'answer' | 'reopen';

function effectOf({ asked, undone }: Target): Effect {
  const kind = undone?.kind ?? asked.kind;
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

/** The person's events afterwards. An added event has the given id. */
export function eventsAfter(
  target: Target,
  { events, calendar }: Pick<History, 'events' | 'calendar'>,
  addedId: number,
): readonly StoredEvent[] {
  const effect = effectOf(target);
  const { asked, undone, record, eventType, occurredAt } = target;
  const changed = (change: Partial<StoredEvent>) =>
    events.map((event) => (event.id === record?.id ? { ...event, ...change } : event));
  switch (effect) {
    case 'add': {
      const added = { id: addedId, isManual: true, occurredAt, eventType, controllerId: 0 };
      return [...events, eventAt(added, calendar)];
    }
    case 'turn': {
      const added = { id: addedId, isManual: true, occurredAt, eventType: otherWay(eventType), controllerId: 0 };
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
      const exception = asked.kind === 'as_is' ? asked.exception : undone?.exception;
      return exception === 'open_too_long' ? changed({ isLongShift: effect === 'answer' }) : events;
    }
  }
}

/** What a changed direction added beside the event that it set aside. */
export const turnedEvent = (
  { occurredAt, eventType }: Pick<Target, 'occurredAt' | 'eventType'>,
  events: readonly StoredEvent[],
): StoredEvent | undefined =>
  events.find(
    (event) =>
      event.isManual && !event.isSetAside && event.occurredAt === occurredAt && event.eventType === otherWay(eventType),
  );

/** The correction is stored already. Answers the record that it is about. */
export async function carryOut(
  queries: Queries,
  target: Target,
  correctionId: number,
  now: Date,
): Promise<number | null> {
  const recordId = target.record?.id ?? null;
  switch (effectOf(target)) {
    case 'add':
      return insertRecord(queries, target, correctionId, now);
    case 'turn':
      await setAside(queries, recordId, correctionId);
      await insertRecord(queries, { ...target, eventType: otherWay(target.eventType) }, correctionId, now);
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
    // The correction itself is the answer.
    case 'answer':
    case 'reopen':
      return recordId;
  }
}

async function setAside(queries: Queries, recordId: number | null, correctionId: number): Promise<void> {
  await queries.run(sql`update attendance set set_aside_by = ${correctionId} where id = ${recordId}`);
  if (recordId !== null) await withdrawUnsent(queries, [recordId]);
}

async function insertRecord(queries: Queries, target: Target, correctionId: number, now: Date): Promise<number> {
  const { companyId, person, employeeCode, eventType, occurredAt } = target;
  const controller = await controllerForCorrections(queries, companyId, now);
  // Of equal events, one may have been added and undone.
  const eventId = `correction-${correctionId}`;
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id, event_type,
        occurred_at, created_at, added_by)
      values (${companyId}, ${person?.id ?? null}, ${employeeCode}, ${controller}, ${eventId}, ${eventType},
        ${occurredAt}, ${instantOf(now)}, ${correctionId})
      returning id`,
  );
  return id;
}

/** It is no device: marked as deleted, so that no list shows it. */
async function controllerForCorrections(queries: Queries, companyId: number, now: Date): Promise<number> {
  const find = sql`select id from access_controllers where company_id = ${companyId} and is_for_corrections = true`;
  const known = await maybeOne<{ id: number }>(queries, find);
  if (known) return known.id;
  await queries.run(
    sql`insert into access_controllers (company_id, name, unique_identifier, is_active, is_for_corrections,
        created_at, deleted_at)
      values (${companyId}, 'Added by hand', 'ADDED-BY-HAND', false, true, ${instantOf(now)},
        ${instantOf(now)})
      on conflict do nothing`,
  );
  return (await one<{ id: number }>(queries, find)).id;
}
