// Connects the sample's devices to their doors, with what they sent and what happened at them, and adds one that waits
// to be approved.

import type { EventType } from '../../../src/shared/contract/queries.ts';
import { devicesWhere, rulesOf, type StoredRules } from '../../features/controllers/device/deviceRows.ts';
import { addNote } from '../../features/devices/deviceNotes.ts';
import { answerOnly, type DeviceFact, textAnswer } from '../../features/devices/drivers/driver.ts';
import { accessEvent } from '../../features/devices/drivers/hikvision/hikvisionDriver.ts';
import { attlogFact } from '../../features/devices/drivers/zkteco/attlog.ts';
import { type Arrival, arrivalOf, insertFacts, type NewFact } from '../../features/devices/intake/newFacts.ts';
import { eventIdOf } from '../../features/devices/intake/readDays.ts';
import { storeRequest } from '../../features/devices/intake/storeRequest.ts';
import { type Db, maybeOne, one, type Queries, rowsOf, scalar, sql } from '../../platform/db/db.ts';
import { type Clock, clockIn, dateOf, instantOf, plusMinutes, timeOf } from '../../platform/time/clock.ts';
import { nearlyFullDevice, type SampleDevice, sampleDevices } from './sampleDevices.ts';

const aDay = 24 * 60;

/** Runs in the transaction that adds the attendance, before anything is sent to HR. */
export async function addDevices(queries: Queries, { now, clock }: { now: Date; clock: Clock }): Promise<void> {
  for (const device of sampleDevices) {
    const door = await connect(queries, device, now);
    await moveElsewhere(queries, door, device, now);
    const { zone } = door.rules;
    await addDeviceFacts(queries, door, device, { now, clock: zone === '' ? clock : clockIn(zone) });
    await addNotes(queries, door, device, now);
  }
  await addWaitingDevice(queries, now);
}

async function connect(queries: Queries, device: SampleDevice, now: Date): Promise<ConnectedDoor> {
  const { kind, serial, model, firmware, address, held, capacity, place, alert } = device;
  const { id: controllerId, company_id: companyId } = await one<{ id: number; company_id: number }>(
    queries,
    sql`select access_controllers.id, company_id from access_controllers join companies on companies.id = company_id
      where companies.name = ${device.company} and access_controllers.name = ${device.door}`,
  );
  if (place) {
    await queries.run(
      sql`update access_controllers set location = ${place.location}, latitude = null, longitude = null
        where id = ${controllerId}`,
    );
  }
  const since = instantOf(plusMinutes(now, -30 * aDay));

  await queries.run(
    sql`insert into device_rules (controller_id, kind, zone, repeat_seconds, half_hours, silent_after_minutes, set_up_at)
      values (${controllerId}, ${kind}, ${place?.zone ?? ''}, ${device.repeatSeconds ?? 0},
        ${place?.halfHours ?? 'nothing'}, ${device.silentAfterMinutes ?? aDay}, ${since})`,
  );
  const heardAt = instantOf(plusMinutes(now, -60 * (device.silentForHours ?? 0)));
  const identity = kind === 'zkteco' ? serial : `${controllerId}:${serial}`;
  const deviceId = await scalar(
    queries,
    sql`insert into devices (kind, identity, serial, controller_id, state, model, firmware, address, first_heard_at,
        last_heard_at, records_held, capacity, wants_all)
      values (${kind}, ${identity}, ${serial}, ${controllerId}, 'approved', ${model}, ${firmware}, ${address}, ${since},
        ${heardAt}, ${held}, ${capacity}, false) returning id`,
  );
  if (alert) {
    const noticed = instantOf(plusMinutes(now, -60 * alert.hours));
    await queries.run(
      sql`insert into device_alerts (controller_id, kind, since, mailed_at)
        values (${controllerId}, ${alert.kind}, ${noticed}, ${instantOf(plusMinutes(now, 30 - 60 * alert.hours))})`,
    );
  }
  const rules = await rulesOf(queries, controllerId);
  if (!rules) throw new Error(`There are no rules for ${device.door}`);
  return { controllerId, companyId, deviceId, rules };
}

/**
 * Moves to another door what happened while the device was silent, what it has not sent yet, and unknown people if it
 * is well.
 */
async function moveElsewhere(queries: Queries, door: ConnectedDoor, device: SampleDevice, now: Date): Promise<void> {
  const minutes = Math.max(60 * (device.silentForHours ?? 0), (device.minutesBehind ?? 0) + 1);
  const isUnsent = sql`occurred_at > ${instantOf(plusMinutes(now, -minutes))}`;
  const isMoved = device.isWell ? sql`(employee_id is null or ${isUnsent})` : isUnsent;
  await queries.run(
    sql`update attendance set event_id = null, access_controller_id = (
        select min(id) from access_controllers other
        where other.company_id = ${door.companyId} and other.id <> ${door.controllerId} and other.is_active = true)
      where access_controller_id = ${door.controllerId} and ${isMoved}`,
  );
}

async function addNotes(queries: Queries, door: ConnectedDoor, device: SampleDevice, now: Date): Promise<void> {
  const add = (hoursAgo: number, kind: 'approved' | 'started' | 'firmware_changed', sentence: string) =>
    addNote(queries, { ...door, at: instantOf(plusMinutes(now, -60 * hoursAgo)), kind, sentence });
  await add(30 * 24, 'approved', `${device.model} ${device.serial} was approved.`);
  await add(52, 'started', 'The device was switched on.');
  if (device.formerFirmware) {
    const sentence = `The firmware changed from ${device.formerFirmware} to ${device.firmware}.`;
    await add(9 * 24, 'firmware_changed', sentence);
  }
}

async function addWaitingDevice(queries: Queries, now: Date): Promise<void> {
  const at = (minutes: number) => instantOf(plusMinutes(now, -minutes));
  await queries.run(
    sql`insert into devices (kind, identity, serial, state, model, firmware, address, first_heard_at, last_heard_at,
        records_held, capacity, events_offered)
      values ('zkteco', 'OIN7040057092300', 'OIN7040057092300', 'waiting', 'iClock 680', 'Ver 6.60 Aug 19 2021',
        '192.168.20.44', ${at(95)}, ${at(2)}, 214, 50000, 214)`,
  );
}

interface ConnectedDoor {
  readonly controllerId: number;
  readonly companyId: number;
  readonly deviceId: number;
  readonly rules: StoredRules;
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

/**
 * Adds a fact for each attendance record of the last days, as a device of this kind would have sent it, read by the
 * code that reads real ones. `clock` is the clock of the device's place.
 */
async function addDeviceFacts(
  queries: Queries,
  door: ConnectedDoor,
  { kind, minutesBehind = 0 }: SampleDevice,
  { now, clock }: { now: Date; clock: Clock },
): Promise<void> {
  const { controllerId, deviceId } = door;
  const rows = await queries.all<Row>(
    sql`select id, employee_code as code, event_type as type, occurred_at, created_at from attendance
      where access_controller_id = ${controllerId}
        and occurred_at >= ${instantOf(plusMinutes(now, -daysOfFacts * aDay))}
      order by created_at, id`,
  );
  const received = rows.map((row) => ({ ...row, receivedAt: receiptOf(row, minutesBehind) }));
  const numbers = sentNumbers(rows.length);
  const context = { rules: door.rules, zone: clock.zone };
  const facts = received.flatMap(({ id, receivedAt, ...row }, index): NewFact[] => {
    const local = clock.wallClock(row.occurred_at);
    const arrival = (sent: DeviceFact) => arrivalOf(sent, context, dateOf(receivedAt));
    const number = numbers[index] ?? 0;
    if (kind === 'zkteco') return [attended(arrival(punch(row, local)), id)];
    return [attended(arrival(faceSeen(row, local, number)), id), ...opened(arrival(doorOpened(local, number + 1)))];
  });
  await insertFacts(queries, deviceId, facts);
  await claimRecords(queries, facts);
  const last = facts.at(-1);
  const delays = received.slice(-keptDelays).map((row) => (timeOf(row.receivedAt) - timeOf(row.occurred_at)) / 1_000);
  await queries.run(
    sql`update devices set delays = ${JSON.stringify(delays)}, last_number = ${last?.number ?? null},
        last_local_time = ${last?.localTime ?? ''},
        last_heard_at = case when kind = 'hikvision' then ${last?.receivedAt ?? instantOf(now)} else last_heard_at end
      where id = ${deviceId}`,
  );
}

const receiptOf = ({ occurred_at, created_at }: Row, minutesBehind: number): string =>
  instantOf(new Date(Math.max(timeOf(created_at), timeOf(occurred_at) + 2_000) + minutesBehind * 60_000));

/** Links records to facts as if they had been read from them. */
const claimRecords = (queries: Queries, facts: readonly NewFact[]) =>
  queries.run(
    sql`update attendance set created_at = received_at, event_id = event from ${rowsOf(
      { record: 'bigint', received_at: 'timestamp(0)', event: 'text' },
      facts.flatMap(({ key, receivedAt, attendanceId }) =>
        attendanceId === null ? [] : { record: attendanceId, received_at: receivedAt, event: eventIdOf({ key }) },
      ),
    )} where attendance.id = record`,
  );

/** Numbers the punches, each of which is followed by an event of the door itself. Once, seventeen events were lost. */
const sentNumbers = (punches: number): number[] =>
  Array.from({ length: punches }, (_, index) => 30_001 + index * 2 + (index > punches * 0.7 ? 17 : 0));

const attended = (arrival: Arrival, attendanceId: number): NewFact => ({
  ...arrival,
  generation: 1,
  outcome: 'attendance',
  reason: '',
  attendanceId,
});

const opened = (arrival: Arrival): NewFact[] =>
  arrival.refused ? [{ ...arrival, generation: 1, ...arrival.refused, attendanceId: null }] : [];

const punch = ({ code, type }: Passed, local: string): DeviceFact =>
  attlogFact([code, wireTime(local), type === 'check-in' ? '0' : '1', '15', '', '0', '0', ''].join('\t'));

const wireTime = (local: string): string => local.slice(0, 19).replace('T', ' ');

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

const strangersCode = '90417';

/**
 * Adds what the sample's nearly full device sent that is no attendance: a repeated punch, one without a direction, one
 * from before its clock was set, and an unknown code. It goes through the same code as requests of real devices.
 */
export async function addDeviceTroubles(db: Db, clock: Clock, now: Date): Promise<void> {
  const [device] = await devicesWhere(db, sql`serial = ${nearlyFullDevice.serial}`);
  const controllerId = device?.controller_id ?? 0;
  const rules = await rulesOf(db, controllerId);
  const place = await maybeOne<{ company_id: number }>(
    db,
    sql`select company_id from access_controllers where id = ${controllerId}`,
  );
  if (!device || !rules || !place) return;
  const hearing = { device, controllerId, companyId: place.company_id, rules, zone: clock.zone };
  const hear = (line: string, receivedAt: Date) =>
    storeRequest(db, hearing, { ...answerOnly(textAnswer('OK: 1')), facts: [attlogFact(line)] }, receivedAt);
  const punch = (code: string, at: Date, status: string) =>
    hear(
      [code, wireTime(clock.wallClock(instantOf(at))), status, '1', '', '0', '0', ''].join('\t'),
      plusMinutes(at, 0.1),
    );

  const punches = await db.all<{ code: string; occurred_at: string; direction: string }>(
    sql`select code, occurred_at, direction from device_events
      where controller_id = ${controllerId} and outcome = 'attendance' and received_at < ${instantOf(plusMinutes(now, -180))}
      order by received_at desc limit 5`,
  );
  for (const { code, occurred_at, direction } of punches.slice(0, 3))
    await punch(code, plusMinutes(dateOf(occurred_at), 0.15), direction);
  const [other] = punches.slice(3);
  if (other) {
    await punch(other.code, plusMinutes(dateOf(other.occurred_at), 45), '255');
    await hear(`${other.code}\t2000-01-01 00:03:11\t0\t1\t\t0\t0\t`, plusMinutes(now, -26 * 60));
  }
  await punch(strangersCode, plusMinutes(now, -30 * 60), '0');
  await punch(strangersCode, plusMinutes(now, -27 * 60), '1');
}
