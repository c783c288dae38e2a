// The queries of all calls that no screen begins with.

import { flag, integer, object, optional, text } from '../decode.ts';
import { correctionState } from '../entities/corrections.ts';
import { exceptionKind } from '../entities/day.ts';
import { claimKind, deviceOutcome, noteKind } from '../entities/devices.ts';
import { presenceState } from '../entities/presence.ts';
import { personKind, personState } from '../entities/privacy.ts';
import { paging } from './parts.ts';

/** Both included. */
const dates = { start_date: optional(text), end_date: optional(text) };

const period = { company_id: optional(integer), ...dates };

/** Days of one company or of all. Without them, timesheets are those of this week; else it is the last two weeks. */
const pagedPeriod = { ...period, ...paging };

const exceptionFilters = {
  ...period,
  employee_id: optional(integer),
  /** Those that somebody answered, or those that nobody answered yet. */
  is_answered: optional(flag),
};

const peopleFilters = { company_id: optional(integer), department: optional(text), q: optional(text) };

const presenceFilters = { ...peopleFilters, site: optional(text) };

/** Where the page before ended. */
const after = { after: optional(text) };

export const laterQueries = {
  'GET /attendance/statistics': object(period),
  'GET /attendance/revision': object(period),
  /** Of these employees, separated by commas. */
  'GET /attendance/count': object({ employee_ids: optional(text) }),

  'GET /timesheets': object({ ...pagedPeriod, ...peopleFilters }),
  'GET /timesheets/{id}': object(dates),

  'GET /exceptions': object({ ...exceptionFilters, kind: optional(exceptionKind), ...paging }),
  'GET /exceptions/counts': object(exceptionFilters),
  /** Of all days, if it names none. */
  'GET /corrections': object({
    ...pagedPeriod,
    employee_id: optional(integer),
    record_id: optional(integer),
    state: optional(correctionState),
  }),
  'GET /closed-months': object({ company_id: optional(integer) }),

  'GET /presence': object({ ...presenceFilters, state: optional(presenceState), ...paging }),
  'GET /presence/summary': object(presenceFilters),
  'GET /roll-calls': object({ company_id: optional(integer), ...paging }),

  'GET /audit': object({
    /** 0 for what nobody who was signed in did. */
    user_id: optional(integer),
    action: optional(text),
    subject: optional(text),
    subject_id: optional(integer),
    /** Instants; the second is not included. */
    from: optional(text),
    to: optional(text),
    q: optional(text),
    /** The entry after which the page begins, and how many it has at most. */
    before: optional(integer),
    limit: optional(integer),
  }),
  'GET /audit/chain': object({
    after: optional(integer),
    limit: optional(integer),
    /** Only these, separated by commas. */
    ids: optional(text),
  }),

  'GET /devices': object({
    company_id: optional(integer),
    claim: optional(claimKind),
    /** Of these access controllers only, separated by commas. */
    controller_ids: optional(text),
    q: optional(text),
    ...paging,
  }),
  /** Callers who do not see all companies find only the device whose serial number they know. */
  'GET /devices/waiting': object({ serial: optional(text) }),
  'GET /access-controllers/{id}/device/events': object({
    /** By the time that the device sent, or else by when it was received. */
    day: optional(text),
    outcome: optional(deviceOutcome),
    code: optional(text),
    ...paging,
  }),
  'GET /access-controllers/{id}/device/notes': object({ kind: optional(noteKind), ...paging }),
  'GET /access-controllers/{id}/device/reconciliation': object({ day: optional(text) }),
  'GET /user-api-tokens': object({ user_id: optional(integer), ...paging }),
  'GET /unknown-codes': object({ company_id: optional(integer), access_controller_id: optional(integer), ...paging }),
  'GET /employee-codes': object({
    company_id: optional(integer),
    employee_id: optional(integer),
    code: optional(text),
    ...paging,
  }),
  'GET /employees/{id}/personal-data/{section}': object(after),
  'GET /users/{id}/personal-data/{section}': object(after),
  /** Employees, if no kind is named. A search finds parts of names, IDs and e-mails. */
  'GET /privacy/people': object({
    kind: optional(personKind),
    state: optional(personState),
    q: optional(text),
    ...paging,
  }),
};
