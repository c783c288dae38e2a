// A second person agrees to a correction or refuses it. The day may have changed since it was asked for, so it is
// judged again.

import type { Caller } from '../access/caller.ts';
import type { Queries } from '../db/db.ts';
import { conflict, DomainError, forbidden, notFound } from '../platform/domainErrors.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import type { Asked } from './asked.ts';
import { findMatters, lockMatters, type Matter } from './matters.ts';
import { planCorrections } from './plan.ts';
import { applyCorrection, type Authorship, storeDecision } from './store.ts';
import { correctionsById, type StoredCorrection } from './stored.ts';
import type { DayChange } from './triedDays.ts';
import { loadWorld } from './world.ts';

/** Answers the days that it changed. */
export async function decide(
  queries: Queries,
  id: number,
  agree: boolean,
  authorship: Authorship,
): Promise<DayChange[]> {
  const { caller, now } = authorship;
  const matter = await lockedMatter(queries, caller, id);
  const correction = await findWaiting(queries, caller, id);
  if (correction.author_id === caller.id) throw forbidden('You asked for it, so somebody else must decide');
  await storeDecision(queries, id, agree ? 'applied' : 'refused', authorship);
  if (!agree) return [];
  const changes = await judgeAgain(queries, caller, correction, matter, now);
  await applyCorrection(queries, matter, id, now);
  return changes;
}

async function lockedMatter(queries: Queries, caller: Caller, id: number): Promise<Matter> {
  const requests = [{ asked: askedOf(await find(queries, caller, id)), seen: undefined }];
  await lockMatters(queries, await findMatters(queries, caller, requests));
  const [matter] = await findMatters(queries, caller, requests);
  return matter ?? missing();
}

async function findWaiting(queries: Queries, caller: Caller, id: number): Promise<StoredCorrection> {
  const correction = await find(queries, caller, id);
  const { state, decider } = correction;
  if (state === 'refused') throw conflict(`${decider} has refused it already`);
  if (state !== 'waiting') throw conflict(decider ? `${decider} has approved it already` : 'It needs no approval');
  return correction;
}

async function judgeAgain(
  queries: Queries,
  caller: Caller,
  decided: StoredCorrection,
  matter: Matter,
  now: Date,
): Promise<DayChange[]> {
  const businessTime = await currentBusinessTime(queries);
  const world = await loadWorld(queries, [matter], businessTime, now);
  try {
    planCorrections({ world, caller, businessTime, now, decided }, [matter]);
    return world.tried.changes();
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
