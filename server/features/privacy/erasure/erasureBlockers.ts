// Reasons that keep a person from being erased now, such as rows that legal holds keep and that name them: an erasure
// would change those, so it has to wait.

import type { CountedRows } from '../../../../src/shared/contract/privacy.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { parsed } from '../../../platform/audit/readAudit.ts';
import { exists, type Queries, type Sql, scalar, scalars, sql } from '../../../platform/db/db.ts';
import { holdsOn } from '../../../platform/records/legalHolds.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { clockOf } from '../../settings/clocks.ts';
import { heldRows } from '../heldRows.ts';
import type { FoundPerson } from '../peopleQueries.ts';
import { namedTexts } from './erasePerson.ts';
import type { Naming } from './identity.ts';

/** `lastDay` is what the caller says of an employee whose last day of employment is not known. */
export async function erasureBlockers(
  queries: Queries,
  caller: Caller,
  person: FoundPerson,
  { now, lastDay }: { readonly now: Date; readonly lastDay: string },
): Promise<string[]> {
  if (person.state === 'erased') return [`${person.name} is erased already`];
  const reasons =
    person.kind === 'users'
      ? await ofUser(queries, caller, person)
      : [...(await ofEmployment(queries, person, { now, lastDay })), ...(await ofWaiting(queries, person))];
  return [...(await ofHolds(queries, person)), ...reasons];
}

async function ofHolds(queries: Queries, { kind, id, name, company }: FoundPerson): Promise<string[]> {
  const holds = await holdsOn(queries, kind, id);
  return holds.map((hold) => {
    const whose = hold.kind === 'companies' ? `${company?.name}, where ${name} worked` : name;
    return `A legal hold protects the data of ${whose}: ${hold.reason}`;
  });
}

/** '' if it is not known. Undefined of somebody for whom it does not matter. */
export async function knownLastDay(queries: Queries, { kind, id, state }: FoundPerson): Promise<string | undefined> {
  if (kind === 'users' || state === 'deleted' || state === 'erased') return undefined;
  const until = await scalar<string | null>(
    queries,
    sql`select employed_until as until from employees where id = ${id}`,
  );
  return until ?? '';
}

async function ofEmployment(
  queries: Queries,
  person: FoundPerson,
  { now, lastDay }: { readonly now: Date; readonly lastDay: string },
): Promise<string[]> {
  const storedDay = await knownLastDay(queries, person);
  if (storedDay === undefined) return [];
  const until = storedDay || lastDay;
  if (until === '') return [`The last day of employment of ${person.name} is not known`];
  const today = (await clockOf(queries, person.company?.id ?? 0)).dayOf(instantOf(now));
  return until < today ? [] : [`${person.name} works here until ${until}`];
}

async function ofWaiting(queries: Queries, { id, name }: FoundPerson): Promise<string[]> {
  const waiting = await scalar(
    queries,
    sql`select count(*) from hr_deliveries where state = 'waiting'
      and attendance_id in (select id from attendance where employee_id = ${id})`,
  );
  const isOpen = await exists(
    queries,
    sql`select id from corrections where employee_id = ${id} and state = 'waiting' limit 1`,
  );
  return [
    ...(waiting > 0 ? [`${waiting} records of ${name} still wait to be sent to the HR system`] : []),
    ...(isOpen ? [`A correction about ${name} waits for approval`] : []),
  ];
}

async function ofUser(queries: Queries, caller: Caller, { id, name }: FoundPerson): Promise<string[]> {
  if (id === caller.id) return ['You cannot erase yourself'];
  const administrators = await scalars(
    queries,
    sql`select user_id from user_roles join roles on roles.id = role_id where roles.name = 'administrator'`,
  );
  const isLast = administrators.length === 1 && administrators[0] === id;
  return isLast ? [`${name} is the only administrator`] : [];
}

/** Call it after the lock on holds. */
export async function heldMentions(queries: Queries, naming: Naming): Promise<CountedRows[]> {
  if (!(await exists(queries, sql`select id from legal_holds limit 1`))) return [];
  const counts: CountedRows[] = [];
  const count = async (what: string, table: Sql, columns: readonly Sql[], isHeld: Sql, isNamed = naming.isNamed) => {
    let rows = 0;
    for (const column of columns) {
      const texts = await scalars<string>(
        queries,
        sql`select ${column} from ${table} where ${naming.mayName(column)} and (${isHeld})`,
      );
      rows += texts.filter(isNamed).length;
    }
    if (rows > 0) counts.push({ what, rows });
  };
  for (const { what, table, columns, isHeld } of namedTexts) if (isHeld) await count(what, table, columns, isHeld);
  const inMail = [sql`recipient`, sql`subject`, sql`body`, sql`last_error`];
  await count('E-mails', sql`outbox`, inMail, heldRows.outbox);
  await count('Saved views', sql`saved_views`, [sql`name`], heldRows.saved_views);
  const isInQuery = (query: string) => [...new URLSearchParams(query).values()].some(naming.isNamed);
  await count('Filters of saved views', sql`saved_views`, [sql`query`], heldRows.saved_views, isInQuery);
  const isInValues = (salted: string) => parsed(salted).some(([, value]) => naming.isNamed(value));
  await count('Audit entries', sql`audit_values`, [sql`salted`], heldRows.audit_values, isInValues);
  return counts;
}
