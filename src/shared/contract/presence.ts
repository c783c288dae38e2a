// Presence (who is in, judging by the last events) and roll calls. A silent door makes presence wrong, so each list
// names the silent controllers.

import type { Calls } from './call.ts';
import {
  type Decoded,
  flag,
  integer,
  list,
  maybe,
  nonEmptyText,
  object,
  oneOf,
  optional,
  text,
  wordOr,
} from './decode.ts';
import { count, ifUnderstood, page, stated } from './decodeRecords.ts';
import { optionalWith, paging } from './queries.ts';
import { namedCompany, peopleFilters, personOfDay } from './workday.ts';

export const presenceStates = ['in', 'out', 'not_seen'] as const;
export type PresenceState = (typeof presenceStates)[number];
const presenceState = oneOf(...presenceStates);
/** Filter for people who are expected by now and have not been seen. */
export const missing = 'missing';

const presentPerson = object({
  employee: personOfDay,
  company: namedCompany,
  state: wordOr(presenceState),
  /** When the person came or left; empty if not seen today. */
  since: text,
  controller: text,
  /** Location of that controller, or its name if it has none. */
  site: text,
  /** Whether expected by now and not seen; left out where no pattern says who is expected. */
  is_missing: optionalWith('expected_time', flag),
});
export type PresentPerson = Decoded<typeof presentPerson>;

const place = object({ name: text, in: count });

/** Figures for all people who match, whichever state is chosen. */
const presenceSummary = object({
  as_of: nonEmptyText,
  counts: object({
    in: count,
    out: count,
    not_seen: count,
    /** Left out where no pattern says who is expected. */
    missing: optionalWith('expected_time', count),
  }),
  /** Choices from all people, whichever site and department are chosen. */
  sites: list(place),
  departments: list(place),
  controllers: list(
    object({
      id: integer,
      name: text,
      company: namedCompany,
      last_event_at: text,
      is_silent: flag,
      /** Why it counts as silent. */
      sentence: text,
    }),
  ),
});
export type PresenceSummary = Decoded<typeof presenceSummary>;

/** Number of people in the building at each half hour of a day, and the usual number on that weekday. */
const presenceCurve = object({
  /** Today, 'YYYY-MM-DD'. */
  day: nonEmptyText,
  /** Number of days of the same weekday that `usual` averages; 0 if none had events. */
  usual_days: count,
  /** `in` is null for times still to come. */
  points: list(object({ time: nonEmptyText, in: maybe(integer), usual: count })),
});
export type PresenceCurve = Decoded<typeof presenceCurve>;

const rollCallPerson = object({
  employee: personOfDay,
  /** State according to the system when the roll call began. People who were in are expected. */
  state: wordOr(presenceState),
  since: text,
  site: text,
  is_ticked: flag,
  /** User who last ticked or unticked the person. */
  ticked_by: text,
  ticked_at: text,
});
export type RollCallPerson = Decoded<typeof rollCallPerson>;

export const rollCall = object({
  id: integer,
  company: namedCompany,
  site: text,
  department: text,
  started_by: text,
  started_at: nonEmptyText,
  ended_by: text,
  /** Empty while it is running. */
  ended_at: text,
  /** Number of people who were in when it began. */
  expected: count,
  /** Number of expected people who are ticked. */
  ticked: count,
  /** Number of ticked people whom the system did not know to be in. */
  others: count,
});
export type RollCall = Decoded<typeof rollCall>;

const rollCallReport = object({ roll_call: rollCall, people: list(rollCallPerson), silent: list(text) });
export type RollCallReport = Decoded<typeof rollCallReport>;

/** A person's last tick counts. `at` is the phone's clock as an ISO 8601 instant in UTC with milliseconds. */
export const tick = object({ employee_id: integer, is_ticked: flag, at: nonEmptyText });
export type Tick = Decoded<typeof tick>;

const presenceFilters = { ...peopleFilters, site: optional(text) };

const mayView = { needs: 'presence.view', feature: 'presence' } as const;
const rollCallEdit = {
  needs: 'presence.roll_call',
  feature: 'presence',
  touches: ['GET /roll-calls', 'GET /roll-calls/{id}'],
} as const;

export const calls = {
  'GET /presence': {
    ...mayView,
    query: object({
      ...presenceFilters,
      employee_id: optional(integer),
      state: optional(oneOf(...presenceStates, missing)),
      ...paging,
    }),
    answer: page(presentPerson),
  },
  'GET /presence/summary': {
    ...mayView,
    query: object(presenceFilters),
    answer: presenceSummary,
  },
  'GET /presence/curve': { ...mayView, answer: presenceCurve },
  'GET /roll-calls': {
    ...mayView,
    query: object({ company_id: optional(integer), ...paging }),
    answer: page(rollCall),
  },
  'GET /roll-calls/{id}': { ...mayView, answer: rollCallReport },
  'POST /roll-calls': {
    ...rollCallEdit,
    body: object({ company_id: maybe(integer), site: text, department: text }),
    answer: rollCallReport,
    done: 'Roll call started',
    failed: 'Failed to start the roll call',
  },
  'POST /roll-calls/{id}/ticks': {
    ...rollCallEdit,
    /** `sent_at` is the phone's clock as well, which tells how far it is ahead. */
    body: object({ ticks: stated(list(tick)), sent_at: optional(text) }),
    answer: ifUnderstood(rollCall),
    done: 'Ticks saved',
    failed: 'Failed to save ticks',
  },
  'POST /roll-calls/{id}/end': {
    ...rollCallEdit,
    answer: ifUnderstood(rollCallReport),
    done: 'Roll call ended',
    failed: 'Failed to end the roll call',
  },
} satisfies Calls;
