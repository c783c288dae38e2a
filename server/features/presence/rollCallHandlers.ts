// Roll calls: started with a snapshot of who is in, ticked by several people at once, and ended, which leaves a
// report.

import type { Body } from '../../../src/shared/contract/calls.ts';
import type { RollCall, RollCallPerson, RollCallReport, Tick } from '../../../src/shared/contract/presence.ts';
import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { type Queries, rowsOf, type Sql, scalar, scalars, sql } from '../../platform/db/db.ts';
import { isRecent } from '../../platform/db/moments.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { invalid, notFound } from '../../platform/domainErrors.ts';
import { type Handlers, Reply } from '../../platform/records/endpoint.ts';
import { pageRequestOf, readPage } from '../../platform/records/parameters.ts';
import { findOrThrow, lockRecord, type RecordKind } from '../../platform/records/recordActions.ts';
import { inNameOrder } from '../../platform/records/search/searchIndex.ts';
import { type Clock, type Clocks, dateOf, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { companyRecord, lockCompany } from '../companies/companyQueries.ts';
import { clockOf, currentClocks } from '../settings/clocks.ts';
import { findControllers, isOfFilters, loadPresence, type Presence } from './loadPresence.ts';

export const rollCallHandlers = {
  async 'GET /roll-calls'({ db, caller, clocks, query }) {
    const condition = visible(caller, query.company_id);
    const rows = sql`roll_calls join companies on companies.id = company_id where ${condition}`;
    return readPage(db, pageRequestOf(query), rows, (limit) =>
      rollCallsWhere(db, clocks, sql`${condition} order by roll_calls.id desc ${limit}`),
    );
  },

  async 'GET /roll-calls/{id}'({ db, caller, params }) {
    return reportOf(db, await findOrThrow(rollCallRecord, db, caller, params.id));
  },

  async 'POST /roll-calls'(request) {
    const { db, caller, body, now } = request;
    const { company_id, site, department } = body;
    if (company_id === null) throw invalid({ company_id: 'Company is required' });
    await findOrThrow(companyRecord, db, caller, company_id);
    const filters = { company_id, ...(site && { site }), ...(department && { department }) };
    const people = (await loadPresence(db, request, filters)).filter(isOfFilters(filters));
    if (people.length === 0) throw invalid({ company_id: 'No one matches, so there is no one to call' });
    const controllers = await findControllers(db, request, filters);
    const silent = controllers.filter(({ is_silent }) => is_silent).map(({ name }) => name);
    return db.tx(async (queries) => {
      await lockCompany(queries, company_id, 'change');
      await findOrThrow(companyRecord, queries, caller, company_id);
      const going = await findJustStarted(queries, body, now);
      if (going) return reportOf(queries, going);
      const started = { company_id, site, department, silent };
      const subjectId = await insertRollCall(queries, caller, started, people, now);
      const after = await findOrThrow(rollCallRecord, queries, caller, subjectId);
      await audit(queries, request, 'roll_calls.create', 'roll_calls', { subjectId, after });
      return new Reply(await reportOf(queries, after), { status: 201 });
    });
  },

  async 'POST /roll-calls/{id}/ticks'(request) {
    const { db, caller, params, body, now } = request;
    if (body.ticks.length > maxTicksAtOnce)
      throw invalid({ ticks: `Please send at most ${maxTicksAtOnce} ticks at once` });
    return db.tx(async (queries) => {
      await lockRow(queries, 'roll_calls', params.id, 'change');
      const before = await findOrThrow(rollCallRecord, queries, caller, params.id);
      const listed = await listedAmong(queries, params.id, body.ticks);
      const ahead = Math.max(0, Date.parse(body.sent_at ?? '') - now.getTime()) || 0;
      const { good, bad } = sortTicks(body.ticks, listed, before, now, ahead);
      const ticks = await storeTicks(queries, caller, params.id, good);
      const rollCall = await findOrThrow(rollCallRecord, queries, caller, params.id);
      if (ticks.length + bad.length > 0) {
        const after = { ticks, ...(bad.length > 0 && { left_out: bad }) };
        await audit(queries, request, 'roll_calls.tick', 'roll_calls', { subjectId: params.id, after });
      }
      const [first] = bad;
      if (!first) return rollCall;
      const message = `${bad.length} of ${body.ticks.length} ticks were left out. ${first.reason}`;
      return new Reply(rollCall, { message });
    });
  },

  async 'POST /roll-calls/{id}/end'(request) {
    const { db, caller, now } = request;
    const { id } = request.params;
    const ended = await db.tx(async (queries) => {
      await lockRecord(rollCallRecord, queries, id);
      const before = await findOrThrow(rollCallRecord, queries, caller, id);
      // A repeated request: the first answer was lost, or several people ended the roll call.
      if (before.ended_at) return before;
      await queries.run(
        sql`update roll_calls set ended_by = ${caller.name}, ended_at = ${instantOf(now)} where id = ${id}`,
      );
      const after = await findOrThrow(rollCallRecord, queries, caller, id);
      await audit(queries, request, 'roll_calls.edit', 'roll_calls', { subjectId: id, before, after });
      return after;
    });
    return reportOf(db, ended);
  },
} satisfies Partial<Handlers>;

const maxTicksAtOnce = 10_000;

/** `ahead` is how far the phone's clock is ahead, in milliseconds. */
function sortTicks(ticks: readonly Tick[], listed: ReadonlySet<number>, rollCall: RollCall, now: Date, ahead: number) {
  const start = new Date(rollCall.started_at);
  const end = new Date(rollCall.ended_at); // invalid while it goes on
  const future = plusMinutes(now, 1);
  // Ticks with valid times in one form, so that they compare as text. Future times become now, or they would win over
  // all later ticks. Times before the roll call come from a phone whose clock is behind, and become its start. Times after
  // the end become the end if they were before it by the server's clock.
  const good: Tick[] = [];
  // A tick that cannot be kept must not block the others, which the phone would send again and again.
  const bad: (Tick & { readonly reason: string })[] = [];
  for (const tick of ticks) {
    const at = new Date(/^\d{4}-\d\d-\d\dT.*Z$/.test(tick.at) ? tick.at : Number.NaN);
    if (Number.isNaN(at.getTime())) bad.push({ ...tick, reason: 'Its time is not one in UTC' });
    else if (!listed.has(tick.employee_id)) bad.push({ ...tick, reason: 'The person is not in the roll call' });
    else if (at < start) good.push({ ...tick, at: start.toISOString() });
    else if (at > end && at.getTime() - ahead <= end.getTime()) good.push({ ...tick, at: end.toISOString() });
    else good.push({ ...tick, at: (at > future ? now : at).toISOString() });
  }
  return { good, bad };
}

/**
 * Stores ticks made before the roll call ended. Phones send them late, in any order and twice: a person's last tick by
 * its own time counts, and among ticks of the same time the last to arrive. Returns the ticks that changed something.
 */
async function storeTicks(queries: Queries, caller: Caller, rollCallId: number, ticks: readonly Tick[]) {
  const end = await scalar<string | null>(queries, sql`select ended_at from roll_calls where id = ${rollCallId}`);
  const madeInTime = ticks.filter(({ at }) => end === null || new Date(at) < secondAfter(end));
  const latest = new Map<number, Tick>();
  for (const tick of madeInTime) {
    if (tick.at >= (latest.get(tick.employee_id)?.at ?? '')) latest.set(tick.employee_id, tick);
  }
  const rows = rowsOf(
    { person: 'bigint', ticked: 'boolean', at: 'text' },
    [...latest.values()].map(({ employee_id, is_ticked, at }) => ({ person: employee_id, ticked: is_ticked, at })),
  );
  return queries.all<Tick>(
    sql`update roll_call_people set is_ticked = ticked, ticked_by = ${caller.name}, ticked_at = at
      from ${rows} where roll_call_id = ${rollCallId} and employee_id = person
        and (ticked_at < at or (ticked_at = at and is_ticked <> ticked))
      returning employee_id, is_ticked, ticked_at as at`,
    ['is_ticked'],
  );
}

const secondAfter = (instant: string) => plusMinutes(dateOf(instant), 1 / 60);

/** Finds which people of these ticks the roll call lists. */
async function listedAmong(queries: Queries, rollCallId: number, ticks: readonly Tick[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(ticks.map(({ employee_id }) => employee_id))];
  return new Set(
    await scalars(
      queries,
      sql`select employee_id from roll_call_people where roll_call_id = ${rollCallId} and employee_id in (${ids})`,
    ),
  );
}

const rollCallRecord: RecordKind<RollCall> = {
  table: 'roll_calls',
  noun: 'Roll call',
  async find(queries, caller, ids) {
    const clocks = await currentClocks(queries);
    return rollCallsWhere(queries, clocks, sql`${visible(caller)} and roll_calls.id in (${ids})`);
  },
};

const visible = (caller: Caller, companyId?: number) =>
  sql`companies.deleted_at is null and ${companyScope(caller, sql`roll_calls.company_id`, companyId)}`;

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

/** Finds a roll call started just now: at an alarm several people start one, and have to tick the same list. */
async function findJustStarted(
  queries: Queries,
  { company_id, site, department }: Body<'POST /roll-calls'>,
  now: Date,
): Promise<RollCall | undefined> {
  const isSame = sql`company_id = ${company_id} and site = ${site} and department = ${department}`;
  const isJust = sql`ended_at is null and ${isRecent(sql`started_at`, 1, now)}`;
  const [found] = await rollCallsWhere(queries, await currentClocks(queries), sql`${isSame} and ${isJust}`);
  return found;
}

async function insertRollCall(
  queries: Queries,
  caller: Caller,
  { company_id, site, department, silent }: Pick<Row, 'company_id' | 'site' | 'department'> & { silent: string[] },
  people: readonly Presence[],
  now: Date,
): Promise<number> {
  const id = await scalar(
    queries,
    sql`insert into roll_calls (company_id, site, department, silent, started_by, started_at)
      values (${company_id}, ${site}, ${department}, ${JSON.stringify(silent)}, ${caller.name}, ${instantOf(now)})
      returning id`,
  );
  const rows = rowsOf(
    { person: 'bigint', state: 'text', since: 'timestamp(0)', site: 'text' },
    people.map(({ employee, state, since = null, at: { site } }) => ({ person: employee.id, state, since, site })),
  );
  // Reads the names here, since somebody may have been erased meanwhile.
  await queries.run(
    sql`insert into roll_call_people (roll_call_id, employee_id, name, employee_number, department, state, since, site)
      select ${id}, person, name, employee_id, department, state, since, site
      from ${rows} join employees on employees.id = person`,
  );
  return id;
}

interface PersonRow extends Omit<RollCallPerson, 'employee' | 'since'> {
  employee_id: number;
  name: string;
  employee_number: string;
  department: string;
  since: string | null;
}

async function reportOf(queries: Queries, rollCall: RollCall): Promise<RollCallReport> {
  const [silent] = await scalars<string>(queries, sql`select silent from roll_calls where id = ${rollCall.id}`);
  if (silent === undefined) throw notFound('Roll call not found');
  const rows = await queries.all<PersonRow>(
    sql`select employee_id, name, employee_number, department, state, since, site, is_ticked, ticked_by, ticked_at
      from roll_call_people where roll_call_id = ${rollCall.id} order by employee_id`,
    ['is_ticked'],
  );
  const clock = await clockOf(queries, rollCall.company.id);
  return {
    roll_call: rollCall,
    people: inNameOrder(rows).map((row) => personOf(row, clock)),
    silent: JSON.parse(silent),
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
