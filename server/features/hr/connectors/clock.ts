// How far an HR system's clock is from ours, by the date of one of its answers.

import type { OutboundAnswer } from '../../../platform/http/outbound.ts';
import type { Finding } from './connector.ts';

/** More than an answer may take, and than a shift should be wrong by. */
const toleratedSeconds = 60;

/** Nothing if the answer has no date. `now` is when the question was asked. */
export function clockFindings({ headers }: OutboundAnswer, now: Date): Finding[] {
  const theirs = Date.parse(headers.date ?? '');
  if (Number.isNaN(theirs)) return [];
  const seconds = Math.round((theirs - now.getTime()) / 1000);
  const isGood = Math.abs(seconds) <= toleratedSeconds;
  const difference = `${Math.abs(seconds)} seconds ${seconds < 0 ? 'behind' : 'ahead of'} this server`;
  return [{ what: 'Clock', says: isGood ? 'As here' : difference, state: isGood ? 'good' : 'warning' }];
}
