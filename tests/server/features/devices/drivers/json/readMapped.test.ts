// A mapping finds each event's values in a message, reads their many forms, and looks at nothing else.

import { expect, test } from 'vitest';
import { readMapped } from '../../../../../../server/features/devices/drivers/json/jsonDriver.ts';
import type { JsonMapping } from '../../../../../../src/shared/contract/devices.ts';
import { event, mappingOf } from './jsonMapping.ts';

const readAll = (message: unknown, given: Partial<JsonMapping> = {}) => readMapped(mappingOf(given), message);
const readOne = (changed: object, given: Partial<JsonMapping> = {}) =>
  readAll({ ...event, ...changed }, { events: '', ...given }).events[0];

test('reads the events of a list', () => {
  expect(readAll({ data: { list: [event, { ...event, id: '8', way: 'exit' }] } })).toMatchObject({
    problem: '',
    events: [
      {
        code: '00042',
        localTime: '2026-08-20 09:15:00',
        offsetMinutes: 120,
        direction: 'ENTRY',
        meaning: 'in',
        number: 7,
        reader: '3',
        raw: '{"person":"00042","time":"2026-08-20T09:15:00+02:00","direction":"ENTRY","number":7,"reader":"3"}',
        problem: '',
      },
      { number: 8, direction: 'exit', meaning: 'out' },
    ],
  });
});

test.each([
  ['one event is the message', '', event, 1],
  ['the message is the list', '', [event, event], 2],
  ['one event stands where a list could', 'data', { data: event }, 1],
  ['the list is in a list', 'a[1].b', { a: [0, { b: [event] }] }, 1],
  ['the list is empty', 'data', { data: [] }, 0],
])('reads a message in which %s', (_, events, message, count) => {
  const read = readAll(message, { events });
  expect(read.problem).toBe('');
  expect(read.events.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => '00042'));
});

test.each([
  ['2026-08-20T09:15:00+05:30', '2026-08-20 09:15:00', 330],
  ['2026-08-20T09:15:00.123456Z', '2026-08-20 09:15:00', 0],
  ['2026-08-20T09:15:00-0330', '2026-08-20 09:15:00', -210],
  ['2026-08-20T09:15:00', '2026-08-20 09:15:00', null],
  ['2026-08-20 09:15', '2026-08-20 09:15:00', null],
  ['2026-08-20 09:15:07', '2026-08-20 09:15:07', null],
  [1_787_217_307, '2026-08-20 09:15:07', 0],
  [1_787_217_307_999, '2026-08-20 09:15:07', 0],
  [1_787_217_307.5, '2026-08-20 09:15:07', 0],
  ['1787217307', '2026-08-20 09:15:07', 0],
])('reads the time %j', (time, localTime, offsetMinutes) => {
  expect(readOne({ time })).toMatchObject({ localTime, offsetMinutes, problem: '' });
});

test.each([
  ['2026-02-30 09:15:00', '“2026-02-30 09:15:00” is no time'],
  ['2026-08-20 24:00:00', '“2026-08-20 24:00:00” is no time'],
  ['2026-08-20 09:15:00+99:00', '“2026-08-20 09:15:00+99:00” is no time'],
  ['20/08/2026 09:15', '“20/08/2026 09:15” is no time'],
  ['20260820091500', '“20260820091500” is no time'],
  ['yesterday', '“yesterday” is no time'],
  [42, '“42” is no time'],
  [true, '“true” is no time'],
  [1e20, '“100000000000000000000” is no time'],
  [null, 'There is no time at “time”'],
  [{}, 'There is no time at “time”'],
])('says that %j is no time', (time, problem) => {
  expect(readOne({ time })).toMatchObject({ localTime: '', offsetMinutes: null, problem });
});

test.each([
  ['00042', '00042', ''],
  [' 42 ', '42', ''],
  [42, '42', ''],
  [null, '', ''],
  [undefined, '', ''],
  [2 ** 60, '', 'What is at “user.code” cannot be the code of a person'],
  [{ a: 1 }, '', 'What is at “user.code” cannot be the code of a person'],
  ['4\u00002', '', 'What is at “user.code” cannot be the code of a person'],
  ['4'.repeat(256), '', 'What is at “user.code” cannot be the code of a person'],
])('takes %j for the person %j', (sent, code, problem) => {
  expect(readOne({ user: { code: sent } })).toMatchObject({ code, problem });
});

test.each([
  ['IN', 'in'],
  ['entry', 'in'],
  ['Exit', 'out'],
  [1, 'out'],
  [true, 'in'],
  ['', undefined],
  ['inside', undefined],
  [null, undefined],
])('takes the direction %j for %s', (way, meaning) => {
  expect(readOne({ way }, { in_words: 'in, ENTRY ,true', out_words: 'exit,1,' })?.meaning).toBe(meaning);
});

test.each([
  [7, 'yes'],
  ['Granted', 'yes'],
  [6, 'no'],
  [null, 'unknown'],
])('tells from %j whether the person was let in: %s', (result, passed) => {
  expect(readOne({ result }, { passed: 'result', passed_words: '7, granted' })?.passed).toBe(passed);
  expect(readOne({ result })?.passed).toBe('yes');
});

test.each([['a'], [1.5], [-1], ['-1'], [1e30], [null], [{}]])('takes %j for no number', (id) => {
  expect(readOne({ id })).toMatchObject({ number: null, problem: '' });
});

test.each([
  '__proto__',
  'constructor',
  'constructor.name',
  '__proto__.toString',
  'user.toString',
  'user.constructor.name',
])('reads nothing at %s: only what the message itself holds is found', (path) => {
  expect(readOne({}, { person: path, direction: path, reader: path })).toMatchObject({
    code: '',
    direction: '',
    reader: '',
    problem: '',
  });
});

test.each([
  [{ person: '' }, 'The mapping must say where the person and the time are'],
  [{ time: '' }, 'The mapping must say where the person and the time are'],
  [{ events: 'data..list' }, '“data..list” is no path'],
  [{ reader: 'a[x]' }, '“a[x]” is no path'],
  [{ number: 'a'.repeat(300) }, `“${'a'.repeat(300)}” is no path`],
  [{ number: 'a.'.repeat(20).slice(0, -1) }, `“${'a.'.repeat(20).slice(0, -1)}” is no path`],
  [{ events: 'events' }, 'There is nothing at “events”'],
])('says what is wrong with the mapping %j', (given, problem) => {
  expect(readAll({ data: { list: [event] } }, given)).toEqual({ events: [], otherKinds: [], problem });
});

test('reads at most twenty thousand events', () => {
  const list = (length: number) => readAll({ data: { list: Array.from({ length }, () => event) } });
  expect(list(20_000).events).toHaveLength(20_000);
  expect(list(20_001)).toEqual({ events: [], otherKinds: [], problem: 'A message has at most 20,000 events' });
});

test('passes over events of other kinds, and names them', () => {
  const mapping = { kind: 'object', kind_words: 'access_logs, punches' };
  const list = ['ACCESS_LOGS', 'cards', 'alarm_logs', 'cards', 'punches', undefined].map((object) => ({
    ...event,
    object,
  }));
  const { events, otherKinds } = readAll({ data: { list } }, mapping);
  expect(events.map(({ problem }) => problem)).toEqual(['', '', 'There is nothing at “object”']);
  expect(otherKinds).toEqual(['cards', 'alarm_logs']);
});

test('reads a single event that a sender of lists sends alone', () => {
  expect(readAll(event)).toMatchObject({ problem: '', events: [{ code: '00042', problem: '' }] });
  expect(readAll({ time: event.time, ip: '10.0.0.7' }).problem).toBe('There is nothing at “data.list”');
  const mapping = { kind: 'code', kind_words: 'AccessControl' };
  expect(readAll({ ...event, code: 'DoorStatus' }, mapping)).toEqual({
    events: [],
    otherKinds: ['DoorStatus'],
    problem: '',
  });
  expect(readAll({ time: event.time, code: 'AccessControl' }, mapping).events).toMatchObject([{ code: '' }]);
});
