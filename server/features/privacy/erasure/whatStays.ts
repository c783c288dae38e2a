// What an erasure leaves, how long, and why.

import type { StayingRows } from '../../../../src/shared/contract/privacy.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { storedTerms } from '../retention/ruleQueries.ts';
import type { FoundPerson } from '../peopleQueries.ts';

export async function whatStays(queries: Queries, { kind, id }: FoundPerson): Promise<StayingRows[]> {
  const { attendance } = await storedTerms(queries);
  const until =
    attendance === null ? 'There is no retention rule: for ever' : `Each for ${attendance} months after it was made`;
  const count = async (rows: Sql) =>
    (await one<{ total: number }>(queries, sql`select count(*) as total from ${rows}`)).total;
  const backups = {
    what: 'Backups made before',
    rows: 0,
    until: 'Until they are deleted',
    why: 'Nobody can change them. After a restore, the person has to be erased again',
  };
  const entries = {
    what: 'Audit entries, without names, addresses and other personal values',
    until: 'For ever',
    why: 'They prove that nothing else was changed. The person is a number in them',
  };
  if (kind === 'users') {
    const acts = await count(sql`audit where user_id = ${id} or (subject = 'users' and subject_id = ${id})`);
    return [{ ...entries, rows: acts }, backups];
  }
  return [
    {
      what: 'Times of attendance, without name and employee ID',
      rows: await count(sql`attendance where employee_id = ${id}`),
      until,
      why: 'Laws on working time ask for them. The retention rule for attendance removes them',
    },
    {
      what: 'Corrections, without their reasons',
      rows: await count(sql`corrections where employee_id = ${id}`),
      until,
      why: 'They say which of these times were added or set aside, by whom',
    },
    { ...entries, rows: await count(sql`audit where subject = 'employees' and subject_id = ${id}`) },
    {
      what: 'What the HR system and the terminals at the doors have',
      rows: 0,
      until: 'Until somebody removes it there',
      why: 'Rollcall cannot erase there. What they send again is stored again',
    },
    backups,
  ];
}
