// The inbox of exceptions: a page of them, and how many there are of each kind.

import { exceptionKinds } from '../../../../src/shared/contract/workday.ts';
import type { Query } from '../../../../src/shared/contract/calls.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import type { Queries } from '../../../platform/db/db.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { pageOf, pageRequestOf, sizesOfRows } from '../../../platform/records/pagination.ts';
import { recentDays } from '../../../platform/records/period.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { type Answered, hasAnswer, onePerStranger, withAnswers } from './exceptionAnswers.ts';
import { exceptionRows } from './exceptionRows.ts';
import { findExceptions } from './findExceptions.ts';

const limits = { usual: 14, most: 92 };

export const exceptionHandlers = {
  'GET /exceptions': {
    allow: 'attendance.view',
    async handle({ db, caller, businessTime, query, now }) {
      const pageRequest = pageRequestOf(query, sizesOfRows);
      const all = await matching(db, { caller, query, businessTime, now });
      const ofKind = query.kind === undefined ? all : all.filter(({ kind }) => kind === query.kind);
      const onPage = ofKind.slice(pageRequest.offset, pageRequest.offset + pageRequest.size);
      const rows = await exceptionRows(db, onPage, { caller, businessTime, now });
      return { data: pageOf(rows, ofKind.length, pageRequest) };
    },
  },

  'GET /exceptions/counts': {
    allow: 'attendance.view',
    async handle({ db, caller, businessTime, query, now }) {
      const all = await matching(db, { caller, query, businessTime, now });
      return {
        data: exceptionKinds.map((kind) => ({ kind, total: all.filter((each) => each.kind === kind).length })),
      };
    },
  },
} satisfies Partial<Handlers>;

interface Asked {
  readonly caller: Caller;
  readonly query: Query<'GET /exceptions/counts'>;
  readonly businessTime: BusinessTime;
  readonly now: Date;
}

/** Of every kind. */
async function matching(queries: Queries, { caller, query, businessTime, now }: Asked): Promise<Answered[]> {
  const period = recentDays(query, limits, businessTime, now);
  const found = await findExceptions(queries, { caller, filters: query, period, businessTime, now });
  return onePerStranger((await withAnswers(queries, found)).filter(hasAnswer(query.is_answered)));
}
