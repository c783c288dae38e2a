// Lists, creates, updates and deletes records of any kind, within the caller's scope. A change shares one transaction
// with its audit entry. The answer is the stored record.

import type { EditKey } from '../../../src/shared/contract/calls.ts';
import type { Page } from '../../../src/shared/contract/decode.ts';
import type { AuditedRecord } from '../../../src/shared/words/auditWords.ts';
import type { Caller } from '../access/caller.ts';
import { audit } from '../audit/auditLog.ts';
import { ConstraintError, type Db, type Queries, quotedName, sql } from '../db/db.ts';
import type { LockedTable } from '../db/lockOrder.ts';
import { lockRow } from '../db/rowLocks.ts';
import { type FieldMessages, invalid, notFound } from '../domainErrors.ts';
import { instantOf } from '../time/clock.ts';
import { type EditContext, edit, type Versioned, withoutVersion } from './edit.ts';
import { Reply } from './endpoint.ts';
import { pageOf, pageRequestOf } from './parameters.ts';
import { findPage, type ListQuery, type RecordSelection } from './search/findPage.ts';
import { forgetWords, type SearchedKind, storeWords } from './search/searchIndex.ts';

export interface RecordKind<R extends StoredRecord> {
  readonly table: AuditedRecord & LockedTable;
  /** The name in messages: 'Company' */
  readonly noun: string;
  /** The call that edits its records, which defines their versions; none for what only its owner can change. */
  readonly edit?: EditKey;
  /**
   * Finds the records that the caller may see, in any order. The result goes into the audit: it must hold no secret.
   */
  find(queries: Queries, caller: Caller, ids: readonly number[]): Promise<R[]>;
  /** Locks what comes before the record, first in every write; without an id before the record is created. */
  lock?(queries: Queries, id?: number): Promise<void>;
  /** Deletes the record; left out where deleting the row is enough, as foreign keys delete what belongs to it. */
  remove?(queries: Queries, record: R, now: Date): Promise<void>;
  readonly searched?: SearchedKind;
  /** The error to show, by field, when a unique key is already taken. */
  readonly taken?: FieldMessages;
}

export interface SearchedRecordKind<R extends StoredRecord> extends RecordKind<R> {
  readonly searched: SearchedKind;
}

interface StoredRecord extends Versioned {
  readonly id: number;
}

interface WriteContext extends EditContext {
  readonly caller: Caller;
}

interface ListRequest {
  readonly db: Db;
  readonly caller: Caller;
  readonly query: ListQuery;
}

export async function listRecords<R extends StoredRecord>(
  { db, caller, query }: ListRequest,
  { searched, find }: SearchedRecordKind<R>,
  selection: RecordSelection,
): Promise<Page<R>> {
  const pageRequest = pageRequestOf(query);
  const { ids, total } = await findPage(db, searched, query, selection, pageRequest);
  const records = new Map((await find(db, caller, ids)).map((record) => [record.id, record]));
  const onPage = ids.flatMap((id) => records.get(id) ?? []);
  return pageOf(onPage, total, pageRequest);
}

export async function findOrThrow<R extends StoredRecord>(
  { noun, find }: RecordKind<R>,
  queries: Queries,
  caller: Caller,
  id: number,
): Promise<R> {
  const [record] = await find(queries, caller, [id]);
  if (!record) throw notFound(`${noun} not found`);
  return record;
}

export async function createRecord<R extends StoredRecord>(
  context: WriteContext,
  kind: RecordKind<R>,
  insert: (queries: Queries) => Promise<number>,
): Promise<Reply<R>> {
  const { record } = await createRecordWith(context, kind, async (queries) => ({ id: await insert(queries) }));
  return new Reply(record, { status: 201 });
}

/**
 * Creates a record like `createRecord`, with an `insert` that returns more than the id. It must leave nothing outside
 * the database, as the transaction may run again.
 */
export async function createRecordWith<R extends StoredRecord, Inserted extends { readonly id: number }>(
  context: WriteContext,
  kind: RecordKind<R>,
  insert: (queries: Queries) => Promise<Inserted>,
): Promise<{ record: R; inserted: Inserted }> {
  const work = context.db.tx(async (queries) => {
    await kind.lock?.(queries);
    const inserted = await insert(queries);
    const subjectId = inserted.id;
    const after = await findOrThrow(kind, queries, context.caller, subjectId);
    if (kind.searched) await storeWords(queries, kind.searched, subjectId);
    await audit(queries, context, `${kind.table}.create`, kind.table, { subjectId, after: withoutVersion(after) });
    return { record: after, inserted };
  });
  return translateTaken(work, kind.taken);
}

export async function updateRecord<R extends StoredRecord>(
  context: WriteContext,
  kind: RecordKind<R>,
  id: number,
  update: (queries: Queries, before: R) => Promise<void>,
): Promise<R> {
  const edited = {
    ...(kind.edit && { key: kind.edit }),
    action: `${kind.table}.edit` as const,
    subject: kind.table,
    subjectId: id,
    lock: (queries: Queries) => lockRecord(kind, queries, id),
    find: (queries: Queries) => findOrThrow(kind, queries, context.caller, id),
  };
  const work = edit(context, edited, async (queries, before) => {
    await update(queries, before);
    if (kind.searched) await storeWords(queries, kind.searched, id);
  });
  return translateTaken(work, kind.taken);
}

/** Deletes a record, unless `check` throws. */
export async function deleteRecord<R extends StoredRecord>(
  context: WriteContext,
  kind: RecordKind<R>,
  id: number,
  check?: (queries: Queries, before: R) => Promise<void> | void,
): Promise<null> {
  await context.db.tx(async (queries) => {
    await lockRecord(kind, queries, id);
    const before = await findOrThrow(kind, queries, context.caller, id);
    await check?.(queries, before);
    if (kind.remove) await kind.remove(queries, before, context.now);
    else await queries.run(sql`delete from ${quotedName(kind.table)} where id = ${id}`);
    if (kind.searched) await forgetWords(queries, kind.searched, sql`record_id = ${id}`);
    const details = { subjectId: id, before: withoutVersion(before) };
    await audit(queries, context, `${kind.table}.delete`, kind.table, details);
  });
  return null;
}

/** Deletes records of a table, so that attendance keeps their names. */
export const markDeleted =
  (table: LockedTable) =>
  async (queries: Queries, { id }: StoredRecord, now: Date): Promise<void> => {
    await queries.run(sql`update ${quotedName(table)} set deleted_at = ${instantOf(now)} where id = ${id}`);
  };

/** Makes the second of two concurrent changes see the result of the first. */
export async function lockRecord<R extends StoredRecord>(
  { lock: lockFirst, table }: RecordKind<R>,
  queries: Queries,
  id: number,
): Promise<void> {
  await lockFirst?.(queries, id);
  await lockRow(queries, table, id, 'change');
}

/** Wraps the whole transaction, because on PostgreSQL a failed statement ends it. */
async function translateTaken<Result>(work: Promise<Result>, taken: FieldMessages | undefined): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (taken && error instanceof ConstraintError && error.kind === 'unique') throw invalid(taken);
    throw error;
  }
}
