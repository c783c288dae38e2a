// Which user is which person at the provider. A link is made once, and from then on the e-mail does not matter.

import { maybeOne, one, type Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import type { Said } from './claims.ts';

type Person = Pick<Said, 'issuer' | 'subject'>;

export async function findLinkedUser(queries: Queries, { issuer, subject }: Person): Promise<number | undefined> {
  const link = await maybeOne<{ user_id: number }>(
    queries,
    sql`select user_id from single_sign_on_links where issuer = ${issuer} and subject = ${subject}`,
  );
  return link?.user_id;
}

export async function isLinked(queries: Queries, issuer: string, userId: number): Promise<boolean> {
  const link = await maybeOne(
    queries,
    sql`select user_id from single_sign_on_links where issuer = ${issuer} and user_id = ${userId}`,
  );
  return link !== undefined;
}

export async function countLinks(queries: Queries, issuer: string): Promise<number> {
  const count = await one<{ total: number }>(
    queries,
    sql`select count(*) as total from single_sign_on_links where issuer = ${issuer}`,
  );
  return count.total;
}

export async function addLink(queries: Queries, { issuer, subject }: Person, userId: number, now: Date): Promise<void> {
  await queries.run(
    sql`insert into single_sign_on_links (issuer, subject, user_id, linked_at, last_used_at)
      values (${issuer}, ${subject}, ${userId}, ${instantOf(now)}, ${instantOf(now)})`,
  );
}

export async function noteUse(queries: Queries, { issuer, subject }: Person, now: Date): Promise<void> {
  await queries.run(
    sql`update single_sign_on_links set last_used_at = ${instantOf(now)}
      where issuer = ${issuer} and subject = ${subject}`,
  );
}
