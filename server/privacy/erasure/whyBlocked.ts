// Why a person cannot be erased now.

import type { Caller } from '../../access/caller.ts';
import { maybeOne, one, type Queries } from '../../db/db.ts';
import { sql } from '../../db/sql.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { instantOf } from '../../time/instants.ts';
import { heldCompanies } from '../held.ts';
import type { FoundPerson } from '../peopleQueries.ts';

export async function whyBlocked(queries: Queries, caller: Caller, person: FoundPerson, now: Date): Promise<string[]> {
  if (person.state === 'erased') return [`${person.name} is erased already`];
  const reasons =
    person.kind === 'users' ? await ofUser(queries, caller, person) : await ofEmployee(queries, person, now);
  return [...(await ofHolds(queries, person)), ...reasons];
}

async function ofHolds(queries: Queries, { kind, id, name, company }: FoundPerson): Promise<string[]> {
  const holds = await queries.all<{ kind: string; reason: string }>(
    sql`select kind, reason from legal_holds where (kind = ${kind} and subject_id = ${id})
      or (kind = 'companies' and subject_id = ${company?.id ?? 0} and subject_id in (${heldCompanies})) order by id`,
  );
  return holds.map((hold) => {
    const whose = hold.kind === 'companies' ? `${company?.name}, where ${name} worked` : name;
    return `A legal hold protects the data of ${whose}: ${hold.reason}`;
  });
}

async function ofEmployee(queries: Queries, { id, name, state }: FoundPerson, now: Date): Promise<string[]> {
  const today = (await currentBusinessTime(queries)).dayOf(instantOf(now));
  const { until } = await one<{ until: string | null }>(
    queries,
    sql`select employed_until as until from employees where id = ${id}`,
  );
  const isGone = state === 'deleted' || (until !== null && until < today);
  const { waiting } = await one<{ waiting: number }>(
    queries,
    sql`select count(*) as waiting from hr_deliveries where state = 'waiting'
      and attendance_id in (select id from attendance where employee_id = ${id})`,
  );
  const open = await maybeOne(
    queries,
    sql`select id from corrections where employee_id = ${id} and state = 'waiting' limit 1`,
  );
  return [
    ...(isGone ? [] : [`${name} still works here: delete the employee, or enter the last day of employment, first`]),
    ...(waiting > 0 ? [`${waiting} records of ${name} still wait to be sent to the HR system`] : []),
    ...(open ? [`A correction about ${name} waits for approval`] : []),
  ];
}

async function ofUser(queries: Queries, caller: Caller, { id, name }: FoundPerson): Promise<string[]> {
  if (id === caller.id) return ['You cannot erase yourself'];
  const administrators = await queries.all<{ user_id: number }>(
    sql`select user_id from user_roles join roles on roles.id = role_id where roles.name = 'administrator'`,
  );
  const isLast = administrators.length === 1 && administrators[0]?.user_id === id;
  return isLast ? [`${name} is the only administrator`] : [];
}
