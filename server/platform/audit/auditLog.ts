// The append-only record of every write: who, when, what, before and after. Each entry carries the hash of the
// previous one, so that a missing or altered entry breaks the chain. Personal values stand beside it.

import { composeEntry, type ValuesAbout } from '../../../src/shared/contract/audit/compose.ts';
import { chainedText } from '../../../src/shared/contract/audit/entry.ts';
import type { AuditAction, AuditSubject } from '../../../src/shared/words/auditWords.ts';
import type { Caller } from '../access/caller.ts';
import { createSalt, sha256 } from '../crypto/hashes.ts';
import { one, type Queries, rowsOf, sql } from '../db/db.ts';
import { noteLock } from '../db/rowLocks.ts';
import { instantOf } from '../time/clock.ts';

/** What is known of any request. */
export interface Received {
  readonly address: string;
  readonly requestId: string;
  /** When it arrived; the time of everything that it writes. */
  readonly now: Date;
}

/** Who acts, in which request and when. */
export interface Actor extends Omit<Received, 'address'> {
  /** Caller and address. The id is null before sign-in; the whole is null for jobs and commands. */
  readonly caller: {
    readonly id: number | null;
    readonly email: string;
    readonly address: string;
    readonly name?: string;
    /** API token, if a machine acts for them. */
    readonly apiToken?: { readonly id: number; readonly name: string };
  } | null;
}

/** An actor who is not signed in: their identity, if known, and their address. */
export const signedOutActor = (
  { address, requestId, now }: Received,
  { id, email }: { readonly id: number | null; readonly email: string } = { id: null, email: '' },
): Actor => ({ caller: { id, email, address }, requestId, now });

export interface SignedInActor extends Actor {
  readonly caller: Caller;
}

interface Details {
  /** Id of the row, if the act is about a single one. */
  readonly subjectId?: number | undefined;
  /** Must not hold a secret. An object with a number as `employee_id` or `user_id` is about that person. */
  readonly before?: object | undefined;
  readonly after?: object | undefined;
}

type Act = [actor: Actor, action: AuditAction, table: AuditSubject, details?: Details];

/** Notes an act in the middle of a transaction that has more to lock; its entry is written at the end. */
export function auditAtEnd(queries: Queries, ...act: Act): void {
  if (!queries.atEnd) throw new Error('Acts are audited in a transaction');
  queries.atEnd.push(() => audit(queries, ...act));
}

/** Call it last in the transaction of the write: it locks out other writers until the commit. */
export async function audit(queries: Queries, ...[actor, action, subject, details = {}]: Act): Promise<void> {
  const { caller, requestId, now } = actor;
  const apiToken = caller?.apiToken;
  const facts = {
    at: instantOf(now),
    user_id: caller?.id ?? null,
    user_email: caller?.email ?? '',
    user_name: caller?.name ?? '',
    address: caller?.address ?? null,
    ...(apiToken && { api_token: { id: apiToken.id, name: apiToken.name } }),
    request_id: requestId,
    action,
    subject,
    subject_id: details.subjectId ?? null,
    before: details.before ?? null,
    after: details.after ?? null,
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
  if (values.length > 0) await storeValues(queries, id, facts.at, values);
  await queries.run(sql`update audit_head set hash = ${hash} where id = 1`);
}

async function storeValues(queries: Queries, id: number, at: string, values: readonly ValuesAbout[]): Promise<void> {
  const rows = rowsOf(
    { about_kind: 'text', about_id: 'bigint', salted: 'text' },
    values.map(({ about, salted }) => ({ about_kind: about.kind, about_id: about.id, salted: JSON.stringify(salted) })),
  );
  await queries.run(
    sql`insert into audit_values (entry_id, about_kind, about_id, at, salted)
      select ${id}, about_kind, about_id, ${at}, salted from ${rows}`,
  );
}
