// When a controller is silent. A device that calls by itself is silent when it does not call. Of any other only its
// events tell: it is silent if it sends nothing in a time in which it did a week before.

import { kindOfDevice } from '../../../../src/shared/contract/deviceKinds.ts';
import { dateOf, plusMinutes } from '../../../platform/time/instants.ts';
import { expectedEvents, isLongAgo, type Vitals } from './vitals.ts';
import { type Moment, shortTime } from './words.ts';

export interface Silence {
  readonly since: string;
  readonly sentence: string;
}

/** Undefined if it is not silent, or was never heard. */
export function silenceOf(vitals: Vitals, moment: Moment): Silence | undefined {
  const { device, rules, calls, lastEventAt, wasBusy } = vitals;
  const { now } = moment;
  if (device && rules && calls) {
    const since = device.last_heard_at;
    if (dateOf(since) >= plusMinutes(now, -rules.silent_after_minutes)) return undefined;
    const every = kindOfDevice(device.kind)?.pollSeconds;
    const often = !every ? 'it should call even without events' : `it should call every ${every} seconds`;
    return { since, sentence: `It has not called since ${shortTime(since, moment)}; ${often}.` };
  }
  if (lastEventAt === null) return undefined;
  const nothing = `It has sent nothing since ${shortTime(lastEventAt, moment)}`;
  if (isLongAgo(lastEventAt, now)) return { since: lastEventAt, sentence: `${nothing}.` };
  if (!wasBusy) return undefined;
  const sentence = `${nothing}, and sent ${expectedEvents} events or more in the same time a week before.`;
  return { since: lastEventAt, sentence };
}
