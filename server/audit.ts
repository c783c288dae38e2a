// The append-only record of every write: who, when, what, before and after. Each entry carries the hash of
// the one before it, so that a missing or altered entry breaks the chain.

import { createHash } from 'node:crypto';
import { only, type Queries } from './db/db.ts';
import { sql } from './db/sql.ts';
import { instantOf } from './domain/instants.ts';

export interface Act {
  /** Nobody for what people do before they are known. */
  readonly who: { readonly id: number; readonly email: string } | null;
  readonly requestId: string;
  readonly at: Date;
  /** 'companies.create', 'auth.login' */
  readonly action: string;
  /** The table, and the row's id where there is one. */
  readonly subject: string;
  readonly subjectId?: number;
  /** Never with a secret in it. */
  readonly before?: object;
  readonly after?: object;
}

/** In the transaction of the write itself, and last there: other writers wait from here to its end. */
export async function audit(queries: Queries, act: Act): Promise<void> {
  const head = await only<{ last_id: number; hash: string }>(
    queries,
    sql`update audit_head set last_id = last_id + 1 where id = 1 returning last_id, hash`,
  );
  const entry = {
    id: head.last_id,
    at: instantOf(act.at),
    user_id: act.who?.id ?? null,
    user_email: act.who?.email ?? '',
    request_id: act.requestId,
    action: act.action,
    subject: act.subject,
    subject_id: act.subjectId ?? null,
    before_json: act.before ? JSON.stringify(act.before) : null,
    after_json: act.after ? JSON.stringify(act.after) : null,
  };
  const hash = createHash('sha256')
    .update(JSON.stringify([head.hash, ...Object.values(entry)]))
    .digest('hex');
  await queries.run(
    sql`insert into audit (id, at, user_id, user_email, request_id, action, subject, subject_id,
        before_json, after_json, previous_hash, hash)
      values (${[...Object.values(entry), head.hash, hash]})`,
  );
  await queries.run(sql`update audit_head set hash = ${hash} where id = 1`);
}
