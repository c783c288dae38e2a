// The weekdays on which a company's digest is mailed, and whether the caller wants it.

import { exists, maybeOne, type Queries, sql } from '../../platform/db/db.ts';
import { edit } from '../../platform/records/edit.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { findOrThrow } from '../../platform/records/recordActions.ts';
import { companyRecord, editOfCompany } from '../companies/companyQueries.ts';

export const digestHandlers = {
  async 'GET /companies/{id}/digest'({ db, caller, params }) {
    const { id } = await findOrThrow(companyRecord, db, caller, params.id);
    return digestOf(db, id);
  },

  async 'PUT /companies/{id}/digest'(request) {
    const audited = ({ weekdays }: { weekdays: number[] }) => ({ weekdays });
    const edited = { action: 'digests.edit', subject: 'digests', find: digestOf, audited } as const;
    const weekdays = [...new Set(request.body.weekdays)].sort().join('');
    return editOfCompany(request, edited, async (queries) => {
      await queries.run(
        sql`insert into digests (company_id, weekdays) values (${request.params.id}, ${weekdays})
          on conflict (company_id) do update set weekdays = excluded.weekdays`,
      );
    });
  },

  'GET /auth/digest': ({ db, caller }) => wishOf(db, caller.id),

  async 'PUT /auth/digest'(request) {
    const { caller, body } = request;
    const edited = {
      action: 'digests.choose',
      subject: 'users',
      subjectId: caller.id,
      async lock() {},
      find: (queries: Queries) => wishOf(queries, caller.id),
    } as const;
    return edit(request, edited, async (queries) => {
      await queries.run(
        body.wants_digest
          ? sql`delete from digest_refusals where user_id = ${caller.id}`
          : sql`insert into digest_refusals (user_id) values (${caller.id}) on conflict (user_id) do nothing`,
      );
    });
  },
} satisfies Partial<Handlers>;

async function digestOf(queries: Queries, companyId: number) {
  const row = await maybeOne<{ weekdays: string; mailed_on: string; mailed_to: number }>(
    queries,
    sql`select weekdays, mailed_on, mailed_to from digests where company_id = ${companyId}`,
  );
  return {
    weekdays: [...(row?.weekdays ?? '')].map(Number),
    mailed_on: row?.mailed_on ?? '',
    mailed_to: row?.mailed_to ?? 0,
    version: undefined,
  };
}

async function wishOf(queries: Queries, userId: number) {
  const isRefused = await exists(queries, sql`select user_id from digest_refusals where user_id = ${userId}`);
  return { wants_digest: !isRefused, version: undefined };
}
