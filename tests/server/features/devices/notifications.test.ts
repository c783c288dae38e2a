// From a message of a Hikvision device, or of any JSON sender, to attendance: over the wire, with the console's calls.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { type DeviceServer, startDeviceServer } from '../../../support/devices/devices.ts';
import { databases } from '../../../support/server/databases.ts';
import {
  doorEvent,
  facePunch,
  jsonPart,
  multipartType,
  punch,
  untypedPart,
  withPicture,
  xmlPunch,
} from './drivers/hikvision/alertBodies.ts';
import { mappingOf } from './drivers/json/jsonMapping.ts';

const today = (body: string) => body.replace(/"dateTime":(\s*)"[^"]*"/, '"dateTime":$1"2026-09-02T13:43:48+08:00"');
const numbered = (serial: number, body = punch) =>
  today(body)
    .replace(/"serialNo":\t\d+/, `"serialNo":\t${serial}`)
    .replace(/"frontSerialNo":\t\d+/, `"frontSerialNo":\t${serial - 1}`);
const xml = xmlPunch
  .replace('2024-04-19T12:34:56', '2026-09-02T05:50:00')
  .replace('aa:bb:cc:dd:ee:ff', 'a4:d5:c2:24:dd:74');

describe.each(databases)('on $name', ({ create }) => {
  let devices: DeviceServer;
  let token: string;
  let doors: number[];

  beforeAll(async () => {
    devices = await startDeviceServer({ createDatabase: create, clock: () => new Date('2026-09-02T06:00:00Z') });
    token = await devices.server.signIn(devices.server.users.administrator);
    const rows = await devices.server.db.all<{ id: number }>(
      sql`select id from access_controllers where is_active = true order by id limit 2`,
    );
    doors = rows.map(({ id }) => id);
  });
  afterAll(() => devices.stop());

  async function ask(key: string, body?: object) {
    const { status, json } = await devices.server.ask(key, { token, ...(body && { body }) });
    expect([key, status, json.message]).toEqual([key, 200, expect.anything()]);
    return json.data;
  }
  const pair = async (door: number, kind: string) => {
    const data = await ask(`POST /access-controllers/${door}/device/pairing`, { kind, new_secret: true });
    return answerDecoder('POST /access-controllers/{id}/device/pairing')(data).secret;
  };
  const setup = async (door: number) =>
    answerDecoder('GET /access-controllers/{id}/device')(await ask(`GET /access-controllers/${door}/device`));
  /** Each event as 'code outcome', in order of arrival. */
  const fates = async (door: number) =>
    (
      await devices.server.db.all<{ code: string; outcome: string }>(
        sql`select code, outcome from device_events where controller_id = ${door} order by id`,
      )
    ).map(({ code, outcome }) => `${code} ${outcome}`.trim());

  test('events of a Hikvision device are parked until it is approved, and then read', async () => {
    const [door = 0] = doors;
    const address = await pair(door, 'hikvision');
    const send = async (body: string | Buffer, type = 'application/json') => {
      const { status, text } = await devices.call(`POST ${address}`, body, { 'Content-Type': type });
      expect([status, text]).toEqual([200, 'OK']);
    };
    await send('{"eventType":"heartBeat","eventState":"active","dateTime":"2026-09-02T13:43:00+08:00"}');
    await send(numbered(139));
    await send(numbered(140, doorEvent));
    await send(withPicture(jsonPart, today(facePunch)), multipartType);
    await send(withPicture(untypedPart, today(facePunch).replace('"2"', '"3"').replace(':75', ':76')), multipartType);
    await send(xml, 'application/xml');
    await send(today(facePunch).replace('"2"', '"4"').replace(':75', ':9999'));
    await send(punch);
    await send('this is no event');
    await send('this is no event');
    expect(await fates(door)).toEqual([
      '001 parked',
      'parked',
      '2 parked',
      '3 parked',
      'EMP001 parked',
      '4 parked',
      '001 parked',
      'unreadable',
    ]);

    const { waiting } = await setup(door);
    expect(waiting).toMatchObject([{ kind: 'hikvision', serial: 'A4:D5:C2:24:DD:74', address: '127.0.0.1' }]);
    await ask(`POST /access-controllers/${door}/device/approve`, { device_id: waiting[0]?.id });
    expect(await fates(door)).toEqual([
      '001 attendance',
      'no_person',
      '2 no_direction',
      '3 not_passed',
      'EMP001 attendance',
      '4 unknown_kind',
      '001 implausible_time',
      'unreadable',
    ]);
    const records = await devices.server.db.all(
      sql`select employee_code, event_type, attendance.occurred_at from attendance join device_events on attendance_id = attendance.id
        where device_events.controller_id = ${door} order by attendance.occurred_at`,
    );
    expect(records).toEqual([
      { employee_code: '001', event_type: 'check-in', occurred_at: '2026-09-02 05:43:48' },
      { employee_code: 'EMP001', event_type: 'check-in', occurred_at: '2026-09-02 05:50:00' },
    ]);

    await send(numbered(158));
    const { claims } = await setup(door);
    expect(claims.find(({ kind }) => kind === 'number_gap')?.sentence).toMatch(/141.*157/);
  });

  test('messages of a JSON sender are read by the mapping, without an approval', async () => {
    const [, door = 0] = doors;
    const address = await pair(door, 'json');
    const { rules } = await setup(door);
    const mapping = mappingOf({ passed: 'result', passed_words: 'granted' });
    await ask(`PUT /access-controllers/${door}/device`, { ...rules, zone: 'Asia/Kolkata', mapping });
    const event = { id: 7, user: { code: '00042' }, time: '2026-09-02 11:00:00', way: 'entry', result: 'granted' };
    const send = (list: object[]) => devices.call(`POST ${address}`, JSON.stringify({ data: { list } }));

    const reply = await send([
      event,
      { ...event, id: 8, result: 'denied' },
      { ...event, id: 9, time: 'noon' },
      { ...event, id: 10, user: {} },
      { ...event, id: 11, time: '2026-09-02T05:45:00Z', way: 'EXIT' },
    ]);
    expect(JSON.parse(reply.text)).toEqual({ success: true, events: 4, problems: 1 });
    expect((await send([event])).status).toBe(200);
    expect((await send(Array.from({ length: 20_001 }, () => event))).status).toBe(413);
    expect(await fates(door)).toEqual([
      '00042 attendance',
      '00042 not_passed',
      '00042 unreadable',
      'no_person',
      '00042 attendance',
    ]);
    const records = await devices.server.db.all(
      sql`select event_type, attendance.occurred_at from attendance join device_events on attendance_id = attendance.id
        where device_events.controller_id = ${door} order by attendance.occurred_at`,
    );
    expect(records).toEqual([
      { event_type: 'check-in', occurred_at: '2026-09-02 05:30:00' },
      { event_type: 'check-out', occurred_at: '2026-09-02 05:45:00' },
    ]);
  });
});
