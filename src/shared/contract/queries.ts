// Queries as the server reads them, and as the console reads them from its address: parts that several share, and the
// queries of lists that the console requests before their domain has loaded.

import { DecodeError, type Decoder, flag, integer, object, oneOf, optional, text } from './decode.ts';
import type { Feature } from './features.ts';
import { announcedAs, setSchema } from './schema.ts';

export function readQuery<Q>(decode: Decoder<Q>, given: Readonly<Record<string, unknown>>): Q {
  const understood = Object.entries(given).filter(([name, value]) => isUnderstood(() => decode({ [name]: value })));
  return decode(Object.fromEntries(understood));
}

function isUnderstood(decode: () => unknown): boolean {
  try {
    decode();
    return true;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}

/** Orders by name or by time of creation, reversed with '-'. Our server sorts by name by default. */
const sortOrders = ['name', '-name', 'created', '-created'] as const;
export type SortOrder = (typeof sortOrders)[number];

const fromOne: Decoder<number> = (value) => integer(value);
setSchema(fromOne, () => ({ type: 'integer', minimum: 1 }));
export const paging = { page: optional(fromOne), per_page: optional(fromOne) };

/** 'YYYY-MM-DD'. The server checks it, with messages of its own. */
export const dayText: Decoder<string> = (value) => text(value);
setSchema(dayText, () => ({ type: 'string', format: 'date' }));
/** Both dates are inclusive. */
export const dates = { start_date: optional(dayText), end_date: optional(dayText) };

/** Makes a field optional that only matters where the server announces the feature. */
export function optionalWith<T>(feature: Feature, decode: Decoder<T>): Decoder<T | undefined> {
  const decoder = optional(decode);
  setSchema(decoder, (of) => ({ ...of(decode), ...announcedAs(feature) }));
  return decoder;
}

/** Paging, a search over all pages, and the order. */
export const listing = {
  ...paging,
  q: optionalWith('search', text),
  sort: optionalWith('search', oneOf(...sortOrders)),
};

export const healthState = oneOf('online', 'offline', 'unknown');

const eventTypes = ['check-in', 'check-out'] as const;
export type EventType = (typeof eventTypes)[number];
export const eventType = (value: unknown): EventType =>
  oneOf(...eventTypes)(typeof value === 'string' ? value.replace('_', '-') : value);
setSchema(eventType, (of) => of(oneOf(...eventTypes)));

/**
 * State of a record's delivery to HR, as far as it is known without making the day's plan. Only 'failed' needs a manual
 * retry; 'not_queued' includes records that are held back.
 */
export const hrStates = ['sent', 'waiting', 'failed', 'not_queued'] as const;
export type HrState = (typeof hrStates)[number];

/** Query of the list, without paging. */
export const attendanceFilters = {
  company_id: optional(integer),
  employee_id: optional(integer),
  access_controller_id: optional(integer),
  event_type: optional(eventType),
  ...dates,
  is_processed: optional(flag),
  hr_state: optionalWith('hr_state', oneOf(...hrStates)),
};

export const companiesQuery = object({ ...listing, url_health: optionalWith('search', healthState) });
export const controllersQuery = object({
  ...listing,
  company_id: optionalWith('search', integer),
  /** Kind of claim, or 'trouble'. */
  claim: optionalWith('trouble', text),
});
export const attendanceQuery = object({ ...attendanceFilters, ...paging });
export const employeesQuery = object({ ...listing, company_id: optional(integer), is_active: optional(flag) });
