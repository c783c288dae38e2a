// The audit's new form: its chain runs over texts in which personal values are salted hashes, and the values stand
// beside it, where they can be erased. The old chain is verified first; its hashes are kept, so that a hash noted
// before is still found.

import { composeEntry } from '../../../../src/shared/contract/audit/compose.ts';
import { chainedText } from '../../../../src/shared/contract/audit/entry.ts';
import { createSalt, sha256 } from '../../crypto/hashes.ts';
import { type Dialect, maybeOne, type Queries, rowsOf, sql } from '../db.ts';
import { UnusableError } from '../errors.ts';
import { columnTypes } from './columnTypes.ts';
import { BrokenChain, checkedEntries, type FormerEntry } from './formerAudit.ts';

export const oldProcess = { mustStop: 'the audit gets a new form, so its writes fail' };

export async function up(dialect: Dialect, queries: Queries): Promise<string> {
  const { instant } = columnTypes[dialect];
  await queries.exec(`
alter table audit rename to former_audit;

create table audit (
  id bigint primary key,
  at ${instant} not null,
  user_id bigint,
  request_id text not null,
  action text not null,
  subject text not null,
  subject_id bigint,
  -- The text that was hashed. The columns before say what it says, for finding entries.
  entry text not null,
  previous_hash text not null,
  hash text not null
);

-- What the entries' hashes of personal values stand for. A row may be erased.
create table audit_values (
  entry_id bigint not null references audit(id),
  -- employees, users, or empty: about nobody.
  about_kind text not null,
  about_id bigint not null,
  -- When the entry was written.
  at ${instant} not null,
  -- A JSON list of [salt, value].
  salted text not null,
  primary key (entry_id, about_kind, about_id)
);

-- What the hashes were before this step. They cover personal values without a salt, so they may be erased too.
create table audit_former_hashes (
  entry_id bigint primary key references audit(id),
  hash text not null
);`);
  await rewrite(queries);
  return `
drop table former_audit;
create index audit_by_time on audit (at, id);
create index audit_by_person on audit (user_id, at, id);
create index audit_by_deed on audit (action, at, id);
create index audit_by_thing on audit (subject, at, id);
create index audit_by_record on audit (subject, subject_id, at, id);
create index audit_values_by_person on audit_values (about_kind, about_id, entry_id);
create index audit_former_hashes_by_hash on audit_former_hashes (hash);
-- When the last hash was mailed.
alter table audit_head add column mailed_on text not null default '';
${appendOnly[dialect]}`;
}

async function rewrite(queries: Queries): Promise<void> {
  let head = '';
  try {
    for await (const entries of checkedEntries(queries, sql`former_audit`)) {
      const rewritten: Rewritten[] = [];
      for (const entry of entries) {
        const next = inNewForm(entry, head);
        rewritten.push(next);
        head = next.row.hash;
      }
      await store(queries, rewritten);
    }
    await assertNothingElse(queries);
  } catch (error) {
    throw error instanceof BrokenChain ? new UnusableError(instructionsFor(error.message)) : error;
  }
  await queries.run(sql`update audit_head set hash = ${head} where id = 1`);
}

/** Throws if there are entries outside the chain, which would be lost. */
async function assertNothingElse(queries: Queries): Promise<void> {
  const other = await maybeOne<{ id: number }>(
    queries,
    sql`select id from former_audit where id not in (select id from audit) order by id limit 1`,
  );
  if (other) throw new BrokenChain(`entry ${other.id} does not belong to it`);
}

const instructionsFor = (fault: string) =>
  `The audit is broken: ${fault}. Nothing was changed, and the version before still runs with this database. ` +
  'Restore a backup whose audit is whole, or see "If the audit is broken" in docs/audit.md';

type Rewritten = ReturnType<typeof inNewForm>;

function inNewForm({ before_json, after_json, address = null, ...old }: FormerEntry, head: string) {
  const facts = { ...old, address, user_name: '', before: parsed(before_json), after: parsed(after_json) };
  const { textFor, values } = composeEntry(facts, { sha256, createSalt });
  const entry = textFor(old.id);
  const { id, at, user_id, request_id, action, subject, subject_id } = old;
  const columns = { id, at, user_id, request_id, action, subject, subject_id };
  const row = { ...columns, entry, previous_hash: head, hash: sha256(chainedText(head, entry)) };
  return { row, values, formerHash: old.hash };
}

const parsed = (json: string | null): object | null => (json === null ? null : JSON.parse(json));

async function store(queries: Queries, entries: readonly Rewritten[]): Promise<void> {
  const rows = rowsOf(
    {
      id: 'bigint',
      at: 'timestamp(0)',
      user_id: 'bigint',
      request_id: 'text',
      action: 'text',
      subject: 'text',
      subject_id: 'bigint',
      entry: 'text',
      previous_hash: 'text',
      hash: 'text',
    },
    entries.map(({ row }) => row),
  );
  await queries.run(
    sql`insert into audit (id, at, user_id, request_id, action, subject, subject_id, entry, previous_hash, hash)
      select id, at, user_id, request_id, action, subject, subject_id, entry, previous_hash, hash from ${rows}`,
  );
  const values = rowsOf(
    { entry_id: 'bigint', about_kind: 'text', about_id: 'bigint', at: 'timestamp(0)', salted: 'text' },
    entries.flatMap(({ row, values: groups }) =>
      groups.map(({ about, salted }) => ({
        entry_id: row.id,
        about_kind: about.kind,
        about_id: about.id,
        at: row.at,
        salted: JSON.stringify(salted),
      })),
    ),
  );
  await queries.run(
    sql`insert into audit_values (entry_id, about_kind, about_id, at, salted)
      select entry_id, about_kind, about_id, at, salted from ${values}`,
  );
  const hashes = rowsOf(
    { entry_id: 'bigint', hash: 'text' },
    entries.map(({ row, formerHash }) => ({ entry_id: row.id, hash: formerHash })),
  );
  await queries.run(sql`insert into audit_former_hashes (entry_id, hash) select entry_id, hash from ${hashes}`);
}

const appendOnly: Record<Dialect, string> = {
  // Drop the triggers first: the audit that was put aside still has its own, and SQLite allows each name once.
  sqlite: `
drop trigger if exists audit_is_not_changed;
drop trigger if exists audit_is_not_deleted;
create trigger audit_is_not_changed before update on audit
  begin select raise(abort, 'audit is append-only'); end;
create trigger audit_is_not_deleted before delete on audit
  begin select raise(abort, 'audit is append-only'); end;
create trigger audit_values_are_not_changed before update on audit_values
  begin select raise(abort, 'audit is append-only'); end;
`,
  postgres: `
create trigger audit_is_append_only before update or delete or truncate on audit
  for each statement execute function refuse_audit_change();
create trigger audit_values_are_not_changed before update on audit_values
  for each statement execute function refuse_audit_change();
`,
};
