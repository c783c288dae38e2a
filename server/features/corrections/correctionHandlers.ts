// The calls of corrections: lists, previews, makes them, and lets a second person decide about them.

import { reasonRules } from '../../../src/shared/contract/checks.ts';
import type { Correction } from '../../../src/shared/contract/corrections.ts';
import { validate } from '../../../src/shared/contract/validate.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { assertValid, type Handlers } from '../../platform/records/endpoint.ts';
import { assertPeriod, pageOf, pageRequestOf, sizesOfRows } from '../../platform/records/parameters.ts';
import { currentClocks } from '../settings/clocks.ts';
import { invalid } from '../../platform/records/domainErrors.ts';
import { auditedDays } from './daySimulation.ts';
import { correct, type CorrectingRequest, decide } from './correct.ts';
import { preview, previewDecision } from './previewCorrections.ts';
import { countCorrections, findCorrections, listCorrections } from './correctionQueries.ts';

/** Calls `changed` after each change of attendance. */
export const createCorrectionHandlers = (changed: () => void) =>
  ({
    'GET /corrections': {
      allow: 'attendance.view',
      async handle({ db, caller, clocks, query, now }) {
        assertPeriod(query);
        const pageRequest = pageRequestOf(query, sizesOfRows);
        const reader = { caller, clocks, now };
        const [rows, total] = await Promise.all([
          listCorrections(db, reader, query, pageRequest),
          countCorrections(db, reader, query),
        ]);
        return { data: pageOf(rows, total, pageRequest) };
      },
    },

    'POST /corrections/preview': {
      allow: 'corrections.create',
      async handle(request) {
        return { data: await preview(request) };
      },
    },

    'POST /corrections': {
      allow: 'corrections.create',
      async handle(request) {
        const data = await correct(request);
        changed();
        return { data, status: 201 };
      },
    },

    'POST /corrections/{id}/decide': {
      allow: 'corrections.approve',
      async handle(request) {
        const [decided] = await decideAndAudit(request, [request.params.id]);
        changed();
        return { data: decided ?? null };
      },
    },

    'POST /corrections/decide/preview': {
      allow: 'corrections.approve',
      async handle({ db, caller, body, now }) {
        return { data: await previewDecision(db, caller, idsOf(body), now) };
      },
    },

    'POST /corrections/decide': {
      allow: 'corrections.approve',
      async handle(request) {
        const data = await decideAndAudit(request, idsOf(request.body));
        changed();
        return { data };
      },
    },
  }) satisfies Partial<Handlers>;

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
async function decideAndAudit({ db, caller, body, now, requestId }: Decision, ids: readonly number[]) {
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
    await audit(queries, {
      caller,
      requestId,
      now,
      action: agree ? 'corrections.approve' : 'corrections.refuse',
      subject: 'corrections',
      ...(isOne && { subjectId: only }),
      before: { ...side(before), days: days.before },
      after: { ...side(after), days: days.after },
    });
    return after;
  });
}
