// The append-only record of every write: who, when, what, before and after. Each entry carries the hash of the
// previous one, so that a missing or altered entry breaks the chain. Personal values stand beside it.

import type { AuditAction, AuditSubject } from '../../../src/shared/contract/audit/words.ts';
import { composeEntry } from '../../../src/shared/contract/audit/compose.ts';
import { chainedText } from '../../../src/shared/contract/audit/entry.ts';
import { one, type Queries } from '../db/db.ts';
import { noteLock } from '../db/rowLocks.ts';
import { sql } from '../db/sql.ts';
import { createSalt, sha256 } from '../crypto/hashes.ts';
import { instantOf } from '../time/instants.ts';
import { storeValues } from './readAudit.ts';

export interface Act {
  /** The caller and their address: the id is null before sign-in, and the whole null for jobs and commands. */
  readonly caller: {
    readonly id: number | null;
    readonly email: string;
    readonly address: string;
    readonly name?: string;
    /** API token, if a machine acts for them. */
    readonly apiToken?: { readonly id: number; readonly name: string };
  } | null;
  readonly requestId: string;
  readonly now: Date;
  /** 'companies.create', 'auth.login' */
  readonly action: AuditAction;
  /** The table, and the id of the row if it is a single one. */
  readonly subject: AuditSubject;
  readonly subjectId?: number;
  /** Must not hold a secret. An object with a number as `employee_id` or `user_id` is about that person. */
  readonly before?: object;
  readonly after?: object;
}

/** Notes an act in the middle of a transaction, which has more to lock. Its entry is made at the end. */
export function auditAtEnd(queries: Queries, act: Act): void {
  if (!queries.atEnd) throw new Error('Acts are audited in a transaction');
  queries.atEnd.push(() => audit(queries, act));
}

/** Call it in the transaction of the write, as its last statement: it locks out other writers until the end. */
export async function audit(queries: Queries, act: Act): Promise<void> {
  const apiToken = act.caller?.apiToken;
  const facts = {
    at: instantOf(act.now),
    user_id: act.caller?.id ?? null,
    user_email: act.caller?.email ?? '',
    user_name: act.caller?.name ?? '',
    address: act.caller?.address ?? null,
    ...(apiToken && { api_token: { id: apiToken.id, name: apiToken.name } }),
    request_id: act.requestId,
    action: act.action,
    subject: act.subject,
    subject_id: act.subjectId ?? null,
    before: act.before ?? null,
    after: act.after ?? null,
  };
  const { textFor, values } = composeEntry(facts, { sha256, createSalt });
  noteLock(queries, 'audit_head', 1);
  const { last_id: id, hash: previous } = await one<{ last_id: number; hash: string }>(
    queries,
    sql`update audit_head set last_id = last_id + 1 where id = 1 returning last_id, hash`,
  );
  const text = textFor(id);
  const hash = sha256(chainedText(previous, text));
  await queries.run(
    sql`insert into audit (id, at, user_id, request_id, action, subject, subject_id, entry, previous_hash, hash)
      values (${id}, ${facts.at}, ${facts.user_id}, ${facts.request_id}, ${facts.action}, ${facts.subject},
        ${facts.subject_id}, ${text}, ${previous}, ${hash})`,
  );
  await storeValues(queries, { id, at: facts.at }, values);
  await queries.run(sql`update audit_head set hash = ${hash} where id = 1`);
}
