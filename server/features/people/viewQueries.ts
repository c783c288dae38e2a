// Saved views. Each belongs to one user; others can neither read nor change it.

import type { Body } from '../../../src/shared/contract/calls.ts';
import type { SavedView } from '../../../src/shared/contract/views.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { maybeOne, one, type Queries } from '../../platform/db/db.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';

type ViewFields = Body<'POST /views'>;

const own = (caller: Caller): Sql => sql`from saved_views where user_id = ${caller.id}`;

export const listViews = (queries: Queries, caller: Caller): Promise<SavedView[]> =>
  queries.all(sql`select id, name, path, query ${own(caller)} order by place, id`);

export const findView = (queries: Queries, caller: Caller, id: number): Promise<SavedView | undefined> =>
  maybeOne(queries, sql`select id, name, path, query ${own(caller)} and id = ${id}`);

/** Until the transaction ends, no other one changes the user's views: they are counted and put in order. */
export const lockViews = (queries: Queries, caller: Caller): Promise<void> =>
  lockRow(queries, 'users', caller.id, 'change');

/** As the last one. */
export async function insertView(queries: Queries, caller: Caller, { name, path, query }: ViewFields): Promise<number> {
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into saved_views (user_id, place, name, path, query)
      select ${caller.id}, (select coalesce(max(place), 0) + 1 ${own(caller)}), ${name}, ${path}, ${query}
      returning id`,
  );
  return id;
}

export async function updateView(queries: Queries, id: number, { name, query }: SavedView): Promise<void> {
  await queries.run(sql`update saved_views set name = ${name}, query = ${query} where id = ${id}`);
}

export async function deleteView(queries: Queries, id: number): Promise<void> {
  await queries.run(sql`delete from saved_views where id = ${id}`);
}

export async function placeViews(queries: Queries, caller: Caller, ids: readonly number[]): Promise<void> {
  for (const [place, id] of ids.entries()) {
    await queries.run(sql`update saved_views set place = ${place + 1} where user_id = ${caller.id} and id = ${id}`);
  }
}
