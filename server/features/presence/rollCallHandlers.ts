// Roll calls: started with a snapshot of who is in, ticked by several people at once, and ended. What is left is a
// protocol.

import { audit } from '../../platform/audit/auditLog.ts';
import { companyRecord } from '../companies/companyRecord.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { invalid } from '../../platform/records/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { pageOf, pageRequestOf } from '../../platform/records/parameters.ts';
import { createRecord, findOrThrow, lockRecord } from '../../platform/records/recordActions.ts';
import { isOfFilters, loadPresence } from './loadPresence.ts';
import { endRollCall, insertRollCall, listRollCalls, protocolOf, rollCallRecord } from './rollCallQueries.ts';
import { findControllers } from './silentControllers.ts';
import { assertFewTicks, listedAmong, sortTicks, storeTicks } from './ticks.ts';

export const rollCallHandlers = {
  'GET /roll-calls': {
    allow: 'presence.view',
    async handle({ db, caller, businessTime, query }) {
      const pageRequest = pageRequestOf(query);
      const { rollCalls, total } = await listRollCalls(db, { caller, businessTime }, query.company_id, pageRequest);
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
      const { db, caller, businessTime, body, now } = request;
      const { company_id, site, department } = body;
      if (company_id === null) throw invalid({ company_id: 'Company is required' });
      await findOrThrow(companyRecord, db, caller, company_id);
      const filters = { company_id, ...(site && { site }), ...(department && { department }) };
      const people = (await loadPresence(db, caller, filters, businessTime, now)).filter(isOfFilters(filters));
      if (people.length === 0) throw invalid({ company_id: 'Nobody matches, so there is nobody to call' });
      const controllers = await findControllers(db, caller, filters, businessTime, now);
      const silent = controllers.filter(({ is_silent }) => is_silent).map(({ name }) => name);
      const { data } = await createRecord(request, rollCallRecord, (queries) =>
        insertRollCall(queries, caller, { companyId: company_id, site, department, silent, people }, now),
      );
      return { data: await protocolOf(db, data), status: 201 };
    },
  },

  'POST /roll-calls/{id}/ticks': {
    allow: 'presence.roll_call',
    async handle({ db, caller, params, body, now, requestId }) {
      assertFewTicks(body.ticks);
      const { data, bad } = await db.tx(async (queries) => {
        await lockRow(queries, 'roll_calls', params.id, 'change');
        await findOrThrow(rollCallRecord, queries, caller, params.id);
        const { good, bad } = sortTicks(body.ticks, await listedAmong(queries, params.id, body.ticks));
        const ticks = await storeTicks(queries, caller, params.id, good);
        const after = await findOrThrow(rollCallRecord, queries, caller, params.id);
        if (ticks.length + bad.length > 0) {
          const act = { action: 'roll_calls.tick', subject: 'roll_calls', subjectId: params.id } as const;
          const said = { ticks, ...(bad.length > 0 && { left_out: bad }) };
          await audit(queries, { caller, now, requestId, ...act, after: said });
        }
        return { data: after, bad };
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
        // Asked again, because the answer was lost, or by several people at once.
        if (before.ended_at) return before;
        await endRollCall(queries, caller, id, now);
        const after = await findOrThrow(rollCallRecord, queries, caller, id);
        const act = { action: 'roll_calls.edit', subject: 'roll_calls', subjectId: id } as const;
        await audit(queries, { caller, now, requestId, ...act, before, after });
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
