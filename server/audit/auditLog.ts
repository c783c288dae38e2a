// The append-only record of every write: who, when, what, before and after. Each entry carries the hash of the
// previous one, so that a missing or altered entry breaks the chain.

import { createHash } from 'node:crypto';
import { one, type Queries } from '../db/db.ts';
import { join, sql } from '../db/sql.ts';
import { instantOf } from '../time/instants.ts';

export interface Act {
  /** Who, and from where: without an id before sign-in, null for jobs and commands. */
  readonly caller: { readonly id: number | null; readonly email: string; readonly address: string } | null;
  readonly requestId: string;
  readonly now: Date;
  /** 'companies.create', 'auth.login' */
  readonly action: string;
  /** The table, and the id of the row if it is a single one. */
  readonly subject: string;
  readonly subjectId?: number;
  /** Must not hold a secret. */
  readonly before?: object;
  readonly after?: object;
}

export interface Entry {
  id: number;
  at: string;
  user_id: number | null;
  user_email: string;
  request_id: string;
  action: string;
  subject: string;
  subject_id: number | null;
  before_json: string | null;
  after_json: string | null;
  /** Null for jobs, for commands, and in entries of versions that did not record it. */
  address: string | null;
}

export type StoredEntry = Entry & { readonly previous_hash: string; readonly hash: string };

/** Call it in the transaction of the write, as its last statement: it locks out other writers until the end. */
export async function audit(queries: Queries, act: Act): Promise<void> {
  const head = await one<{ last_id: number; hash: string }>(
    queries,
    sql`update audit_head set last_id = last_id + 1 where id = 1 returning last_id, hash`,
  );
  const entry: Entry = {
    id: head.last_id,
    at: instantOf(act.now),
    user_id: act.caller?.id ?? null,
    user_email: act.caller?.email ?? '',
    request_id: act.requestId,
    action: act.action,
    subject: act.subject,
    subject_id: act.subjectId ?? null,
    before_json: act.before ? JSON.stringify(act.before) : null,
    after_json: act.after ? JSON.stringify(act.after) : null,
    address: act.caller?.address ?? null,
  };
  const hash = hashOf(head.hash, entry);
  const values = [...Object.values(entry), head.hash, hash].map((value) => sql`${value}`);
  await queries.run(
    sql`insert into audit (id, at, user_id, user_email, request_id, action, subject, subject_id,
        before_json, after_json, address, previous_hash, hash)
      values (${join(values, ', ')})`,
  );
  await queries.run(sql`update audit_head set hash = ${hash} where id = 1`);
}

/** Hashes the values in the order of the interface above; older entries had no address. */
export function hashOf(previous: string, { address, ...entry }: Entry): string {
  const values = [previous, ...Object.values(entry), ...(address === null ? [] : [address])];
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
