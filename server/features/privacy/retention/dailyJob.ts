// Removes, once a day and in small transactions, what the retention rules no longer keep. Of all processes, one does
// it; if it dies, another goes on, and the audit has what both removed.

import { randomUUID } from 'node:crypto';
import { dataClasses } from '../../../../src/shared/contract/privacy.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { type Job, startRepeating } from '../../../platform/concurrency/repeating.ts';
import { type Db, maybeOne, type Queries, scalar, sql } from '../../../platform/db/db.ts';
import type { MailJob } from '../../../platform/mail/mailJob.ts';
import { heldCompanies, lockHolds } from '../../../platform/records/legalHolds.ts';
import { daysAfter, instantOf, plusMinutes } from '../../../platform/time/clock.ts';
import { currentClocks } from '../../settings/clocks.ts';
import { noteRetention } from '../../workday/closedMonthChanges.ts';
import { emptyWriteAheadLog } from '../erasedBytes.ts';
import { type Counts, partsOf } from './parts.ts';
import { cutoffOf, firstKeptDay, storedTerms, type Terms } from './rules.ts';

type Keeping = Pick<MailJob, 'db' | 'log' | 'clock'>;

const pauseMs = 10 * 60_000;
/** Silence after which a process is considered dead. */
const silentMinutes = 15;

export function startRetention(keeping: Keeping): Job {
  const worker = randomUUID();
  return startRepeating('removing old data', pauseMs, keeping.log, (isStopping) =>
    removeOld(keeping, worker, isStopping),
  );
}

interface Run {
  readonly run_on: string;
  readonly removed: string;
}

export async function removeOld({ db, log, clock }: Keeping, worker: string, isStopping = () => false): Promise<void> {
  const terms = await storedTerms(db);
  if (Object.values(terms).every((months) => months === null)) return;
  const now = clock();
  const today = (await currentClocks(db)).ofInstallation.dayOf(instantOf(now));
  const runs = await claimRuns(db, today, worker, now);
  if (runs.length === 0) return;
  const isSudden = await hasLeapt(db, today);
  if (isSudden) log.warn('old data not removed yet', { day: today, reason: 'The last run was more than a month ago' });
  for (const run of runs) {
    const isDue = run.run_on === today && !isSudden;
    const removed = isDue ? await remove({ db, clock }, terms, { run, worker }, isStopping) : null;
    if (removed === 'stopped') return;
    await db.tx((queries) => finish(queries, run.run_on, worker, terms, clock()));
    log.info('old data removed', { day: run.run_on, rows: Object.values(removed ?? {}).reduce((a, b) => a + b, 0) });
  }
}

/** Claims today's run unless another process has it, and earlier runs that were never finished. */
async function claimRuns(db: Db, today: string, worker: string, now: Date): Promise<Run[]> {
  const at = instantOf(now);
  await db.run(
    sql`insert into retention_runs (run_on, worker, heartbeat_at) values (${today}, '', '2000-01-01 00:00:00')
      on conflict do nothing`,
  );
  const claimed = await db.all<Run>(
    sql`update retention_runs set worker = ${worker}, heartbeat_at = ${at}
      where finished_at is null and (heartbeat_at < ${instantOf(plusMinutes(now, -silentMinutes))}
        or worker = ${worker})
      returning run_on, removed`,
  );
  return claimed.toSorted((one, other) => (one.run_on < other.run_on ? -1 : 1));
}

const longestGapDays = 31;

/**
 * Whether the date has leapt: a clock that is years ahead for an hour must not remove everything. If that much time has
 * really passed, tomorrow's run does the work.
 */
async function hasLeapt(queries: Queries, today: string): Promise<boolean> {
  const last = await scalar<string | null>(
    queries,
    sql`select max(run_on) as last from retention_runs where run_on < ${today}`,
  );
  return last !== null && last < daysAfter(today, -longestGapDays);
}

async function remove(
  { db, clock }: Pick<Keeping, 'db' | 'clock'>,
  terms: Terms,
  { run, worker }: { readonly run: Run; readonly worker: string },
  isStopping: () => boolean,
): Promise<Counts | 'stopped'> {
  const clocks = await currentClocks(db);
  let removed: Counts = JSON.parse(run.removed);
  for (const dataClass of dataClasses) {
    const months = terms[dataClass];
    if (months === null) continue;
    const keptFrom = firstKeptDay(clocks, months, clock());
    const cutoff = cutoffOf(clocks, keptFrom);
    for (const part of partsOf[dataClass](cutoff, instantOf(clock()))) {
      for (let isEmpty = false; !isEmpty; ) {
        if (isStopping()) return 'stopped';
        removed = await db.tx(async (queries) => {
          await lockHolds(queries, 'rely');
          const counts = await part.removeSome(queries);
          isEmpty = Object.keys(counts).length === 0;
          const isFirst = dataClass === 'attendance' && Object.keys(removed).length === 0;
          if (isFirst && !isEmpty) await noteRetention(queries, keptFrom, heldCompanies, clock());
          const sum = added(removed, counts);
          await note(queries, run.run_on, worker, sum, clock());
          return sum;
        });
      }
    }
  }
  await emptyWriteAheadLog(db);
  return removed;
}

function added(one: Counts, other: Counts): Counts {
  const sum = new Map(Object.entries(one));
  for (const [what, rows] of Object.entries(other)) sum.set(what, (sum.get(what) ?? 0) + rows);
  return Object.fromEntries(sum);
}

/** Adds to the run's counts. Call it in the transaction that removes, so that no count is lost. */
async function note(queries: Queries, day: string, worker: string, removed: Counts, now: Date): Promise<void> {
  const isMine = await queries.run(
    sql`update retention_runs set removed = ${JSON.stringify(removed)}, heartbeat_at = ${instantOf(now)}
      where run_on = ${day} and worker = ${worker} and finished_at is null`,
  );
  if (isMine === 0) throw new Error('Another process took over the removal of old data');
}

async function finish(queries: Queries, day: string, worker: string, terms: Terms, now: Date): Promise<void> {
  const run = await maybeOne<{ removed: string }>(
    queries,
    sql`update retention_runs set finished_at = ${instantOf(now)}
      where run_on = ${day} and worker = ${worker} and finished_at is null returning removed`,
  );
  if (!run || run.removed === '{}') return;
  const actor = { caller: null, requestId: `retention ${day}`, now };
  const after = { keep_months: terms, removed: JSON.parse(run.removed) };
  await audit(queries, actor, 'privacy.retention', 'retention_rules', { after });
}
