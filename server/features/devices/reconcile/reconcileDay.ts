// A controller's day from the device to the HR system. Each stage's count is that of the stage before, less the losses,
// and with the adjustment that its sentence explains.

import { type Reconciliation, stages } from '../../../../src/shared/contract/deviceEvents.ts';
import type { Queries } from '../../../platform/db/db.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { askedCount } from './askedCount.ts';
import { deviceCount } from './deviceCount.ts';
import type { DeviceDay } from './deviceDay.ts';
import { eventLosses } from './eventLosses.ts';
import { hiddenWay, hrWay } from './hrWay.ts';
import { listLosses } from './lossGroups.ts';
import { numberGaps } from './numberGaps.ts';
import { type LostRecord, recordLosses } from './recordLosses.ts';
import { type DayRecord, recordsOfDay } from './recordsOfDay.ts';
import { type ReceivedCounts, receivedCounts } from './receivedCounts.ts';
import { type Reached, shownStages } from './shownStages.ts';

export interface ReconcileRequest {
  readonly deviceDay: DeviceDay;
  /** Whether to say what the HR system has. */
  readonly showsHr: boolean;
  readonly businessTime: BusinessTime;
  readonly now: Date;
}

type Reconciled = Pick<Reconciliation, 'stages' | 'losses' | 'asked' | 'asked_at'>;

export async function reconcileDay(queries: Queries, request: ReconcileRequest): Promise<Reconciled> {
  const { deviceDay, showsHr, businessTime, now } = request;
  const asked = await askedCount(queries, deviceDay);
  const received = await receivedCounts(queries, deviceDay, asked.said);
  const clock = (instant: string) => deviceDay.local.wallClock(instant).slice(0, 16).replace('T', ' ');
  const onDevice = deviceCount(asked, received, await numberGaps(queries, deviceDay), clock);

  const records = await recordsOfDay(queries, deviceDay);
  const attendance = attendanceOf(records, received);
  const hr = showsHr ? await hrWay(queries, deviceDay.companyId, attendance.counting, businessTime, now) : hiddenWay;
  const groups = [
    ...onDevice.losses,
    ...eventLosses(queries, deviceDay, received, businessTime),
    ...recordLosses(queries, deviceDay, [...attendance.lost, ...hr.lost], businessTime),
  ].sort((one, other) => stages.indexOf(one.stage) - stages.indexOf(other.stage));
  return {
    stages: shownStages({
      on_device: onDevice,
      ...eventStages(onDevice.received, received, records),
      attendance: attendance.reached,
      ...hr.reached,
    }),
    losses: await listLosses(groups),
    asked: asked.asked,
    asked_at: asked.askedAt === '' ? '' : businessTime.wallClock(asked.askedAt),
  };
}

/** Records that the webhook made before its events were kept are as good as received and taken. */
function eventStages(
  { note, remarks = [] }: Pick<Reached, 'note' | 'remarks'>,
  received: ReceivedCounts,
  records: readonly DayRecord[],
): Record<'received' | 'taken', Reached> {
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
        { by: -received.of('not_passed'), what: 'said that nobody passed' },
        { by: -received.of('no_person'), what: 'named no person' },
      ],
    },
  };
}

const takenOf = (received: ReceivedCounts) => received.of('attendance') + received.of('known') + received.of('repeat');

function attendanceOf(records: readonly DayRecord[], received: ReceivedCounts) {
  const lost = records.flatMap((record) => whyNotCounted(record) ?? []);
  const lostIds = new Set(lost.map(({ id }) => id));
  const ofCompany = records.filter((record) => !record.is_of_other_company);
  const counting = ofCompany.filter(({ id }) => !lostIds.has(id));
  const repeats = received.of('repeat');
  const fromEvents = records.filter((record) => !record.is_without_event).length;
  const remarks = [
    { by: -repeats, what: 'repeated another one, which is no attendance of its own' },
    { by: fromEvents - (takenOf(received) - repeats), what: 'said what another one says' },
    { by: ofCompany.length - records.length, what: 'belonged to a company that had this controller before' },
  ];
  return { reached: { count: counting.length, remarks }, counting, lost };
}

/** Nobody has its code, or a correction set it aside: then it counts for nobody, whatever the HR system has. */
function whyNotCounted({ id, employee_code, delivery, ...record }: DayRecord): LostRecord | undefined {
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
