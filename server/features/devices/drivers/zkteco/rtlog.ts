// The events of an access controller, a line each of 'key=value' in any order: rtlog as they happen, and the same from its
// memory as rows of 'transaction', which names some keys otherwise. They are about persons and about doors; which codes
// mean that somebody passed differs by model.

import type { DeviceFact } from '../driver.ts';
import { hashOfLine } from '../unreadable.ts';
import { codeIn, digitsOf, pairsOf, shapeOf, wholeNumber } from './deviceWords.ts';
import { unpackedTime, writtenTime } from './localTime.ts';

/** By card, finger and both, alone, with others, or while the door is open to all. */
const passedCodes = new Set(['0', '1', '2', '3', '14', '15', '16', '17', '18', '19', '203']);

const meanings: Readonly<Record<string, DeviceFact['meaning']>> = { 0: 'in', 1: 'out' };

/** Whether a line of any table is one of these. A status is only in punches of attendance terminals. */
export function isAccessLine(line: string): boolean {
  const pairs = pairsOf(line);
  return pairs.has('pin') && (pairs.has('time') || pairs.has('time_second')) && !pairs.has('status');
}

/** An event that bears no code is a punch, in a table of punches only. */
export function rtlogFact(line: string, withoutCode: 'punch' | 'unknown' = 'unknown'): DeviceFact {
  const pairs = pairsOf(line);
  const digits = (...keys: string[]) => digitsOf(keys.map((key) => pairs.get(key)).find(Boolean) ?? '');
  const written = writtenTime(pairs.get('time') ?? '') ?? unpackedTime(pairs.get('time_second') ?? '');
  const pin = pairs.get('pin') ?? '';
  const isNobody = /^0*$/.test(pin);
  const code = isNobody ? '' : codeIn(pin);
  const event = digits('event', 'eventtype');
  const direction = digits('inoutstatus', 'inoutstate');
  const problem = problemOf(written !== undefined, code !== undefined);
  return {
    number: wholeNumber(pairs.get('index')) ?? null,
    code: code ?? '',
    localTime: written?.localTime ?? '',
    offsetMinutes: written?.offsetMinutes ?? null,
    kind: `rtlog ${event}`.trim(),
    direction,
    meaning: meanings[direction],
    reader: digits('eventaddr', 'doorid'),
    verify: digits('verifytype', 'verified'),
    passed: passedBy(isNobody, event, withoutCode),
    isReplay: false,
    raw: shapeOf(line),
    ...(problem !== '' && { hash: hashOfLine(line) }),
    problem,
  };
}

function problemOf(hasTime: boolean, hasCode: boolean): string {
  if (!hasTime) return 'Its time cannot be read';
  return hasCode ? '' : 'Its person cannot be read';
}

function passedBy(isNobody: boolean, event: string, withoutCode: 'punch' | 'unknown'): DeviceFact['passed'] {
  if (isNobody) return 'no';
  if (event === '' && withoutCode === 'punch') return 'yes';
  return passedCodes.has(event) ? 'yes' : 'unknown';
}
