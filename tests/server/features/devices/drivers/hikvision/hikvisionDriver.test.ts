// Events from Hikvision's access devices are read correctly, whatever they are wrapped in.

import { describe, expect, test } from 'vitest';
import type { DeviceFact } from '../../../../../../server/features/devices/drivers/driver.ts';
import { hikvisionDriver } from '../../../../../../server/features/devices/drivers/hikvision/hikvisionDriver.ts';
import { deviceContext, deviceRequest } from '../../../../../support/devices/devices.ts';
import {
  cardPunch,
  doorEvent,
  facePunch,
  filePart,
  jsonPart,
  multipartType,
  picture,
  punch,
  untypedPart,
  withPicture,
  xmlPart,
  xmlPunch,
} from './alertBodies.ts';

const send = (body: string | Buffer, contentType = 'application/json', context = deviceContext()) => {
  const request = deviceRequest('POST ', body, contentType);
  return { ...hikvisionDriver.parse(request, context), identity: hikvisionDriver.identify(request) };
};
const read = (body: string | Buffer, contentType?: string): DeviceFact => {
  const { facts } = send(body, contentType);
  const [fact, ...more] = facts;
  if (!fact || more.length > 0) throw new Error(`${facts.length} facts`);
  return fact;
};

test('reads a punch', () => {
  expect(send(punch)).toEqual({
    identity: { serial: 'A4:D5:C2:24:DD:74' },
    answer: { status: 200, body: 'OK', contentType: 'text/plain' },
    facts: [
      {
        number: 139,
        code: '001',
        localTime: '2025-10-22 13:43:48',
        offsetMinutes: 480,
        kind: '5/38',
        direction: 'checkIn',
        meaning: 'in',
        reader: '1',
        verify: 'cardOrFaceOrFp',
        passed: 'yes',
        isReplay: false,
        raw:
          '{"macAddress":"a4:d5:c2:24:dd:74","dateTime":"2025-10-22T13:43:48+08:00","eventType":"AccessControllerEvent",' +
          '"eventState":"active","AccessControllerEvent":{"majorEventType":5,"subEventType":38,"employeeNoString":"001",' +
          '"serialNo":139,"frontSerialNo":138,"attendanceStatus":"checkIn","statusValue":0,"cardReaderKind":1,' +
          '"cardReaderNo":1,"verifyNo":165,"currentVerifyMode":"cardOrFaceOrFp","userType":"normal","mask":"unknown"}}',
        problem: '',
      },
    ],
    about: { model: 'Access Controller' },
    notes: [],
    results: [],
    commandIds: [],
  });
});

test('keeps the number of the event of the door after a punch, which is no attendance', () => {
  expect(read(doorEvent)).toMatchObject({ number: 159, code: '', kind: '5/22', passed: 'no', direction: '' });
  expect(read(doorEvent).raw).toContain('"frontSerialNo":158');
});

test('shows which numbers never came', () => {
  const numbered = (serial: number, front: number) =>
    punch.replace('139', String(serial)).replace('138', String(front));
  const numbers = [numbered(139, 138), numbered(140, 139), numbered(158, 157)].map((body) => read(body).number);
  expect(numbers).toEqual([139, 140, 158]);
});

describe('reads the same event', () => {
  const expected = {
    code: '2',
    localTime: '2026-09-02 13:32:56',
    offsetMinutes: 480,
    kind: '5/75',
    passed: 'yes',
    direction: '',
    meaning: undefined,
    reader: '1',
    number: null,
    problem: '',
  };

  test.each([
    ['as JSON', facePunch, 'application/json'],
    ['without a content type', facePunch, ''],
    ['inside EventNotificationAlert', `{"EventNotificationAlert":${facePunch}}`, 'application/json'],
    ['in a part beside a picture', withPicture(jsonPart, facePunch), multipartType],
    ['in a part without a content type', withPicture(untypedPart, facePunch), multipartType],
    [
      'in parts whose boundary is quoted',
      withPicture(jsonPart, facePunch),
      'multipart/form-data; boundary="MIME_boundary"',
    ],
    ['in parts that the content type does not announce', withPicture(jsonPart, facePunch), 'application/json'],
    ['alone, where the content type announces parts', facePunch, multipartType],
  ])('%s', (_, body, contentType) => {
    expect(read(body, contentType)).toMatchObject(expected);
  });
});

test.each([
  ['as XML', xmlPunch, 'application/xml'],
  ['as XML with a declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${xmlPunch}\n`, 'application/xml'],
  ['as XML in a part beside a picture', withPicture(xmlPart, xmlPunch), multipartType],
  ['as XML in a part without a content type', withPicture(untypedPart, xmlPunch), multipartType],
  ['as XML in a part that is a file', withPicture(filePart, xmlPunch), multipartType],
])('reads a punch %s', (_, body, contentType) => {
  expect(send(body, contentType).identity).toEqual({ serial: 'AA:BB:CC:DD:EE:FF' });
  expect(send(body, contentType).about).toEqual({ model: 'DS-K1T341' });
  expect(read(body, contentType)).toMatchObject({
    code: 'EMP001',
    localTime: '2024-04-19 12:34:56',
    offsetMinutes: 0,
    kind: '5/75',
    direction: 'checkIn',
    meaning: 'in',
    verify: 'face',
    passed: 'yes',
    problem: '',
  });
});

test('passes over a message of pictures only, and a part without content', () => {
  const said = { answer: { status: 200 }, facts: [], notes: [] };
  expect(send(withPicture(['Content-Type: image/jpeg'], picture), multipartType)).toMatchObject(said);
  expect(send(withPicture(untypedPart, '\r\n'), multipartType)).toMatchObject(said);
});

test('tells apart two people whose codes are written in Latin-1', () => {
  const codes = ['Ä1', 'Ö1'].map((code) => read(Buffer.from(facePunch.replace('"2"', `"${code}"`), 'latin1')).code);
  expect(codes).toEqual(['Ä1', 'Ö1']);
});

test('keeps neither names, card numbers nor pictures', () => {
  const heard = [
    send(punch),
    send(xmlPunch, 'application/xml'),
    send(withPicture(jsonPart, facePunch), multipartType),
    send(withPicture(xmlPart, xmlPunch), multipartType),
    send(picture, 'image/jpeg'),
  ];
  const kept = JSON.stringify(heard);
  for (const secret of ['8811223344', 'Hexadecima', 'test1', 'Ann', '0099887766', 'JFIF', 'PICTUREBYTES'])
    expect(kept).not.toContain(secret);
});

test('leaves a time without an offset to the zone of the controller', () => {
  const body = facePunch.replace('2026-09-02T13:32:56+08:00', '2026-09-02T09:15:00');
  expect(read(body)).toMatchObject({ localTime: '2026-09-02 09:15:00', offsetMinutes: null });
});

test.each([
  '{"eventType":"heartBeat","eventState":"active","dateTime":"2026-09-02T09:15:00+08:00"}',
  '{"eventType":"videoloss","eventState":"inactive","macAddress":"a4:d5:c2:24:dd:74"}',
])('hears nothing but that it is there from %s', (body) => {
  expect(send(body)).toMatchObject({ answer: { status: 200 }, facts: [], about: {}, notes: [] });
});

test('notes an alert that it does not know, but none from the camera', () => {
  expect(send('{"eventType":"videoloss","eventState":"active"}')).toMatchObject({ facts: [], notes: [] });
  const { facts, notes } = send('{"eventType":"IDCardInfoEvent","eventState":"active"}');
  expect(facts).toEqual([]);
  expect(notes).toEqual([
    { kind: 'unhandled', sentence: 'It sent “IDCardInfoEvent”, which Rollcall does not know.', raw: 'IDCardInfoEvent' },
  ]);
});

test.each([
  [5, 1, 'yes'],
  [5, 38, 'yes'],
  [5, 75, 'yes'],
  [5, 181, 'yes'],
  [5, 16, 'yes'],
  [5, 105, 'yes'],
  [5, 156, 'yes'],
  [5, 159, 'yes'],
  [5, 39, 'no'],
  [5, 112, 'no'],
  [5, 151, 'no'],
  [5, 157, 'no'],
  [5, 76, 'no'],
  [5, 22, 'no'],
  [5, 9999, 'unknown'],
  [3, 38, 'unknown'],
])('tells of event %i/%i whether a person passed: %s', (major, minor, passed) => {
  const body = facePunch.replace(
    '"majorEventType":5,"subEventType":75',
    `"majorEventType":${major},"subEventType":${minor}`,
  );
  expect(read(body)).toMatchObject({ kind: `${major}/${minor}`, code: '2', passed });
  expect(hikvisionDriver.passedBy(`${major}/${minor}`)).toBe(passed);
});

test.each([
  ['"employeeNo":2', '2', ''],
  ['"employeeNo":2,"employeeNoString":""', '2', ''],
  ['"employeeNo":7,"employeeNoString":"007"', '007', ''],
  ['"employeeNo":0', '', ''],
  ['"employeeNo":0,"cardNo":"8811223344"', '', 'It names a card, but not the person who holds it'],
])('names the person of %s', (named, code, problem) => {
  expect(read(facePunch.replace('"employeeNoString":"2"', named))).toMatchObject({ code, problem });
});

test('marks what the device sends again', () => {
  expect(read(facePunch.replace('"majorEventType"', '"currentEvent":false,"majorEventType"')).isReplay).toBe(true);
  expect(read(facePunch.replace('"eventType"', '"currentEvent":false,"eventType"')).isReplay).toBe(true);
  expect(read(xmlPunch.replace('<deviceName>', '<currentEvent>false</currentEvent><deviceName>')).isReplay).toBe(true);
  expect(read(facePunch.replace('"eventType"', '"currentEvent":true,"eventType"')).isReplay).toBe(false);
});

test.each([
  ['checkIn', 'in'],
  ['breakIn', 'in'],
  ['overtimeIn', 'in'],
  ['checkOut', 'out'],
  ['breakOut', 'out'],
  ['overtimeOut', 'out'],
  ['overTimeOut', 'out'],
  ['undefined', undefined],
  ['somethingElse', undefined],
])('takes the status %s for %s', (status, meaning) => {
  expect(read(punch.replace('checkIn', status)).meaning).toBe(meaning);
});

test('takes the door for the reader if it names no reader', () => {
  expect(read(facePunch.replace('"cardReaderNo":1,"doorNo":1', '"doorNo":2')).reader).toBe('2');
});

test.each([
  ['neither JSON nor XML', 'hello', 'The message is neither JSON nor XML'],
  ['cut in the middle', punch.slice(0, 300), 'The message is neither JSON nor XML'],
  ['XML that is not closed', xmlPunch.slice(0, -10), 'The message is neither JSON nor XML'],
  ['empty', '', 'The message is neither JSON nor XML'],
  ['without an event', '{"eventType":"AccessControllerEvent"}', 'The message has no event'],
  ['without a time', facePunch.replace('dateTime', 'time'), 'The time cannot be read'],
  ['with a day that does not exist', facePunch.replace('2026-09-02', '2026-02-30'), 'The time cannot be read'],
  ['of a card whose person is not named', cardPunch, 'It names a card, but not the person who holds it'],
  ['with a code that is no text', facePunch.replace('"2"', '{}'), 'The employee number cannot be read'],
])('answers a message that is %s with 200, and says what is wrong with it', (_, body, problem) => {
  expect(send(body).answer.status).toBe(200);
  expect(read(body)).toMatchObject({ problem });
});

test('keeps of a message that it cannot read only its size and its hash', () => {
  const { raw } = read('name=Hexadecima');
  expect(raw).toMatch(/^15 bytes, SHA-256 [0-9a-f]{64}$/);
  expect(read('name=Hexadecimb').raw).not.toBe(raw);
});

test('accepts no requests other than POST', () => {
  expect(hikvisionDriver.identify(deviceRequest('GET '))).toBeUndefined();
  expect(hikvisionDriver.identify(deviceRequest('PUT ', punch))).toBeUndefined();
});

test('counts the events of a device that nobody approved', () => {
  const waiting = deviceContext({ isApproved: false });
  expect(send(punch, 'application/json', waiting)).toMatchObject({
    facts: [{ code: '001' }],
    about: { eventsOffered: 1 },
  });
});
