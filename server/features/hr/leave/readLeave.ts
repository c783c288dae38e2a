// Reads the approved leave of companies whose connection says so, every few hours, beside their syncs and never during
// one. If it fails, what was read stays, with its age.

import { randomUUID } from 'node:crypto';
import { audit } from '../../../platform/audit/auditLog.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql, type Sql } from '../../../platform/db/sql.ts';
import { describeError } from '../../../platform/log/log.ts';
import { DomainError } from '../../../platform/records/domainErrors.ts';
import { daysAfter, isDay } from '../../../platform/time/clock.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import { lockCompany } from '../../companies/companyQueries.ts';
import { type ReadLeave, storeReading } from '../../expected/leaveReadings.ts';
import { findHrUrl, type HrCompany, listHrCompanies } from '../connection/connectionQueries.ts';
import { openConnection } from '../connection/openConnection.ts';
import { type HrLeave, NotNow } from '../connectors/connector.ts';
import { readWithin } from '../delivery/hrSystem.ts';
import { findMatches } from '../people/matches.ts';
import { refreshPeople } from '../people/readPeople.ts';
import type { SyncTools } from '../syncCompany.ts';
import { acquireLease, findPause, returnLease } from '../syncState.ts';
import { monthsOfReading, spanOf } from './monthsOfReading.ts';

const pauseMinutes = 4 * 60;
const retryMinutes = 30;
/** Shorter than the lease of a sync. */
const longestMs = 60_000;

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
      await readOnce(tools, company);
    } catch (error) {
      log.error('leave not read', { company_id: company.id, error: describeError(error) });
    } finally {
      await returnLease(db, lease);
    }
  }
}

/** Stores why it failed. */
async function readOnce(tools: SyncTools, company: HrCompany): Promise<void> {
  const { db, clock, log } = tools;
  const claimed = await db.run(
    sql`update hr_connections set leave_tried_at = ${instantOf(clock())}
      where company_id = ${company.id} and ${isDue(clock())}`,
  );
  if (claimed === 0) return;
  try {
    await readLeave(tools, company);
  } catch (error) {
    if (!(error instanceof NotNow || error instanceof DomainError)) throw error;
    log.warn('leave not read', { company_id: company.id, reason: error.message });
    await db.run(sql`update hr_connections set leave_error = ${error.message} where company_id = ${company.id}`);
  }
}

async function readLeave(tools: SyncTools, company: HrCompany): Promise<void> {
  const { db, clock, vault } = tools;
  const url = (await findHrUrl(db, company.id))?.url;
  if (url === undefined) return;
  const pause = await findPause(db, company.id, clock());
  if (pause) throw new NotNow(pause.reason);
  const opened = await openConnection(db, vault, company, url, clock());
  const { leave: talk, name: source } = opened.connector;
  if (!talk) return;
  await refreshPeople(tools, company.id, opened);
  const companyClock = opened.connection.clock;
  const months = monthsOfReading(companyClock, clock());
  const begun = clock();
  const read = await readWithin(tools, opened, (connection) => talk(connection, spanOf(months)), longestMs);
  const usable = usableLeave(read, source);
  await db.tx(async (queries) => {
    await lockCompany(queries, company.id, 'change');
    if (!(await isStillRead(queries, company.id)) || !(await opened.isCurrent(queries))) return;
    const employees = new Map(
      (await findMatches(queries, company.id)).map(({ person_id, employee_id }) => [person_id, employee_id]),
    );
    const leaves = usable.flatMap((each) => leaveOf(each, employees.get(each.personId)));
    // An answer without any leave may as well mean a missing right, so it makes nobody absent.
    const knownUntil = read.length > 0 ? daysAfter(companyClock.workingDays.dayOf(instantOf(begun)), -1) : '';
    const unmatched = await findUnmatched(queries, company.id, spanOf(months).from);
    const counts = await storeReading(queries, company.id, { source, months, leaves, knownUntil, unmatched }, clock());
    await queries.run(
      sql`update hr_connections set leave_read_at = ${instantOf(clock())}, leave_error = '' where company_id = ${company.id}`,
    );
    if (counts.added + counts.removed === 0) return;
    await audit(queries, {
      caller: null,
      requestId: 'reading leave',
      now: clock(),
      action: 'hr_leave.read',
      subject: 'companies',
      subjectId: company.id,
      after: { connector: source, ...counts },
    });
  });
}

const mostStretches = 200_000;

function usableLeave(read: readonly HrLeave[], name: string): readonly HrLeave[] {
  if (read.length > mostStretches) throw new NotNow(`${name} has more leave than can be read`);
  const wrong = read.find(({ firstDay, lastDay }) => !isDay(firstDay) || !isDay(lastDay) || firstDay > lastDay);
  if (wrong) throw new NotNow(`${name} has leave whose days cannot be read: ${wrong.firstDay} to ${wrong.lastDay}`);
  return read.filter(({ off }) => typeof off === 'string' || off > 0);
}

/** Empty for people whom no employee is matched with. */
function leaveOf({ id, firstDay, lastDay, off }: HrLeave, employeeId: number | undefined): ReadLeave[] {
  if (employeeId === undefined) return [];
  return [{ employeeId, id, firstDay, lastDay, isHalf: off === 'half', minutes: typeof off === 'number' ? off : 0 }];
}

async function isStillRead(queries: Queries, companyId: number): Promise<boolean> {
  const rows = await queries.all(
    sql`select company_id from hr_connections where company_id = ${companyId} and reads_leave = true`,
  );
  return rows.length > 0;
}

/** Of those who are there, or were since this day. */
async function findUnmatched(queries: Queries, companyId: number, since: string): Promise<number[]> {
  const rows = await queries.all<{ id: number }>(
    sql`select id from employees
      where company_id = ${companyId} and (deleted_at is null or deleted_at >= ${`${since} 00:00:00`})
        and id not in (select employee_id from hr_matches where company_id = ${companyId})
      order by id`,
  );
  return rows.map(({ id }) => id);
}
