// Reads approved leave where a company's connection says so, every few hours, apart from its syncs and never during
// one. If that fails, what was read before stays, with its age.

import { randomUUID } from 'node:crypto';
import { lastDayOf, monthsBefore } from '../../../../src/shared/words/months.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { type Queries, rowsOf, type Sql, scalars, sql } from '../../../platform/db/db.ts';
import { DomainError } from '../../../platform/domainErrors.ts';
import { describeError } from '../../../platform/log/log.ts';
import { heldEmployees, lockHolds } from '../../../platform/records/legalHolds.ts';
import { type Clock, daysAfter, instantOf, isDay, plusMinutes } from '../../../platform/time/clock.ts';
import { lockCompany } from '../../companies/companyQueries.ts';
import { leavesWhere } from '../../expected/expectedQueries.ts';
import { noteReading, openMonths, type StoredLeave } from '../../expected/leaveReadings.ts';
import { daysOfMonths } from '../../workday/closedMonths.ts';
import { findConnection, findHrUrl, type HrCompany, listHrCompanies } from '../connection/connectionQueries.ts';
import { openConnection } from '../connection/openConnection.ts';
import { type HrLeave, NotNow } from '../connectors/connector.ts';
import { readWithin } from '../delivery/hrSystem.ts';
import { findMatches } from '../people/matches.ts';
import { refreshPeople } from '../people/readPeople.ts';
import type { SyncTools } from '../syncCompany.ts';
import { acquireLease, findPause, returnLease } from '../syncState.ts';

const [pauseMinutes, retryMinutes] = [4 * 60, 30];
const [daysBack, daysAhead] = [31, 92];

/** The months for which leave is read, 'YYYY-MM', oldest first: whole months, since a month is closed as a whole. */
export function monthsOfReading(clock: Pick<Clock, 'dayOf'>, now: Date): string[] {
  const today = clock.dayOf(instantOf(now));
  const end = daysAfter(lastDayOf(daysAfter(today, daysAhead).slice(0, 7)), 1);
  const first = daysAfter(today, -daysBack).slice(0, 7);
  return monthsBefore(end, 12)
    .filter((month) => month >= first)
    .reverse();
}

/** Condition on hr_connections. */
const isDue = (now: Date): Sql => sql`reads_leave = true and (leave_tried_at is null
  or leave_tried_at <= ${instantOf(plusMinutes(now, -pauseMinutes))}
  or (leave_error <> '' and leave_tried_at <= ${instantOf(plusMinutes(now, -retryMinutes))}))`;

/** Called by the schedule. A company that is being synced gets its turn later. */
export async function readDueLeave(tools: SyncTools): Promise<void> {
  const { db, clock, log } = tools;
  const due = sql`companies.id in (select company_id from hr_connections where ${isDue(clock())})`;
  for (const company of await listHrCompanies(db, due)) {
    if (tools.isStopping?.()) return;
    const lease = { companyId: company.id, holder: randomUUID() };
    if (!(await acquireLease(db, lease, clock(), false))) continue;
    try {
      const claimed = await db.run(
        sql`update hr_connections set leave_tried_at = ${instantOf(clock())}
          where company_id = ${company.id} and ${isDue(clock())}`,
      );
      if (claimed === 1) await readLeave(tools, company);
    } catch (error) {
      const isOfSystem = error instanceof NotNow || error instanceof DomainError;
      if (isOfSystem) {
        await db.run(sql`update hr_connections set leave_error = ${error.message} where company_id = ${company.id}`);
      }
      const reason = isOfSystem ? error.message : describeError(error);
      log[isOfSystem ? 'warn' : 'error']('leave not read', { company_id: company.id, reason });
    } finally {
      await returnLease(db, lease);
    }
  }
}

/** Throws NotNow. */
async function readLeave(tools: SyncTools, company: HrCompany): Promise<void> {
  const { db, clock, vault } = tools;
  const url = await findHrUrl(db, company.id);
  if (!url) return;
  const pause = await findPause(db, company.id, clock());
  if (pause) throw new NotNow(pause.reason);
  const opened = await openConnection(db, vault, company, url.url, clock());
  const { leave: talk, name: source } = opened.connector;
  if (!talk) return;
  await refreshPeople(tools, company.id, opened);
  const begun = clock();
  const months = monthsOfReading(opened.connection.clock, begun);
  const { from, until } = daysOfMonths(months);
  const read = await readWithin(tools, opened, (connection) => talk(connection, { from, until }));
  const wrong = read.find(({ firstDay, lastDay }) => !isDay(firstDay) || !isDay(lastDay) || firstDay > lastDay);
  if (wrong) throw new NotNow(`${source} has leave whose days cannot be read: ${wrong.firstDay} to ${wrong.lastDay}`);

  await db.tx(async (queries) => {
    await lockCompany(queries, company.id, 'change');
    const { readsLeave } = await findConnection(queries, company.id);
    if (!readsLeave || !(await opened.isCurrent(queries))) return;
    const matches = await findMatches(queries, company.id);
    const employees = new Map(matches.map(({ person_id, employee_id }) => [person_id, employee_id]));
    const { counts, held } = await replaceLeave(
      queries,
      company.id,
      months,
      read.flatMap((each) => leaveOf(each, employees.get(each.personId))),
    );
    // Employees who are there now, or were in these months.
    const unmatched = await scalars(
      queries,
      sql`select id from employees
        where company_id = ${company.id} and (deleted_at is null or deleted_at >= ${`${from} 00:00:00`})
          and id not in (select employee_id from hr_matches where company_id = ${company.id}) order by id`,
    );
    await noteReading(queries, company.id, months, {
      source,
      readAt: instantOf(clock()),
      // No leave at all may mean that the credentials lack a permission, so nobody becomes absent because of it.
      knownUntil: read.length > 0 ? daysAfter(opened.connection.clock.workingDays.dayOf(instantOf(begun)), -1) : '',
      unmatched,
    });
    await queries.run(
      sql`update hr_connections set leave_read_at = ${instantOf(clock())}, leave_error = ''
        where company_id = ${company.id}`,
    );
    if (counts.added + counts.removed === 0) return;
    const actor = { caller: null, requestId: 'reading leave', now: clock() };
    for (const before of held) await audit(queries, actor, 'leaves.delete', 'leaves', { subjectId: before.id, before });
    const after = { connector: source, ...counts };
    await audit(queries, actor, 'hr_leave.read', 'companies', { subjectId: company.id, after });
  });
}

/** Empty for people who are matched with no employee. */
const leaveOf = ({ id, firstDay, lastDay, off }: HrLeave, employeeId: number | undefined) => {
  const minutes = typeof off === 'number' ? off : 0;
  const days = { first_day: firstDay, last_day: lastDay, is_half: off === 'half', minutes };
  return employeeId === undefined || off === 0 ? [] : [{ employee_id: employeeId, source_id: id, ...days }];
};

/**
 * Replaces what was read before for the open ones of these months. Requires the company's lock. Returns the removed
 * leave of held people, of which the audit is the only trace.
 */
async function replaceLeave(
  queries: Queries,
  companyId: number,
  months: readonly string[],
  leaves: readonly StoredLeave[],
) {
  const open = await openMonths(queries, companyId, months);
  const stored = await queries.all<StoredLeave & { id: number }>(
    sql`select id, employee_id, first_day, last_day, is_half, minutes, source_id from leaves
      where company_id = ${companyId} and source_id <> '' and substr(first_day, 1, 7) in (${open})`,
    ['is_half'],
  );
  const rows = leavesByMonth(leaves, open);
  const [before, after] = [new Set(stored.map(textOf)), new Set(rows.map(textOf))];
  const removed = stored.filter((row) => !after.has(textOf(row))).map(({ id }) => id);
  const added = rows.filter((row) => !before.has(textOf(row)));
  const days = { first_day: 'text', last_day: 'text', is_half: 'boolean', minutes: 'integer' } as const;
  await lockHolds(queries, 'rely');
  const held = await leavesWhere(queries, sql`leaves.id in (${removed}) and leaves.employee_id in (${heldEmployees})`);
  await queries.run(sql`delete from leaves where id in (${removed})`);
  await queries.run(
    sql`insert into leaves (company_id, employee_id, first_day, last_day, is_half, minutes, source_id)
      select ${companyId}, employee_id, first_day, last_day, is_half, minutes, source_id
      from ${rowsOf({ employee_id: 'bigint', ...days, source_id: 'text' }, added)} where true`,
  );
  return { counts: { added: added.length, removed: removed.length }, held };
}

const textOf = ({ employee_id, first_day, last_day, is_half, minutes, source_id }: StoredLeave): string =>
  JSON.stringify([employee_id, source_id, first_day, last_day, is_half, minutes]);

/** Cuts leave at the ends of months, and joins equal days that follow each other. */
function leavesByMonth(leaves: readonly StoredLeave[], months: readonly string[]): StoredLeave[] {
  const rows: StoredLeave[] = [];
  const inOrder = leaves.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
  for (const leave of inOrder) {
    for (const month of months) {
      const first_day = leave.first_day > `${month}-01` ? leave.first_day : `${month}-01`;
      const last_day = leave.last_day < lastDayOf(month) ? leave.last_day : lastDayOf(month);
      if (first_day > last_day) continue;
      const before = rows.at(-1);
      const longer = before && { ...leave, first_day: before.first_day, last_day: before.last_day };
      const isNext = before && first_day === daysAfter(before.last_day, 1) && first_day !== `${month}-01`;
      if (isNext && longer && textOf(longer) === textOf(before)) rows.splice(-1, 1, { ...before, last_day });
      else rows.push({ ...leave, first_day, last_day });
    }
  }
  return rows;
}
