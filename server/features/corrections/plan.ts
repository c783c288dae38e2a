// Decides what becomes of each correction of a request: it is refused with the reason at its field, applied, made to
// wait for a second person, or withdrawn. Each one is checked on the days as those before it leave them.

import { closedInWords } from '../../../src/shared/words/closedMonths.ts';
import { invalid } from '../../platform/records/domainErrors.ts';
import { fieldOf } from './asked.ts';
import { check, type CheckContext, type Complaint, complaint } from './checks.ts';
import { describeCorrection } from './sentences.ts';
import type { StoredCorrection } from './storedRows.ts';
import { isSameEvent, type Target } from './targets.ts';
import { assertNothingUnseen } from './unseen.ts';

export type Planned =
  | { readonly outcome: 'apply' | 'wait'; readonly target: Target; readonly day: string }
  | { readonly outcome: 'withdraw'; readonly target: Target; readonly correction: StoredCorrection };

/** Throws what is wrong with them. */
export function planCorrections(context: CheckContext, targets: readonly Target[]): Planned[] {
  const errors: Record<string, string> = {};
  const seen = new Set<string>();
  const planned = targets.flatMap((target, index) => {
    const key = JSON.stringify(target.asked);
    const result = seen.has(key)
      ? complaint(mainField(target), 'This correction is there twice')
      : plan(context, target);
    seen.add(key);
    if ('outcome' in result) return [result];
    errors[fieldOf(index, result.field)] = result.message;
    return [];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return planned;
}

const mainField = ({ asked: { kind } }: Target): string => {
  if (kind === 'add') return 'timestamp';
  return kind === 'undo' ? 'correction_id' : 'record_id';
};

function plan(context: CheckContext, target: Target): Planned | Complaint {
  const { undone } = target;
  if (undone?.state === 'waiting') return planWithdrawal(context, target, undone);
  const { person } = target;
  if (person && context.facts.isErased(person.id))
    return complaint(
      mainField(target),
      `The data of ${person.employee.name} was erased, so nobody corrects their days`,
    );
  assertNothingUnseen(context, target);
  const wrong = waitsAlready(context, target) ?? check(context, target);
  if (wrong) return wrong;

  const { facts, decided } = context;
  const ownDay = undone?.day ?? facts.calendarOf(target.companyId).dayOf(target.occurredAt);
  const { day, changed } = facts.tried.apply(target, ownDay);
  const late = employmentComplaint(target, day) ?? closedComplaint(context, target, day, changed);
  if (late) return late;
  const waits = !decided && facts.needsSecondPerson(target.companyId);
  return { outcome: waits ? 'wait' : 'apply', target, day };
}

function planWithdrawal({ caller }: CheckContext, target: Target, correction: StoredCorrection): Planned | Complaint {
  if (correction.author_id !== caller.id)
    return complaint('correction_id', `It waits for approval. Only ${correction.author} can withdraw it`);
  return { outcome: 'withdraw', target, correction };
}

function waitsAlready({ facts, decided, businessTime }: CheckContext, target: Target): Complaint | undefined {
  const { asked } = target;
  const same = (other: StoredCorrection): boolean => {
    if (other.kind !== asked.kind) return false;
    switch (asked.kind) {
      case 'add':
        return isSameEvent(other.event_type, other.occurred_at, target) && other.employee_id === asked.employeeId;
      case 'set_aside':
      case 'change_direction':
        return other.attendance_id === asked.recordId;
      case 'as_is':
        return other.attendance_id === asked.recordId && other.exception === asked.exception;
      case 'undo':
        return other.undoes_id === asked.correctionId;
    }
  };
  const waiting = facts.corrections.find(
    (other) => other.state === 'waiting' && other.id !== decided?.id && same(other),
  );
  return (
    waiting &&
    complaint(mainField(target), `${describeCorrection(waiting, businessTime)} already. It waits for a second person`)
  );
}

function employmentComplaint({ asked, person }: Target, day: string): Complaint | undefined {
  if (asked.kind !== 'add' || !person) return undefined;
  const { employee, employedFrom, employedUntil } = person;
  if (employedFrom && day < employedFrom)
    return complaint('timestamp', `${employee.name} is employed only from ${employedFrom}`);
  if (employedUntil && day > employedUntil)
    return complaint('timestamp', `${employee.name} was employed only until ${employedUntil}`);
  return undefined;
}

function closedComplaint(
  { facts }: CheckContext,
  target: Target,
  day: string,
  changed: readonly string[],
): Complaint | undefined {
  const closed = changed.find((each) => facts.isClosed(target.companyId, each));
  if (closed === undefined) return undefined;
  const what = closed === day ? '' : `This also changes ${closed}, and `;
  return complaint(mainField(target), `${what}${closedInWords([closed.slice(0, 7)])}. Reopen it to correct its days`);
}
