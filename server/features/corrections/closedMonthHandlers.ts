// Months of a company in which nothing is corrected any more: closed, and reopened with a reason.

import { type ClosedMonth, reasonRules } from '../../../src/shared/contract/corrections.ts';
import { validate } from '../../../src/shared/contract/validate.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { lockCompany, lockCompanyOf } from '../companies/companyQueries.ts';
import { companyRecord } from '../companies/companyRecord.ts';
import type { Queries } from '../../platform/db/db.ts';
import { conflict, invalid } from '../../platform/records/domainErrors.ts';
import { type Handlers, assertValid } from '../../platform/records/endpoint.ts';
import { createRecord, findOrThrow, type RecordKind, updateRecord } from '../../platform/records/recordActions.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import { instantOf } from '../../platform/time/instants.ts';
import {
  findClosedMonth,
  insertClosedMonth,
  listClosedMonths,
  reopenMonth,
  waitingCorrectionOf,
} from './closedMonthQueries.ts';

const closedMonths: RecordKind<ClosedMonth> = {
  table: 'closed_months',
  noun: 'Closed month',
  find: findClosedMonth,
  taken: { month: 'This month is closed already' },
};

interface Reopening {
  /** Gives events of the month to people who got their ID or code while it was closed. */
  nameEvents(
    queries: Queries,
    month: { readonly companyId: number; readonly month: string },
    actor: { readonly caller: Caller; readonly requestId: string; readonly now: Date },
  ): Promise<void>;
  /** Called when attendance records may have changed. */
  changed(): void;
}

export const createClosedMonthHandlers = ({ nameEvents, changed }: Reopening) =>
  ({
    'GET /closed-months': {
      allow: 'attendance.view',
      async handle({ db, caller, query }) {
        return { data: await listClosedMonths(db, caller, query.company_id) };
      },
    },

    'POST /closed-months': {
      allow: 'timesheets.close',
      async handle(request) {
        const { caller, body, now } = request;
        const { company_id, month } = body;
        if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) throw invalid({ month: 'Please enter a month such as 2026-10' });
        return createRecord(request, closedMonths, async (queries) => {
          // Whoever corrects at the same time finishes first, or finds the month closed.
          await lockCompany(queries, company_id, 'change');
          await findOrThrow(companyRecord, queries, caller, company_id);
          const today = (await currentBusinessTime(queries)).dayOf(instantOf(now));
          if (month >= today.slice(0, 7)) throw invalid({ month: 'This month is not over yet' });
          if (await waitingCorrectionOf(queries, company_id, month))
            throw invalid({ month: 'Corrections of this month wait for approval. Please decide about them first' });
          return insertClosedMonth(queries, caller, body, now);
        });
      },
    },

    'POST /closed-months/{id}/reopen': {
      allow: 'timesheets.close',
      async handle(request) {
        const { caller, body, params, now } = request;
        const reason = body.reason.trim();
        assertValid(validate(reasonRules, { reason }));
        const ofCompany: RecordKind<ClosedMonth> = {
          ...closedMonths,
          lock: (queries) => lockCompanyOf(queries, 'closed_months', params.id, 'change'),
        };
        const reply = await updateRecord(request, ofCompany, params.id, async (queries, before) => {
          if (before.reopened_at) throw conflict(`${before.reopened_by} has reopened it already`);
          await reopenMonth(queries, caller, { id: before.id, reason }, now);
          await nameEvents(queries, { companyId: before.company.id, month: before.month }, request);
        });
        changed();
        return reply;
      },
    },
  }) satisfies Partial<Handlers>;
