// Creating, changing and deleting a record, as all kinds of records do it: within the person's scope, in one
// transaction with its audit entry, answered with the record as it then is.

import type { Caller } from '../access/caller.ts';
import { audit } from '../audit/auditLog.ts';
import { type Db, ConstraintError, type Queries } from '../db/db.ts';
import { lockRow } from '../db/rowLocks.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { Reply } from './endpoint.ts';
import { type FieldMessages, invalid, notFound } from '../platform/domainErrors.ts';

export interface Kind<R extends { readonly id: number }> {
  readonly table: string;
  /** The same as a statement names it. */
  readonly rows: Sql;
  /** As people call one: 'Company' */
  readonly noun: string;
  /** Only what the person may see. What it answers goes into the audit, so it holds no secret. */
  find(queries: Queries, caller: Caller, id: number): Promise<R | undefined>;
  /** First in every transaction that writes one, where such writes must take turns. */
  lock?(queries: Queries): Promise<void>;
  /** What to say, and at which field, where a unique key is taken already. */
  readonly taken?: FieldMessages;
}

/** The parts of a request that matter here. */
interface WriteContext {
  readonly db: Db;
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
}

export async function findOrThrow<R extends { readonly id: number }>(
  { noun, find }: Kind<R>,
  queries: Queries,
  caller: Caller,
  id: number,
): Promise<R> {
  const record = await find(queries, caller, id);
  if (!record) throw notFound(`${noun} not found`);
  return record;
}

/** `insert` answers the new record's id. */
export async function createRecord<R extends { readonly id: number }>(
  { db, caller, now, requestId }: WriteContext,
  kind: Kind<R>,
  insert: (queries: Queries) => Promise<number>,
): Promise<Reply<R>> {
  const work = db.tx(async (queries) => {
    await kind.lock?.(queries);
    const subjectId = await insert(queries);
    const after = await findOrThrow(kind, queries, caller, subjectId);
    const action = `${kind.table}.create`;
    await audit(queries, { caller, now, requestId, action, subject: kind.table, subjectId, after });
    return after;
  });
  const data = await refuseTaken(work, kind.taken);
  return { data, status: 201 };
}

export async function updateRecord<R extends { readonly id: number }>(
  { db, caller, now, requestId }: WriteContext,
  kind: Kind<R>,
  id: number,
  update: (queries: Queries, before: R) => Promise<void>,
): Promise<Reply<R>> {
  const work = db.tx(async (queries) => {
    await lock(kind, queries, id);
    const before = await findOrThrow(kind, queries, caller, id);
    await update(queries, before);
    const after = await findOrThrow(kind, queries, caller, id);
    const action = `${kind.table}.edit`;
    await audit(queries, { caller, now, requestId, action, subject: kind.table, subjectId: id, before, after });
    return after;
  });
  return { data: await refuseTaken(work, kind.taken) };
}

export async function deleteRecord<R extends { readonly id: number }>(
  { db, caller, now, requestId }: WriteContext,
  kind: Kind<R>,
  id: number,
  erase: (queries: Queries, before: R) => Promise<void>,
): Promise<Reply<null>> {
  await db.tx(async (queries) => {
    await lock(kind, queries, id);
    const before = await findOrThrow(kind, queries, caller, id);
    await erase(queries, before);
    const action = `${kind.table}.delete`;
    await audit(queries, { caller, now, requestId, action, subject: kind.table, subjectId: id, before });
  });
  return { data: null };
}

/** What two people change at the same moment the second one finds as the first one left it. */
async function lock<R extends { readonly id: number }>(
  { lock: takeTurns, rows }: Kind<R>,
  queries: Queries,
  id: number,
): Promise<void> {
  await takeTurns?.(queries);
  await lockRow(queries, sql`${rows} where id = ${id}`, 'change');
}

/** Around a whole transaction, because on PostgreSQL a refused statement ends it. */
async function refuseTaken<Result>(work: Promise<Result>, taken: FieldMessages | undefined): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (taken && error instanceof ConstraintError && error.kind === 'unique') throw invalid(taken);
    throw error;
  }
}
