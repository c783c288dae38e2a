// The calls of expected time: patterns, free days, leave and balances, as they are entered. What would change a day of a
// closed month is refused.

import {
  type Balance,
  type FreeDay,
  type FreeDays,
  type Leave,
  type LeaveReading,
  type WeekPattern,
  weekdays,
} from '../../../src/shared/contract/expectedTime.ts';
import { plural } from '../../../src/shared/words/plural.ts';
import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { maybeOne, one, type Queries } from '../../platform/db/db.ts';
import { join, named, sql, type Sql } from '../../platform/db/sql.ts';
import { conflict, invalid, notFound } from '../../platform/records/domainErrors.ts';
import type { EditContext } from '../../platform/records/edit.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { createRecord, deleteRecord, findOrThrow, type RecordKind } from '../../platform/records/recordActions.ts';
import { versionOf } from '../../platform/records/versions.ts';
import { daysAfter } from '../../platform/time/clock.ts';
import { asUtc, instantOf, plusMinutes } from '../../platform/time/instants.ts';
import { companyRecord, editOfCompany, lockCompany, lockCompanyOf } from '../companies/companyQueries.ts';
import { assertNotClosed } from '../workday/closedMonths.ts';
import type { Days } from '../workday/loadDays.ts';
import { type NamedPerson, peopleById } from '../workday/people.ts';
import { findReadings } from './leaveReadings.ts';

export const expectedHandlers = {
  'GET /companies/{id}/week-patterns': {
    allow: 'companies.view',
    async handle({ db, caller, params }) {
      const { id } = await findOrThrow(companyRecord, db, caller, params.id);
      return { data: await patternsWhere(db, sql`week_patterns.company_id = ${id}`) };
    },
  },

  'POST /week-patterns': {
    allow: 'companies.edit',
    async handle(request) {
      const { caller, body } = request;
      const { company_id, employee_id, department, ...fields } = body;
      if (company_id === null) throw invalid({ company_id: 'Company is required' });
      return createRecord(request, patterns, async (queries) => {
        await lockCompany(queries, company_id, 'change');
        await findOrThrow(companyRecord, queries, caller, company_id);
        if (employee_id !== null && (await personOf(queries, caller, employee_id)).companyId !== company_id)
          throw invalid({ employee_id: 'This employee does not work for the company' });
        const whose = { companyId: company_id, employeeId: employee_id, department: department.trim() };
        await assertNotClosed(queries, company_id, await daysOfPattern(queries, whose, fields.valid_from), [
          'valid_from',
        ]);
        const { id } = await one<{ id: number }>(
          queries,
          sql`insert into week_patterns (company_id, employee_id, department, valid_from, ${columnsOfWeek}, latest_start,
              earliest_end)
            values (${company_id}, ${employee_id}, ${employee_id === null ? whose.department : ''}, ${fields.valid_from},
              ${join(
                weekdays.map((weekday) => sql`${fields[weekday]}`),
                ', ',
              )}, ${fields.latest_start}, ${fields.earliest_end})
            returning id`,
        );
        return id;
      });
    },
  },

  'DELETE /week-patterns/{id}': {
    allow: 'companies.edit',
    handle: (request) => deleteEntry(request, patterns),
  },

  'GET /companies/{id}/free-days': {
    allow: 'companies.view',
    async handle({ db, caller, params }) {
      const { id } = await findOrThrow(companyRecord, db, caller, params.id);
      return { data: await freeDaysOf(db, id) };
    },
  },

  'PUT /companies/{id}/free-days': {
    allow: 'companies.edit',
    async handle(request) {
      const { body } = request;
      const { id } = request.params;
      const twice = body.days.find(({ day }, index) => body.days.findIndex((other) => other.day === day) < index);
      if (twice) throw invalid({ days: `${twice.day} is there twice` });
      const key = 'PUT /companies/{id}/free-days';
      const edited = { key, action: 'free_days.edit', subject: 'free_days', find: freeDaysOf } as const;
      const data = await editOfCompany(request, edited, async (queries, { days: before }) => {
        const essence = ({ day, is_half }: FreeDay) => `${day} ${is_half}`;
        const [was, is] = [new Set(before.map(essence)), new Set(body.days.map(essence))];
        const changed = [...[...was].filter((each) => !is.has(each)), ...[...is].filter((each) => !was.has(each))];
        for (const day of changed.map((each) => each.slice(0, 10))) {
          await assertNotClosed(queries, id, { from: day, until: day }, ['days']);
        }
        await queries.run(sql`delete from free_days where company_id = ${id}`);
        for (const { day, name, is_half } of body.days) {
          await queries.run(
            sql`insert into free_days (company_id, day, name, is_half)
              values (${id}, ${day}, ${name.trim().slice(0, 255)}, ${is_half})`,
          );
        }
      });
      return { data };
    },
  },

  'GET /employees/{id}/expected-time': {
    allow: 'timesheets.view',
    async handle({ db, caller, params, now }) {
      const { id, companyId, employee } = await personOf(db, caller, params.id, true);
      const ofPerson = sql`week_patterns.employee_id = ${id} or (week_patterns.company_id = ${companyId}
        and week_patterns.employee_id is null
        and (week_patterns.department = '' or week_patterns.department = ${employee.department}))`;
      return {
        data: {
          patterns: await patternsWhere(db, ofPerson),
          leaves: await leavesWhere(db, sql`leaves.employee_id = ${id}`),
          balances: await balancesWhere(db, sql`balances.employee_id = ${id}`),
          leave_reading: await readingOf(db, companyId, id, now),
        },
      };
    },
  },

  'POST /leaves': {
    allow: 'corrections.create',
    async handle(request) {
      const { caller, body } = request;
      const { first_day, last_day, is_half } = body;
      if (daysAfter(first_day, longestLeaveDays) <= last_day)
        throw invalid({ last_day: `Please enter at most ${plural(longestLeaveDays, 'day')}` });
      return createRecord(request, leaves, async (queries) => {
        const { id, companyId } = await lockPerson(queries, caller, body.employee_id);
        const other = await maybeOne<{ first_day: string; last_day: string }>(
          queries,
          sql`select first_day, last_day from leaves
            where employee_id = ${id} and source_id = '' and first_day <= ${last_day} and last_day >= ${first_day}
            limit 1`,
        );
        if (other) throw invalid({ first_day: `There is leave from ${other.first_day} to ${other.last_day} already` });
        await assertNotClosed(queries, companyId, { from: first_day, until: last_day }, ['first_day']);
        const inserted = await one<{ id: number }>(
          queries,
          sql`insert into leaves (company_id, employee_id, first_day, last_day, is_half)
            values (${companyId}, ${id}, ${first_day}, ${last_day}, ${is_half}) returning id`,
        );
        return inserted.id;
      });
    },
  },

  'DELETE /leaves/{id}': {
    allow: 'corrections.create',
    handle: (request) =>
      deleteEntry(request, leaves, async (queries, { source, company, employee }) => {
        const reading = source && (await readingOf(queries, company.id, employee.id, request.now));
        if (reading) throw conflict(`This leave is read from ${reading.source}. Please cancel it there`);
      }),
  },

  'POST /balances': {
    allow: 'corrections.create',
    async handle(request) {
      const { caller, body } = request;
      return createRecord(request, balances, async (queries) => {
        const { id, companyId } = await lockPerson(queries, caller, body.employee_id);
        await assertNotClosed(queries, companyId, { from: body.day, until: lastOfAll }, ['day']);
        const inserted = await one<{ id: number }>(
          queries,
          sql`insert into balances (company_id, employee_id, day, minutes, reason)
            values (${companyId}, ${id}, ${body.day}, ${body.minutes}, ${body.reason.trim()}) returning id`,
        );
        return inserted.id;
      });
    },
  },

  'DELETE /balances/{id}': {
    allow: 'corrections.create',
    handle: (request) => deleteEntry(request, balances),
  },
} satisfies Partial<Handlers>;

const longestLeaveDays = 366;
/** Later than any day. */
const lastOfAll = '9999-12-31';

interface PatternOwner {
  readonly companyId: number;
  readonly employeeId: number | null;
  readonly department: string;
}

/** A pattern is valid until the next one of the same people. */
async function daysOfPattern(
  queries: Queries,
  { companyId, employeeId, department }: PatternOwner,
  validFrom: string,
): Promise<Days> {
  const next = await one<{ valid_from: string | null }>(
    queries,
    sql`select min(valid_from) as valid_from from week_patterns
      where company_id = ${companyId} and coalesce(employee_id, 0) = ${employeeId ?? 0}
        and department = ${employeeId === null ? department : ''} and valid_from > ${validFrom}`,
  );
  return { from: validFrom, until: next.valid_from === null ? lastOfAll : daysAfter(next.valid_from, -1) };
}

async function personOf(queries: Queries, caller: Caller, id: number | null, orLeft = false): Promise<NamedPerson> {
  const [person] = id === null ? [] : await peopleById(queries, caller, [id]);
  if (person && (orLeft || person.deletedOn === null)) return person;
  if (orLeft) throw notFound('Employee not found');
  throw invalid({ employee_id: 'Please choose an employee' });
}

async function lockPerson(queries: Queries, caller: Caller, id: number | null): Promise<NamedPerson> {
  const { companyId } = await personOf(queries, caller, id);
  await lockCompany(queries, companyId, 'change');
  return personOf(queries, caller, id);
}

type RequestWithId = EditContext & { readonly caller: Caller; readonly params: { readonly id: number } };

interface Owned {
  readonly id: number;
  readonly company: { readonly id: number };
}

interface Kind<R extends Owned> extends RecordKind<R> {
  readonly table: 'week_patterns' | 'leaves' | 'balances';
  /** The days that it is about, none of which may be closed. */
  daysOf(entry: R, queries: Queries): Days | Promise<Days>;
  /** The field at which it is said that they are. */
  readonly dayField: string;
}

function deleteEntry<R extends Owned>(
  request: RequestWithId,
  kind: Kind<R>,
  check?: (queries: Queries, entry: R) => Promise<void>,
) {
  const { id } = request.params;
  const lock = (queries: Queries) => lockCompanyOf(queries, kind.table, id, 'change');
  return deleteRecord(request, { ...kind, lock }, id, async (queries, entry) => {
    await check?.(queries, entry);
    await assertNotClosed(queries, entry.company.id, await kind.daysOf(entry, queries), [kind.dayField]);
    await queries.run(sql`delete from ${named(kind.table)} where id = ${id}`);
  });
}

const columnsOfWeek = sql`monday, tuesday, wednesday, thursday, friday, saturday, sunday`;

interface OwnerRow {
  id: number;
  company_id: number;
  company_name: string;
  employee: number | null;
  name: string | null;
  number: string | null;
  employee_department: string | null;
}

const ownerColumns = (table: Sql) => sql`${table}.id, ${table}.company_id, companies.name as company_name,
  employees.id as employee, employees.name, employees.employee_id as number,
  employees.department as employee_department`;
const withOwner = (table: Sql) => sql`${table} join companies on companies.id = ${table}.company_id
  left join employees on employees.id = ${table}.employee_id`;

/** Splits a row into whom it is about, and the fields of its own. */
function ofOwner<Row extends OwnerRow>(row: Row) {
  const { id, company_id, company_name, employee, name, number, employee_department, ...fields } = row;
  const person = {
    id: employee ?? 0,
    name: name ?? '',
    employee_id: number ?? '',
    department: employee_department ?? '',
  };
  return { id, company: { id: company_id, name: company_name }, person, fields };
}

async function patternsWhere(queries: Queries, condition: Sql): Promise<WeekPattern[]> {
  const rows = await queries.all<OwnerRow & Omit<WeekPattern, 'id' | 'company' | 'employee'>>(
    sql`select ${ownerColumns(sql`week_patterns`)}, week_patterns.department, valid_from, ${columnsOfWeek}, latest_start,
        earliest_end
      from ${withOwner(sql`week_patterns`)} where ${condition}
      order by week_patterns.department, employees.name, week_patterns.employee_id, valid_from desc`,
  );
  return rows.map(ofOwner).map(({ id, company, person, fields }) => ({
    id,
    company,
    employee: person.id === 0 ? null : person,
    ...fields,
  }));
}

/** How leave is read now; null where it is not. */
async function readingOf(
  queries: Queries,
  companyId: number,
  employeeId: number,
  now: Date,
): Promise<LeaveReading | null> {
  const reading = (await findReadings(queries, [companyId]))(companyId, lastOfAll.slice(0, 7));
  if (reading?.knownUntil(employeeId) === undefined) return null;
  return {
    source: reading.source,
    read_at: asUtc(reading.readAt),
    is_stale: (reading.readAt ?? '') < instantOf(plusMinutes(now, -24 * 60)),
    is_matched: reading.isMatched(employeeId),
  };
}

async function leavesWhere(queries: Queries, condition: Sql): Promise<Leave[]> {
  const rows = await queries.all<OwnerRow & Pick<Leave, 'first_day' | 'last_day' | 'is_half' | 'minutes' | 'source'>>(
    sql`select ${ownerColumns(sql`leaves`)}, first_day, last_day, is_half, minutes,
        case when source_id = '' then '' else coalesce((select source from leave_readings
          where leave_readings.company_id = leaves.company_id and month = substr(first_day, 1, 7)), '') end as source
      from ${withOwner(sql`leaves`)}
      where ${condition} order by first_day desc`,
    ['is_half'],
  );
  return rows.map(ofOwner).map(({ id, company, person, fields }) => ({ id, company, employee: person, ...fields }));
}

async function balancesWhere(queries: Queries, condition: Sql): Promise<Balance[]> {
  const rows = await queries.all<OwnerRow & Pick<Balance, 'day' | 'minutes' | 'reason'>>(
    sql`select ${ownerColumns(sql`balances`)}, day, minutes, reason from ${withOwner(sql`balances`)}
      where ${condition} order by day desc`,
  );
  return rows.map(ofOwner).map(({ id, company, person, fields }) => ({ id, company, employee: person, ...fields }));
}

export async function freeDaysOf(queries: Queries, companyId: number): Promise<FreeDays> {
  const days = await queries.all<FreeDay>(
    sql`select day, name, is_half from free_days where company_id = ${companyId} order by day`,
    ['is_half'],
  );
  return { days, version: versionOf('PUT /companies/{id}/free-days', { days }) };
}

const findOne =
  <R extends Owned>(table: Sql, where: (queries: Queries, condition: Sql) => Promise<R[]>) =>
  async (queries: Queries, caller: Caller, id: number): Promise<R | undefined> =>
    (await where(queries, sql`${table}.id = ${id} and ${companyScope(caller, sql`${table}.company_id`)}`))[0];

const patterns: Kind<WeekPattern> = {
  table: 'week_patterns',
  noun: 'Pattern',
  find: findOne(sql`week_patterns`, patternsWhere),
  daysOf({ company, employee, department, valid_from }, queries) {
    return daysOfPattern(queries, { companyId: company.id, employeeId: employee?.id ?? null, department }, valid_from);
  },
  dayField: 'valid_from',
  taken: { valid_from: 'There is a pattern from this day already. Please delete it first' },
};

const leaves: Kind<Leave> = {
  table: 'leaves',
  noun: 'Leave',
  find: findOne(sql`leaves`, leavesWhere),
  daysOf: ({ first_day, last_day }) => ({ from: first_day, until: last_day }),
  dayField: 'first_day',
};

const balances: Kind<Balance> = {
  table: 'balances',
  noun: 'Balance',
  find: findOne(sql`balances`, balancesWhere),
  daysOf: ({ day }) => ({ from: day, until: lastOfAll }),
  dayField: 'day',
  taken: { day: 'A balance is carried on from this day already. Please delete it first' },
};
