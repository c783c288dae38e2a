// Who is in, and roll calls: what the system knows from the last events. A silent door makes it wrong, so each list says
// which controllers are silent.

import type { Decoded } from '../decode.ts';
import { count, flag, integer, list, nonEmptyText, object, oneOf, text, wordOr } from '../decode.ts';
import { namedCompany, personOfDay } from './day.ts';

export const presenceStates = ['in', 'out', 'not_seen'] as const;
export type PresenceState = (typeof presenceStates)[number];
export const presenceState = oneOf(...presenceStates);

const id = integer;

export const presentPerson = object({
  employee: personOfDay,
  company: namedCompany,
  state: wordOr(presenceState),
  /** When the person came or left; empty if not seen today. */
  since: text,
  controller: text,
  /** The location of that controller. */
  site: text,
});
export type PresentPerson = Decoded<typeof presentPerson>;

/** Of all people who match, whatever state is chosen. */
export const presenceSummary = object({
  as_of: nonEmptyText,
  counts: object({ in: count, out: count, not_seen: count }),
  sites: list(object({ name: text, in: count })),
  departments: list(object({ name: text, in: count })),
  controllers: list(
    object({
      id,
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

export const rollCallPerson = object({
  employee: personOfDay,
  /** What the system knew when the roll call began. */
  state: wordOr(presenceState),
  since: text,
  site: text,
  is_ticked: flag,
  ticked_by: text,
  ticked_at: text,
});

export const rollCall = object({
  id,
  company: namedCompany,
  site: text,
  department: text,
  started_by: text,
  started_at: nonEmptyText,
  ended_by: text,
  /** Empty while it goes on. */
  ended_at: text,
  people: count,
  ticked: count,
});
export type RollCall = Decoded<typeof rollCall>;

export const rollCallProtocol = object({ roll_call: rollCall, people: list(rollCallPerson), silent: list(text) });
export type RollCallProtocol = Decoded<typeof rollCallProtocol>;

/** The last tick of a person counts, by the clock of the phone. */
export const tick = object({ employee_id: id, is_ticked: flag, at: nonEmptyText });
