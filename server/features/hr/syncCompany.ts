// One run of a company's HR sync: plan the days, queue the records to send, deliver.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalidDay } from '../../../src/shared/contract/checks.ts';
import type { SyncResult } from '../../../src/shared/contract/hr.ts';
import { type Actor, audit } from '../../platform/audit/auditLog.ts';
import { Semaphore } from '../../platform/concurrency/limits.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import { sql } from '../../platform/db/db.ts';
import { DomainError, invalid, isOutage } from '../../platform/domainErrors.ts';
import type { SafeRequest } from '../../platform/http/outbound.ts';
import { describeError, type Log } from '../../platform/log/log.ts';
import { type Clock, hasPassed, instantOf, isDay, plusMinutes } from '../../platform/time/clock.ts';
import { storeHealth } from '../companies/urlQueries.ts';
import { clockOf } from '../settings/clocks.ts';
import { findWaits, forgetWaits, storeWaits } from './attendanceWaits.ts';
import { findHrConfig, type HrCompany, type HrRules, urlOrThrow } from './connection/connectionQueries.ts';
import { type OpenConnection, openConnection } from './connection/openConnection.ts';
import { type Connector, NotNow } from './connectors/connector.ts';
import {
  type DeliveryResult,
  type DeliveryTools,
  deliver,
  isHarmedByLateRequest,
  lateArrivalMinutes,
  nothingDelivered,
} from './delivery/deliver.ts';
import { enqueue, makeDeliveriesDue, resumeUnclearEnds, waitingDeliveries } from './delivery/deliveryQueries.ts';
import { createHrSystem, type HrSystem } from './delivery/hrSystem.ts';
import { withdrawUnpaired } from './delivery/withdrawals.ts';
import { refreshPeople } from './people/readPeople.ts';
import { loadHrDay } from './plan/loadDay.ts';
import {
  type PlannedRecord,
  planDay,
  plannedRecords,
  recordsToQueue,
  recordsToSend,
  recordsToWithdraw,
} from './plan/planDay.ts';
import { daysOfRun } from './slots.ts';
import { countOf, logIncomplete, reasonsOf, resultOf, wallClockOf } from './syncResult.ts';
import {
  acquireLease,
  endWait,
  findPause,
  noteFailure,
  type RunEnd,
  releaseLease,
  renewLease,
  requestCatchUp,
  type Wait,
} from './syncState.ts';

export interface SyncTools extends DeliveryTools {
  readonly log: Log;
  readonly vault: Vault;
}

/** Cause of a sync for the audit: caller and request, or the schedule. */
export type SyncCause = Pick<Actor, 'caller' | 'requestId'>;

class AlreadyRunning extends DomainError {
  constructor(name: string) {
    super('conflict', `A sync of ${name} is already running`);
  }
}

interface SyncRequest {
  /**
   * Plans these days, or those by the company's clock, and sends their waiting records. Without days or records, sends
   * what is due for a retry.
   */
  readonly days?: readonly string[] | ((clock: Clock) => readonly string[]);
  /** Sends these records if they wait. */
  readonly records?: readonly number[];
  readonly cause: SyncCause;
  /** Resumes a cancelled sync unless false. */
  readonly resumesCancelled?: boolean;
}

/** Whether a slot caused it, rather than a user or a retry. */
const isOfSchedule = ({ days, cause }: SyncRequest): boolean => days !== undefined && cause.caller === null;

/** Interval between renewals of the lease while the HR system is searched: each is a write. */
const renewalMs = 30_000;

export async function syncCompany(
  tools: SyncTools,
  company: HrCompany,
  { days: requested, records, cause, resumesCancelled }: SyncRequest,
): Promise<SyncResult> {
  const { db, clock, log } = tools;
  const url = await urlOrThrow(db, company);
  const lease = { companyId: company.id, holder: randomUUID() };
  if (!(await acquireLease(db, lease, clock(), resumesCancelled))) throw new AlreadyRunning(company.name);

  let end: RunEnd = { accepted: 0, error: 'The sync ended unexpectedly' };
  try {
    const companyClock = await clockOf(db, company.id);
    const days = typeof requested === 'function' ? requested(companyClock) : requested;
    const { rules } = await findHrConfig(db, company.id);
    const opened = await openConnection(db, tools.vault, company, url.url, clock());
    const pause = cause.caller === null ? await findPause(db, company.id, clock()) : undefined;
    const unread = pause ? undefined : await refreshPeople(tools, company.id, opened);
    const planned = days
      ? await planAndEnqueue(tools, company, { days, cause }, { rules, companyClock, takes: opened.connector.takes })
      : [];
    const selection = records ? { records } : days ? { days } : { dueAt: clock() };
    const deliveries = await waitingDeliveries(db, company.id, selection, opened.sentTo);
    let renewedAt = clock().getTime();
    const safeRequest: SafeRequest = async (...request) => {
      const now = clock();
      if (hasPassed(renewalMs, renewedAt, now)) {
        await renewLease(db, lease, now);
        renewedAt = now.getTime();
      }
      return tools.safeRequest(...request);
    };
    const system = createHrSystem({ ...tools, safeRequest }, opened);
    const delivered = pause
      ? { ...nothingDelivered, stopped: sentenceFor(pause, companyClock) }
      : unread
        ? { ...nothingDelivered, stopped: unread.reason, failure: unread }
        : await deliver(tools, { lease, system, ...opened }, deliveries);
    const health = system.health();
    if (health) await storeHealth(db, url, health, clock());
    await storeContact(tools, company.id, opened, delivered);
    // Records of unmatched people are held back, and no retry would plan them.
    if (unread) {
      const wait = await findPause(db, company.id, clock());
      await requestCatchUp(db, company.id, wait && instantOf(wait.until));
    }
    const unfinished =
      delivered.stopped === undefined ? await finishRun(tools, company.id, opened.connector, system) : undefined;
    const result = resultOf(planned, deliveries.length, { ...delivered, unfinished }, companyClock);
    const reasons = reasonsOf(delivered, result.failed);
    if (reasons.length > 0) logIncomplete(log, company.id, cause.requestId, opened, reasons);
    end = { accepted: delivered.accepted, error: result.errors[0] };
    return result;
  } catch (error) {
    if (error instanceof DomainError) end = { accepted: 0, error: error.message };
    throw error;
  } finally {
    await releaseLease(db, lease, end, clock());
  }
}

/** The message for users, who alone may call an HR system during a wait. */
const sentenceFor = ({ until, reason }: Wait, clock: Clock) =>
  `The next try is at ${wallClockOf(instantOf(until), clock)}. ${reason}`;

/** Ends the company's wait after the first good answer, which makes all waiting records due at once. */
async function storeContact(
  { db, clock, chance = Math.random }: DeliveryTools,
  companyId: number,
  { connector, connection }: Pick<OpenConnection, 'connector' | 'connection'>,
  { hasAnswered, failure }: DeliveryResult,
): Promise<void> {
  if (hasAnswered && (await endWait(db, companyId))) {
    const since = isHarmedByLateRequest(connector) ? plusMinutes(clock(), -lateArrivalMinutes) : clock();
    await makeDeliveriesDue(db, companyId, clock(), since);
  }
  if (failure) await noteFailure(db, companyId, connection.url, failure, { now: clock(), chance: chance() });
}

/** One transaction with the audit entry. */
function planAndEnqueue(
  tools: DeliveryTools,
  company: HrCompany,
  request: SyncRequest & { days: readonly string[] },
  { rules, companyClock, takes }: { rules: HrRules; companyClock: Clock; takes: Connector['takes'] },
): Promise<PlannedRecord[]> {
  const { days, cause } = request;
  const now = tools.clock();
  return tools.db.tx(async (queries) => {
    if (isOfSchedule(request))
      await queries.run(
        sql`update hr_sync_turns set is_owed_turn = false, owed_from = null
          where company_id = ${company.id} and is_owed_turn = true`,
      );
    const planned: PlannedRecord[] = [];
    for (const day of days) {
      const plan = planDay(await loadHrDay(queries, company.id, day, companyClock, now), rules);
      const queued = recordsToQueue(plan, recordsToSend(plan), company.unique_identifier);
      await enqueue(queries, company.id, day, queued, now);
      if (takes === 'pair') await withdrawUnpaired(queries, company.id, recordsToWithdraw(plan));
      planned.push(...plannedRecords(plan));
    }
    if (takes === 'pair') await resumeUnclearEnds(queries, company.id, now);
    const until = planned.flatMap(({ decision }) => (decision.kind === 'held' && decision.until) || []).sort();
    if (isOfSchedule(request) && until.length > 0) await requestCatchUp(queries, company.id, until.at(-1));
    const after = { days, to_send: countOf(planned, 'send'), held_back: countOf(planned, 'held') };
    await audit(queries, { ...cause, now }, 'hr_sync.run', 'companies', { subjectId: company.id, after });
    return planned;
  });
}

/**
 * Tells an HR system that computes attendance itself the time up to which all records have arrived. Returns the reason
 * if it could not be told.
 */
async function finishRun(
  { db, clock: currentTime }: DeliveryTools,
  companyId: number,
  connector: Connector,
  system: HrSystem,
): Promise<string | undefined> {
  const { openSince, finish } = connector;
  if (!finish) {
    await forgetWaits(db, companyId);
    return undefined;
  }
  try {
    const clock = await clockOf(db, companyId);
    const since =
      (openSince && (await system.converse(openSince))) ?? clock.startOf(daysOfRun(clock, currentTime())[0] ?? '');
    // The HR system never takes this back. Told a time too late, by a clock that is ahead, it would mark people absent.
    const now = system.now();
    const waits = await findWaits(db, companyId, connector, since, { clock, now });
    const until = (await storeWaits(db, companyId, waits)) ?? instantOf(now);
    if (until > since) await system.converse((opened) => finish(until, opened));
    return undefined;
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    return `${connector.name} could not be told up to when all records have arrived: ${error.message}`;
  }
}

/** Today, unless the request names an earlier day. */
export function requestedDay(date: string | undefined, today: string): string {
  if (date === undefined) return today;
  if (!isDay(date)) throw invalid({ date: invalidDay });
  if (date > today) throw invalid({ date: 'The date must not be in the future' });
  return date;
}

/**
 * Limits how many companies this process plans and stores at once: PostgreSQL has ten connections, and the console
 * needs some. A company that waits for its HR system yields its place.
 */
const database = new Semaphore(4);
/** High, because most companies wait for their HR systems. */
const companiesAtOnce = 100;

const figures = ['success', 'failed', 'rejected', 'already_sent', 'rejected_before', 'held_back', 'total'] as const;

/**
 * Syncs several companies. One that fails, or has a slow HR system, does not delay the others. `afterEach` is told
 * whether a company's sync still has to be done, because another one was running or the database was away.
 */
export async function syncCompanies(
  tools: SyncTools,
  companies: readonly HrCompany[],
  request: SyncRequest,
  afterEach: (companyId: number, isUndone: boolean) => Promise<void> = async () => {},
): Promise<Required<Omit<SyncResult, 'date' | 'begins_later'>>> {
  const sum = {
    success: 0,
    failed: 0,
    rejected: 0,
    errors: [] as string[],
    already_sent: 0,
    rejected_before: 0,
    held_back: 0,
    total: 0,
  };
  const queue = [...companies];
  const work = async () => {
    for (let company = queue.shift(); company; company = queue.shift()) {
      const { isUndone, ...result } = await database.run(() => trySync(yieldingTools(tools), company, request));
      for (const key of figures) sum[key] += result[key] ?? 0;
      sum.errors = sum.errors.concat(result.errors); // a call takes at most some 120,000 arguments
      await afterEach(company.id, isUndone);
    }
  };
  await Promise.all(Array.from({ length: companiesAtOnce }, work));
  return sum;
}

const yieldingTools = (tools: SyncTools): SyncTools => ({
  ...tools,
  safeRequest: (url, options) => database.yieldDuring(() => tools.safeRequest(url, options)),
  wait: (milliseconds) => database.yieldDuring(() => (tools.wait ?? sleep)(milliseconds)),
});

interface Tried extends SyncResult {
  readonly isUndone: boolean;
}

/** Reports a company whose sync failed as an error without counts. */
async function trySync(tools: SyncTools, company: HrCompany, request: SyncRequest): Promise<Tried> {
  const failure = (error: string, isUndone = false) => ({ success: 0, failed: 0, errors: [error], isUndone });
  if (tools.isStopping?.()) return failure(`${company.name}: The server was stopped before its sync`);
  try {
    const result = await syncCompany(tools, company, request);
    const errors = result.errors.map((error) => `${company.name}: ${error}`);
    return { ...result, errors, isUndone: false };
  } catch (error) {
    if (error instanceof AlreadyRunning) return failure(error.message, true);
    const isKnown = error instanceof DomainError;
    const isUndone = isOutage(error);
    if (!isKnown || isUndone)
      tools.log.error('HR sync failed', { company_id: company.id, error: describeError(error) });
    return failure(isKnown ? error.message : `${company.name}: The sync failed on the server`, isUndone);
  }
}
