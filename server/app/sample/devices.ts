// Connects the sample's devices to their doors, with what they sent and what happened at them, and adds one that waits to
// be approved.

import { one, type Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { addNote } from '../../features/devices/deviceNotes.ts';
import { type BusinessTime, createBusinessTime } from '../../platform/time/businessTime.ts';
import { instantOf, plusMinutes } from '../../platform/time/instants.ts';
import { addDeviceFacts, type ConnectedDoor } from './deviceFacts.ts';
import { type SampleDevice, sampleDevices } from './sampleDevices.ts';

const aDay = 24 * 60;

/** In the transaction that adds the attendance, before anything is sent to HR. */
export async function addDevices(
  queries: Queries,
  { now, businessTime }: { now: Date; businessTime: BusinessTime },
): Promise<void> {
  for (const device of sampleDevices) {
    const door = await connect(queries, device, now);
    await moveElsewhere(queries, door, device, now);
    const { zone } = door.rules;
    const sent = await addDeviceFacts(queries, door, zone === '' ? businessTime : createBusinessTime(zone), {
      kind: device.kind,
      secondsBehind: (device.minutesBehind ?? 0) * 60,
      now,
    });
    await rememberDevice(queries, door.deviceId, sent);
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
  const repeatSeconds = device.repeatSeconds ?? 0;
  const zone = place?.zone ?? '';
  await queries.run(
    sql`insert into device_rules (controller_id, kind, zone, repeat_seconds, half_hours, silent_after_minutes, set_up_at)
      values (${controllerId}, ${kind}, ${zone}, ${repeatSeconds}, ${place?.halfHours ?? 'nothing'},
        ${device.silentAfterMinutes}, ${since})`,
  );
  const heardAt = instantOf(plusMinutes(now, -60 * (device.silentForHours ?? 0)));
  const identity = kind === 'zkteco' ? serial : `${controllerId}:${serial}`;
  const { id: deviceId } = await one<{ id: number }>(
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
  return {
    controllerId,
    companyId,
    deviceId,
    rules: {
      direction: 'key',
      ignores_offset: false,
      readers: [],
      repeat_seconds: repeatSeconds,
      setUpAt: since,
      counts_from: '',
      zone,
    },
  };
}

/** At another door: what happened while it was silent, what would still be on its way, and whom a well device knows. */
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

type Sent = Awaited<ReturnType<typeof addDeviceFacts>>;

const rememberDevice = (queries: Queries, deviceId: number, { delays, lastNumber, lastLocalTime, lastReceipt }: Sent) =>
  queries.run(
    sql`update devices set delays = ${JSON.stringify(delays)}, last_number = ${lastNumber},
        last_local_time = ${lastLocalTime},
        last_heard_at = case when kind = 'hikvision' then ${lastReceipt} else last_heard_at end
      where id = ${deviceId}`,
  );

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
