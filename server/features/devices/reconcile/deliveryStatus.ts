// Computes how far each record got on its way to the HR system (planned, sent, accepted), by the plan of the sync.

import type { LossAction, Stage } from '../../../../src/shared/contract/deviceEvents.ts';
import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { findHrConfig } from '../../hr/configQueries.ts';
import { obstacleOn } from '../../hr/explainRecord.ts';
import { findHrUrl } from '../../hr/connection/connectionQueries.ts';
import { loadHrDay } from '../../hr/plan/loadDay.ts';
import { planDay, plannedRecords } from '../../hr/plan/planDay.ts';
import { describeDecision } from '../../hr/dryRun.ts';
import type { Decision } from '../../hr/plan/types.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import type { DayRecord } from './deviceDay.ts';
import type { LostRecord } from './losses.ts';
import type { StageCount } from './stages.ts';

/** Reason why a record did not reach a stage. */
interface Missed {
  readonly stage: Extract<Stage, 'planned' | 'sent' | 'accepted'>;
  readonly reason: string;
  readonly sentence: string;
  readonly action: LossAction | null;
}

interface DeliveryStatus {
  readonly hasHrSystem: boolean;
  /** Undefined if the HR system accepted the record. */
  of(record: DayRecord): Missed | undefined;
}

/** Expects records of this company that count for an employee. */
async function deliveryStatus(
  queries: Queries,
  companyId: number,
  records: readonly DayRecord[],
  clock: Clock,
  now: Date,
): Promise<DeliveryStatus> {
  const hasHrSystem = (await findHrUrl(queries, companyId)) !== undefined;
  if (!hasHrSystem) {
    return { hasHrSystem, of: ({ delivery }) => (delivery === 'accepted' ? undefined : noHrSystem) };
  }
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
    const obstacle = company?.is_active ? await obstacleOn(queries, day, today) : inactive;
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
  return { hasHrSystem, of: ({ id }) => missed.get(id) };
}

const inactive = { reason: 'company_inactive', sentence: 'The company is inactive' };

const noHrSystem: Missed = {
  stage: 'planned',
  reason: 'no_hr_system',
  sentence: 'Not sent. The company has no active HR system URL',
  action: null,
};

/** A record without a decision changed during the computation; the next request shows it. */
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
export const hiddenHrStages: HrStages = {
  reached: {
    planned: { count: null, note: 'Only for those who may view the HR sync.' },
    sent: { count: null },
    accepted: { count: null },
  },
  lost: [],
};

/** Expects records of this company that count for an employee. */
export async function hrStages(
  queries: Queries,
  companyId: number,
  records: readonly DayRecord[],
  clock: Clock,
  now: Date,
): Promise<HrStages> {
  const results = await deliveryStatus(queries, companyId, records, clock, now);
  const all = records.map((record) => ({ id: record.id, missed: results.of(record) }));
  const reached = all.map(({ missed }) => places.indexOf(missed?.stage ?? 'reached'));
  const count = (stage: Missed['stage']) => reached.filter((place) => place > places.indexOf(stage)).length;
  return {
    reached: {
      planned: { count: count('planned'), note: results.hasHrSystem ? '' : 'The company has no HR system.' },
      sent: { count: count('sent') },
      accepted: { count: count('accepted') },
    },
    lost: all.flatMap(({ id, missed }) => (missed ? [{ id, ...missed }] : [])),
  };
}

/** Stages in order; 'reached' means that none was missed. */
const places: readonly (Missed['stage'] | 'reached')[] = ['planned', 'sent', 'accepted', 'reached'];
