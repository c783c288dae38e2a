// What the sample's devices sent in the last days: a fact for each attendance record, as a device of its kind would have
// sent it, read by the code that reads real ones.

import type { EventType } from '../../../src/shared/contract/queries.ts';
import type { Queries } from '../../platform/db/db.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { accessEvent } from '../../features/devices/drivers/hikvision/accessEvent.ts';
import type { DeviceFact } from '../../features/devices/drivers/driver.ts';
import { attlogFact } from '../../features/devices/drivers/zkteco/attlog.ts';
import { type Arrival, arrivalOf, type Place } from '../../features/devices/intake/arrivals.ts';
import { factRow, type NewFact } from '../../features/devices/intake/factRow.ts';
import { insertFacts } from '../../features/devices/intake/insertFacts.ts';
import { eventIdOf } from '../../features/devices/intake/personFacts.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { dateOf, instantOf, plusMinutes, timeOf } from '../../platform/time/instants.ts';

export interface ConnectedDoor {
  readonly controllerId: number;
  readonly companyId: number;
  readonly deviceId: number;
  readonly rules: Place['rules'] & { readonly zone: string };
}

interface How {
  readonly kind: 'zkteco' | 'hikvision';
  /** How far the device's clock is. */
  readonly secondsBehind: number;
  readonly now: Date;
}

interface Row {
  id: number;
  code: string;
  type: EventType;
  occurred_at: string;
  created_at: string;
}

type Passed = Pick<Row, 'code' | 'type'>;

const daysOfFacts = 5;
const keptDelays = 20;

/** `clock` is that of the place where the device is. Answers what the device's row says afterwards. */
export async function addDeviceFacts(queries: Queries, door: ConnectedDoor, clock: BusinessTime, how: How) {
  const { controllerId, deviceId } = door;
  const rows = await queries.all<Row>(
    sql`select id, employee_code as code, event_type as type, occurred_at, created_at from attendance
      where access_controller_id = ${controllerId}
        and occurred_at >= ${instantOf(plusMinutes(how.now, -daysOfFacts * 24 * 60))}
      order by created_at, id`,
  );
  const received = rows.map((row) => ({ ...row, receivedAt: receiptOf(row, how.secondsBehind) }));
  const numbers = sentNumbers(rows.length);
  const place = { rules: door.rules, zone: clock.zone };
  const facts = received.flatMap(({ id, receivedAt, ...row }, index): NewFact[] => {
    const local = clock.wallClock(row.occurred_at);
    const arrival = (sent: DeviceFact) => arrivalOf(sent, place, dateOf(receivedAt));
    const number = numbers[index] ?? 0;
    if (how.kind === 'zkteco') return [attended(arrival(punch(row, local)), id)];
    return [attended(arrival(faceSeen(row, local, number)), id), ...opened(arrival(doorOpened(local, number + 1)))];
  });
  await insertFacts(queries, { controllerId, deviceId }, facts.map(factRow));
  await claimRecords(queries, facts);
  const last = facts.at(-1)?.arrival;
  return {
    delays: received.slice(-keptDelays).map((row) => (timeOf(row.receivedAt) - timeOf(row.occurred_at)) / 1_000),
    lastNumber: last?.sent.number ?? null,
    lastLocalTime: last?.sent.localTime ?? '',
    lastReceipt: last?.receivedAt ?? instantOf(how.now),
  };
}

const receiptOf = ({ occurred_at, created_at }: Row, secondsBehind: number): string =>
  instantOf(new Date(Math.max(timeOf(created_at), timeOf(occurred_at) + 2_000) + secondsBehind * 1_000));

/** As if they had been read from the facts. */
const claimRecords = (queries: Queries, facts: readonly NewFact[]) =>
  queries.run(
    sql`update attendance set created_at = received_at, event_id = event from ${rowsOf(
      { record: 'bigint', received_at: 'timestamp(0)', event: 'text' },
      facts.flatMap(({ arrival, fate: { attendanceId } }) =>
        attendanceId === null
          ? []
          : [{ record: attendanceId, received_at: arrival.receivedAt, event: eventIdOf(arrival) }],
      ),
    )} where attendance.id = record`,
  );

/** Each punch is followed by an event of the door. Once, seventeen events were lost. */
const sentNumbers = (punches: number): number[] =>
  Array.from({ length: punches }, (_, index) => 30_001 + index * 2 + (index > punches * 0.7 ? 17 : 0));

const attended = (arrival: Arrival, attendanceId: number): NewFact => ({
  arrival,
  generation: 1,
  fate: { outcome: 'attendance', reason: '', attendanceId },
});

const opened = (arrival: Arrival): NewFact[] =>
  arrival.refused ? [{ arrival, generation: 1, fate: { ...arrival.refused, attendanceId: null } }] : [];

const punch = ({ code, type }: Passed, local: string): DeviceFact =>
  attlogFact([code, wireTime(local), type === 'check-in' ? '0' : '1', '15', '', '0', '0', ''].join('\t'));

export const wireTime = (local: string): string => local.slice(0, 19).replace('T', ' ');

const faceSeen = ({ code, type }: Passed, local: string, number: number): DeviceFact =>
  accessEvent(alertAt(local), {
    majorEventType: 5,
    subEventType: 75,
    employeeNoString: code,
    serialNo: number,
    frontSerialNo: number - 1,
    attendanceStatus: type === 'check-in' ? 'checkIn' : 'checkOut',
    cardReaderNo: 1,
    currentVerifyMode: 'face',
  });

const doorOpened = (local: string, number: number): DeviceFact =>
  accessEvent(alertAt(local), {
    majorEventType: 5,
    subEventType: 21,
    serialNo: number,
    frontSerialNo: number - 1,
    doorNo: 1,
  });

const alertAt = (local: string) => ({
  macAddress: 'a4:d5:c2:24:dd:74',
  dateTime: local,
  eventType: 'AccessControllerEvent',
  eventState: 'active',
});
