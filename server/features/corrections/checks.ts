// Whether a correction makes sense on the day as it is.

import { waitsForAnswer } from '../../../src/shared/contract/workday.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { instantOf } from '../../platform/time/instants.ts';
import type { Facts } from './facts.ts';
import type { StoredCorrection } from './storedRows.ts';
import { turnedEvent } from './effects.ts';
import { isSameEvent, otherWay, type Target } from './targets.ts';

export interface CheckContext {
  readonly facts: Facts;
  readonly caller: Caller;
  readonly businessTime: BusinessTime;
  readonly now: Date;
  /** The waiting correction that is decided about. */
  readonly decided?: StoredCorrection;
}

/** Why a correction is refused. */
export interface Complaint {
  /** Of the correction: 'timestamp' */
  readonly field: string;
  readonly message: string;
}

export const complaint = (field: string, message: string): Complaint => ({ field, message });

export function check(context: CheckContext, target: Target): Complaint | undefined {
  const { asked } = target;
  switch (asked.kind) {
    case 'add':
      return checkAddition(context, target);
    case 'set_aside':
      return isSetAside(context, target) ? complaint('record_id', 'This event is set aside already') : undefined;
    case 'change_direction':
      return checkTurn(context, target);
    case 'as_is':
      return checkAnswer(context, target);
    case 'undo':
      return checkUndo(context, target);
  }
}

function checkAddition({ facts, now, businessTime }: CheckContext, target: Target): Complaint | undefined {
  if (target.occurredAt > instantOf(now)) return complaint('timestamp', 'This time is in the future');
  const equal = facts.tried
    .eventsOf(target.person)
    .find((event) => !event.isSetAside && isSameEvent(event.eventType, event.occurredAt, target));
  if (!equal) return undefined;
  const time = businessTime.wallClock(equal.occurredAt).slice(11, 16);
  return complaint('timestamp', `${target.person?.employee.name} has a ${equal.eventType} at ${time} already`);
}

function isSetAside({ facts }: CheckContext, target: Target): boolean {
  const { record, person } = target;
  if (!person) return record?.set_aside_by !== null;
  return facts.tried.eventsOf(target.person).some(({ id, isSetAside: aside }) => id === record?.id && aside);
}

function checkTurn(context: CheckContext, target: Target): Complaint | undefined {
  const { person, eventType } = target;
  if (!person) return complaint('record_id', 'No employee has this ID, so its direction does not matter');
  if (isSetAside(context, target)) return complaint('record_id', 'This event is set aside');
  const turned = otherWay(eventType);
  const equal = context.facts.tried
    .eventsOf(person)
    .find(
      (event) => !event.isSetAside && isSameEvent(event.eventType, event.occurredAt, { ...target, eventType: turned }),
    );
  return equal && complaint('record_id', `${person.employee.name} has a ${turned} at this time already`);
}

function checkAnswer({ facts }: CheckContext, target: Target): Complaint | undefined {
  const { asked, person, record } = target;
  if (asked.kind !== 'as_is') return undefined;
  const { exception } = asked;
  if (!waitsForAnswer(exception)) return complaint('exception', 'This needs no answer');
  const answer = facts.corrections.find(
    (other) => other.state === 'applied' && other.attendance_id === record?.id && other.exception === exception,
  );
  if (answer) return complaint('exception', `${answer.author} has answered this already`);
  const isThere = person
    ? facts.tried
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
  if (undone?.kind === 'change_direction' && !turnedEvent(target, context.facts.tried.eventsOf(target.person)))
    return complaint('correction_id', 'The event that counts the other way is set aside already');
  if ((undone?.kind === 'set_aside' || undone?.kind === 'change_direction') && record?.set_aside_by !== undone.id)
    return complaint('correction_id', 'The event is no longer set aside by this correction');
  return undefined;
}
