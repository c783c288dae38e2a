// What a record becomes in Frappe HR: an Employee Checkin, with the local time of the site and no offset.

import { nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import { dateOf, instantOf, plusMinutes } from '../../../../platform/time/instants.ts';
import type { Connection, Conversation, EventItem } from '../connector.ts';
import { siteTimeOf } from '../siteTime.ts';
import { listOf } from './calls.ts';

type Site = Pick<Connection, 'values' | 'businessTime'>;

/** When clocks are set back, so many minutes occur twice, depending on the zone. */
const repeatedMinutes = [30, 60, 120].flatMap((minutes) => [-minutes, minutes]);

/** 'YYYY-MM-DD HH:MM:SS' */
export const localTime = (instant: string, site: Site): string =>
  siteTimeOf(site).wallClock(instant).slice(0, 19).replace('T', ' ');

/** Another instant has the same local time: the clocks are set back around it. */
export function occursTwice(instant: string, site: Site): boolean {
  const others = repeatedMinutes.map((minutes) => instantOf(plusMinutes(dateOf(instant), minutes)));
  return others.some((other) => localTime(other, site) === localTime(instant, site));
}

export const logTypeOf = ({ eventType }: EventItem): string => (eventType === 'check-in' ? 'IN' : 'OUT');

const longestDeviceId = 140;

/** In a time that occurs twice it ends with the offset, by which the two are told apart. */
export function deviceIdOf({ at, controller }: EventItem, site: Site): string {
  if (!occursTwice(at, site)) return controller.slice(0, longestDeviceId);
  const end = ` ${siteTimeOf(site).wallClock(at).slice(19)}`;
  return controller.slice(0, longestDeviceId - end.length) + end;
}

const decodeLog = object({ name: nonEmptyText, employee: text, time: text, log_type: text, device_id: text });
type Log = ReturnType<typeof decodeLog>;

/** More than so many people can have at so many seconds, in both directions. */
const mostFound = 5_000;

export function* find(items: readonly EventItem[], connection: Connection): Conversation<ReadonlyMap<string, string>> {
  const logs = yield* listOf(
    connection,
    'Employee Checkin',
    {
      fields: ['name', 'employee', 'time', 'log_type', 'device_id'],
      filters: [
        ['employee', 'in', unique(items.map(({ personId }) => personId))],
        ['time', 'in', unique(items.map(({ at }) => localTime(at, connection)))],
      ],
      order_by: 'name asc',
      limit_page_length: mostFound,
    },
    decodeLog,
  );
  const byKey = Map.groupBy(logs, ({ employee, time, log_type }) => keyOf(employee, time, log_type));
  return new Map(
    items.flatMap((item) => {
      const key = keyOf(item.personId, localTime(item.at, connection), logTypeOf(item));
      const log = byKey.get(key)?.find((each) => isOf(each, item, connection));
      return log ? [[item.key, log.name] as const] : [];
    }),
  );
}

const unique = (values: readonly string[]) => [...new Set(values)];

/** Some versions store fractions of a second. */
const keyOf = (employee: string, time: string, type: string) =>
  `${employee} ${time.slice(0, 19).replace('T', ' ')} ${type}`;

const isOf = (log: Log, item: EventItem, connection: Connection) =>
  !occursTwice(item.at, connection) || log.device_id === deviceIdOf(item, connection);
