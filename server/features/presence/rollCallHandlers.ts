// Roll calls: started with a snapshot of who is in, ticked by several people at once, and ended. A protocol is left.

import { audit } from '../../platform/audit/auditLog.ts';
import { companyRecord } from '../companies/companyQueries.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { invalid } from '../../platform/records/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { pageOf, pageRequestOf } from '../../platform/records/parameters.ts';
import { createRecord, findOrThrow, lockRecord } from '../../platform/records/recordActions.ts';
import { findControllers, isOfFilters, loadPresence } from './loadPresence.ts';
import { endRollCall, insertRollCall, listRollCalls, protocolOf, rollCallRecord } from './rollCallQueries.ts';
import type { Tick } from '../../../src/shared/contract/presence.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { dateOf, plusMinutes } from '../../platform/time/instants.ts';

export const rollCallHandlers = {
  'GET /roll-calls': {
    allow: 'presence.view',
    async handle({ db, caller, clocks, query }) {
      const pageRequest = pageRequestOf(query);
      const { rollCalls, total } = await listRollCalls(db, { caller, clocks }, query.company_id, pageRequest);
      return { data: pageOf(rollCalls, total, pageRequest) };
    },
  },

  'GET /roll-calls/{id}': {
    allow: 'presence.view',
    async handle({ db, caller, params }) {
      return { data: await protocolOf(db, await findOrThrow(rollCallRecord, db, caller, params.id)) };
    },
  },

  'POST /roll-calls': {
    allow: 'presence.roll_call',
    async handle(request) {
      const { db, caller, clocks, body, now } = request;
      const { company_id, site, department } = body;
      if (company_id === null) throw invalid({ company_id: 'Company is required' });
      await findOrThrow(companyRecord, db, caller, company_id);
      const filters = { company_id, ...(site && { site }), ...(department && { department }) };
      const people = (await loadPresence(db, caller, filters, clocks, now)).filter(isOfFilters(filters));
      if (people.length === 0) throw invalid({ company_id: 'Nobody matches, so there is nobody to call' });
      const controllers = await findControllers(db, caller, filters, clocks, now);
      const silent = controllers.filter(({ is_silent }) => is_silent).map(({ name }) => name);
      const { data } = await createRecord(request, rollCallRecord, (queries) =>
        insertRollCall(queries, caller, { companyId: company_id, site, department, silent, people }, now),
      );
      return { data: await protocolOf(db, data), status: 201 };
    },
  },

  'POST /roll-calls/{id}/ticks': {
    allow: 'presence.roll_call',
    async handle(request) {
      const { db, caller, params, body } = request;
      assertFewTicks(body.ticks);
      const { data, bad } = await db.tx(async (queries) => {
        await lockRow(queries, 'roll_calls', params.id, 'change');
        await findOrThrow(rollCallRecord, queries, caller, params.id);
        const { good, bad } = sortTicks(body.ticks, await listedAmong(queries, params.id, body.ticks));
        const ticks = await storeTicks(queries, caller, params.id, good);
        const rollCall = await findOrThrow(rollCallRecord, queries, caller, params.id);
        if (ticks.length + bad.length > 0) {
          const after = { ticks, ...(bad.length > 0 && { left_out: bad }) };
          await audit(queries, request, 'roll_calls.tick', 'roll_calls', { subjectId: params.id, after });
        }
        return { data: rollCall, bad };
      });
      return { data, ...(bad.length > 0 && { message: leftOut(bad, body.ticks.length) }) };
    },
  },

  'POST /roll-calls/{id}/end': {
    allow: 'presence.roll_call',
    async handle({ db, caller, params: { id }, now, requestId }) {
      const ended = await db.tx(async (queries) => {
        await lockRecord(rollCallRecord, queries, id);
        const before = await findOrThrow(rollCallRecord, queries, caller, id);
        // Repeated request: its answer was lost, or several people ended the roll call.
        if (before.ended_at) return before;
        await endRollCall(queries, caller, id, now);
        const after = await findOrThrow(rollCallRecord, queries, caller, id);
        await audit(queries, { caller, now, requestId }, 'roll_calls.edit', 'roll_calls', {
          subjectId: id,
          before,
          after,
        });
        return after;
      });
      return { data: await protocolOf(db, ended) };
    },
  },
} satisfies Partial<Handlers>;

/** Says how many ticks were not kept, and why the first one was not. */
function leftOut(bad: readonly { readonly reason: string }[], all: number): string {
  return `${bad.length} of ${all} ticks were left out. ${bad[0]?.reason ?? ''}`;
}

const maxTicksAtOnce = 10_000;

interface SortedTicks {
  /** Ticks with valid times, which can be compared as text. */
  readonly good: readonly Tick[];
  /** Ticks that cannot be kept. They must not block the others: a phone would send them again and again. */
  readonly bad: readonly BadTick[];
}

type BadTick = Tick & { readonly reason: string };

function sortTicks(ticks: readonly Tick[], listed: ReadonlySet<number>): SortedTicks {
  const good: Tick[] = [];
  const bad: BadTick[] = [];
  for (const tick of ticks) {
    const at = new Date(/^\d{4}-\d\d-\d\dT.*Z$/.test(tick.at) ? tick.at : Number.NaN);
    if (Number.isNaN(at.getTime())) bad.push({ ...tick, reason: 'Its time is not one in UTC' });
    else if (!listed.has(tick.employee_id)) bad.push({ ...tick, reason: 'The person is not in the roll call' });
    else good.push({ ...tick, at: at.toISOString() });
  }
  return { good, bad };
}

function assertFewTicks(ticks: readonly Tick[]): void {
  if (ticks.length > maxTicksAtOnce) throw invalid({ ticks: `Please send at most ${maxTicksAtOnce} ticks at once` });
}

/**
 * Stores the ticks that were made before the roll call ended. Phones send them late, in any order and twice: the last
 * tick of a person by its time counts. Returns those that changed something.
 */
async function storeTicks(
  queries: Queries,
  caller: Caller,
  rollCallId: number,
  ticks: readonly Tick[],
): Promise<Tick[]> {
  const end = await maybeOne<{ ended_at: string | null }>(
    queries,
    sql`select ended_at from roll_calls where id = ${rollCallId}`,
  );
  const madeInTime = ticks.filter(({ at }) => !end?.ended_at || new Date(at) < secondAfter(end.ended_at));
  const latest = new Map<number, Tick>();
  for (const tick of madeInTime) {
    if (tick.at >= (latest.get(tick.employee_id)?.at ?? '')) latest.set(tick.employee_id, tick);
  }
  const rows = rowsOf(
    { person: 'bigint', ticked: 'boolean', at: 'text' },
    [...latest.values()].map(({ employee_id, is_ticked, at }) => ({ person: employee_id, ticked: is_ticked, at })),
  );
  return queries.all<Tick>(
    sql`update roll_call_people set is_ticked = ticked, ticked_by = ${caller.name}, ticked_at = at
      from ${rows} where roll_call_id = ${rollCallId} and employee_id = person and ticked_at < at
      returning employee_id, is_ticked, ticked_at as at`,
    ['is_ticked'],
  );
}

const secondAfter = (instant: string) => plusMinutes(dateOf(instant), 1 / 60);

/** Finds the people of these ticks whom the roll call lists. */
async function listedAmong(queries: Queries, rollCallId: number, ticks: readonly Tick[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(ticks.map(({ employee_id }) => employee_id))];
  const rows = await queries.all<{ employee_id: number }>(
    sql`select employee_id from roll_call_people where roll_call_id = ${rollCallId} and employee_id in (${ids})`,
  );
  return new Set(rows.map(({ employee_id }) => employee_id));
}
