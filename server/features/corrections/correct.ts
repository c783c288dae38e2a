// Makes corrections: all of a request or none, in one transaction with the audit entry. Where a second person must
// agree, they wait, and `decide` makes or refuses them.

import type { Answer, Body } from '../../../src/shared/contract/calls.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { audit, type SignedInActor } from '../../platform/audit/auditLog.ts';
import { type Db, type Queries, sql } from '../../platform/db/db.ts';
import { conflict, DomainError, forbidden } from '../../platform/records/domainErrors.ts';
import type { Clock, Clocks } from '../../platform/time/clock.ts';
import { currentClocks, type Moment } from '../settings/clocks.ts';
import { type Authorship, applyCorrection, storeCorrections, storeDecision } from './applyCorrections.ts';
import { correctionsById, findCorrections, type StoredCorrection } from './correctionQueries.ts';
import { auditedDays, type DayChange } from './daySimulation.ts';
import { type Facts, loadFacts } from './facts.ts';
import { parseRequests, requestedOf } from './parseRequests.ts';
import { planCorrections } from './plan.ts';
import { findTargets, lockTargets, missing, type Target } from './targets.ts';

export interface CorrectingRequest extends SignedInActor {
  readonly db: Db;
  readonly body: Body<'POST /corrections'>;
}

export const correct = (request: CorrectingRequest): Promise<Answer<'POST /corrections'>> =>
  request.db.tx(async (queries) => {
    const { caller, body, now } = request;
    const { planned, facts, clocks } = await planRequests(queries, request, lockTargets);
    const ids = await storeCorrections(queries, planned, { caller, now, reason: body.reason.trim() });
    const corrections = await findCorrections(queries, { caller, clocks, now }, ids);
    const applied = facts.simulation.changes().filter(({ target }) => !facts.needsSecondPerson(target.companyId));
    const days = auditedDays(applied, clocks);
    const [only, ...others] = ids;
    await audit(queries, request, 'corrections.create', 'corrections', {
      subjectId: others.length === 0 ? only : undefined,
      before: { days: days.before },
      after: { corrections, days: days.after },
    });
    return { corrections, waiting: corrections.filter(({ state }) => state === 'waiting').length };
  });

/** Reads, locks, finds and checks what is requested. */
export async function planRequests(
  queries: Queries,
  { caller, body, now }: Pick<CorrectingRequest, 'caller' | 'body' | 'now'>,
  lock: (queries: Queries, targets: readonly Target[]) => Promise<void>,
) {
  async function read() {
    const clocks = await currentClocks(queries);
    const requests = parseRequests(body.corrections, await clocksOfEmployees(queries, body.corrections, clocks));
    return { clocks, targets: await findTargets(queries, caller, requests) };
  }
  await lock(queries, (await read()).targets);
  // Reads everything again: it may have changed before it was locked.
  const { clocks, targets } = await read();
  const facts = await loadFacts(queries, targets, { clocks, now });
  return { planned: planCorrections({ facts, caller, clocks, now }, targets), facts, clocks };
}

/** Times that somebody enters are those of the employee's company. */
async function clocksOfEmployees(
  queries: Queries,
  requests: Body<'POST /corrections'>['corrections'],
  clocks: Clocks,
): Promise<(employeeId: number) => Clock> {
  const ids = requests.flatMap(({ employee_id }) => employee_id ?? []);
  const rows = await queries.all<{ id: number; company_id: number }>(
    sql`select id, company_id from employees where id in (${ids})`,
  );
  const companies = new Map(rows.map(({ id, company_id }) => [id, company_id]));
  return (id) => clocks.of(companies.get(id) ?? 0);
}

/**
 * A second person agrees to corrections or refuses them: to all or none. Returns the days that change.
 */
export async function decide(
  queries: Queries,
  ids: readonly number[],
  agree: boolean,
  authorship: Authorship,
): Promise<DayChange[]> {
  const { caller, now } = authorship;
  const { corrections, targets, plan } = await findDecided(queries, caller, ids, now, lockTargets);
  const facts = agree ? await plan(await currentClocks(queries)) : undefined;
  for (const { id } of corrections) await storeDecision(queries, id, agree ? 'applied' : 'refused', authorship);
  if (!facts) return [];
  for (const [index, { id }] of corrections.entries()) {
    const target = targets[index];
    if (target) await applyCorrection(queries, target, id, now);
  }
  return facts.simulation.changes();
}

/** Finds what corrections would change that wait for the caller's decision. */
export async function foreseeDecision(
  queries: Queries,
  { caller, clocks, now }: Moment,
  ids: readonly number[],
): Promise<Facts> {
  const { plan } = await findDecided(queries, caller, ids, now, async () => {});
  return plan(clocks);
}

/** Finds waiting corrections, and what would change if all of them were approved. */
async function findDecided(
  queries: Queries,
  caller: Caller,
  ids: readonly number[],
  now: Date,
  lock: (queries: Queries, targets: readonly Target[]) => Promise<void>,
) {
  const requests = (await findAll(queries, caller, ids)).map((each) => ({
    requested: requestedOf(each),
    expected: undefined,
  }));
  await lock(queries, await findTargets(queries, caller, requests));
  const targets = await findTargets(queries, caller, requests);
  const corrections = await findAll(queries, caller, ids);
  for (const correction of corrections) assertDecidable(correction, caller);
  return {
    corrections,
    targets,
    /** Checks them again, as their days may have changed since they were asked for. */
    async plan(clocks: Clocks): Promise<Facts> {
      const facts = await loadFacts(queries, targets, { clocks, now });
      try {
        planCorrections({ facts, caller, clocks, now, decided: new Set(ids) }, targets);
        return facts;
      } catch (error) {
        if (!(error instanceof DomainError) || error.reason !== 'invalid') throw error;
        const whose = targets.length > 1 ? complainedAbout(error, targets) : 'It';
        throw conflict(`${whose} can no longer be approved. ${error.message}`);
      }
    },
  };
}

/** 'The correction of Käthe Oßwald', by the first field that has a complaint: 'corrections.3.timestamp' */
function complainedAbout({ details }: DomainError, targets: readonly Target[]): string {
  const index = Number(Object.keys(details.fields ?? {})[0]?.split('.')[1] ?? 0);
  const target = targets[index];
  return `The correction of ${target?.person?.employee.name ?? target?.employeeCode}`;
}

function assertDecidable({ state, decider, author_id }: StoredCorrection, caller: Caller): void {
  if (state === 'refused') throw conflict(`${decider} has refused it already`);
  if (state !== 'waiting') throw conflict(decider ? `${decider} has approved it already` : 'It needs no approval');
  if (author_id === caller.id) throw forbidden('You asked for it, so somebody else must decide');
}

/** In the order of the ids. */
async function findAll(queries: Queries, caller: Caller, ids: readonly number[]): Promise<StoredCorrection[]> {
  const corrections = new Map((await correctionsById(queries, caller, ids)).map((each) => [each.id, each]));
  return ids.map((id) => corrections.get(id) ?? missing('Correction'));
}
