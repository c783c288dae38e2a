// The calls of corrections: lists, previews, makes them, and lets a second person decide about them.

import { reasonRules } from '../../../src/shared/contract/checks.ts';
import { validate } from '../../../src/shared/contract/validate.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { assertValid, type Handlers } from '../../platform/records/endpoint.ts';
import { assertPeriod, pageOf, pageRequestOf, sizesOfRows } from '../../platform/records/parameters.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import { notFound } from '../../platform/records/domainErrors.ts';
import { auditedDays } from './daySimulation.ts';
import { correct, decide } from './correct.ts';
import { preview } from './previewCorrections.ts';
import { countCorrections, findCorrections, listCorrections } from './correctionQueries.ts';

/** Calls `changed` after each change of attendance. */
export const createCorrectionHandlers = (changed: () => void) =>
  ({
    'GET /corrections': {
      allow: 'attendance.view',
      async handle({ db, caller, businessTime, query, now }) {
        assertPeriod(query);
        const pageRequest = pageRequestOf(query, sizesOfRows);
        const reader = { caller, businessTime, now };
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
      async handle({ db, caller, params, body, now, requestId }) {
        const { agree } = body;
        const reason = body.reason.trim();
        if (!agree || reason) assertValid(validate(reasonRules, body));
        const data = await db.tx(async (queries) => {
          const reader = { caller, businessTime: await currentBusinessTime(queries), now };
          const [before] = await findCorrections(queries, reader, [params.id]);
          const changes = await decide(queries, params.id, agree, { caller, now, reason });
          const [after] = await findCorrections(queries, reader, [params.id]);
          if (!before || !after) throw notFound('Correction not found');
          const days = auditedDays(changes, reader.businessTime);
          await audit(queries, {
            caller,
            requestId,
            now,
            action: agree ? 'corrections.approve' : 'corrections.refuse',
            subject: 'corrections',
            subjectId: params.id,
            before: { correction: before, days: days.before },
            after: { correction: after, days: days.after },
          });
          return after;
        });
        changed();
        return { data };
      },
    },
  }) satisfies Partial<Handlers>;
