// Records that a retention rule or another person deletes between two statements of a call about them: the call is
// answered as if the record had gone before or after it, never with a server error. The same holds for deleted callers.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertUser } from '../../../../server/features/people/userQueries.ts';
import { type BooleanColumns, type Db, quotedName, type Sql, scalars, sql } from '../../../../server/platform/db/db.ts';
import type { CallKey } from '../../../../src/shared/contract/calls.ts';
import { openSession } from '../../../support/people/users.ts';
import {
  allCalls,
  bodyOf,
  idIn,
  makeSubjects,
  pathOf,
  type Subjects,
  writingCalls,
} from '../../../support/people/writers.ts';
import { serveDatabase } from '../../../support/server/server.ts';
import { createSqlite, openSample } from '../../../support/server/testDatabase.ts';

/** Tables of records whose paths use another name. */
const otherNames: Readonly<Record<string, string>> = {
  'hr-sync': 'companies',
  views: 'saved_views',
  'user-sessions': 'sessions',
  'user-api-tokens': 'api_tokens',
};
const noTable = ['auth', 'timesheets', 'audit'];

function tableOf(key: string): string {
  const kind = key.split('/')[1] ?? '';
  return otherNames[kind] ?? kind.replaceAll('-', '_');
}

let db: Db;
let server: Awaited<ReturnType<typeof serveDatabase>>;
let round = 0;
/** Number of statements and transactions until `vanish` is called; undefined for never. */
let left: number | undefined;
let vanish = async () => {};

async function count(): Promise<void> {
  if (left === undefined) return;
  left--;
  if (left >= 0) return;
  left = undefined;
  await vanish();
}

beforeAll(async () => {
  ({ db } = await openSample(createSqlite, { employeesPerCompany: 1, days: 1 }, new Date()));
  const counting: Db = {
    ...db,
    async all<Row>(statement: Sql, ...booleans: BooleanColumns<Row>) {
      await count();
      return db.all<Row>(statement, ...booleans);
    },
    async run(statement) {
      await count();
      return db.run(statement);
    },
    async tx(work) {
      await count();
      return db.tx(work);
    },
  };
  server = await serveDatabase(counting);
});
afterAll(async () => {
  await server.close();
  await db.close();
});

/** Deletes a record, or marks it as deleted if others refer to it. */
async function remove(table: string, id: number): Promise<void> {
  const isNamed = sql`${quotedName(table)} where id = ${id}`;
  await db
    .run(sql`delete from ${isNamed}`)
    .catch(() => db.run(sql`update ${quotedName(table)} set deleted_at = '2026-01-01 00:00:00' where id = ${id}`))
    .catch(() => 0);
}

const aboutRecords = allCalls.filter((key) => /\{(?:id|keyOrId)\}/.test(key) && !noTable.includes(tableOf(key)));

/** Repeats the call, with something vanishing after one more statement each time. */
async function callWhile(key: CallKey, prepare: (subjects: Subjects) => Promise<Subjects>, table?: string) {
  for (let statements = 1; ; statements++) {
    const subjects = await prepare(await makeSubjects(db, ++round));
    const token = await openSession(db, subjects.caller, new Date());
    vanish = () => remove(table ?? tableOf(key), (table ? subjects.caller : idIn(key, subjects)) ?? 0);
    left = statements;
    const body = key.startsWith('GET ') ? {} : { body: bodyOf(key, subjects) };
    const { status, json } = await server.ask(pathOf(key, subjects), { token, ...body });
    await server.settled();
    const wasAnsweredBefore = left !== undefined;
    left = undefined;
    expect(status, `after ${statements} statements: ${json.message}`).toBeLessThan(500);
    if (wasAnsweredBefore) return;
  }
}

test.each(aboutRecords)('%s', (key) => callWhile(key, async (subjects) => subjects));

test.each(writingCalls)('%s by somebody who is deleted', (key) =>
  callWhile(
    key,
    async (subjects) => {
      const [role] = await scalars(db, sql`select id from roles where name = 'administrator'`);
      const fields = { name: 'Gone', email: `gone${round}@rollcall.example`, passwordHash: '', companies: [] };
      const caller = await insertUser(db, { ...fields, roles: [role ?? 0] }, new Date());
      for (const [table, path] of [
        ['saved_views', 'views'],
        ['sessions', 'sessions'],
        ['api_tokens', 'api-tokens'],
      ] as const)
        await db.run(sql`update ${quotedName(table)} set user_id = ${caller} where id = ${subjects[path] ?? 0}`);
      return { ...subjects, caller };
    },
    'users',
  ),
);
