// Makes corrections: all of a request or none, in one transaction with the audit entry.

import type { Answer, Body } from '../../../src/shared/contract/calls.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import type { Db, Queries } from '../../platform/db/db.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { readRequests } from './asked.ts';
import { auditedDays, changedDays } from './changedDays.ts';
import { findCorrections } from './correctionQueries.ts';
import { foreseeHr } from './foreseenHr.ts';
import { findTargets, lockTargets, type Target } from './targets.ts';
import { type Planned, planCorrections } from './plan.ts';
import { storeCorrections } from './storeCorrections.ts';
import { loadFacts, type Facts } from './facts.ts';

interface Correcting {
  readonly db: Db;
  readonly caller: Caller;
  readonly body: Body<'POST /corrections'>;
  readonly now: Date;
  readonly requestId: string;
}

export const correct = ({ db, caller, body, now, requestId }: Correcting): Promise<Answer<'POST /corrections'>> =>
  db.tx(async (queries) => {
    const { planned, facts, businessTime } = await plan(queries, { caller, body, now }, lockTargets);
    const ids = await storeCorrections(queries, planned, { caller, now, reason: body.reason.trim() });
    const corrections = await findCorrections(queries, { caller, businessTime, now }, ids);
    const applied = facts.tried.changes().filter(({ target }) => !facts.needsSecondPerson(target.companyId));
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

/** Checks them in the same way, and stores nothing. */
export async function preview({
  db,
  ...request
}: Omit<Correcting, 'requestId'>): Promise<Answer<'POST /corrections/preview'>> {
  const { planned, facts, businessTime } = await plan(db, request, async () => {});
  const changes = facts.tried.changes();
  const hr = can(request.caller, 'hr_sync.view') ? await foreseeHr(db, facts, changes, businessTime, request.now) : [];
  return {
    days: changedDays(changes, businessTime).map((day, index) => ({ ...day, hr: hr[index] ?? '' })),
    needs_second_person: planned.filter(({ outcome }) => outcome === 'wait').length,
  };
}

interface Plan {
  readonly planned: readonly Planned[];
  readonly facts: Facts;
  readonly businessTime: BusinessTime;
}

async function plan(
  queries: Queries,
  { caller, body, now }: Pick<Correcting, 'caller' | 'body' | 'now'>,
  lock: (queries: Queries, targets: readonly Target[]) => Promise<void>,
): Promise<Plan> {
  const businessTime = await currentBusinessTime(queries);
  const requests = readRequests(body.corrections, businessTime);
  await lock(queries, await findTargets(queries, caller, requests));
  // What they are about may have changed before it was locked.
  const targets = await findTargets(queries, caller, requests);
  const facts = await loadFacts(queries, targets, businessTime, now);
  return { planned: planCorrections({ facts, caller, businessTime, now }, targets), facts, businessTime };
}
