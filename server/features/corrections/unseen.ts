// Of two people who correct the same day at once, the second one is told what they have not seen.

import { conflict } from '../../platform/records/domainErrors.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import type { Seen } from './asked.ts';
import type { Facts } from './facts.ts';
import { describeApproval, describeCorrection } from './sentences.ts';
import type { StoredCorrection } from './storedRows.ts';
import type { Target } from './targets.ts';

interface Known {
  readonly facts: Facts;
  readonly businessTime: BusinessTime;
}

export function assertNothingUnseen({ facts, businessTime }: Known, target: Target): void {
  const { seen, person, record, undone } = target;
  if (!seen) return;
  const day = seen.day ?? undone?.day ?? facts.calendarOf(target.companyId).dayOf(target.occurredAt);
  const corrections = facts.corrections.filter(
    (other) =>
      other.state !== 'refused' &&
      (person ? other.employee_id === person.id && other.day === day : other.attendance_id === record?.id),
  );
  const deed = unseenDeed(seen, corrections, businessTime);
  if (!deed) return;
  const who = person?.employee.name ?? `Person ${target.employeeCode}`;
  throw conflict(`${who}, ${day}: ${deed} meanwhile. Nothing was changed. Please look at the day again`);
}

/** The last one. The corrections are those that were not refused, oldest first. */
function unseenDeed(
  { lastId, approvals }: Seen,
  corrections: readonly StoredCorrection[],
  businessTime: BusinessTime,
): string | undefined {
  const newer = corrections.findLast(({ id }) => id > lastId);
  if (newer) return describeCorrection(newer, businessTime);
  const approved = corrections.filter(({ decided_at }) => decided_at !== null);
  if (approvals === undefined || approved.length <= approvals) return undefined;
  const last = approved.toSorted((one, other) => ((one.decided_at ?? '') < (other.decided_at ?? '') ? -1 : 1)).at(-1);
  return last && describeApproval(last, businessTime);
}
