// Events from any JSON sender are read with the mapping, and the sender is told how many.

import { expect, test } from 'vitest';
import { jsonDriver } from '../../../../../../server/features/devices/drivers/json/jsonDriver.ts';
import { deviceContext, deviceRequest } from '../../../../../support/devices/devices.ts';
import { multipartType, picture, withPicture } from '../hikvision/alertBodies.ts';
import { event, mappingOf } from './jsonMapping.ts';

const send = (body: unknown, mapping = mappingOf()) =>
  jsonDriver.parse(
    deviceRequest('POST ', typeof body === 'string' ? body : JSON.stringify(body), 'application/json'),
    deviceContext({ mapping }),
  );

const answer = (body: object, status = 200) => ({
  status,
  body: JSON.stringify(body),
  contentType: 'application/json',
});

test('takes events, and keeps only what is mapped', () => {
  const heard = send({ token: 'Hexadecima', data: { list: [event, { ...event, id: 8, time: 'noon' }] } });
  expect(heard).toMatchObject({
    answer: answer({ success: true, events: 1, problems: 1 }),
    facts: [
      {
        number: 7,
        code: '00042',
        localTime: '2026-08-20 09:15:00',
        offsetMinutes: 120,
        kind: 'event',
        direction: 'ENTRY',
        meaning: 'in',
        reader: '3',
        verify: '',
        passed: 'yes',
        isReplay: false,
        problem: '',
      },
      { number: 8, code: '00042', localTime: '', problem: '“noon” is no time' },
    ],
  });
  expect(JSON.stringify(heard)).not.toContain('Hexadecima');
});

test('refuses events until a mapping is set, since nothing could be kept of them', () => {
  const heard = send({ data: { list: [event] } }, mappingOf({ time: '' }));
  const message = 'The mapping must say where the person and the time are';
  expect(heard).toMatchObject({ answer: answer({ success: false, message }, 503), facts: [] });
  expect(heard.notes.map(({ kind, sentence }) => [kind, sentence])).toEqual([
    ['refused', 'A message was refused because no mapping is set in the rules yet.'],
  ]);
});

test('takes a body that is not JSON as a message that cannot be read', () => {
  const heard = send('{"user":"Hexadecima"');
  expect(heard.answer).toEqual(answer({ success: true, events: 0, problems: 1 }));
  expect(heard.facts).toMatchObject([{ problem: 'The message is not JSON', code: '' }]);
  expect(JSON.stringify(heard)).not.toContain('Hexadecima');
});

test('takes a message that begins with a byte order mark', () => {
  expect(send(`\ufeff${JSON.stringify(event)}\r\n`, mappingOf({ events: '' })).facts).toMatchObject([
    { code: '00042' },
  ]);
});

const sendParts = (body: Buffer) =>
  jsonDriver.parse(deviceRequest('POST ', body, multipartType), deviceContext({ mapping: mappingOf({ events: '' }) }));

test('takes events from a part beside a picture', () => {
  const body = withPicture(
    ['Content-Disposition: form-data; name="info"', 'Content-Type: text/plain'],
    JSON.stringify(event),
  );
  expect(sendParts(body).facts).toMatchObject([{ code: '00042', problem: '' }]);
});

test('takes the events of all parts, and passes over other fields', () => {
  const parts = ['7', 'gate', JSON.stringify(event), JSON.stringify({ ...event, user: { code: '00043' } })];
  const body = `${parts.map((part) => `--MIME_boundary\r\n\r\n${part}\r\n`).join('')}--MIME_boundary--\r\n`;
  const heard = sendParts(Buffer.from(body));
  expect(heard.answer).toEqual(answer({ success: true, events: 2, problems: 0 }));
  expect(heard.facts).toMatchObject([{ code: '00042' }, { code: '00043' }]);
});

test('passes over a message of pictures only', () => {
  const heard = sendParts(withPicture(['Content-Type: image/jpeg'], picture));
  expect(heard).toMatchObject({ answer: answer({ success: true, events: 0, problems: 0 }), facts: [], notes: [] });
});

test('tells apart words and codes that are written in Latin-1', () => {
  const exits = ['Ä1', 'Ö1'].map((code) => ({ ...event, user: { code }, way: 'SAÍDA' }));
  const body = Buffer.from(JSON.stringify(exits), 'latin1');
  const mapping = mappingOf({ events: '', out_words: 'saída' });
  const { facts } = jsonDriver.parse(deviceRequest('POST ', body), deviceContext({ mapping }));
  expect(facts).toMatchObject([
    { code: 'Ä1', meaning: 'out' },
    { code: 'Ö1', meaning: 'out' },
  ]);
});

test.each([
  [
    'Code=AccessControl;action=Pulse;index=0;data={\n   "UserID" : "1024",\n   "CreateTime" : 1787217300\n}\n',
    ['1024'],
    [],
  ],
  ['code=AccessControl;data={"UserID":"a;data={b}","CreateTime":1787217300}', ['a;data={b}'], []],
  ['Code=DoorStatus;action=Pulse;index=0;data={"Status":"Open"}', [], ['DoorStatus']],
  ['Code=Reboot;action=Start;index=0', [], ['Reboot']],
])('reads %j as the message that it stands for', (text, codes, otherKinds) => {
  const mapping = mappingOf({
    events: 'Events',
    kind: 'Code',
    kind_words: 'AccessControl',
    person: 'Data.UserID',
    time: 'Data.CreateTime',
  });
  const heard = send(text, mapping);
  expect(heard.facts.map(({ code, problem }) => code + problem)).toEqual(codes);
  expect(heard.notes.map(({ sentence }) => sentence)).toEqual(
    otherKinds.map((kind) => `It sent an event of another kind: “${kind}”.`),
  );
});

test.each(['Code=AccessControl;data={"UserID":', 'Heartbeat', 'Code='])('cannot read %j', (text) => {
  expect(send(text).facts).toMatchObject([{ problem: 'The message is not JSON' }]);
});

test('keeps many messages without events as one', () => {
  const beats = [1, 2].map((beat) => send({ beat }));
  const message = 'There is nothing at “data.list”';
  expect(beats[0]?.answer).toEqual(answer({ success: true, events: 0, problems: 1, message }));
  const facts = beats.flatMap((heard) => heard.facts);
  expect(facts[0]).toMatchObject({
    problem: 'There is nothing at “data.list”',
    raw: 'There is nothing at “data.list”',
  });
  expect(facts[1]).toEqual({ ...facts[0] });
});

test('notes events where the mapping does not look for any, and no heartbeats', () => {
  const problem = 'There is nothing at “data.list”';
  expect(send({ beat: 1, user: { code: '7' }, list: [] }).notes).toEqual([]);
  for (const message of [event, { records: [event] }, { at: 'noon', result: { data: [event, event] } }]) {
    const heard = send(message, mappingOf({ kind: 'type' }));
    expect(heard.facts).toMatchObject([{ problem }]);
    expect(heard.notes).toMatchObject([{ kind: 'unhandled', sentence: `${problem}, but there are events elsewhere.` }]);
  }
});

test('refuses more events than a message can have, and notes it', () => {
  const heard = send({ data: { list: Array.from({ length: 20_001 }, () => event) } });
  expect(heard.answer).toEqual(answer({ success: false, message: 'A message has at most 20,000 events' }, 413));
  expect(heard.facts).toEqual([]);
  expect(heard.notes).toMatchObject([{ kind: 'unhandled' }]);
});

test('knows its sender by the address alone, and accepts no requests other than POST', () => {
  expect(jsonDriver.identify(deviceRequest('POST ', '{}'))).toEqual({ serial: '' });
  expect(jsonDriver.identify(deviceRequest('GET '))).toBeUndefined();
});
