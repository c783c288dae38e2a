// Decides what becomes of each correction of a request: it is refused with the reason at its field, applied, made to
// wait for a second person, or withdrawn. Each is checked on the days as the ones before it leave them.

import { isDeepStrictEqual } from 'node:util';
import { type ExceptionKind, waitsForAnswer } from '../../../src/shared/contract/workday.ts';
import { closedInWords } from '../../../src/shared/words/closedMonths.ts';
import { conflict, invalid } from '../../platform/domainErrors.ts';
import { type Clock, instantOf } from '../../platform/time/clock.ts';
import type { Moment } from '../settings/clocks.ts';
import { type PlannedCorrection, turnedEvent } from './applyCorrections.ts';
import type { StoredCorrection } from './correctionQueries.ts';
import type { Facts } from './facts.ts';
import { type ExpectedVersion, fieldOf, isSameEvent, oppositeType, requestedOf, type Target } from './targets.ts';

/** Throws all complaints at once. */
export function planCorrections(context: CheckContext, targets: readonly Target[]): PlannedCorrection[] {
  const errors: Record<string, string> = {};
  const seen = new Set<string>();
  const planned = targets.flatMap((target, index) => {
    const key = JSON.stringify(target.requested);
    const result = seen.has(key)
      ? complaint(mainField(target), 'This correction is listed twice')
      : plan(context, target);
    seen.add(key);
    if ('outcome' in result) return [result];
    errors[fieldOf(index, result.field)] = result.message;
    return [];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return planned;
}

const mainField = ({ requested: { kind } }: Target): string => {
  if (kind === 'add') return 'timestamp';
  return kind === 'undo' ? 'correction_id' : 'record_id';
};

function plan(context: CheckContext, target: Target): PlannedCorrection | Complaint {
  const { undone } = target;
  if (undone?.state === 'waiting')
    return undone.author_id === context.caller.id
      ? { outcome: 'withdraw', target, correction: undone }
      : complaint('correction_id', `It waits for approval. Only ${undone.author} can withdraw it`);
  if (context.facts.isDeleted(target.companyId))
    return complaint(mainField(target), 'The company was deleted, so its days can no longer be corrected');
  const { person } = target;
  if (person && context.facts.isErased(person.id))
    return complaint(
      mainField(target),
      `The data of ${person.employee.name} was erased, so their days can no longer be corrected`,
    );
  assertNothingUnseen(context, target);
  const wrong = waitsAlready(context, target) ?? check(context, target);
  if (wrong) return wrong;

  const { facts, decided } = context;
  const ownDay = undone?.day ?? facts.calendarOf(target.companyId).dayOf(target.occurredAt);
  const { day, changed } = facts.simulation.apply(target, ownDay);
  const notEmployed = employmentComplaint(target, day);
  if (notEmployed) return notEmployed;
  const closed = changed.find((each) => facts.isClosed(target.companyId, each));
  if (closed !== undefined) {
    const what = closed === day ? '' : `This also changes ${closed}, and `;
    return complaint(mainField(target), `${what}${closedInWords([closed.slice(0, 7)])}. Reopen it to correct its days`);
  }
  const waits = !decided && facts.needsSecondPerson(target.companyId);
  return { outcome: waits ? 'wait' : 'apply', target, day };
}

function waitsAlready({ facts, decided, clocks }: CheckContext, target: Target): Complaint | undefined {
  const { requested } = target;
  const same = (other: StoredCorrection): boolean =>
    requested.kind === 'add' && other.kind === 'add'
      ? isSameEvent(other.event_type, other.occurred_at, target) && other.employee_id === requested.employeeId
      : isDeepStrictEqual(requestedOf(other), requested);
  const waiting = facts.corrections.find(
    (other) => other.state === 'waiting' && !decided?.has(other.id) && same(other),
  );
  return (
    waiting &&
    complaint(
      mainField(target),
      `${describeCorrection(waiting, clocks.of(target.companyId))} already. It waits for a second person`,
    )
  );
}

function employmentComplaint({ requested, person }: Target, day: string): Complaint | undefined {
  if (requested.kind !== 'add' || !person) return undefined;
  const { employee, employedFrom, employedUntil } = person;
  if (employedFrom && day < employedFrom)
    return complaint('timestamp', `${employee.name} is employed only from ${employedFrom}`);
  if (employedUntil && day > employedUntil)
    return complaint('timestamp', `${employee.name} was employed only until ${employedUntil}`);
  return undefined;
}

interface CheckContext extends Moment {
  readonly facts: Facts;
  /** Waiting corrections that somebody is deciding about. */
  readonly decided?: ReadonlySet<number>;
}

/** Why a correction is refused. */
interface Complaint {
  /** A field of the correction: 'timestamp' */
  readonly field: string;
  readonly message: string;
}

const complaint = (field: string, message: string): Complaint => ({ field, message });

/** Checks whether a correction makes sense on the day as it is. */
function check(context: CheckContext, target: Target): Complaint | undefined {
  const { requested } = target;
  switch (requested.kind) {
    case 'add':
      return checkAddition(context, target);
    case 'set_aside':
      return isSetAside(context, target) ? complaint('record_id', 'This event is set aside already') : undefined;
    case 'change_direction':
      return checkTurn(context, target);
    case 'as_is':
      return checkAnswer(context, target, requested.exception);
    case 'undo':
      return checkUndo(context, target);
  }
}

function checkAddition({ facts, now, clocks }: CheckContext, target: Target): Complaint | undefined {
  if (target.occurredAt > instantOf(now)) return complaint('timestamp', 'This time is in the future');
  const equal = facts.simulation
    .eventsOf(target.person)
    .find((event) => !event.isSetAside && isSameEvent(event.eventType, event.occurredAt, target));
  if (!equal) return undefined;
  const time = clocks.of(target.companyId).wallClock(equal.occurredAt).slice(11, 16);
  return complaint('timestamp', `${target.person?.employee.name} has a ${equal.eventType} at ${time} already`);
}

function isSetAside({ facts }: CheckContext, target: Target): boolean {
  const { record, person } = target;
  if (!person) return record?.set_aside_by !== null;
  return facts.simulation.eventsOf(target.person).some(({ id, isSetAside: aside }) => id === record?.id && aside);
}

function checkTurn(context: CheckContext, target: Target): Complaint | undefined {
  const { person, eventType } = target;
  if (!person) return complaint('record_id', 'No employee has this ID, so its direction does not matter');
  if (isSetAside(context, target)) return complaint('record_id', 'This event is set aside');
  const turned = oppositeType(eventType);
  const equal = context.facts.simulation
    .eventsOf(person)
    .find(
      (event) => !event.isSetAside && isSameEvent(event.eventType, event.occurredAt, { ...target, eventType: turned }),
    );
  return equal && complaint('record_id', `${person.employee.name} has a ${turned} at this time already`);
}

function checkAnswer({ facts }: CheckContext, target: Target, exception: ExceptionKind): Complaint | undefined {
  const { person, record } = target;
  if (!waitsForAnswer(exception)) return complaint('exception', 'This needs no answer');
  const answer = facts.corrections.find(
    (other) => other.state === 'applied' && other.attendance_id === record?.id && other.exception === exception,
  );
  if (answer) return complaint('exception', `${answer.author} has answered this already`);
  const isThere = person
    ? facts.simulation
        .around(target)
        .some((day) => day.exceptions.some(({ kind, event }) => kind === exception && event.id === record?.id))
    : exception === 'unknown_person';
  return isThere ? undefined : complaint('exception', 'The record does not have this exception');
}

function checkUndo(context: CheckContext, target: Target): Complaint | undefined {
  const { undone, record } = target;
  if (undone?.kind === 'undo')
    return complaint('correction_id', 'What was undone can be corrected again, but an undo cannot be undone');
  if (undone?.state === 'undone') return complaint('correction_id', 'This correction is undone already');
  if (undone?.state === 'refused')
    return complaint('correction_id', 'This correction was refused, so it changed nothing');
  if (undone?.kind === 'add' && isSetAside(context, target))
    return complaint('correction_id', 'The added event is set aside already');
  if (undone?.kind === 'change_direction' && !turnedEvent(target, context.facts.simulation.eventsOf(target.person)))
    return complaint('correction_id', 'The event that counts the other way is set aside already');
  if ((undone?.kind === 'set_aside' || undone?.kind === 'change_direction') && record?.set_aside_by !== undone.id)
    return complaint('correction_id', 'The event is no longer set aside by this correction');
  return undefined;
}

/** If two people correct the same day at once, tells the second what they have not seen. */
function assertNothingUnseen({ facts, clocks }: CheckContext, target: Target): void {
  const { expected, person, record, undone } = target;
  if (!expected) return;
  const day = expected.day ?? undone?.day ?? facts.calendarOf(target.companyId).dayOf(target.occurredAt);
  const corrections = facts.corrections.filter(
    (other) =>
      other.state !== 'refused' &&
      (person ? other.employee_id === person.id && other.day === day : other.attendance_id === record?.id),
  );
  const change = unseenChange(expected, corrections, clocks.of(target.companyId));
  if (!change) return;
  const who = person?.employee.name ?? `Person ${target.employeeCode}`;
  throw conflict(`${who}, ${day}: ${change} meanwhile. Nothing was changed. Please look at the day again`);
}

/** Describes the last correction beyond the expected version. `corrections` has none that was refused, oldest first. */
function unseenChange(
  { lastId, approvals }: ExpectedVersion,
  corrections: readonly StoredCorrection[],
  clock: Clock,
): string | undefined {
  const newer = corrections.findLast(({ id }) => id > lastId);
  if (newer) return describeCorrection(newer, clock);
  const approved = corrections.filter(({ decided_at }) => decided_at !== null);
  if (approvals === undefined || approved.length <= approvals) return undefined;
  const last = approved.toSorted((one, other) => ((one.decided_at ?? '') < (other.decided_at ?? '') ? -1 : 1)).at(-1);
  // 'Olga asked to add a check-out at 17:00, which Ada approved'
  return last && `${describeCorrection({ ...last, state: 'waiting' }, clock)}, which ${last.decider} approved`;
}

/** 'Ada added a check-out at 17:00' */
function describeCorrection(correction: StoredCorrection, clock: Clock): string {
  const { author, kind, state, event_type: type, occurred_at } = correction;
  const [asked, done] = deeds[kind];
  const event = `${type} at ${clock.wallClock(occurred_at).slice(11, 16)}${kind === 'as_is' ? ' as it is' : ''}`;
  return state === 'waiting' ? `${author} asked to ${asked} ${event}` : `${author} ${done} ${event}`;
}

/** What somebody asks to do with an event, and what they have done. */
const deeds: Readonly<Record<StoredCorrection['kind'], readonly [asked: string, done: string]>> = {
  add: ['add a', 'added a'],
  set_aside: ['set aside the', 'set aside the'],
  change_direction: ['change the direction of the', 'changed the direction of the'],
  as_is: ['leave the', 'left the'],
  undo: ['undo a correction of the', 'undid a correction of the'],
};
