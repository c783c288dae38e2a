// Personal values of the audit have the time of their entry, by which retention finds the old ones.

import type { Dialect } from '../sql.ts';

export const oldProcess = { mustStop: "the audit's personal values get a new form, so its writes fail" };

export function up(dialect: Dialect): string {
  const instant = dialect === 'sqlite' ? 'text' : 'timestamp(0)';
  const refuse =
    dialect === 'sqlite'
      ? `begin select raise(abort, 'audit is append-only'); end`
      : 'for each statement execute function refuse_audit_change()';
  return `
alter table audit_values rename to former_values;
create table audit_values (
  entry_id bigint not null references audit(id),
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
create trigger audit_values_are_not_changed before update on audit_values ${refuse};`;
}
