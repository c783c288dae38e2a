// The calls of corrections: lists, previews, makes them, and lets a second person decide about them.

import { reasonRules } from '../../../src/shared/contract/checks.ts';
import type { CorrectedDay, Correction } from '../../../src/shared/contract/corrections.ts';
import { validate } from '../../../src/shared/contract/validate.ts';
import { can } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import type { Queries } from '../../platform/db/db.ts';
import { invalid } from '../../platform/records/domainErrors.ts';
import { assertValid, type Handlers, Reply } from '../../platform/records/endpoint.ts';
import { assertPeriod } from '../../platform/records/parameters.ts';
import { foreseeDifferences } from '../hr/hrDifferences.ts';
import { currentClocks, type Moment } from '../settings/clocks.ts';
import { type CorrectingRequest, correct, decide, foreseeDecision, planRequests } from './correct.ts';
import { findCorrections, listCorrections } from './correctionQueries.ts';
import { auditedDays, changedDays, type DayChange } from './daySimulation.ts';
import type { Facts } from './facts.ts';

export const correctionHandlers = {
  async 'GET /corrections'({ db, caller, clocks, query, now }) {
    assertPeriod(query);
    return listCorrections(db, { caller, clocks, now }, query);
  },

  async 'POST /corrections/preview'(request) {
    const { planned, facts } = await planRequests(request.db, request, async () => {});
    const days = await previewDays(request.db, request, facts);
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
    const facts = await foreseeDecision(request.db, request, idsOf(request.body));
    return previewDays(request.db, request, facts);
  },

  async 'POST /corrections/decide'(request) {
    return decideAndAudit(request, idsOf(request.body));
  },
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

/** Decides about all of them or none, in one transaction with the audit entry. */
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

/** Returns how days would change, of which nothing is stored, and what the HR system already has of them. */
async function previewDays(queries: Queries, moment: Moment, facts: Facts): Promise<CorrectedDay[]> {
  const changes = facts.simulation.changes();
  const hr = can(moment.caller, 'hr_sync.view') ? await previewHrChanges(queries, moment, facts, changes) : [];
  return changedDays(changes, moment.clocks).map((day, index) => ({ ...day, hr: hr[index] ?? '' }));
}

/** Returns sentences in the order of the changes; empty ones where nothing differs. */
async function previewHrChanges(
  queries: Queries,
  { clocks, now }: Moment,
  { simulation, calendarOf }: Facts,
  changes: readonly DayChange[],
): Promise<string[]> {
  const sentences = new Map<string, string>();
  for (const group of Map.groupBy(changes, ({ target, day }) => `${target.companyId} ${day}`).values()) {
    const [{ target, day } = { target: undefined, day: '' }] = group;
    const people = group.flatMap((each) => each.target.person ?? []);
    if (!target || people.length === 0) continue;
    const { companyId } = target;
    const end = calendarOf(companyId).endOf(day);
    const simulated = people.map((person) => ({ person, events: simulation.eventsOf(person) }));
    const found = await foreseeDifferences(queries, { companyId, day, end }, simulated, {
      clock: clocks.of(companyId),
      now,
    });
    for (const [id, sentence] of found) sentences.set(`${id} ${day}`, sentence);
  }
  return changes.map(({ target, day }) => sentences.get(`${target.person?.id} ${day}`) ?? '');
}
