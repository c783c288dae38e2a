// By which texts a person is known: the record's own, former ones, and those of their match in the HR system.

import { isReference } from '../../../../src/shared/contract/audit/entry.ts';
import { contentOf, entriesAbout } from '../../../platform/audit/readAudit.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql, type Sql } from '../../../platform/db/sql.ts';
import type { FoundPerson } from '../peopleQueries.ts';

export interface Identity {
  readonly person: FoundPerson;
  /** Names and e-mails: also found within other texts. */
  readonly names: readonly string[];
  /** Numbers, badges and the like: found only as a whole text. */
  readonly codes: readonly string[];
  /** What stands in their place: 'Erased employee 12' */
  readonly tombstone: string;
}

const nameFields = ['name', 'email'];
const codeFields = ['employee_id', 'crm_employee_id', 'phone', 'code'];

export async function identityOf(queries: Queries, person: FoundPerson): Promise<Identity> {
  const { kind, id } = person;
  const records = await queries.all<Record<string, unknown>>(kind === 'users' ? userRecords(id) : employeeRecords(id));
  const former = (await entriesAbout(queries, kind, id)).flatMap((entry) => {
    const { before, after } = contentOf(entry);
    return [before, after];
  });
  const textsIn = (fields: readonly string[]) =>
    [...records, ...former].flatMap((record) =>
      Object.entries(record ?? {}).flatMap(([field, value]) =>
        fields.includes(field) && typeof value === 'string' && !isReference(value) ? [value.trim()] : [],
      ),
    );
  const ofOthers = await whatOtherUsersAreCalled(queries, person);
  const meantAlone = (texts: readonly string[]) =>
    [...new Set(texts)].filter((text) => text !== '' && !isNetworkAddress(text) && !ofOthers.has(text.toLowerCase()));
  return {
    person,
    names: meantAlone(textsIn(nameFields)),
    codes: meantAlone(textsIn(codeFields)),
    tombstone: tombstoneOf(person),
  };
}

/**
 * Names are what somebody typed. Whoever called an employee like an administrator, and erased the employee, would take
 * the administrator's name off everything that they did.
 */
async function whatOtherUsersAreCalled(queries: Queries, { kind, id }: FoundPerson): Promise<ReadonlySet<string>> {
  const others = kind === 'users' ? sql`id <> ${id}` : sql`true`;
  const users = await queries.all<{ name: string; email: string }>(sql`select name, email from users where ${others}`);
  return new Set(users.flatMap(({ name, email }) => [name.trim().toLowerCase(), email]));
}

/** From where others did something. */
const isNetworkAddress = (text: string): boolean => /^\d+\.\d+\.\d+\.\d+$|^[\da-f]*:[\da-f:.]+$/i.test(text);

export const tombstoneOf = ({ kind, id }: Pick<FoundPerson, 'kind' | 'id'>): string =>
  `Erased ${kind === 'users' ? 'user' : 'employee'} ${id}`;

const userRecords = (id: number): Sql => sql`select name, email, '' as code from users where id = ${id}`;

const employeeRecords = (id: number): Sql => sql`
  select name, email, phone, employee_id, crm_employee_id, '' as code from employees where id = ${id}
  union select name, '', '', employee_number, '', '' from roll_call_people where employee_id = ${id}
  union select '', '', '', '', '', code from employee_codes where employee_id = ${id}
  union select '', '', '', '', '', employee_code from attendance where employee_id = ${id}
  union select '', '', '', '', '', employee_code from corrections where employee_id = ${id}
  union select hr_people.name, hr_people.email, '', number, '', id from hr_people
    join hr_matches on hr_matches.company_id = hr_people.company_id and person_id = hr_people.id
    where employee_id = ${id}`;
