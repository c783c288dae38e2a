// Events of any sender of JSON are taken by the mapping, and the sender is told how many.

import { expect, test } from 'vitest';
import { jsonDriver } from '../../../../../../server/features/devices/drivers/json/jsonDriver.ts';
import { deviceContext, deviceRequest } from '../../../../../support/devices/devices.ts';
import { multipartType, withPicture } from '../hikvision/alertBodies.ts';
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

test('takes events from a part beside a picture', () => {
  const body = withPicture(
    ['Content-Disposition: form-data; name="info"', 'Content-Type: text/plain'],
    JSON.stringify(event),
  );
  const heard = jsonDriver.parse(
    deviceRequest('POST ', body, multipartType),
    deviceContext({ mapping: mappingOf({ events: '' }) }),
  );
  expect(heard.facts).toMatchObject([{ code: '00042', problem: '' }]);
});

test('keeps many messages without events as one', () => {
  const facts = [1, 2].flatMap((beat) => send({ beat }).facts);
  expect(facts[0]).toMatchObject({
    problem: 'There is nothing at “data.list”',
    raw: 'There is nothing at “data.list”',
  });
  expect(facts[1]).toEqual({ ...facts[0] });
});

test('refuses more than a thousand events, and notes it', () => {
  const heard = send({ data: { list: Array.from({ length: 1001 }, () => event) } });
  expect(heard.answer).toEqual(answer({ success: false, message: 'A message has at most 1,000 events' }, 413));
  expect(heard.facts).toEqual([]);
  expect(heard.notes).toMatchObject([{ kind: 'unhandled' }]);
});

test('knows its sender by the address alone, and no other request than POST', () => {
  expect(jsonDriver.identify(deviceRequest('POST ', '{}'))).toEqual({ serial: '' });
  expect(jsonDriver.identify(deviceRequest('GET '))).toBeUndefined();
});
