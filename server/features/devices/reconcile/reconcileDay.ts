// Reconciles a controller's day from the device to the HR system. Each stage's count is the one before, less the
// losses, plus the adjustment that its sentence explains.
import { invalidDay } from '../../../../src/shared/contract/checks.ts';
import { type Stage, stages } from '../../../../src/shared/contract/deviceEvents.ts';
import { can } from '../../../platform/access/caller.ts';
import { maybeOne, type Queries, sql } from '../../../platform/db/db.ts';
import { invalid } from '../../../platform/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { type Clock, instantOf, isDay, timeIn } from '../../../platform/time/clock.ts';
import { rulesOf } from '../../controllers/device/deviceRows.ts';
import { findHrConfig, findHrUrl } from '../../hr/connection/connectionQueries.ts';
import { describeDecision } from '../../hr/dryRun.ts';
import { scheduleObstacle } from '../../hr/explainRecord.ts';
import { loadHrDay } from '../../hr/plan/loadDay.ts';
import { planDay, plannedRecords } from '../../hr/plan/planDay.ts';
import type { Decision } from '../../hr/plan/types.ts';
import { deviceController } from '../deviceController.ts';
import { deviceCount, loadCountRequest, numberGaps, type ReceivedCounts, receivedCounts } from './deviceCount.ts';
import { type DayRecord, recordsOfDay } from './deviceDay.ts';
import { eventLosses, type LostRecord, recordLosses } from './losses.ts';
import { listLosses, type StageCount, shownStages } from './stages.ts';

export const reconcileHandlers = {
  async 'GET /access-controllers/{id}/device/reconciliation'({ db, caller, clocks, params, query, now }) {
    const names = await deviceController(db, caller, params.id);
    const companyId = names.company.id;
    const clock = clocks.of(companyId);
    const rules = await rulesOf(db, params.id);
    const local = rules?.zone ? timeIn(rules.zone) : clock;
    const day = query.day ?? local.dayOf(instantOf(now));
    if (!isDay(day)) throw invalid({ day: invalidDay });
    const deviceDay = { controllerId: params.id, companyId, day, local };

    const request = await loadCountRequest(db, deviceDay);
    const received = await receivedCounts(db, deviceDay, request.reported);
    const localTime = (instant: string) => local.wallClock(instant).slice(0, 16).replace('T', ' ');
    const onDevice = deviceCount(request, received, await numberGaps(db, deviceDay), localTime);
    const records = await recordsOfDay(db, deviceDay);
    const attendance = attendanceOf(records, received);
    const hr = can(caller, 'hr_sync.view')
      ? await hrStages(db, companyId, attendance.counting, clock, now)
      : hiddenHrStages;
    const groups = [
      ...onDevice.losses,
      ...eventLosses(db, deviceDay, received, clock),
      ...recordLosses(db, deviceDay, [...attendance.lost, ...hr.lost], clock),
    ].sort((one, other) => stages.indexOf(one.stage) - stages.indexOf(other.stage));
    return {
      ...names,
      day,
      zone: local.zone,
      stages: shownStages({
        on_device: onDevice,
        ...eventStages(onDevice.received, received, records),
        attendance: attendance.reached,
        ...hr.reached,
      }),
      losses: await listLosses(groups),
      asked: request.state,
      asked_at: request.askedAt === '' ? '' : clock.wallClock(request.askedAt),
    };
  },
} satisfies Partial<Handlers>;

/** Records that the webhook made before its events were stored count as received and taken. */
function eventStages(
  { note, remarks = [] }: Pick<StageCount, 'note' | 'remarks'>,
  received: ReceivedCounts,
  records: readonly DayRecord[],
): Record<'received' | 'taken', StageCount> {
  const withoutEvent = records.filter((record) => record.is_without_event).length;
  return {
    received: {
      count: received.total + withoutEvent,
      note: note ?? '',
      remarks: [
        ...remarks,
        { by: received.of('misdated'), what: 'came on this day with a date that cannot be true' },
        { by: withoutEvent, what: 'came by the webhook before its events were kept' },
      ],
    },
    taken: {
      count: takenOf(received) + withoutEvent,
      remarks: [
        { by: -received.of('not_passed'), what: 'said that no one passed' },
        { by: -received.of('no_person'), what: 'named no person' },
      ],
    },
  };
}

const takenOf = (received: ReceivedCounts) => received.of('attendance') + received.of('known') + received.of('repeat');

function attendanceOf(records: readonly DayRecord[], received: ReceivedCounts) {
  const uncounted = records.flatMap((record) => uncountedRecord(record) ?? []);
  const lostIds = new Set(uncounted.map(({ id }) => id));
  const ofCompany = records.filter((record) => !record.is_of_other_company);
  const counting = ofCompany.filter(({ id }) => !lostIds.has(id));
  const repeats = received.of('repeat');
  const fromEvents = records.filter((record) => !record.is_without_event).length;
  const remarks = [
    { by: -repeats, what: 'repeated another one, which is no attendance of its own' },
    { by: fromEvents - (takenOf(received) - repeats), what: 'said what another one says' },
    { by: ofCompany.length - records.length, what: 'belonged to a company that had this controller before' },
  ];
  return { reached: { count: counting.length, remarks }, counting, lost: uncounted };
}

/** A record without an employee, or set aside by a correction, counts for nobody, whatever the HR system has. */
function uncountedRecord({ id, employee_code, delivery, ...record }: DayRecord): LostRecord | undefined {
  if (record.is_of_other_company) return undefined;
  if (record.is_set_aside) {
    const inHr = delivery === 'accepted' ? '. The HR system has it' : '';
    const sentence = `A correction set it aside, so it does not count${inHr}`;
    return { id, stage: 'attendance', reason: 'set_aside', sentence, action: 'correct' };
  }
  if (!record.is_unknown) return undefined;
  const sentence = `No employee has the code ${employee_code}`;
  return { id, stage: 'attendance', reason: 'unknown_code', sentence, action: 'assign' };
}

/** Reason why a record did not reach a stage. */
interface Missed extends Omit<LostRecord, 'id'> {
  readonly stage: Extract<Stage, 'planned' | 'sent' | 'accepted'>;
}

/**
 * Finds the records that did not get all the way to the HR system (planned, sent, accepted), by the sync's plan.
 * Expects records of this company that count for an employee.
 */
async function missedRecords(
  queries: Queries,
  companyId: number,
  records: readonly DayRecord[],
  clock: Clock,
  now: Date,
): Promise<ReadonlyMap<number, Missed>> {
  const { dayOf } = clock.workingDays;
  const { rules } = await findHrConfig(queries, companyId);
  const today = clock.dayOf(instantOf(now));
  const company = await maybeOne<{ is_active: boolean }>(
    queries,
    sql`select is_active from companies where id = ${companyId}`,
    ['is_active'],
  );
  const missed = new Map<number, Missed>();
  for (const [day, ofDay] of Map.groupBy(records, ({ occurred_at }) => dayOf(occurred_at))) {
    const plan = planDay(await loadHrDay(queries, companyId, day, clock, now), rules);
    const decisions = new Map(plannedRecords(plan).map(({ record, decision }) => [record.id, decision]));
    const obstacle = company?.is_active ? await scheduleObstacle(queries, day, today) : inactive;
    const notQueued: Missed = {
      stage: 'sent',
      reason: obstacle?.reason ?? 'not_sent_yet',
      sentence: obstacle ? `Not sent. ${obstacle.sentence}: run a sync for ${day}` : describeDecision({ kind: 'send' }),
      action: null,
    };
    for (const record of ofDay) {
      const result = resultOf(record, decisions.get(record.id), notQueued);
      if (result) missed.set(record.id, result);
    }
  }
  return missed;
}

const inactive = { reason: 'company_inactive', sentence: 'The company is inactive' };

const noHrSystem: Missed = {
  stage: 'planned',
  reason: 'no_hr_system',
  sentence: 'Not sent. The company has no active HR system URL',
  action: null,
};

/** Counts a record without a decision as sent: it changed during the computation, and the next request shows it. */
function resultOf(record: DayRecord, decision: Decision = { kind: 'send' }, notQueued: Missed): Missed | undefined {
  const { delivery, was_sent, last_error } = record;
  if (delivery === 'accepted') return undefined;
  if (delivery === 'waiting') {
    return was_sent
      ? { stage: 'accepted', reason: 'waiting', sentence: `Will retry. ${last_error}`, action: 'retry' }
      : {
          stage: 'sent',
          reason: 'queued',
          sentence: 'Not sent yet. It is queued and will be sent soon',
          action: 'retry',
        };
  }
  if (decision.kind !== 'held') return notQueued;
  const sentence = describeDecision(decision);
  if (decision.reason === 'delivery_failed') {
    return { stage: 'accepted', reason: 'rejected', sentence, action: 'retry' };
  }
  const action = decision.reason === 'replaces_sent' ? 'retry' : null;
  return { stage: 'planned', reason: decision.reason, sentence, action };
}

interface HrStages {
  readonly reached: Readonly<Record<Missed['stage'], StageCount>>;
  readonly lost: readonly LostRecord[];
}

/** Shown to users who may not view the HR sync. */
const hiddenHrStages: HrStages = {
  reached: {
    planned: { count: null, note: 'Only for those who may view the HR sync.' },
    sent: { count: null },
    accepted: { count: null },
  },
  lost: [],
};

/** Expects records of this company that count for an employee. */
async function hrStages(queries: Queries, companyId: number, records: readonly DayRecord[], clock: Clock, now: Date) {
  const hasHrSystem = (await findHrUrl(queries, companyId)) !== undefined;
  const missed = hasHrSystem
    ? await missedRecords(queries, companyId, records, clock, now)
    : new Map(records.flatMap(({ id, delivery }) => (delivery === 'accepted' ? [] : [[id, noHrSystem] as const])));
  const lost = records.flatMap(({ id }) => {
    const why = missed.get(id);
    return why ? [{ id, ...why }] : [];
  });
  const lostAt = (stage: Missed['stage']) => lost.filter((record) => record.stage === stage).length;
  const planned = records.length - lostAt('planned');
  const sent = planned - lostAt('sent');
  return {
    reached: {
      planned: { count: planned, note: hasHrSystem ? '' : 'The company has no HR system.' },
      sent: { count: sent },
      accepted: { count: sent - lostAt('accepted') },
    },
    lost,
  };
}
