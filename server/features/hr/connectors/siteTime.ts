// Time zone of an HR system that stores local times: a setting of its connection, or else the company's zone.

import type { ConnectorField } from '../../../../src/shared/contract/hrConnections.ts';
import { dateOf, instantOf, isTimeZone, plusMinutes, timeIn, type ZoneTime } from '../../../platform/time/clock.ts';
import { bad, type Connection, type Finding, field, good, type PairSpan } from './connector.ts';

export const timeZoneField = (help: string): ConnectorField =>
  field('time_zone', 'Time Zone', help, { is_required: false });

export type Site = Pick<Connection, 'values' | 'clock'>;

/** Falls back to the company's zone if the zone is unknown, which the connection test reports. */
export function siteTimeOf({ values, clock }: Site): ZoneTime {
  const zone = values.time_zone ?? '';
  return isTimeZone(zone) ? timeIn(zone) : clock;
}

/** Finding for HR systems that do not tell their zone. */
export function zoneFinding(connection: Connection): Finding {
  const { time_zone: setting = '' } = connection.values;
  const { zone } = siteTimeOf(connection);
  return setting === '' || isTimeZone(setting)
    ? good('Time zone', zone)
    : bad('Time zone', `${setting} is not a known time zone, so ${zone} is used`);
}

/**
 * A pair in local minutes, 'YYYY-MM-DDTHH:MM', for HR systems that store no more. Seconds are cut, as on timesheets.
 */
export function localPairOf({ from, until }: PairSpan, site: Site): PairSpan {
  const time = siteTimeOf(site);
  return { from: localMinute(time, from), until: localMinute(time, until) };
}

const localMinute = (time: ZoneTime, instant: string): string => time.wallClock(instant).slice(0, 16);

/** Reason why local minutes cannot express the pair. */
export function localRefusal(name: string, item: PairSpan, site: Site): string | undefined {
  const { from, until } = localPairOf(item, site);
  if (item.from.slice(0, 16) === item.until.slice(0, 16)) {
    return `${name} keeps whole minutes, and this pair begins and ends in the same one. Enter it there if it counts`;
  }
  if (until <= from || [item.from, item.until].some((instant) => isSecondOfTwo(siteTimeOf(site), instant))) {
    return `${name} keeps local times, and the clock was set back at this pair. Enter it there`;
  }
  return undefined;
}

/** Clocks go back by an hour, on Lord Howe Island by half an hour, at Troll by two. */
const setBackMinutes = [30, 60, 120];

const isSecondOfTwo = (time: ZoneTime, instant: string): boolean =>
  setBackMinutes.some((minutes) => showsTheSame(time, instant, -minutes));

/** True if clocks go back around the instant, so that its local time occurs twice. */
export function occursTwice(instant: string, site: Site): boolean {
  const time = siteTimeOf(site);
  return isSecondOfTwo(time, instant) || setBackMinutes.some((minutes) => showsTheSame(time, instant, minutes));
}

const showsTheSame = (time: ZoneTime, instant: string, minutesLater: number): boolean =>
  localMinute(time, instant) === localMinute(time, instantOf(plusMinutes(dateOf(instant), minutesLater)));
