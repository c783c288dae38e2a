// Makes corrections: all of a request or none, in one transaction with the audit entry. Where a second person must
// agree, they wait, and `decide` makes or refuses them.

import type { Answer, Body } from '../../../src/shared/contract/calls.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import type { Db, Queries } from '../../platform/db/db.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { parseRequests, type RequestedCorrection } from './parseRequests.ts';
import { auditedDays, type DayChange } from './daySimulation.ts';
import { correctionsById, findCorrections, type StoredCorrection } from './correctionQueries.ts';
import { findTargets, lockTargets, type Target } from './targets.ts';
import { planCorrections } from './plan.ts';
import { applyCorrection, type Authorship, type Planned, storeCorrections, storeDecision } from './applyCorrections.ts';
import { type Facts, loadFacts } from './facts.ts';
import { conflict, DomainError, forbidden, notFound } from '../../platform/records/domainErrors.ts';

export interface CorrectingRequest {
  readonly db: Db;
  readonly caller: Caller;
  readonly body: Body<'POST /corrections'>;
  readonly now: Date;
  readonly requestId: string;
}

export const correct = ({
  db,
  caller,
  body,
  now,
  requestId,
}: CorrectingRequest): Promise<Answer<'POST /corrections'>> =>
  db.tx(async (queries) => {
    const { planned, facts, businessTime } = await planRequests(queries, { caller, body, now }, lockTargets);
    const ids = await storeCorrections(queries, planned, { caller, now, reason: body.reason.trim() });
    const corrections = await findCorrections(queries, { caller, businessTime, now }, ids);
    const applied = facts.simulation.changes().filter(({ target }) => !facts.needsSecondPerson(target.companyId));
    const days = auditedDays(applied, businessTime);
    const [only, ...others] = ids;
    await audit(queries, {
      caller,
      requestId,
      now,
      action: 'corrections.create',
      subject: 'corrections',
      ...(only !== undefined && others.length === 0 && { subjectId: only }),
      before: { days: days.before },
      after: { corrections, days: days.after },
    });
    return { corrections, waiting: corrections.filter(({ state }) => state === 'waiting').length };
  });

interface Plan {
  readonly planned: readonly Planned[];
  readonly facts: Facts;
  readonly businessTime: BusinessTime;
}

/** Reads, locks, finds and checks what is requested. */
export async function planRequests(
  queries: Queries,
  { caller, body, now }: Pick<CorrectingRequest, 'caller' | 'body' | 'now'>,
  lock: (queries: Queries, targets: readonly Target[]) => Promise<void>,
): Promise<Plan> {
  const businessTime = await currentBusinessTime(queries);
  const requests = parseRequests(body.corrections, businessTime);
  await lock(queries, await findTargets(queries, caller, requests));
  // Finds the targets again: they may have changed before they were locked.
  const targets = await findTargets(queries, caller, requests);
  const facts = await loadFacts(queries, targets, businessTime, now);
  return { planned: planCorrections({ facts, caller, businessTime, now }, targets), facts, businessTime };
}

/**
 * A second person agrees to a correction or refuses it. The day may have changed since it was asked for, so it is
 * checked again. Returns the days that it changed.
 */
export async function decide(
  queries: Queries,
  id: number,
  agree: boolean,
  authorship: Authorship,
): Promise<DayChange[]> {
  const { caller, now } = authorship;
  const target = await lockedTarget(queries, caller, id);
  const correction = await findWaiting(queries, caller, id);
  if (correction.author_id === caller.id) throw forbidden('You asked for it, so somebody else must decide');
  await storeDecision(queries, id, agree ? 'applied' : 'refused', authorship);
  if (!agree) return [];
  const changes = await checkAgain(queries, caller, correction, target, now);
  await applyCorrection(queries, target, id, now);
  return changes;
}

async function lockedTarget(queries: Queries, caller: Caller, id: number): Promise<Target> {
  const requests = [{ requested: requestedOf(await find(queries, caller, id)), expected: undefined }];
  await lockTargets(queries, await findTargets(queries, caller, requests));
  const [target] = await findTargets(queries, caller, requests);
  return target ?? missing();
}

async function findWaiting(queries: Queries, caller: Caller, id: number): Promise<StoredCorrection> {
  const correction = await find(queries, caller, id);
  const { state, decider } = correction;
  if (state === 'refused') throw conflict(`${decider} has refused it already`);
  if (state !== 'waiting') throw conflict(decider ? `${decider} has approved it already` : 'It needs no approval');
  return correction;
}

async function checkAgain(
  queries: Queries,
  caller: Caller,
  decided: StoredCorrection,
  target: Target,
  now: Date,
): Promise<DayChange[]> {
  const businessTime = await currentBusinessTime(queries);
  const facts = await loadFacts(queries, [target], businessTime, now);
  try {
    planCorrections({ facts, caller, businessTime, now, decided }, [target]);
    return facts.simulation.changes();
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'invalid') throw error;
    throw conflict(`It can no longer be approved. ${error.message}`);
  }
}

async function find(queries: Queries, caller: Caller, id: number): Promise<StoredCorrection> {
  const [correction] = await correctionsById(queries, caller, [id]);
  return correction ?? missing();
}

function requestedOf(correction: StoredCorrection): RequestedCorrection {
  switch (correction.kind) {
    case 'add': {
      const { kind, employee_id, event_type, occurred_at } = correction;
      return { kind, employeeId: employee_id, eventType: event_type, occurredAt: occurred_at };
    }
    case 'set_aside':
    case 'change_direction':
      return { kind: correction.kind, recordId: correction.attendance_id };
    case 'as_is':
      return { kind: correction.kind, recordId: correction.attendance_id, exception: correction.exception };
    case 'undo':
      return { kind: correction.kind, correctionId: correction.undoes_id };
  }
}

function missing(): never {
  throw notFound('Correction not found');
}
