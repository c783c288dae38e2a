// Whether a correction makes sense on the day as it is.

import { openKinds } from '../../src/contract/entities/day.ts';
import { instantOf } from '../time/instants.ts';
import { type Complaint, complaint, isSameEvent, type Judge } from './judge.ts';
import type { Matter } from './matters.ts';

export function check(judge: Judge, matter: Matter): Complaint | undefined {
  const { asked } = matter;
  switch (asked.kind) {
    case 'add':
      return checkAddition(judge, matter);
    case 'set_aside':
      return isSetAside(judge, matter) ? complaint('record_id', 'This event is set aside already') : undefined;
    case 'as_is':
      return checkAnswer(judge, matter);
    case 'undo':
      return checkUndo(judge, matter);
  }
}

function checkAddition({ world, now, businessTime }: Judge, matter: Matter): Complaint | undefined {
  if (matter.occurredAt > instantOf(now)) return complaint('timestamp', 'This time is in the future');
  const equal = world.tried
    .eventsOf(matter.person)
    .find((event) => !event.isSetAside && isSameEvent(event.eventType, event.occurredAt, matter));
  if (!equal) return undefined;
  const time = businessTime.wallClock(equal.occurredAt).slice(11, 16);
  return complaint('timestamp', `${matter.person?.employee.name} has a ${equal.eventType} at ${time} already`);
}

function isSetAside({ world }: Judge, matter: Matter): boolean {
  const { record, person } = matter;
  if (!person) return record?.set_aside_by !== null;
  return world.tried.eventsOf(matter.person).some(({ id, isSetAside: aside }) => id === record?.id && aside);
}

function checkAnswer({ world }: Judge, matter: Matter): Complaint | undefined {
  const { asked, person, record } = matter;
  if (asked.kind !== 'as_is') return undefined;
  const { exception } = asked;
  if (!openKinds.some((kind) => kind === exception)) return complaint('exception', 'This needs no answer');
  const answer = world.corrections.find(
    (other) => other.state === 'applied' && other.attendance_id === record?.id && other.exception === exception,
  );
  if (answer) return complaint('exception', `${answer.author} has answered this already`);
  const isThere = person
    ? world.tried
        .around(matter)
        .some((day) => day.exceptions.some(({ kind, event }) => kind === exception && event.id === record?.id))
    : exception === 'unknown_person';
  return isThere ? undefined : complaint('exception', 'The record does not have this exception');
}

function checkUndo(judge: Judge, matter: Matter): Complaint | undefined {
  const { undone, record } = matter;
  if (undone?.kind === 'undo')
    return complaint('correction_id', 'What was undone can be corrected again, but an undo cannot be undone');
  if (undone?.state === 'undone') return complaint('correction_id', 'This correction is undone already');
  if (undone?.state === 'refused')
    return complaint('correction_id', 'This correction was refused, so it changed nothing');
  if (undone?.kind === 'add' && isSetAside(judge, matter))
    return complaint('correction_id', 'The added event is set aside already');
  if (undone?.kind === 'set_aside' && record?.set_aside_by !== undone.id)
    return complaint('correction_id', 'The event is no longer set aside by this correction');
  return undefined;
}
