// Writes a year of audit entries in batches: the chain is whole, but entries share transactions.

import { composeEntry } from '../../../src/shared/contract/audit/compose.ts';
import { chainedText } from '../../../src/shared/contract/audit/entry.ts';
import { type Db, one } from '../../../server/platform/db/db.ts';
import { rowsOf, sql } from '../../../server/platform/db/sql.ts';
import { createSalt, sha256 } from '../../../server/platform/crypto/hashes.ts';
import { instantOf } from '../../../server/platform/time/instants.ts';

const atOnce = 5_000;
const people = 40;

export async function addEntries(db: Db, count: number): Promise<void> {
  const { last_id: before, hash } = await one<{ last_id: number; hash: string }>(
    db,
    sql`select last_id, hash from audit_head`,
  );
  let head = hash;
  const step = (365 * 86_400_000) / count;
  for (let done = 0; done < count; done += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - done) }, (_, index) => {
      const number = done + index;
      const row = entryAt(before + number + 1, number, new Date(Date.now() - (count - number) * step), head);
      head = row.columns.hash;
      return row;
    });
    await store(db, batch);
  }
  await db.run(sql`update audit_head set last_id = ${before + count}, hash = ${head}`);
  if (db.dialect === 'postgres') await db.exec('vacuum analyze audit, audit_values');
}

type Row = ReturnType<typeof entryAt>;

/** Mostly sign-ins and changed employees; every thousandth changes a setting. */
function entryAt(id: number, number: number, time: Date, previous: string) {
  const user_id = 1 + ((number * 7) % people);
  const isSetting = number % 1_000 === 0;
  const isSignIn = !isSetting && number % 3 === 0;
  const subject = isSetting ? 'settings' : isSignIn ? 'users' : 'employees';
  const columns = {
    id,
    at: instantOf(time),
    user_id,
    request_id: `request-${number}`,
    action: isSetting ? 'settings.edit' : isSignIn ? 'auth.login' : 'employees.edit',
    subject,
    subject_id: isSetting ? 1 : isSignIn ? user_id : 1 + ((number * 13) % 5_000),
  };
  const record = { id: columns.subject_id, name: `Person ${columns.subject_id}`, department: 'Warehouse' };
  const { textFor, values } = composeEntry(
    {
      ...columns,
      user_email: `user${user_id}@bench.example`,
      user_name: `User ${user_id}`,
      address: `198.51.100.${user_id}`,
      before: isSignIn ? null : record,
      after: isSignIn ? null : { ...record, department: `Department ${number % 97}` },
    },
    { sha256, createSalt },
  );
  const entry = textFor(id);
  return {
    columns: { ...columns, entry, previous_hash: previous, hash: sha256(chainedText(previous, entry)) },
    values,
  };
}

async function store(db: Db, rows: readonly Row[]): Promise<void> {
  const columns = {
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
  } as const;
  const entries = rowsOf(
    columns,
    rows.map((row) => row.columns),
  );
  await db.run(
    sql`insert into audit (id, at, user_id, request_id, action, subject, subject_id, entry, previous_hash, hash)
      select id, at, user_id, request_id, action, subject, subject_id, entry, previous_hash, hash from ${entries}`,
  );
  const values = rowsOf(
    { entry_id: 'bigint', about_kind: 'text', about_id: 'bigint', at: 'timestamp(0)', salted: 'text' },
    rows.flatMap((row) =>
      row.values.map(({ about, salted }) => ({
        entry_id: row.columns.id,
        at: row.columns.at,
        about_kind: about.kind,
        about_id: about.id,
        salted: JSON.stringify(salted),
      })),
    ),
  );
  await db.run(
    sql`insert into audit_values (entry_id, about_kind, about_id, at, salted)
      select entry_id, about_kind, about_id, at, salted from ${values}`,
  );
}
