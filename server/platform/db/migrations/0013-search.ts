// Stores what lists are searched and sorted by: the words of each record, and the sort key of its name. That key is
// null until the record's words are stored, which the server does by itself (records/search/searchIndex.ts).
//
// `shared` is how many letters a word has in common with the one before it among the sorted words of the record. Of a
// record's words that begin with a search of n letters, exactly one has fewer than n in common with the word before it.
// So counting those words counts each record once.

import type { Dialect } from '../db.ts';

interface Searched {
  table: string;
  words: string;
  /** Columns that let an index count rows by itself: the record's company, and another where needed. */
  company?: string;
  counted?: string;
  /** Condition for listed rows. */
  live: string;
  created: string;
}

const ofCompanies = { live: 'deleted_at is null', created: 'created_at' };

const searched: readonly Searched[] = [
  { table: 'companies', words: 'company_words', company: 'id', ...ofCompanies },
  { table: 'access_controllers', words: 'controller_words', company: 'company_id', ...ofCompanies },
  { table: 'employees', words: 'employee_words', company: 'company_id', counted: 'is_active', ...ofCompanies },
  { table: 'users', words: 'user_words', live: 'true', created: 'created_at' },
  { table: 'roles', words: 'role_words', live: 'true', created: 'id' },
];

export const oldProcess = { mustStop: 'what it renames would be found under the former name' };

export const up = (dialect: Dialect): string => searched.map((each) => tableOf(each, dialect)).join('\n');

/** Compared byte by byte, so that an index serves ranges. */
const keyText: Record<Dialect, string> = { sqlite: 'text', postgres: 'text collate "C"' };

function tableOf({ table, words, company, counted, live, created }: Searched, dialect: Dialect): string {
  const columns = (...names: (string | undefined)[]) => [...new Set(names.filter(Boolean))].join(', ');
  return `
alter table ${table} add column sort_name ${keyText[dialect]};
create index ${table}_without_words on ${table} (id) where sort_name is null and ${live};
create index ${table}_by_name on ${table} (${columns('sort_name', 'id', company, counted)}) where ${live};
create index ${table}_by_creation on ${table} (${columns(created, 'id', company, counted)}) where ${live};
${company === 'company_id' ? `create index ${table}_of_company_by_name on ${table} (${columns(company, 'sort_name', 'id', counted)}) where ${live};` : ''}

-- The initials are the first letters of all words of the record.
create table ${words} (
  record_id bigint not null references ${table}(id) on delete cascade,
  company_id bigint not null,
  shared smallint not null,
  word ${keyText[dialect]} not null,
  initials text not null,
  primary key (record_id, word)
)${dialect === 'sqlite' ? ' without rowid' : ''};
create index ${words}_of_all on ${words} (shared, word, record_id, initials);
${company ? `create index ${words}_of_company on ${words} (company_id, shared, word, record_id, initials);` : ''}`;
}
