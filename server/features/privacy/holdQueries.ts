// Legal holds as records: listed, placed and lifted.

import type { Body } from '../../../src/shared/contract/calls.ts';
import type { HoldKind, LegalHold } from '../../../src/shared/contract/privacy.ts';
import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { one, type Queries } from '../../platform/db/db.ts';
import { sql, type Sql } from '../../platform/db/sql.ts';
import { lockHolds } from '../../platform/records/legalHolds.ts';
import type { RecordKind } from '../../platform/records/recordActions.ts';
import type { Clocks } from '../../platform/time/clock.ts';
import { currentClocks } from '../settings/clocks.ts';
import { instantOf } from '../../platform/time/instants.ts';
import { visibleUsers } from './peopleQueries.ts';

export const legalHolds: RecordKind<LegalHold> = {
  table: 'legal_holds',
  noun: 'Legal hold',
  lock: (queries) => lockHolds(queries, 'change'),
  async find(queries, caller, id) {
    const clocks = await currentClocks(queries);
    const [hold] = await holdsWhere(queries, caller, clocks, sql`legal_holds.id = ${id}`);
    return hold;
  },
};

/** The newest first. */
export const listHolds = (queries: Queries, caller: Caller, clocks: Clocks): Promise<LegalHold[]> =>
  holdsWhere(queries, caller, clocks, sql`true`);

type Row = Omit<LegalHold, 'company'> & { kind: HoldKind; company_id: number | null; company_name: string | null };

async function holdsWhere(queries: Queries, caller: Caller, clocks: Clocks, condition: Sql): Promise<LegalHold[]> {
  const visible = sql`case legal_holds.kind
    when 'users' then ${visibleUsers(caller, sql`legal_holds.subject_id`)}
    else ${companyScope(caller, sql`companies.id`)} end`;
  const rows = await queries.all<Row>(
    sql`select legal_holds.id, legal_holds.kind, subject_id, reason, author, author_id, legal_holds.created_at,
        coalesce(employees.name, users.name, companies.name, '') as name,
        companies.id as company_id, companies.name as company_name
      from legal_holds
      left join employees on legal_holds.kind = 'employees' and employees.id = subject_id
      left join users on legal_holds.kind = 'users' and users.id = subject_id
      left join companies on companies.id = case legal_holds.kind
        when 'companies' then subject_id when 'employees' then employees.company_id end
      where ${condition} and ${visible} order by legal_holds.id desc`,
  );
  return rows.map(({ company_id, company_name, created_at, ...hold }) => ({
    ...hold,
    company: company_id === null ? null : { id: company_id, name: company_name ?? '' },
    created_at: clocks.of(company_id ?? 0).wallClock(created_at),
  }));
}

export async function insertHold(
  queries: Queries,
  caller: Caller,
  { kind, subject_id, reason }: Body<'POST /legal-holds'>,
  now: Date,
): Promise<number> {
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into legal_holds (kind, subject_id, reason, author_id, author, created_at)
      values (${kind}, ${subject_id}, ${reason.trim()}, ${caller.id}, ${caller.name}, ${instantOf(now)}) returning id`,
  );
  return id;
}
