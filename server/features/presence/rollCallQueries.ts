// Roll calls, and the people whom each is about.

import type { RollCall, RollCallPerson, RollCallProtocol } from '../../../src/shared/contract/presence.ts';
import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { maybeOne, one, type Queries } from '../../platform/db/db.ts';
import { limitTo, rowsOf, sql, type Sql } from '../../platform/db/sql.ts';
import type { PageRequest } from '../../platform/records/parameters.ts';
import type { RecordKind } from '../../platform/records/recordActions.ts';
import type { Clock, Clocks } from '../../platform/time/clock.ts';
import { clockOf, currentClocks } from '../settings/clocks.ts';
import { instantOf } from '../../platform/time/instants.ts';
import type { Presence } from './loadPresence.ts';

export const rollCallRecord: RecordKind<RollCall> = {
  table: 'roll_calls',
  noun: 'Roll call',
  async find(queries, caller, id) {
    const clocks = await currentClocks(queries);
    const [rollCall] = await rollCallsWhere(queries, clocks, sql`${visible(caller)} and roll_calls.id = ${id}`);
    return rollCall;
  },
};

const visible = (caller: Caller) =>
  sql`companies.deleted_at is null and ${companyScope(caller, sql`roll_calls.company_id`)}`;

/** Lists roll calls, the newest first. */
export async function listRollCalls(
  queries: Queries,
  { caller, clocks }: { readonly caller: Caller; readonly clocks: Clocks },
  companyId: number | undefined,
  { size, offset }: PageRequest,
): Promise<{ rollCalls: RollCall[]; total: number }> {
  const condition = sql`${visible(caller)} and ${companyId === undefined ? sql`true` : sql`company_id = ${companyId}`}`;
  const [{ total }, rollCalls] = await Promise.all([
    one<{ total: number }>(
      queries,
      sql`select count(*) as total from roll_calls join companies on companies.id = company_id where ${condition}`,
    ),
    rollCallsWhere(queries, clocks, sql`${condition} order by roll_calls.id desc ${limitTo(size, offset)}`),
  ]);
  return { rollCalls, total };
}

type Row = Omit<RollCall, 'company' | 'ended_at'> & {
  company_id: number;
  company_name: string;
  ended_at: string | null;
};

async function rollCallsWhere(queries: Queries, clocks: Clocks, condition: Sql): Promise<RollCall[]> {
  const people = (which: Sql) =>
    sql`(select count(*) from roll_call_people where roll_call_id = roll_calls.id and ${which})`;
  const rows = await queries.all<Row>(
    sql`select roll_calls.id, company_id, companies.name as company_name, site, department, started_by, started_at,
        ended_by, ended_at, ${people(sql`state = 'in'`)} as expected,
        ${people(sql`state = 'in' and is_ticked = true`)} as ticked,
        ${people(sql`state <> 'in' and is_ticked = true`)} as others
      from roll_calls join companies on companies.id = company_id where ${condition}`,
  );
  return rows.map(({ company_id, company_name, started_at, ended_at, ...row }) => ({
    ...row,
    company: { id: company_id, name: company_name },
    started_at: clocks.of(company_id).wallClock(started_at),
    ended_at: ended_at === null ? '' : clocks.of(company_id).wallClock(ended_at),
  }));
}

interface NewRollCall {
  readonly companyId: number;
  readonly site: string;
  readonly department: string;
  readonly silent: readonly string[];
  readonly people: readonly Presence[];
}

export async function insertRollCall(
  queries: Queries,
  caller: Caller,
  { companyId, site, department, silent, people }: NewRollCall,
  now: Date,
): Promise<number> {
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into roll_calls (company_id, site, department, silent, started_by, started_at)
      values (${companyId}, ${site}, ${department}, ${JSON.stringify(silent)}, ${caller.name}, ${instantOf(now)})
      returning id`,
  );
  const rows = rowsOf(
    {
      person: 'bigint',
      name: 'text',
      number: 'text',
      department: 'text',
      state: 'text',
      since: 'timestamp(0)',
      site: 'text',
    },
    people.map(({ employee, state, since = null, at }) => ({
      person: employee.id,
      name: employee.name,
      number: employee.employee_id,
      department: employee.department,
      state,
      since,
      site: at.site,
    })),
  );
  await queries.run(
    sql`insert into roll_call_people (roll_call_id, employee_id, name, employee_number, department, state, since, site)
      select ${id}, person, name, number, department, state, since, site from ${rows}`,
  );
  return id;
}

interface PersonRow {
  employee_id: number;
  name: string;
  employee_number: string;
  department: string;
  state: string;
  since: string | null;
  site: string;
  is_ticked: boolean;
  ticked_by: string;
  ticked_at: string;
}

export async function protocolOf(queries: Queries, rollCall: RollCall): Promise<RollCallProtocol> {
  const stored = await maybeOne<{ silent: string }>(
    queries,
    sql`select silent from roll_calls where id = ${rollCall.id}`,
  );
  const rows = await queries.all<PersonRow>(
    sql`select employee_id, name, employee_number, department, state, since, site, is_ticked, ticked_by, ticked_at
      from roll_call_people where roll_call_id = ${rollCall.id} order by lower(name), employee_id`,
    ['is_ticked'],
  );
  const clock = await clockOf(queries, rollCall.company.id);
  return {
    roll_call: rollCall,
    people: rows.map((row) => personOf(row, clock)),
    silent: JSON.parse(stored?.silent ?? '[]'),
  };
}

function personOf(row: PersonRow, { wallClock }: Clock): RollCallPerson {
  const { employee_id, name, employee_number, department, since, ticked_at, ...rest } = row;
  return {
    ...rest,
    employee: { id: employee_id, name, employee_id: employee_number, department },
    since: since === null ? '' : wallClock(since),
    ticked_at: ticked_at === '' ? '' : wallClock(instantOf(new Date(ticked_at))),
  };
}

export async function endRollCall(queries: Queries, caller: Caller, id: number, now: Date): Promise<void> {
  await queries.run(
    sql`update roll_calls set ended_by = ${caller.name}, ended_at = ${instantOf(now)} where id = ${id}`,
  );
}
