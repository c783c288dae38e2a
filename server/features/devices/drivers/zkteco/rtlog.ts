// Events of access controllers: lines of 'key=value' in any order, separated by tabs or commas. 'rtlog' sends them
// live; 'transaction' sends them from memory, with some other keys. They concern people and doors; which codes mean
// that somebody passed depends on the model.

import { cardWithoutPerson, type DeviceFact, hashOfLine } from '../driver.ts';
import { noTime, wholeNumber } from '../wireValues.ts';
import { digitsOf, pairsOf, parseCode, readDeviceTime, shapeOf, unpackedTime } from './lineValues.ts';

/** Passed, by the vendor's list: alone, with others, first of the day, by password, or through a door open to all. */
const passedCodes = new Set(
  [0, 1, 2, 3, 14, 15, 16, 17, 18, 19, 203, 207, 208, 215, 216, 218, 232].map((code) => String(code)),
);

/** Codes from 20 to 99 are refusals, except these: a door waits for a second person, or a person is being watched. */
const undecidedCodes = new Set(['26', '32', '43', '51']);

/** Of turnstiles, lifts, video calls, power and readers, whose faults are the codes from 5000 to 5999. */
const deviceCodes = new Set(
  '4000 4002 4003 4004 4005 4006 4008 4009 4010 4011 4012 4013 6000 6005 6006 6007 6008 6009 6010'.split(' '),
);

const meanings: Readonly<Record<string, DeviceFact['meaning']>> = { 0: 'in', 1: 'out' };

/** Recognizes such a line in any table; only punches of attendance terminals have a status. */
export function isAccessLine(line: string): boolean {
  const pairs = pairsIn(line);
  return pairs.has('pin') && (pairs.has('time') || pairs.has('time_second')) && !pairs.has('status');
}

const separator = /[\t,]+/;

/** Some devices write the table's name before a key. */
const pairsIn = (line: string) => pairsOf(line.replace(/\btransaction\s+/i, ''), separator);

/** Reads a table of such events. Rows without keys take them from a header line, 'Pin,Verified,DoorID,…'. */
export function rtlogFacts(lines: readonly string[]): DeviceFact[] {
  const [first = '', ...rows] = lines;
  const names = first.split(separator).map((name) => name.trim().toLowerCase());
  if (!names.includes('pin') || !names.includes('time_second')) return lines.map((line) => rtlogFact(line));
  return rows.map((row) => {
    const values = row.split(/[\t,]/);
    return rtlogFact(
      values.length === names.length ? names.map((name, at) => `${name}=${values[at]}`).join('\t') : row,
    );
  });
}

/** Without a code the event is a punch only in a table of punches. */
export function rtlogFact(line: string, withoutCode: 'punch' | 'unknown' = 'unknown'): DeviceFact {
  const pairs = pairsIn(line);
  const digits = (...keys: string[]) => digitsOf(keys.map((key) => pairs.get(key)).find(Boolean) ?? '');
  const written = readDeviceTime(pairs.get('time') ?? '') ?? unpackedTime(pairs.get('time_second') ?? '');
  const pin = pairs.get('pin') ?? '';
  const isNobody = /^0*$/.test(pin);
  const code = isNobody ? '' : parseCode(pin);
  const event = digits('event', 'eventtype');
  const direction = digits('inoutstatus', 'inoutstate');
  const passed = event === '' && withoutCode === 'punch' ? 'yes' : passedByCode(event);
  const isCardAlone = isNobody && /[1-9]/.test(pairs.get('cardno') ?? '') && (event === '' || passedCodes.has(event));
  const problem = problemOf(written !== undefined, code !== undefined, isCardAlone);
  return {
    number: wholeNumber(pairs.get('index')) || null, // 0 in every event of some devices
    code: code ?? '',
    ...(written ?? noTime),
    kind: `rtlog ${event}`.trim(),
    direction,
    meaning: meanings[direction],
    reader: digits('eventaddr', 'doorid'),
    verify: digits('verifytype', 'verified'),
    passed: isNobody ? 'no' : passed,
    isReplay: false,
    raw: shapeOf(line),
    ...(problem !== '' && { hash: hashOfLine(line) }),
    problem,
  };
}

function problemOf(hasTime: boolean, hasCode: boolean, isCardAlone: boolean): string {
  if (!hasTime) return 'Its time cannot be read';
  if (isCardAlone) return cardWithoutPerson;
  return hasCode ? '' : 'Its person cannot be read';
}

function passedByCode(event: string): DeviceFact['passed'] {
  if (passedCodes.has(event)) return 'yes';
  const isRefused = /^(?:[2-9]\d|5\d{3})$/.test(event) && !undecidedCodes.has(event);
  return isRefused || deviceCodes.has(event) ? 'no' : 'unknown';
}

/** By the kind of a stored event, 'rtlog 22'. */
export const passedByKind = (kind: string): DeviceFact['passed'] => passedByCode(kind.replace(/^rtlog /, ''));
