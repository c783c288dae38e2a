// The names of people and records that entries are about, as they are today: entries have ids, and only what was written
// has a name in it.

import type { Queries } from '../db/db.ts';
import { type Sql, sql } from '../db/sql.ts';

type Kind = 'users' | 'companies' | 'access_controllers' | 'employees';

const rows: Readonly<Record<Kind, Sql>> = {
  users: sql`users`,
  companies: sql`companies`,
  access_controllers: sql`access_controllers`,
  employees: sql`employees`,
};

/** What the ids of an entry's subject are ids of, where the entry itself does not name it. */
const kinds: Readonly<Record<string, Kind>> = {
  users: 'users',
  companies: 'companies',
  employees: 'employees',
  access_controllers: 'access_controllers',
  day_rules: 'companies',
  hr_connections: 'companies',
  hr_sync_configs: 'companies',
  device_rules: 'access_controllers',
};

export interface Names {
  ofUser(id: number | null): string;
  ofSubject(subject: string, id: number | null): string;
}

interface Mention {
  readonly user_id: number | null;
  readonly subject: string;
  readonly subject_id: number | null;
}

export async function namesIn(queries: Queries, mentions: readonly Mention[]): Promise<Names> {
  const wanted = new Map<Kind, Set<number>>();
  const want = (kind: Kind | undefined, id: number | null) => {
    if (kind && id !== null) wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id));
  };
  for (const { user_id, subject, subject_id } of mentions) {
    want('users', user_id);
    want(kinds[subject], subject_id);
  }
  const names = new Map<string, string>();
  const read = async ([kind, ids]: readonly [Kind, ReadonlySet<number>]) => {
    const found = await queries.all<{ id: number; name: string }>(
      sql`select id, name from ${rows[kind]} where id in (${[...ids]})`,
    );
    for (const { id, name } of found) names.set(`${kind} ${id}`, name);
  };
  await Promise.all([...wanted].map(read));
  const nameOf = (kind: Kind | undefined, id: number | null) => names.get(`${kind} ${id}`) ?? '';
  return { ofUser: (id) => nameOf('users', id), ofSubject: (subject, id) => nameOf(kinds[subject], id) };
}
