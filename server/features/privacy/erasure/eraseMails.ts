// E-mails to a person, and those that name them; and saved views of others that do.

import type { CountedRows } from '../../../../src/shared/contract/privacy.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Naming } from './naming.ts';

export async function eraseMails(queries: Queries, naming: Naming): Promise<CountedRows[]> {
  const mails = await queries.all<{ id: number; recipient: string; subject: string; body: string; last_error: string }>(
    sql`select id, recipient, subject, body, last_error from outbox
      where ${naming.mayName(sql`(recipient || ' ' || subject || ' ' || body || ' ' || last_error)`)}`,
  );
  const theirs = mails.filter(({ id: _, ...parts }) => Object.values(parts).some(naming.isNamed));
  await queries.run(sql`delete from outbox where id in (${theirs.map(({ id }) => id)})`);

  const views = await queries.all<{ id: number; name: string; query: string }>(
    sql`select id, name, query from saved_views`,
  );
  const found = views.filter(({ name, query }) => naming.isNamed(name) || isInQuery(query, naming));
  await queries.run(sql`delete from saved_views where id in (${found.map(({ id }) => id)})`);
  return [
    { what: 'E-mails to the person or naming them', rows: theirs.length },
    { what: 'Saved views that name the person', rows: found.length },
  ];
}

const isInQuery = (query: string, naming: Naming): boolean =>
  [...new URLSearchParams(query).values()].some(naming.isNamed);
