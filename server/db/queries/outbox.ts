// Mails are written down in the transaction that causes them, so none is lost and none is sent for nothing.

import type { Mail } from '../../endpoint.ts';
import { instantOf } from '../../domain/instants.ts';
import type { Queries } from '../db.ts';
import { sql } from '../sql.ts';

export async function addMail(queries: Queries, { to, subject, body }: Mail, at: Date): Promise<void> {
  await queries.run(
    sql`insert into outbox (recipient, subject, body, created_at)
      values (${to}, ${subject}, ${body}, ${instantOf(at)})`,
  );
}
