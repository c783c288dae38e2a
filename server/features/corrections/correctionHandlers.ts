// The calls of corrections: list, preview and make them, and let a second person decide about them. A request makes all
// of its corrections or none, in one transaction with the audit entry.

import type { Answer, Body } from '../../../src/shared/contract/calls.ts';
import { reasonRules } from '../../../src/shared/contract/checks.ts';
import type { CorrectedDay, Correction } from '../../../src/shared/contract/corrections.ts';
import { validate } from '../../../src/shared/contract/validate.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import { audit, type SignedInActor } from '../../platform/audit/auditLog.ts';
import { type Db, dryRun, exists, type Queries, sql } from '../../platform/db/db.ts';
import { conflict, DomainError, forbidden, invalid } from '../../platform/domainErrors.ts';
import { assertValid, type Handlers, Reply } from '../../platform/records/endpoint.ts';
import { assertPeriod } from '../../platform/records/parameters.ts';
import type { Clock, Clocks } from '../../platform/time/clock.ts';
import { withdrawGuessedEnds } from '../hr/delivery/withdrawals.ts';
import { differencesOn } from '../hr/hrDifferences.ts';
import { currentClocks, type Moment } from '../settings/clocks.ts';
import { comparableText } from '../workday/loadDays.ts';
import { type Authorship, applyCorrection, storeCorrections, storeDecision } from './applyCorrections.ts';
import { correctionsById, findCorrections, listCorrections, type StoredCorrection } from './correctionQueries.ts';
import { auditedDays, changedDays, type DayChange, type Facts, loadFacts } from './facts.ts';
import { planCorrections } from './plan.ts';
import { findTargets, lockTargets, parseRequests, requestedOf, type Target, throwNotFound } from './targets.ts';

export const correctionHandlers = {
  async 'GET /corrections'({ db, caller, clocks, query, now }) {
    assertPeriod(query);
    return listCorrections(db, { caller, clocks, now }, query);
  },

  async 'POST /corrections/preview'(request) {
    const { caller, now, body } = request;
    const { planned, facts } = await planRequests(request.db, request, async () => {});
    const changes = facts.simulation.changes();
    const applied = planned.map((each) => (each.outcome === 'wait' ? { ...each, outcome: 'apply' as const } : each));
    const days = await previewDays(request, changes, async (queries) => {
      await lockTargets(
        queries,
        planned.map(({ target }) => target),
      );
      await storeCorrections(queries, applied, { caller, now, reason: body.reason });
      await withdrawEndsOf(queries, changes);
    });
    return { days, needs_second_person: planned.filter(({ outcome }) => outcome === 'wait').length };
  },

  async 'POST /corrections'(request) {
    const data = await correct(request);
    return new Reply(data, { status: 201 });
  },

  async 'POST /corrections/{id}/decide'(request) {
    const [decided] = await decideAndAudit(request, [request.params.id]);
    return decided ?? null;
  },

  async 'POST /corrections/decide/preview'(request) {
    const { db, caller, clocks, body, now } = request;
    const ids = idsOf(body);
    const { plan } = await findDecided(db, caller, ids, now, async () => {});
    const changes = (await plan(clocks)).simulation.changes();
    return previewDays(request, changes, (queries) => decide(queries, ids, true, { caller, now, reason: '' }));
  },

  'POST /corrections/decide': async (request) => decideAndAudit(request, idsOf(request.body)),
} satisfies Partial<Handlers>;

const mostAtOnce = 500;

function idsOf({ ids }: { readonly ids: readonly number[] }): number[] {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) throw invalid({ ids: 'Please say which corrections' });
  if (distinct.length > mostAtOnce) throw invalid({ ids: `Please decide about at most ${mostAtOnce} at once` });
  return distinct;
}

interface Decision extends Omit<CorrectingRequest, 'body'> {
  readonly body: { readonly agree: boolean; readonly reason: string };
}

/** Decides about all corrections or none, in one transaction with the audit entry. */
async function decideAndAudit(decision: Decision, ids: readonly number[]) {
  const { db, caller, body, now } = decision;
  const { agree } = body;
  const reason = body.reason.trim();
  if (!agree || reason) assertValid(validate(reasonRules, body));
  return db.tx(async (queries) => {
    const reader = { caller, clocks: await currentClocks(queries), now };
    const before = await findCorrections(queries, reader, ids);
    const changes = await decide(queries, ids, agree, { caller, now, reason });
    const after = await findCorrections(queries, reader, ids);
    const days = auditedDays(changes, reader.clocks);
    const [only, ...others] = ids;
    const isOne = only !== undefined && others.length === 0;
    const side = (corrections: readonly Correction[]) => (isOne ? { correction: corrections[0] } : { corrections });
    await audit(queries, decision, agree ? 'corrections.approve' : 'corrections.refuse', 'corrections', {
      ...(isOne && { subjectId: only }),
      before: { ...side(before), days: days.before },
      after: { ...side(after), days: days.after },
    });
    return after;
  });
}

interface PreviewRequest extends Moment {
  readonly db: Db;
}

type Make = (queries: Queries) => Promise<unknown>;

/** Returns how days would change, and what the HR system has of them. `make` makes the corrections. */
async function previewDays(
  request: PreviewRequest,
  changes: readonly DayChange[],
  make: Make,
): Promise<CorrectedDay[]> {
  const hr = can(request.caller, 'hr_sync.view') ? await previewHrChanges(request, changes, make) : [];
  return changedDays(changes, request.clocks).map((day, index) => ({ ...day, hr: hr[index] ?? '' }));
}

/**
 * Returns sentences in the order of the changes; empty ones where nothing differs. Makes the corrections and rolls them
 * back, since they decide what leaves the queue.
 */
async function previewHrChanges(
  { db, clocks, now }: PreviewRequest,
  changes: readonly DayChange[],
  make: Make,
): Promise<string[]> {
  const companies = changes.map(({ target }) => target.companyId);
  const wasQueued = sql`select attendance_id from hr_deliveries where company_id in (${companies}) limit 1`;
  if (!(await exists(db, wasQueued))) return [];
  const days = changes.map(({ target: { companyId, person }, day }) => {
    return { company_id: companyId, employee_id: person?.id ?? 0, day };
  });
  return dryRun(db, async (queries) => {
    await make(queries);
    const differences = await differencesOn(queries, days, clocks, now);
    return days.map(({ employee_id, day }) => differences.of(employee_id, day));
  });
}

interface CorrectingRequest extends SignedInActor {
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
    await withdrawEndsOf(queries, applied);
    const days = auditedDays(applied, clocks);
    const [only, ...others] = ids;
    await audit(queries, request, 'corrections.create', 'corrections', {
      subjectId: others.length === 0 ? only : undefined,
      before: { days: days.before },
      after: { corrections, days: days.after },
    });
    return { corrections, waiting: corrections.filter(({ state }) => state === 'waiting').length };
  });

/** Reads, locks, finds and checks the requested corrections. */
async function planRequests(
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

/** Returns the clock of each employee's company, by which entered times are read. */
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

/** Applies a second person's decision: agrees to all corrections, or refuses all. Returns the days that change. */
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
  const changes = facts.simulation.changes();
  await withdrawEndsOf(queries, changes);
  return changes;
}

async function withdrawEndsOf(queries: Queries, changes: readonly DayChange[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => comparableText(before) !== comparableText(after));
  const records = changed.flatMap(({ before }) => before?.events.map(({ id }) => id) ?? []);
  await withdrawGuessedEnds(queries, records);
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
    /** Checks the corrections again, as their days may have changed since they were requested. */
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

/** 'The correction of Käthe Oßwald', from the first field with a complaint: 'corrections.3.timestamp' */
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

/** Returns them in the order of the ids. */
async function findAll(queries: Queries, caller: Caller, ids: readonly number[]): Promise<StoredCorrection[]> {
  const corrections = new Map((await correctionsById(queries, caller, ids)).map((each) => [each.id, each]));
  return ids.map((id) => corrections.get(id) ?? throwNotFound('Correction'));
}
