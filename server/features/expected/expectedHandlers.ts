// The calls of expected time: patterns, free days, leave and balances, as they are entered. Entries that would change a
// day of a closed month are refused.

import {
  type Balance,
  type FreeDay,
  type Leave,
  type WeekPattern,
  weekdays,
} from '../../../src/shared/contract/expectedTime.ts';
import { wellFormed } from '../../../src/shared/words/exportedRow.ts';
import { plural } from '../../../src/shared/words/plural.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { join, maybeOne, type Queries, rowsOf, type Sql, scalar, sql } from '../../platform/db/db.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/domainErrors.ts';
import type { EditContext } from '../../platform/records/edit.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { createRecord, deleteRecord, findOrThrow, type RecordKind } from '../../platform/records/recordActions.ts';
import { daysAfter } from '../../platform/time/clock.ts';
import {
  companyRecord,
  createCompanyLock,
  type EditRequest,
  editOfCompany,
  lockCompany,
} from '../companies/companyQueries.ts';
import { assertNotClosed } from '../workday/closedMonths.ts';
import type { Days } from '../workday/loadDays.ts';
import { type NamedPerson, peopleById } from '../workday/people.ts';
import { balancesWhere, columnsOfWeek, freeDaysOf, leavesWhere, patternsWhere, readingOf } from './expectedQueries.ts';

export const expectedHandlers = {
  async 'GET /companies/{id}/week-patterns'({ db, caller, params }) {
    const { id } = await findOrThrow(companyRecord, db, caller, params.id);
    return patternsSeen(db, sql`week_patterns.company_id = ${id}`, caller);
  },

  async 'POST /week-patterns'(request) {
    const { caller, body } = request;
    const { company_id, employee_id, department, ...fields } = body;
    if (company_id === null) throw invalid({ company_id: 'Company is required' });
    return createEntry(request, patterns, async (queries) => {
      await lockCompany(queries, company_id, 'change');
      await findOrThrow(companyRecord, queries, caller, company_id);
      if (employee_id !== null && !seesPeople(caller)) throw forbidden();
      if (employee_id !== null && (await personOf(queries, caller, employee_id)).companyId !== company_id)
        throw invalid({ employee_id: 'This employee does not work for the company' });
      const minutes = weekdays.map((weekday) => sql`${fields[weekday]}`);
      return sql`insert into week_patterns (company_id, employee_id, department, valid_from, ${columnsOfWeek},
          latest_start, earliest_end)
        values (${company_id}, ${employee_id}, ${employee_id === null ? department : ''}, ${fields.valid_from},
          ${join(minutes, ', ')}, ${fields.latest_start}, ${fields.earliest_end})`;
    });
  },

  'DELETE /week-patterns/{id}': (request) => deleteEntry(request, patterns),

  async 'GET /companies/{id}/free-days'({ db, caller, params }) {
    const { id } = await findOrThrow(companyRecord, db, caller, params.id);
    return freeDaysOf(db, id);
  },

  async 'PUT /companies/{id}/free-days'(request) {
    const { body } = request;
    const { id } = request.params;
    const twice = body.days.find(({ day }, index) => body.days.findIndex((other) => other.day === day) < index);
    if (twice) throw invalid({ days: `${twice.day} is there twice` });
    const key = 'PUT /companies/{id}/free-days';
    const edited = { key, action: 'free_days.edit', subject: 'free_days', find: freeDaysOf } as const;
    return editOfCompany(request, edited, async (queries, { days: before }) => {
      const essence = ({ day, is_half }: FreeDay) => `${day} ${is_half}`;
      const all = [...before, ...body.days].map(essence);
      for (const changed of all.filter((each) => all.indexOf(each) === all.lastIndexOf(each))) {
        const day = changed.slice(0, 10);
        await assertNotClosed(queries, id, { from: day, until: day }, ['days']);
      }
      await queries.run(sql`delete from free_days where company_id = ${id}`);
      const rows = body.days.map((each) => ({ ...each, name: wellFormed(each.name.trim().slice(0, 255)) }));
      await queries.run(
        sql`insert into free_days (company_id, day, name, is_half) select ${id}, day, name, is_half
          from ${rowsOf({ day: 'text', name: 'text', is_half: 'boolean' }, rows)}`,
      );
    });
  },

  async 'GET /employees/{id}/expected-time'({ db, caller, params, now }) {
    const person = await personOf(db, caller, params.id, true);
    const { id, companyId, employee } = person;
    const ofPerson = sql`week_patterns.employee_id = ${id} or (week_patterns.company_id = ${companyId}
      and week_patterns.employee_id is null
      and (week_patterns.department = '' or week_patterns.department = ${employee.department}))`;
    return {
      patterns: await patternsWhere(db, ofPerson),
      leaves: await leavesWhere(db, sql`leaves.employee_id = ${id}`),
      balances: await balancesWhere(db, sql`balances.employee_id = ${id}`),
      leave_reading: await readingOf(db, person, now),
    };
  },

  async 'POST /leaves'(request) {
    const { caller, body } = request;
    const { first_day, last_day, is_half } = body;
    if (daysAfter(first_day, longestLeaveDays) <= last_day)
      throw invalid({ last_day: `Please enter at most ${plural(longestLeaveDays, 'day')}` });
    return createEntry(request, leaves, async (queries) => {
      const { id, companyId } = await lockPerson(queries, caller, body.employee_id);
      const other = await maybeOne<{ first_day: string; last_day: string }>(
        queries,
        sql`select first_day, last_day from leaves
          where employee_id = ${id} and source_id = '' and first_day <= ${last_day} and last_day >= ${first_day}
          limit 1`,
      );
      if (other) throw invalid({ first_day: `There is leave from ${other.first_day} to ${other.last_day} already` });
      return sql`insert into leaves (company_id, employee_id, first_day, last_day, is_half)
        values (${companyId}, ${id}, ${first_day}, ${last_day}, ${is_half})`;
    });
  },

  'DELETE /leaves/{id}': (request) =>
    deleteEntry(request, leaves, async (queries, { source, company, employee }) => {
      const reading = source && (await readingOf(queries, { ...employee, companyId: company.id }, request.now));
      if (reading) throw conflict(`This leave is read from ${reading.source}. Please cancel it there`);
    }),

  async 'POST /balances'(request) {
    const { caller, body } = request;
    return createEntry(request, balances, async (queries) => {
      const { id, companyId } = await lockPerson(queries, caller, body.employee_id);
      return sql`insert into balances (company_id, employee_id, day, minutes, reason)
        values (${companyId}, ${id}, ${body.day}, ${body.minutes}, ${body.reason.trim()})`;
    });
  },

  'DELETE /balances/{id}': (request) => deleteEntry(request, balances),
} satisfies Partial<Handlers>;

/** A person's own pattern shows their name and hours. */
const seesPeople = (caller: Caller): boolean => can(caller, 'employees.view') || can(caller, 'timesheets.view');

const patternsSeen = (queries: Queries, condition: Sql, caller: Caller): Promise<WeekPattern[]> =>
  patternsWhere(queries, seesPeople(caller) ? condition : sql`${condition} and week_patterns.employee_id is null`);

const longestLeaveDays = 366;
/** Later than any day. */
const lastOfAll = '9999-12-31';

async function personOf(queries: Queries, caller: Caller, id: number | null, orLeft = false): Promise<NamedPerson> {
  const [person] = id === null ? [] : await peopleById(queries, caller, [id]);
  if (person && (orLeft || person.deletedAt === null)) return person;
  if (orLeft) throw notFound('Employee not found');
  throw invalid({ employee_id: 'Please choose an employee' });
}

async function lockPerson(queries: Queries, caller: Caller, id: number | null): Promise<NamedPerson> {
  const { companyId } = await personOf(queries, caller, id);
  await lockCompany(queries, companyId, 'change');
  return personOf(queries, caller, id);
}

type Owned = Pick<Leave, 'id' | 'company'>;

interface Kind<R extends Owned> extends RecordKind<R> {
  readonly table: 'week_patterns' | 'leaves' | 'balances';
  /** The days that it concerns, none of which may be closed. */
  daysOf(entry: R, queries: Queries): Days | Promise<Days>;
  /** The field whose error says that some are. */
  readonly dayField: string;
}

const assertOpen = async <R extends Owned>(queries: Queries, { daysOf, dayField }: Kind<R>, entry: R): Promise<void> =>
  assertNotClosed(queries, entry.company.id, await daysOf(entry, queries), [dayField]);

/** `insertion` checks the input under the company's lock, and returns the statement that stores it. */
function createEntry<R extends Owned>(
  request: EditContext & { readonly caller: Caller },
  kind: Kind<R>,
  insertion: (queries: Queries) => Promise<Sql>,
) {
  return createRecord(request, kind, async (queries) => {
    const id = await scalar(queries, sql`${await insertion(queries)} returning id`);
    await assertOpen(queries, kind, await findOrThrow(kind, queries, request.caller, id));
    return id;
  });
}

function deleteEntry<R extends Owned>(
  request: EditRequest,
  kind: Kind<R>,
  check?: (queries: Queries, entry: R) => Promise<void>,
) {
  return deleteRecord(request, kind, request.params.id, async (queries, entry) => {
    await check?.(queries, entry);
    await assertOpen(queries, kind, entry);
  });
}

/** Leaves those of deleted companies as they are. */
const findIn =
  <R extends Owned>(table: Sql, where: (queries: Queries, condition: Sql, caller: Caller) => Promise<R[]>) =>
  (queries: Queries, caller: Caller, ids: readonly number[]): Promise<R[]> => {
    const isVisible = sql`companies.deleted_at is null and ${companyScope(caller, sql`${table}.company_id`)}`;
    return where(queries, sql`${table}.id in (${ids}) and ${isVisible}`, caller);
  };

const patterns: Kind<WeekPattern> = {
  table: 'week_patterns',
  noun: 'Pattern',
  lock: createCompanyLock('week_patterns'),
  find: findIn(sql`week_patterns`, patternsSeen),
  /** A pattern is valid until the next one for the same people. */
  async daysOf({ company, employee, department, valid_from: from }, queries) {
    const next = await scalar<string | null>(
      queries,
      sql`select min(valid_from) from week_patterns where company_id = ${company.id}
        and coalesce(employee_id, 0) = ${employee?.id ?? 0} and department = ${department} and valid_from > ${from}`,
    );
    return { from, until: next === null ? lastOfAll : daysAfter(next, -1) };
  },
  dayField: 'valid_from',
  taken: { valid_from: 'There is a pattern from this day already. Please delete it first' },
};

const leaves: Kind<Leave> = {
  table: 'leaves',
  noun: 'Leave',
  lock: createCompanyLock('leaves'),
  find: findIn(sql`leaves`, leavesWhere),
  daysOf: ({ first_day, last_day }) => ({ from: first_day, until: last_day }),
  dayField: 'first_day',
};

const balances: Kind<Balance> = {
  table: 'balances',
  noun: 'Balance',
  lock: createCompanyLock('balances'),
  find: findIn(sql`balances`, balancesWhere),
  daysOf: ({ day }) => ({ from: day, until: lastOfAll }),
  dayField: 'day',
  taken: { day: 'A balance is carried forward from this day already. Please delete it first' },
};
