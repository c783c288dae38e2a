// The chain covers no personal text: each is stored beside it, under the person it is about.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, audit } from '../../../../server/platform/audit/auditLog.ts';
import { parseValues } from '../../../../server/platform/audit/readAudit.ts';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import type { AuditSubject } from '../../../../src/shared/words/auditWords.ts';
import { databases } from '../../../support/server/databases.ts';
import { auditEntries, openFresh } from '../../../support/server/testDatabase.ts';

interface Written {
  readonly caller?: Actor['caller'];
  readonly subject?: AuditSubject;
  readonly subjectId?: number;
  readonly before?: object;
  readonly after?: object;
}

const caller = { id: 7, name: 'Ada Thornbury', email: 'ada@rollcall.example', address: '198.51.100.7' };

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;

  beforeAll(async () => {
    db = await openFresh(create);
  });
  afterAll(() => db.close());

  const write = ({ caller: by = caller, subject = 'companies', ...details }: Written) =>
    db.tx((queries) =>
      audit(queries, { caller: by, requestId: 'r', now: new Date() }, 'companies.edit', subject, details),
    );

  /** The values beside the last entry, by the person they are about. */
  async function values(): Promise<Record<string, string[]>> {
    const rows = await db.all<{ about_kind: string; about_id: number; salted: string }>(
      sql`select about_kind, about_id, salted from audit_values
        where entry_id = (select max(id) from audit) order by about_kind, about_id`,
    );
    return Object.fromEntries(
      rows.map(({ about_kind, about_id, salted }) => [
        about_kind ? `${about_kind}/${about_id}` : 'nobody',
        parseValues(salted).map(([, value]) => value),
      ]),
    );
  }

  const own = ['ada@rollcall.example', '198.51.100.7'];

  test.each<[string, Written, Record<string, string[]>]>([
    ['the caller', {}, { 'users/7': own }],
    ['nobody', { caller: null, after: { name: 'Main door' } }, { nobody: ['Main door'] }],
    [
      'an employee',
      {
        subject: 'employees',
        subjectId: 3,
        before: { id: 3, name: 'Ann', employee_id: '0042', phone: '' },
        after: { id: 3, name: 'Ann B', employee_id: '0042', phone: '' },
      },
      { 'users/7': own, 'employees/3': ['Ann', '0042', 'Ann B', '0042'] },
    ],
    [
      'a user, without what their roles may do',
      { subject: 'users', subjectId: 9, after: { name: 'Bo', roles: [{ id: 1, name: 'hr', permissions: ['x'] }] } },
      { 'users/7': own, 'users/9': ['Bo'] },
    ],
    [
      'nobody, in what somebody wrote about a role, but not what the role may do',
      {
        caller: null,
        subject: 'roles',
        after: { name: 'deputy', description: 'Stands in for Ann', permissions: [{ id: 1, name: 'x' }] },
      },
      { nobody: ['deputy', 'Stands in for Ann'] },
    ],
    [
      'the account that somebody tried to enter',
      { caller: { id: null, email: '', address: '192.0.2.1' }, subject: 'users', subjectId: 9 },
      { 'users/9': ['192.0.2.1'] },
    ],
    [
      'a saved view',
      { subject: 'saved_views', subjectId: 4, after: { name: 'Ann’s days', path: '/attendance' } },
      { 'users/7': [...own, 'Ann’s days', '/attendance'] },
    ],
    [
      'the people in corrections, and who corrected',
      {
        subject: 'corrections',
        after: {
          corrections: [
            { employee: { id: 3, name: 'Ann', employee_id: '0042' }, reason: 'Forgot', author: 'Zed', author_id: 8 },
            { employee: { id: 4, name: 'Bo' }, reason: 'Ill', author: 'Ada Thornbury', state: 'applied' },
            { employee: null, employee_code: '77', decided_by: 'Someone' },
          ],
          days: [{ employee: { id: 4, name: 'Bo' }, day: '2026-11-20', after: { first_in: '08:00' } }],
        },
      },
      {
        'users/7': [...own, 'Ada Thornbury'],
        'users/8': ['Zed'],
        'employees/3': ['Ann', '0042', 'Forgot'],
        'employees/4': ['Bo', 'Ill', 'Bo', '2026-11-20', '08:00'],
        nobody: ['77', 'Someone'],
      },
    ],
    [
      'ticks and matches',
      {
        subject: 'roll_calls',
        after: { ticks: [{ employee_id: 5, at: '08:00' }], matches: [{ employee_id: 6, person_id: 'P' }] },
      },
      { 'users/7': own, 'employees/5': ['08:00'], 'employees/6': ['P'] },
    ],
    [
      'the user whom a statement names',
      { after: { user_id: 11, user: 'Cy (cy@x.example)', rows: 5, seal: 'abc' } },
      { 'users/7': own, 'users/11': ['Cy (cy@x.example)'] },
    ],
  ])('a value is about %s', async (_name, act, expected) => {
    await write(act);
    const found = await values();
    expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
    for (const [person, list] of Object.entries(expected))
      expect([...(found[person] ?? [])].sort()).toEqual([...list].sort());
    const entry = (await auditEntries(db)).at(-1);
    expect(entry).toMatchObject({ before: act.before ?? null, after: act.after ?? null });
    const [row] = await db.all<{ entry: string }>(sql`select entry from audit order by id desc limit 1`);
    for (const value of Object.values(expected).flat()) expect(row?.entry).not.toContain(JSON.stringify(value));
  });

  test('equal values have different hashes, so that none tells another', async () => {
    await write({ caller: null, after: { first: { name: 'Ann' }, second: { name: 'Ann' } } });
    const [row] = await db.all<{ entry: string }>(sql`select entry from audit order by id desc limit 1`);
    const { after } = JSON.parse(row?.entry ?? '');
    expect(after.first.name.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(after.first.name).not.toEqual(after.second.name);
  });

  test.each([
    ['a text that looks like a hash', { name: { sha256: 'a'.repeat(64) } }],
    ['names of fields from elsewhere', JSON.parse('{"__proto__":"x","constructor":"y"}')],
    ['half a character', { name: '\ud83d', other: '\u0000' }],
    ['lists in lists', { rows: [['Ann', 1, null, true], []] }],
  ])('keeps %s as it was', async (_name, after) => {
    await write({ after });
    const entry = (await auditEntries(db)).at(-1);
    expect(JSON.stringify(entry?.after)).toBe(JSON.stringify(after));
  });
});
