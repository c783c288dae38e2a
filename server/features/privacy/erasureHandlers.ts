// The erasure of a person, as a dry run and for real.

import { isDeepStrictEqual } from 'node:util';
import type { CountedRows, ErasurePlan, RetainedRows } from '../../../src/shared/contract/privacy.ts';
import { plural } from '../../../src/shared/words/plural.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { parseValues } from '../../platform/audit/readAudit.ts';
import { dryRun, exists, type Queries, type Sql, scalar, scalars, sql } from '../../platform/db/db.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { conflict, forbidden, notFound } from '../../platform/domainErrors.ts';
import { type ApiRequest, type Handlers, Reply } from '../../platform/records/endpoint.ts';
import { holdsOn, lockHolds } from '../../platform/records/legalHolds.ts';
import { instantOf } from '../../platform/time/clock.ts';
import { lockCompanyOf } from '../companies/companyQueries.ts';
import { hrUrlOf } from '../hr/connection/connectionQueries.ts';
import { findAdministrators } from '../people/credentialQueries.ts';
import { assertMayChangeUser, lockRightsFor } from '../people/grantRules.ts';
import { clockOf } from '../settings/clocks.ts';
import { noteErasure } from '../workday/closedMonthChanges.ts';
import { cleanFiles } from './erasedBytes.ts';
import {
  eraseAuditValues,
  eraseEmployee,
  eraseMails,
  eraseTexts,
  eraseUser,
  isInQuery,
  namedTexts,
  searchAudit,
} from './erasure/erasePerson.ts';
import { type Identity, identityOf, type Naming, namingOf } from './erasure/identity.ts';
import { heldRows } from './heldRows.ts';
import { type FoundPerson, findPerson } from './peopleQueries.ts';
import { findReportedEmployee } from './report/person.ts';
import { storedTerms } from './retention/rules.ts';

export const erasureHandlers = {
  'POST /privacy/erasures/preview': (request) => previewErasure(request),

  async 'POST /privacy/erasures'(request) {
    const data = await erase(request);
    return new Reply(data, { afterwards: () => cleanFiles(request.db) });
  },
} satisfies Partial<Handlers>;

// Erases a person in one transaction, with its audit entry. The dry run does the same and rolls it back, so it counts
// exactly what would go.
type Erasure = ApiRequest<'POST /privacy/erasures'>;
type Request = Erasure | ApiRequest<'POST /privacy/erasures/preview'>;

async function previewErasure(request: Request): Promise<ErasurePlan> {
  const searched = await search(request);
  return dryRun(request.db, async (queries) => {
    const { possible, ...found } = await lockPerson(queries, request, searched);
    if (found.identity.person.state === 'erased') return { ...possible, goes: [], stays: [] };
    return { ...possible, ...(await eraseAll(queries, request, found)) };
  });
}

/** Erases a person. Refusals are audited, too. */
async function erase(request: Erasure): Promise<ErasurePlan> {
  const { db, caller, now } = request;
  const { kind, id: subjectId, last_day, reason } = request.body;
  const searched = await search(request);
  const done = await db.tx(async (queries): Promise<ErasurePlan> => {
    const { possible, ...found } = await lockPerson(queries, request, searched);
    const { person } = found.identity;
    if (possible.blocked.length > 0) {
      const after = { reason: reason.trim(), blocked: possible.blocked };
      await audit(queries, request, 'privacy.refuse_erasure', kind, { subjectId, after });
      return { ...possible, goes: [], stays: [] };
    }
    // Notes the closed days that will lose their name, so that their months' sheets say so.
    const employee = kind === 'employees' && person.company && { id: subjectId, companyId: person.company.id };
    const closedDays = employee ? await noteErasure(queries, employee, now) : [];
    const { goes, stays } = await eraseAll(queries, request, found);
    const after = {
      reason: found.naming.without(reason.trim()),
      ...(possible.asks_last_day && { last_day }),
      removed: goes,
      ...(closedDays.length > 0 && { closed_days: closedDays.join(', ') }),
    };
    await audit(queries, request, 'privacy.erase', kind, { subjectId, after });
    const erased = await findPerson(queries, caller, person.kind, person.id);
    return { ...possible, person: erased ?? person, goes, stays };
  });
  if (done.blocked.length > 0) throw conflict(done.blocked.join('. '));
  return done;
}

/** How a person is known, and which audit values may name them. */
interface Found {
  readonly identity: Identity;
  readonly naming: Naming;
  /** A condition on audit_values. */
  readonly mayBeNamed: Sql;
}

/** Undefined if the person does not exist, or the caller may not see them. */
async function search({ db, caller, body: { kind, id } }: Request): Promise<Found | undefined> {
  const person = await findPerson(db, caller, kind, id);
  if (!person) return undefined;
  const identity = await identityOf(db, person);
  const naming = namingOf(identity);
  return { identity, naming, mayBeNamed: await searchAudit(db, naming) };
}

async function lockPerson(queries: Queries, request: Request, searched: Found | undefined) {
  const { kind, id, last_day: lastDay = '' } = request.body;
  const caller = kind === 'users' ? await lockRightsFor(queries, request) : request.caller;
  // Puts payroll files and roll calls that name people before or after the erasure.
  if (kind === 'employees') await lockCompanyOf(queries, kind, id, 'rely');
  await lockRow(queries, kind, id, 'change');
  await lockHolds(queries, 'rely');
  const person = await findPerson(queries, caller, kind, id);
  if (!person) throw notFound(kind === 'users' ? 'User not found' : 'Employee not found');
  if (kind === 'users' && person.state === 'active') await assertMayDeleteUser(queries, caller, id);
  const identity = await identityOf(queries, person);
  // The name may have changed meanwhile, and then has to be looked for everywhere.
  const isSame = searched && isDeepStrictEqual(identity, searched.identity);
  const found = isSame ? searched : { identity, naming: namingOf(identity), mayBeNamed: sql`true` };
  const knownDay = await knownLastDay(queries, person);
  const blocked = await erasureBlockers(queries, caller, person, knownDay === '' ? lastDay : knownDay, request.now);
  const locked = { ...found, possible: { person, blocked, asks_last_day: knownDay === '' } };
  // The whole person is held anyway, or nothing is left that names them.
  if (person.is_held || person.state === 'erased') return locked;
  const mentions = await heldMentions(queries, found);
  if (mentions.length > 0) {
    const where = mentions.map(({ what, rows }) => `${what} (${rows})`).join(', ');
    blocked.push(`${person.name} is named in what a legal hold protects: ${where}`);
  }
  return locked;
}

/** Requires the right to delete users, because erasing a user ends the account. */
async function assertMayDeleteUser(queries: Queries, caller: Caller, id: number): Promise<void> {
  if (!can(caller, 'users.delete')) throw forbidden('To erase a user, you need permission to delete users');
  await assertMayChangeUser(queries, caller, id);
}

async function eraseAll(
  queries: Queries,
  { caller, now }: Request,
  { identity, naming, mayBeNamed }: Found,
): Promise<Pick<ErasurePlan, 'goes' | 'stays'>> {
  const { kind, id } = identity.person;
  const stays = await retainedData(queries, identity.person);
  const own =
    kind === 'users'
      ? await eraseUser(queries, identity)
      : await eraseEmployee(queries, identity, naming, await findReportedEmployee(queries, caller, id), now);
  const mails = await eraseMails(queries, naming);
  const texts = await eraseTexts(queries, naming);
  const values = await eraseAuditValues(queries, identity, naming, mayBeNamed);
  await queries.run(
    sql`insert into erasures (kind, person_id, author_id, erased_at)
      values (${kind}, ${id}, ${caller.id}, ${instantOf(now)})`,
  );
  return { goes: [...own, ...mails, ...texts, ...values].filter(({ rows }) => rows > 0), stays };
}

/** Lists what the erasure leaves, for how long, and why. */
async function retainedData(queries: Queries, { kind, id }: FoundPerson): Promise<RetainedRows[]> {
  const { attendance } = await storedTerms(queries);
  const until =
    attendance === null ? 'There is no retention rule: for ever' : `Each for ${attendance} months after it was made`;
  const count = (rows: Sql) => scalar(queries, sql`select count(*) from ${rows}`);
  const backups = {
    what: 'Backups made before',
    rows: 0,
    until: 'Until they are deleted',
    why: 'They cannot be changed. After a restore, the person has to be erased again',
  };
  const entries = {
    what: 'Audit entries, without names, addresses and other personal values',
    until: 'Forever',
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

// Reasons why a person cannot be erased now. One is that legal holds keep rows that name them: the erasure would change
// those rows, so it has to wait.

/** `lastDay` of employment is '' if neither the record nor the caller gives it, and undefined if it does not matter. */
async function erasureBlockers(
  queries: Queries,
  caller: Caller,
  person: FoundPerson,
  lastDay: string | undefined,
  now: Date,
): Promise<string[]> {
  if (person.state === 'erased') return [`${person.name} is erased already`];
  const reasons =
    person.kind === 'users'
      ? await ofUser(queries, caller, person)
      : [...(await ofEmployment(queries, person, lastDay, now)), ...(await ofWaiting(queries, person))];
  return [...(await ofHolds(queries, person)), ...reasons];
}

async function ofHolds(queries: Queries, { kind, id, name, company }: FoundPerson): Promise<string[]> {
  const holds = await holdsOn(queries, kind, id);
  return holds.map((hold) => {
    const whose = hold.kind === 'companies' ? `${company?.name}, where ${name} worked` : name;
    return `A legal hold protects the data of ${whose}: ${hold.reason}`;
  });
}

/** '' if the day is not known; undefined for people for whom it does not matter. */
async function knownLastDay(queries: Queries, { kind, id, state }: FoundPerson): Promise<string | undefined> {
  if (kind === 'users' || state === 'deleted' || state === 'erased') return undefined;
  return scalar<string>(queries, sql`select coalesce(employed_until, '') as until from employees where id = ${id}`);
}

async function ofEmployment(
  queries: Queries,
  person: FoundPerson,
  until: string | undefined,
  now: Date,
): Promise<string[]> {
  if (until === undefined) return [];
  if (until === '') return [`The last day of employment of ${person.name} is not known`];
  const today = (await clockOf(queries, person.company?.id ?? 0)).dayOf(instantOf(now));
  return until < today ? [] : [`${person.name} works here until ${until}`];
}

async function ofWaiting(queries: Queries, { id, name, company }: FoundPerson): Promise<string[]> {
  const waiting = await scalar(
    queries,
    sql`select count(*) from hr_deliveries where state = 'waiting'
      and exists (select 1 from ${hrUrlOf(company?.id ?? 0)})
      and attendance_id in (select id from attendance where employee_id = ${id})`,
  );
  const isOpen = await exists(
    queries,
    sql`select id from corrections where employee_id = ${id} and state = 'waiting' limit 1`,
  );
  // The file has the person's name and hours, and is not made again.
  const isUnsent = await exists(
    queries,
    sql`select outbox.id from outbox join payroll_files on payroll_files.id = payroll_file_id
      where company_id = ${company?.id ?? 0} and attachments <> '' limit 1`,
  );
  return [
    ...(isUnsent ? [`A payroll file of ${company?.name} still waits to be mailed`] : []),
    ...(waiting > 0
      ? [
          `${plural(waiting, 'record')} of ${name} still ${waiting === 1 ? 'waits' : 'wait'} to be sent to the HR system`,
        ]
      : []),
    ...(isOpen ? [`A correction about ${name} waits for approval`] : []),
  ];
}

async function ofUser(queries: Queries, caller: Caller, { id, name }: FoundPerson): Promise<string[]> {
  if (id === caller.id) return ['You cannot erase yourself'];
  const [administrator, ...others] = await findAdministrators(queries);
  const isLast = administrator?.id === id && others.length === 0;
  return isLast ? [`${name} is the only administrator`] : [];
}

/** Counts held rows that name the person. Call it after locking the holds. */
async function heldMentions(queries: Queries, { naming, mayBeNamed }: Found): Promise<CountedRows[]> {
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
  const isNamedIn = (query: string) => isInQuery(query, naming);
  await count('Filters of saved views', sql`saved_views`, [sql`query`], heldRows.saved_views, isNamedIn);
  const isInValues = (salted: string) => parseValues(salted).some(([, value]) => naming.isNamed(value));
  const isHeldValue = sql`${mayBeNamed} and (${heldRows.audit_values})`;
  await count('Audit entries', sql`audit_values`, [sql`salted`], isHeldValue, isInValues);
  return counts;
}
