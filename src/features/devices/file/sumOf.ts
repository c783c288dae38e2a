// What all portions of a file come to together.

import type { ReadLines } from '../../../shared/contract/deviceEvents.ts';
import type { PunchFile } from './readFile.ts';

export interface Sum {
  readable: number;
  known: number;
  checkIns: number;
  checkOuts: number;
  notTaken: Map<string, number>;
  codes: Set<string>;
  unknownCodes: Set<string>;
  days: Set<string>;
  unreadable: ReadLines['unreadable'];
}

export const emptySum = ({ repeated }: PunchFile): Sum => ({
  readable: repeated,
  known: repeated,
  checkIns: 0,
  checkOuts: 0,
  notTaken: new Map(),
  codes: new Set(),
  unknownCodes: new Set(),
  days: new Set(),
  unreadable: [],
});

export function addTo(sum: Sum, part: ReadLines): void {
  sum.readable += part.readable;
  sum.known += part.known;
  sum.checkIns += part.check_ins;
  sum.checkOuts += part.check_outs;
  for (const { outcome, events } of part.not_taken)
    sum.notTaken.set(outcome, (sum.notTaken.get(outcome) ?? 0) + events);
  for (const code of part.codes) sum.codes.add(code);
  for (const code of part.unknown_codes) sum.unknownCodes.add(code);
  for (const day of part.days) sum.days.add(day);
  sum.unreadable = [...sum.unreadable, ...part.unreadable];
}
