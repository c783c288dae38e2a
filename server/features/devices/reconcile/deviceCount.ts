// The device's side of a day, beside what arrived: its own count, or the numbers of its events.

import type { DeviceOutcome } from '../../../../src/shared/contract/deviceEvents.ts';
import { plural } from '../../../../src/shared/words/plural.ts';
import { type Queries, sql } from '../../../platform/db/db.ts';
import { approvedDevice } from '../../controllers/device/deviceRows.ts';
import { isUnsupported } from '../commands/commandHandlers.ts';
import { driverOf } from '../drivers/drivers.ts';
import { type DeviceDay, eventsOf } from './deviceDay.ts';
import { countAt, type LossGroup, type StageCount } from './stages.ts';

interface DeviceCount extends StageCount {
  readonly losses: readonly LossGroup[];
  /** Notes that explain the received events, besides losses. */
  readonly received: Pick<StageCount, 'note' | 'remarks'>;
}

/** Prefers the device's count to its numbers, because some devices also number events that they never send. */
export function deviceCount(
  request: CountRequest,
  received: ReceivedCounts,
  gaps: readonly NumberGap[],
  clock: (instant: string) => string,
): DeviceCount {
  const { reported, state, canResend } = request;
  if (reported) return byReportedCount(reported, request, received, gaps, clock);
  const losses = gapLosses(gaps, canResend);
  const count = received.of('compared') + countAt(losses, 'received');
  if (count === 0) return { count: null, note: notKnown[state], losses, received: {} };
  return {
    count,
    note: `The device's own numbers of its events say so. ${notKnown[state]}`.trim(),
    losses,
    received: { remarks: [{ by: received.of('elsewhere'), what: 'came without a number of the device' }] },
  };
}

function byReportedCount(
  { count, at }: ReportedCount,
  { state, askedAt, canResend }: CountRequest,
  received: ReceivedCounts,
  gaps: readonly NumberGap[],
  clock: (instant: string) => string,
): DeviceCount {
  const compared = received.of('compared');
  const missing = Math.max(0, count - compared);
  const inGaps = gaps.reduce((sum, gap) => sum + sizeOf(gap), 0);
  const fits = inGaps <= missing;
  const unnumbered = fits ? missing - inGaps : missing;
  const again = state === 'waiting' ? ` It was asked again at ${clock(askedAt)}.` : '';
  return {
    count,
    note: `The device said so at ${clock(at)}.${again}`,
    losses: [
      ...(fits ? gapLosses(gaps, canResend) : []),
      ...(unnumbered > 0 ? [missingLoss(unnumbered, count, fits && inGaps > 0, canResend)] : []),
    ],
    received: {
      note: fits ? '' : `The device's own numbers skip ${inGaps}, but by its count only ${missing} are missing.`,
      remarks: [
        { by: received.of('later'), what: 'came after the device said its count' },
        { by: received.of('elsewhere'), what: 'came from elsewhere than this device' },
        { by: Math.max(0, compared - count), what: 'came that the device no longer holds' },
      ],
    },
  };
}

const notKnown: Readonly<Record<CountState, string>> = {
  no: 'The device was not asked for its count yet.',
  waiting: 'The device was asked for its count and did not answer yet.',
  answered: '',
  failed: 'The device was asked for its count and did not give it.',
  not_supported: 'The device was asked for its count and did not understand.',
  cannot: 'No count can be asked of it.',
};

function missingLoss(count: number, reported: number, isBesideGaps: boolean, canResend: boolean): LossGroup {
  const never = `${plural(count, isBesideGaps ? 'more event' : 'event')} never came`;
  const sentence = `The device says that it holds ${plural(reported, 'event')} of this day: ${never}`;
  const first = async () => [{ sentence, count, action: actionIf(canResend) }];
  return { stage: 'received', reason: 'missing', noun: 'event', size: 1, count, first };
}

function gapLosses(gaps: readonly NumberGap[], canResend: boolean): LossGroup[] {
  if (gaps.length === 0) return [];
  return [
    {
      stage: 'received',
      reason: 'number_gap',
      noun: 'event',
      size: gaps.length,
      count: gaps.reduce((sum, gap) => sum + sizeOf(gap), 0),
      first: async (limit) =>
        gaps.slice(0, limit).map((gap) => ({
          sentence: sentenceOf(gap),
          count: sizeOf(gap),
          local_time: gap.localTime,
          action: actionIf(canResend),
        })),
    },
  ];
}

const sentenceOf = ({ from, to }: NumberGap) =>
  from === to
    ? `The event with the number ${from} never came`
    : `The events with the numbers ${from} to ${to} never came`;

const actionIf = (canResend: boolean) => (canResend ? 'resend' : null);

/** How far the request to the controller's current device has come; `cannot` if it takes no such request. */
type CountState = 'no' | 'waiting' | 'answered' | 'failed' | 'not_supported' | 'cannot';

interface CountRequest {
  readonly state: CountState;
  /** Instant of the last request, or of its answer; empty if never asked. */
  readonly askedAt: string;
  /** The newest count by this device or one before it. */
  readonly reported: ReportedCount | undefined;
  /** Set if the device can be told to send again. */
  readonly canResend: boolean;
}

interface ReportedCount {
  readonly deviceId: number;
  readonly count: number;
  /** Instant. */
  readonly at: string;
}

interface Row {
  device_id: number;
  created_at: string;
  answered_at: string | null;
  return_code: number | null;
  answer: string;
}

/** Reads the device's own count of a day, if it was asked. */
export async function loadCountRequest(queries: Queries, { controllerId, day }: DeviceDay): Promise<CountRequest> {
  const device = await approvedDevice(queries, controllerId);
  const rows = await queries.all<Row>(
    sql`select device_id, device_commands.created_at, answered_at, return_code, answer
      from device_commands join devices on devices.id = device_id
      where controller_id = ${controllerId} and device_commands.kind = 'count' and day = ${day}
      order by device_commands.id desc limit 100`,
  );
  const canResend = device !== undefined && driverOf(device.kind)?.commandText !== undefined;
  const reported = rows.flatMap(reportedIn)[0];
  const newest = rows.find(({ device_id }) => device_id === device?.id);
  if (newest?.answered_at === null) return { state: 'waiting', askedAt: newest.created_at, reported, canResend };
  if (newest) return { state: answeredState(newest), askedAt: newest.answered_at, reported, canResend };
  const state = reported ? 'answered' : 'no';
  return { state: canResend ? state : 'cannot', askedAt: reported?.at ?? '', reported, canResend };
}

function answeredState(row: Row): CountState {
  if (reportedIn(row).length > 0) return 'answered';
  return isUnsupported(row) ? 'not_supported' : 'failed';
}

function reportedIn({ device_id, answered_at, return_code, answer }: Row): ReportedCount[] {
  const isNumber = answered_at !== null && (return_code ?? 0) >= 0 && /^\d{1,9}$/.test(answer);
  return isNumber ? [{ deviceId: device_id, count: Number(answer), at: answered_at }] : [];
}

/**
 * compared: included in the device's count. later: happened after the count. elsewhere: sent by another device or a
 * webhook. misdated: dated differently by the device.
 */
type Origin = 'compared' | 'later' | 'elsewhere' | 'misdated';

export interface ReceivedCounts {
  readonly total: number;
  of(what: Origin | DeviceOutcome): number;
}

/**
 * Counts received events by outcome, and how many of them the device's own count covers. Compares the device's numbers
 * if it has not told a count.
 */
export async function receivedCounts(
  queries: Queries,
  deviceDay: DeviceDay,
  reported: ReportedCount | undefined,
): Promise<ReceivedCounts> {
  const isOfDevice = reported ? sql`coalesce(device_id, 0) = ${reported.deviceId}` : sql`number is not null`;
  const isLater = reported ? sql`occurred_at > ${reported.at} and received_at > ${reported.at}` : sql`1 = 0`;
  const rows = await queries.all<{ outcome: DeviceOutcome; origin: Origin; total: number }>(
    sql`select outcome, origin, count(*) as total from
        (select outcome, case when outcome = 'implausible_time' then 'misdated' when not (${isOfDevice}) then 'elsewhere'
          when ${isLater} then 'later' else 'compared' end as origin from ${eventsOf(deviceDay)}) counted
      group by outcome, origin`,
  );
  const totals = new Map<string, number>();
  for (const { outcome, origin, total } of rows) {
    for (const key of [outcome, origin]) totals.set(key, (totals.get(key) ?? 0) + total);
  }
  return {
    total: rows.reduce((sum, { total }) => sum + total, 0),
    of: (what) => totals.get(what) ?? 0,
  };
}

/**
 * Missing numbers of a device's events: something happened there that never arrived. A gap belongs to the day of the
 * event that follows.
 */
interface NumberGap {
  /** Missing numbers, inclusive. */
  readonly from: number;
  readonly to: number;
  /** Device clock at the event that follows. */
  readonly localTime: string;
}

const sizeOf = ({ from, to }: NumberGap): number => to - from + 1;

/** Compares within one device and generation; numbers before its first event are unknown. */
export async function numberGaps(queries: Queries, deviceDay: DeviceDay): Promise<NumberGap[]> {
  const isOfSameCount = sql`other.controller_id = ${deviceDay.controllerId} and other.generation = events.generation
    and coalesce(other.device_id, 0) = coalesce(events.device_id, 0)`;
  const rows = await queries.all<{ number: number; previous: number | null; local_time: string }>(
    sql`select number, min(local_time) as local_time,
        (select max(other.number) from device_events other where ${isOfSameCount} and other.number < events.number)
          as previous
      from ${eventsOf(deviceDay)}
      where number is not null and not exists
        (select 1 from device_events other where ${isOfSameCount} and other.number = events.number - 1)
      group by device_id, generation, number order by device_id, generation, number`,
  );
  return rows.flatMap(({ number, previous, local_time }) =>
    previous === null ? [] : [{ from: previous + 1, to: number - 1, localTime: local_time }],
  );
}
