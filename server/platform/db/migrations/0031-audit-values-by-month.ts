// Personal values of the audit have the time of their entry, so that PostgreSQL keeps them by month and retention can drop a
// month of them. There, they lose the foreign key to their entry: dropping a month would lock the audit for it.

import { auditValues } from '../postgres/months/monthlyTables.ts';
import { moveSmall } from '../postgres/months/moveAtOnce.ts';
import type { Queries } from '../db.ts';
import type { Dialect } from '../sql.ts';

export async function up(dialect: Dialect, queries: Queries): Promise<string> {
  const { instant, reference, change } = words[dialect];
  await queries.exec(`
alter table audit_values rename to former_values;
create table audit_values (
  entry_id bigint not null ${reference},
  -- 'employees' or 'users'; empty for a value that is about no person.
  about_kind text not null,
  about_id bigint not null,
  -- When the entry was written.
  at ${instant} not null,
  -- A JSON list of [salt, value].
  salted text not null,
  primary key (entry_id, about_kind, about_id)
);
insert into audit_values (entry_id, about_kind, about_id, at, salted)
  select entry_id, about_kind, about_id, at, salted from former_values join audit on audit.id = entry_id;
drop table former_values;
create index audit_values_by_person on audit_values (about_kind, about_id, entry_id);
create trigger audit_values_are_not_changed before update on audit_values ${change};`);
  if (dialect === 'postgres') await moveSmall(queries, auditValues);
  return '';
}

const words: Record<Dialect, Readonly<Record<'instant' | 'reference' | 'change', string>>> = {
  sqlite: {
    instant: 'text',
    reference: 'references audit(id)',
    change: `begin select raise(abort, 'audit is append-only'); end`,
  },
  postgres: {
    instant: 'timestamp(0)',
    reference: '',
    // For each row, so that it holds in each month's part.
    change: 'for each row execute function refuse_audit_change()',
  },
};
