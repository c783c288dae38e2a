// Corrections: listed, previewed, made, and decided about by a second person.

import type { Body } from '../../src/contract/endpoints.ts';
import { reasonRules } from '../../src/contract/workingTimeRules.ts';
import { validate } from '../../src/contract/validate.ts';
import type { Caller } from '../access/caller.ts';
import { audit } from '../audit/auditLog.ts';
import type { Queries } from '../db/db.ts';
import { assertValid, type Handlers } from '../records/endpoint.ts';
import { pageOf, pageRequestOf, sizesOfRows } from '../records/pagination.ts';
import { assertPeriod } from '../records/period.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import { notFound } from '../platform/domainErrors.ts';
import { readRequests } from './asked.ts';
import { changedDays, withHr } from './changedDays.ts';
import { countCorrections, findCorrections, listCorrections } from './correctionQueries.ts';
import { decide } from './decide.ts';
import { findMatters, lockMatters, type Matter } from './matters.ts';
import { planCorrections } from './plan.ts';
import { storeCorrections } from './store.ts';
import { loadWorld } from './world.ts';

/** `changed` is called after each change of attendance. */
export const createCorrectionHandlers = (changed: () => void) =>
  ({
    'GET /corrections': {
      allow: 'attendance.view',
      async handle({ db, caller, query }) {
        assertPeriod(query);
        const pageRequest = pageRequestOf(query, sizesOfRows);
        const reader = { caller, businessTime: await currentBusinessTime(db) };
        const rows = await listCorrections(db, reader, query, pageRequest);
        return { data: pageOf(rows, await countCorrections(db, reader, query), pageRequest) };
      },
    },

    'POST /corrections/preview': {
      allow: 'corrections.create',
      async handle({ db, caller, body, now }) {
        const { planned, world, businessTime } = await plan(db, caller, body, now);
        const days = await withHr(db, caller, world.tried.changes(), businessTime);
        const waiting = planned.filter(({ outcome }) => outcome === 'wait');
        return { data: { days, needs_second_person: waiting.length } };
      },
    },

    'POST /corrections': {
      allow: 'corrections.create',
      async handle({ db, caller, body, now, requestId }) {
        assertValid(validate(reasonRules, body));
        const reason = body.reason.trim();
        const data = await db.tx(async (queries) => {
          const { planned, world, businessTime } = await plan(queries, caller, body, now, lockMatters);
          const ids = await storeCorrections(queries, planned, { caller, now, reason });
          const corrections = await findCorrections(queries, { caller, businessTime }, ids);
          const applied = world.tried.changes().filter(({ matter }) => !world.needsSecondPerson(matter.companyId));
          const days = changedDays(applied, businessTime);
          const [only, ...others] = ids;
          await audit(queries, {
            caller,
            requestId,
            now,
            action: 'corrections.create',
            subject: 'corrections',
            ...(only !== undefined && others.length === 0 && { subjectId: only }),
            before: { days: days.map(({ after: _, ...day }) => day) },
            after: { corrections, days: days.map(({ before: _, ...day }) => day) },
          });
          return { corrections, waiting: corrections.filter(({ state }) => state === 'waiting').length };
        });
        changed();
        return { data, status: 201 };
      },
    },

    'POST /corrections/{id}/decide': {
      allow: 'corrections.approve',
      async handle({ db, caller, params, body, now, requestId }) {
        const { agree } = body;
        const reason = body.reason.trim();
        if (!agree || reason) assertValid(validate(reasonRules, body));
        const data = await db.tx(async (queries) => {
          const reader = { caller, businessTime: await currentBusinessTime(queries) };
          const [before] = await findCorrections(queries, reader, [params.id]);
          await decide(queries, params.id, agree, { caller, now, reason });
          const [after] = await findCorrections(queries, reader, [params.id]);
          if (!before || !after) throw notFound('Correction not found');
          const subjectId = params.id;
          const action = agree ? 'corrections.approve' : 'corrections.refuse';
          await audit(queries, { caller, requestId, now, action, subject: 'corrections', subjectId, before, after });
          return after;
        });
        changed();
        return { data };
      },
    },
  }) satisfies Partial<Handlers>;

async function plan(
  queries: Queries,
  caller: Caller,
  body: Body<'POST /corrections'>,
  now: Date,
  lock?: (queries: Queries, matters: readonly Matter[]) => Promise<void>,
) {
  const businessTime = await currentBusinessTime(queries);
  const requests = readRequests(body.corrections, businessTime);
  await lock?.(queries, await findMatters(queries, caller, requests));
  const matters = await findMatters(queries, caller, requests);
  const world = await loadWorld(queries, matters, businessTime, now);
  return { planned: planCorrections({ world, caller, businessTime, now }, matters), world, businessTime };
}
