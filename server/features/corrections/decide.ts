// A second person agrees to a correction or refuses it. The day may have changed since it was asked for, so it is
// checked again.

import type { Caller } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import { conflict, DomainError, forbidden, notFound } from '../../platform/records/domainErrors.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import type { Asked } from './asked.ts';
import { findTargets, lockTargets, type Target } from './targets.ts';
import { planCorrections } from './plan.ts';
import { applyCorrection, type Authorship, storeDecision } from './storeCorrections.ts';
import { correctionsById, type StoredCorrection } from './storedRows.ts';
import type { DayChange } from './triedDays.ts';
import { loadFacts } from './facts.ts';

/** Answers the days that it changed. */
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
  const requests = [{ asked: askedOf(await find(queries, caller, id)), seen: undefined }];
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
    return facts.tried.changes();
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'invalid') throw error;
    throw conflict(`It can no longer be approved. ${error.message}`);
  }
}

async function find(queries: Queries, caller: Caller, id: number): Promise<StoredCorrection> {
  const [correction] = await correctionsById(queries, caller, [id]);
  return correction ?? missing();
}

function askedOf(correction: StoredCorrection): Asked {
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
