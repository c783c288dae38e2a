// rtlog: the events of an access controller, a line each of 'key=value' in any order. They are about persons and about
// doors; which codes mean that somebody passed differs by model.

import type { DeviceFact } from '../driver.ts';
import { codeIn, digitsOf, harmlessPairs, pairsOf, wholeNumber } from './deviceWords.ts';
import { writtenTime } from './localTime.ts';

/** By card, finger and both, alone, with others, or while the door is open to all. */
const passedCodes = new Set(['0', '1', '2', '3', '14', '15', '16', '17', '18', '19', '203']);

const meanings: Readonly<Record<string, DeviceFact['meaning']>> = { 0: 'in', 1: 'out' };

export function rtlogFact(line: string): DeviceFact {
  const pairs = pairsOf(line);
  const digits = (key: string) => digitsOf(pairs.get(key) ?? '');
  const written = writtenTime(pairs.get('time') ?? '');
  const pin = pairs.get('pin') ?? '';
  const isNobody = /^0*$/.test(pin);
  const code = isNobody ? '' : codeIn(pin);
  const event = digits('event');
  const direction = digits('inoutstatus');
  return {
    number: wholeNumber(pairs.get('index')) ?? null,
    code: code ?? '',
    localTime: written?.localTime ?? '',
    offsetMinutes: written?.offsetMinutes ?? null,
    kind: `rtlog ${event}`.trim(),
    direction,
    meaning: meanings[direction],
    reader: digits('eventaddr'),
    verify: digits('verifytype'),
    passed: passedBy(isNobody, event),
    isReplay: false,
    raw: harmlessPairs(line),
    problem: problemOf(written !== undefined, code !== undefined),
  };
}

function problemOf(hasTime: boolean, hasCode: boolean): string {
  if (!hasTime) return 'Its time cannot be read';
  return hasCode ? '' : 'Its person cannot be read';
}

function passedBy(isNobody: boolean, event: string): DeviceFact['passed'] {
  if (isNobody) return 'no';
  return passedCodes.has(event) ? 'yes' : 'unknown';
}
