// Bytes that JSON senders of several makes post: people's events are taken once, and whatever else these devices report
// about themselves is nobody's event.

import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWireWorld, type WireWorld, written } from './wireWorld.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await startWireWorld();
  world.at('2026-09-19T12:00:00Z');
});
afterAll(() => world.devices.stop());

const noon = Date.parse('2026-09-19T12:00:00Z') / 1000;

test('the monitor of Control iD posts other tables beside its log, with numbers of their own', async () => {
  const id = await world.addDoor({
    kind: 'json',
    serial: 'monitor',
    zone: 'UTC',
    mapping: {
      events: 'object_changes',
      kind: 'object',
      kind_words: 'access_logs',
      person: 'values.user_id',
      time: 'values.time',
      number: 'values.id',
      passed: 'values.event',
      passed_words: '7',
    },
  });
  const post = (object: string, values: object) =>
    world.send(
      written(
        'POST /devices/json/secret-of-monitor/dao',
        JSON.stringify({ object_changes: [{ object, type: 'inserted', values }], device_id: 478435 }),
        'Content-Type: application/json',
      ),
    );
  const none = '200 {"success":true,"events":0,"problems":0}';
  const one = '200 {"success":true,"events":1,"problems":0}';
  const punch = { user_id: '42', portal_id: '1', event: '7' };
  expect(await post('access_logs', { ...punch, id: '519', time: String(noon) })).toBe(one);
  expect(await post('cards', { id: '1', value: '12345678', user_id: '42' })).toBe(none);
  expect(await post('templates', { id: '2', user_id: '42', template: 'AAAA' })).toBe(none);
  expect(await post('alarm_logs', { id: '520', user_id: '42', event: '1', cause: '4', time: String(noon + 60) })).toBe(
    none,
  );
  expect(await post('access_logs', { ...punch, id: '520', time: String(noon + 60) })).toBe(one);
  expect(await world.facts(id)).toEqual([
    '42 2026-09-19 12:00:00 +00:00 -> 2026-09-19 12:00:00 attendance #519',
    '42 2026-09-19 12:01:00 +00:00 -> 2026-09-19 12:01:00 attendance #520',
  ]);
  expect(await world.claims(id)).toEqual([]);
});

test('Dahua posts one event as the message, also as packed text, and those of an interruption as a list beside a picture', async () => {
  const id = await world.addDoor({
    kind: 'json',
    serial: 'upload',
    zone: 'UTC',
    mapping: {
      events: 'Events',
      kind: 'Code',
      kind_words: 'AccessControl',
      person: 'Data.UserID',
      time: 'Data.CreateTime',
      direction: 'Data.Type',
      in_words: 'Entry',
      out_words: 'Exit',
      passed: 'Data.Status',
      passed_words: '1',
    },
  });
  const post = (body: string | Buffer, contentType: string, ...headers: string[]) =>
    world.send(written('POST /devices/json/secret-of-upload', body, `Content-Type: ${contentType}`, ...headers));
  const punch = (seconds: number) => ({
    Action: 'Pulse',
    Code: 'AccessControl',
    Index: 0,
    Data: { UserID: '1024', CardName: 'Anna', CreateTime: noon + seconds, Status: 1, Type: 'Entry', ReaderID: '1' },
  });
  const door = { Action: 'Pulse', Code: 'DoorStatus', Data: { Status: 'Open', UTC: noon }, Index: 0 };
  const list = JSON.stringify({ Events: [punch(0), punch(-60), door] }, undefined, 3);
  const parts = ['--myboundary', 'Content-Type: text/plain', `Content-Length: ${list.length}`, '', list];
  const picture = ['--myboundary', 'Content-Type: image/jpeg', 'Content-Length: 4', '', 'JFIF', '--myboundary--', ''];

  expect(await post(JSON.stringify(punch(0)), 'application/json')).toMatch('"events":1,"problems":0');
  expect(await post(JSON.stringify(door), 'application/json')).toMatch('"events":0,"problems":0');
  expect(await post([...parts, ...picture].join('\r\n'), 'multipart/x-mixed-replace; boundary=myboundary')).toMatch(
    '"events":2,"problems":0',
  );
  // Compressed as by a DHI-ASI1212M-W.
  const text = `Code=AccessControl;action=Pulse;index=0;data=${JSON.stringify(punch(60).Data, undefined, 3)}\n`;
  expect(await post(deflateRawSync(text), 'text/plain', 'Content-Encoding: deflate')).toMatch(
    '"events":1,"problems":0',
  );
  expect(await world.facts(id)).toEqual([
    '1024 2026-09-19 12:00:00 +00:00 -> 2026-09-19 12:00:00 attendance',
    '1024 2026-09-19 11:59:00 +00:00 -> 2026-09-19 11:59:00 attendance',
    '1024 2026-09-19 12:01:00 +00:00 -> 2026-09-19 12:01:00 attendance',
  ]);
  expect(await world.claims(id)).toEqual([]);
});
