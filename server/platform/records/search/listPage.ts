import type { Page } from '../../../../src/shared/contract/decode.ts';
import type { SortOrder } from '../../../../src/shared/contract/queries.ts';
import type { Db } from '../../db/db.ts';
import { pageOf, pageRequestOf } from '../pagination.ts';
import { findListed } from './findListed.ts';
import type { Among } from './listRequest.ts';
import type { SearchedKind } from './searchedKinds.ts';

interface ListQuery {
  page?: number;
  per_page?: number;
  q?: string;
  sort?: SortOrder;
}

/** Answers a list call. `load` reads the records with these ids, in any order. */
export async function listPage<R extends { readonly id: number }>(
  db: Db,
  kind: SearchedKind,
  query: ListQuery,
  among: Among,
  load: (ids: readonly number[]) => Promise<R[]>,
): Promise<Page<R>> {
  const pageRequest = pageRequestOf(query);
  const { ids, total } = await findListed(db, kind, query, among, pageRequest);
  const records = new Map((await load(ids)).map((record) => [record.id, record]));
  const data = ids.flatMap((id) => records.get(id) ?? []);
  return pageOf(data, total, pageRequest);
}
