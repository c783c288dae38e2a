// Decides what becomes of each correction of a request: it is refused with the reason at its field, applied, made to
// wait for a second person, or withdrawn. Each one is judged on the days as those before it leave them.

import { conflict, invalid } from '../platform/domainErrors.ts';
import { fieldOf } from './asked.ts';
import { check } from './checks.ts';
import { type Complaint, complaint, isSameEvent, type Judge } from './judge.ts';
import type { Matter } from './matters.ts';
import { describeCorrection } from './sentences.ts';
import type { StoredCorrection } from './stored.ts';

export type Planned =
  | { readonly outcome: 'apply' | 'wait'; readonly matter: Matter; readonly day: string }
  | { readonly outcome: 'withdraw'; readonly matter: Matter; readonly correction: StoredCorrection };

/** Throws what is wrong with them. */
export function planCorrections(judge: Judge, matters: readonly Matter[]): Planned[] {
  const errors: Record<string, string> = {};
  const seen = new Set<string>();
  const planned = matters.flatMap((matter, index) => {
    const key = JSON.stringify(matter.asked);
    const result = seen.has(key) ? complaint(mainField(matter), 'This correction is there twice') : plan(judge, matter);
    seen.add(key);
    if ('outcome' in result) return [result];
    errors[fieldOf(index, result.field)] = result.message;
    return [];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return planned;
}

const mainField = ({ asked: { kind } }: Matter): string => {
  if (kind === 'add') return 'timestamp';
  return kind === 'undo' ? 'correction_id' : 'record_id';
};

function plan(judge: Judge, matter: Matter): Planned | Complaint {
  const { undone } = matter;
  if (undone?.state === 'waiting') return planWithdrawal(judge, matter, undone);
  assertNothingNewer(judge, matter);
  const wrong = waitsAlready(judge, matter) ?? check(judge, matter);
  if (wrong) return wrong;

  const { world, decided } = judge;
  const ownDay = undone?.day ?? world.calendarOf(matter.companyId).dayOf(matter.occurredAt);
  const { day, changed } = world.tried.apply(matter, ownDay);
  const late = employmentComplaint(matter, day) ?? closedComplaint(judge, matter, day, changed);
  if (late) return late;
  const waits = !decided && world.needsSecondPerson(matter.companyId);
  return { outcome: waits ? 'wait' : 'apply', matter, day };
}

function planWithdrawal({ caller }: Judge, matter: Matter, correction: StoredCorrection): Planned | Complaint {
  if (correction.author_id !== caller.id)
    return complaint('correction_id', `It waits for approval. Only ${correction.author} can withdraw it`);
  return { outcome: 'withdraw', matter, correction };
}

/** Of two people who correct the same day at once, the second one is told. */
function assertNothingNewer({ world, businessTime }: Judge, matter: Matter): void {
  const { seen, person, record, undone } = matter;
  if (!seen) return;
  const day = seen.day ?? undone?.day ?? world.calendarOf(matter.companyId).dayOf(matter.occurredAt);
  const newer = world.corrections.findLast(
    (other) =>
      other.id > seen.lastId &&
      other.state !== 'refused' &&
      (person ? other.employee_id === person.id && other.day === day : other.attendance_id === record?.id),
  );
  if (!newer) return;
  const who = person?.employee.name ?? `Person ${matter.employeeCode}`;
  throw conflict(
    `${who}, ${newer.day}: ${describeCorrection(newer, businessTime)} meanwhile. Nothing was changed. Please look at the day again`,
  );
}

function waitsAlready({ world, decided, businessTime }: Judge, matter: Matter): Complaint | undefined {
  const { asked } = matter;
  const same = (other: StoredCorrection): boolean => {
    if (other.kind !== asked.kind) return false;
    switch (asked.kind) {
      case 'add':
        return isSameEvent(other.event_type, other.occurred_at, matter) && other.employee_id === asked.employeeId;
      case 'set_aside':
        return other.attendance_id === asked.recordId;
      case 'as_is':
        return other.attendance_id === asked.recordId && other.exception === asked.exception;
      case 'undo':
        return other.undoes_id === asked.correctionId;
    }
  };
  const waiting = world.corrections.find(
    (other) => other.state === 'waiting' && other.id !== decided?.id && same(other),
  );
  return (
    waiting &&
    complaint(mainField(matter), `${describeCorrection(waiting, businessTime)} already. It waits for a second person`)
  );
}

function employmentComplaint({ asked, person }: Matter, day: string): Complaint | undefined {
  if (asked.kind !== 'add' || !person) return undefined;
  const { employee, employedFrom, employedUntil } = person;
  if (employedFrom && day < employedFrom)
    return complaint('timestamp', `${employee.name} is employed only from ${employedFrom}`);
  if (employedUntil && day > employedUntil)
    return complaint('timestamp', `${employee.name} was employed only until ${employedUntil}`);
  return undefined;
}

function closedComplaint(
  { world }: Judge,
  matter: Matter,
  day: string,
  changed: readonly string[],
): Complaint | undefined {
  const closed = changed.find((each) => world.isClosed(matter.companyId, each));
  if (closed === undefined) return undefined;
  const what = closed === day ? 'The month' : `This also changes ${closed}, and the month`;
  return complaint(mainField(matter), `${what} ${closed.slice(0, 7)} is closed. Reopen it to correct its days`);
}
