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
  const difference =
    `${durationOf(Math.abs(seconds))} ${seconds < 0 ? 'behind' : 'ahead of'} this server. Set the clock that is wrong:` +
    ' records keep the times of their controllers';
  return [{ what: 'Clock', says: isGood ? 'As here' : difference, state: isGood ? 'good' : 'warning' }];
}

function durationOf(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const hours = Math.round(minutes / 6) / 10;
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}
