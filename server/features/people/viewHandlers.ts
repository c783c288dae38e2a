// Saved views. Each belongs to one user. Others can neither read nor change it, but holders of a role that it is shared
// with can read it.

import type { SavedView } from '../../../src/shared/contract/views.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { exists, type Queries, type Sql, scalar, scalars, sql } from '../../platform/db/db.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { conflict, invalid, notFound } from '../../platform/domainErrors.ts';
import { holds } from '../../platform/mail/outboxQueries.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { createRecord, deleteRecord, type RecordKind, updateRecord } from '../../platform/records/recordActions.ts';
import { visibleUsers } from './userQueries.ts';

interface Row extends Pick<SavedView, 'id' | 'name' | 'path' | 'query'> {
  role_id: number | null;
  role_name: string | null;
  /** Null for the caller's own views. */
  owner: string | null;
}

async function findViews(queries: Queries, caller: Caller, condition: Sql): Promise<SavedView[]> {
  const rows = await queries.all<Row>(
    sql`select saved_views.id, saved_views.name, path, query, role_id, roles.display_name as role_name,
        case when user_id = ${caller.id} then null else users.name end as owner
      from saved_views join users on users.id = user_id left join roles on roles.id = role_id
      where ${condition} order by user_id <> ${caller.id}, place, saved_views.id`,
  );
  return rows.map(({ role_id, role_name, owner, ...view }) => ({
    ...view,
    ...(role_id !== null && role_name !== null && { shared_with: { id: role_id, name: role_name } }),
    ...(owner !== null && { owner }),
  }));
}

const isOwn = (caller: Caller) => sql`user_id = ${caller.id}`;
const own = (caller: Caller) => sql`from saved_views where ${isOwn(caller)}`;

/**
 * Lists the caller's own views in their order, then those shared with a role of the caller's by users of the caller's
 * companies, or of all. Anyone else's would bring text into the console of a company that they do not see.
 */
const listViews = (queries: Queries, caller: Caller): Promise<SavedView[]> =>
  findViews(
    queries,
    caller,
    sql`${isOwn(caller)} or role_id in (select role_id from user_roles where user_id = ${caller.id})
      and (${visibleUsers(caller, sql`user_id`)} or user_id in (${whoSeeAll}))`,
  );

const whoSeeAll = sql`select users.id from users where ${holds('companies.all')}`;

const ownIds = (queries: Queries, caller: Caller): Promise<number[]> =>
  scalars(queries, sql`select id ${own(caller)} order by place, id`);

/** Serializes changes to the user's views, which are counted and put in order. */
const lockViews = (queries: Queries, caller: Caller): Promise<void> => lockRow(queries, 'users', caller.id, 'change');

const maxViews = 100;

const views: RecordKind<SavedView> = {
  table: 'saved_views',
  noun: 'View',
  find: (queries, caller, ids) => findViews(queries, caller, sql`${isOwn(caller)} and saved_views.id in (${ids})`),
};

export const viewHandlers = {
  'GET /views': ({ db, caller }) => listViews(db, caller),

  async 'POST /views'(request) {
    const { caller, body } = request;
    return createRecord(request, views, async (queries) => {
      await lockViews(queries, caller);
      const { length } = await ownIds(queries, caller);
      if (length >= maxViews) throw conflict(`You can save up to ${maxViews} views. Please delete one first`);
      // Adds it at the end.
      return scalar(
        queries,
        sql`insert into saved_views (user_id, place, name, path, query)
          select ${caller.id}, (select coalesce(max(place), 0) + 1 ${own(caller)}), ${body.name.trim()}, ${body.path},
            ${body.query}
          returning id`,
      );
    });
  },

  async 'PUT /views/{id}'(request) {
    const { params, body } = request;
    return updateRecord(request, views, params.id, async (queries, before) => {
      const { name = before.name, query = before.query } = body;
      await queries.run(sql`update saved_views set name = ${name.trim()}, query = ${query} where id = ${before.id}`);
    });
  },

  async 'PUT /views/{id}/role'(request) {
    const { id } = request.params;
    const { role_id } = request.body;
    const lock = async (queries: Queries) => {
      if (role_id !== null) await lockRow(queries, 'roles', role_id, 'rely');
    };
    return updateRecord(request, { ...views, lock }, id, async (queries) => {
      if (role_id !== null && !(await exists(queries, sql`select id from roles where id = ${role_id}`)))
        throw invalid({ role_id: 'Please choose a role' });
      await queries.run(sql`update saved_views set role_id = ${role_id} where id = ${id}`);
    });
  },

  'DELETE /views/{id}': (request) => deleteRecord(request, views, request.params.id),

  async 'PUT /views/order'(request) {
    const { caller } = request;
    const named = [...new Set(request.body.ids)];
    return request.db.tx(async (queries) => {
      await lockViews(queries, caller);
      const before = await ownIds(queries, caller);
      if (named.some((id) => !before.includes(id))) throw notFound('View not found');
      const others = before.filter((id) => !named.includes(id));
      const after = [...named, ...others];
      for (const [place, id] of after.entries())
        await queries.run(sql`update saved_views set place = ${place + 1} where ${isOwn(caller)} and id = ${id}`);
      const details = { before: { ids: before }, after: { ids: after } };
      await audit(queries, request, 'saved_views.sort', 'saved_views', details);
      return listViews(queries, caller);
    });
  },
} satisfies Partial<Handlers>;
