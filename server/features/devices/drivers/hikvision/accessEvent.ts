// One access event as a fact. What is kept of it is listed here: names, card numbers and pictures are not.

import type { DeviceFact } from '../driver.ts';
import { readTime, type WireTime } from '../wireTime.ts';
import { codeOf, ownValue, textOf, wholeNumber } from '../wireValues.ts';
import { meaningOf, passedBy } from './codes.ts';

const keptOfAlert = ['macAddress', 'dateTime', 'eventType', 'eventState', 'currentEvent'];
const keptOfEvent = [
  'majorEventType',
  'subEventType',
  'employeeNoString',
  'serialNo',
  'frontSerialNo',
  'attendanceStatus',
  'statusValue',
  'cardReaderKind',
  'cardReaderNo',
  'doorNo',
  'verifyNo',
  'currentVerifyMode',
  'userType',
  'mask',
  'currentEvent',
];

/** What its clock showed; undefined if it does not say. */
export const timeIn = (alert: unknown): WireTime | undefined => readTime(textOf(ownValue(alert, 'dateTime')));

export function accessEvent(alert: unknown, event: unknown): DeviceFact {
  const of = (name: string) => textOf(ownValue(event, name));
  const major = wholeNumber(ownValue(event, 'majorEventType'));
  const minor = wholeNumber(ownValue(event, 'subEventType'));
  const time = timeIn(alert);
  const code = codeOf(ownValue(event, 'employeeNoString'));
  const status = of('attendanceStatus');
  return {
    number: wholeNumber(ownValue(event, 'serialNo')),
    code: code ?? '',
    localTime: time?.local ?? '',
    offsetMinutes: time?.offsetMinutes ?? null,
    kind: `${major ?? '?'}/${minor ?? '?'}`,
    direction: status === 'undefined' ? '' : status,
    meaning: meaningOf(status),
    reader: of('cardReaderNo') || of('doorNo'),
    verify: of('currentVerifyMode'),
    passed: passedBy(major, minor),
    isReplay: [alert, event].some((each) => textOf(ownValue(each, 'currentEvent')) === 'false'),
    raw: JSON.stringify({ ...kept(alert, keptOfAlert), AccessControllerEvent: kept(event, keptOfEvent) }),
    problem: time ? (code === undefined ? 'The employee number cannot be read' : '') : 'The time cannot be read',
  };
}

const kept = (value: unknown, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const found = ownValue(value, name);
      if (found === undefined || found === null) return [];
      return [[name, typeof found === 'number' || typeof found === 'boolean' ? found : textOf(found)]];
    }),
  );
