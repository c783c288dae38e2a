// Events of a device: what it sent, what became of it, what the device can be asked, and whether anything was lost.

import { type Calls, countingTimeoutMs } from './call.ts';
import {
  type Decoded,
  flag,
  integer,
  list,
  maybe,
  nonEmptyText,
  number,
  object,
  oneOf,
  optional,
  text,
  wordOr,
} from './decode.ts';
import { count, ifUnderstood, page, stated, withDefault } from './decodeRecords.ts';
import { mayManage, mayView, namedController } from './devices.ts';
import { paging } from './queries.ts';
import { readFromDevices } from './touches.ts';
import { calendarDay, namedCompany, personOfDay } from './workday.ts';

export const deviceOutcomes = [
  'attendance',
  'known',
  'repeat',
  'no_direction',
  'implausible_time',
  'unknown_kind',
  'unreadable',
  'not_passed',
  'no_person',
  'refused',
  'parked',
] as const;
export type DeviceOutcome = (typeof deviceOutcomes)[number];
const deviceOutcome = oneOf(...deviceOutcomes);

/** One fact that a device sent, as it sent it, and what became of it. */
const deviceEvent = object({
  id: integer,
  received_at: nonEmptyText,
  number: maybe(number),
  generation: count,
  code: text,
  /** Null if nobody has the code. */
  employee: maybe(personOfDay),
  /** Time as sent, without a zone. */
  local_time: text,
  zone: text,
  /** Business time; empty if it cannot be told. */
  timestamp: text,
  kind: text,
  direction: text,
  reader: text,
  raw: text,
  is_replay: flag,
  outcome: wordOr(deviceOutcome),
  /** Why, as a sentence; empty for attendance, unless its record stays as it was read before. */
  reason: text,
  record_id: maybe(integer),
});
export type DeviceEvent = Decoded<typeof deviceEvent>;

export const noteKinds = [
  'approved',
  'started',
  'stopped',
  'clock_set',
  'clock_set_back',
  'memory_cleared',
  'settings_changed',
  'server_changed',
  'firmware_changed',
  'address_changed',
  'new_numbers',
  'refused',
  'other_device',
  'other_company',
  'two_zones',
  'other_protocol',
  'unhandled',
  'left_out',
  'alarm',
] as const;
export type NoteKind = (typeof noteKinds)[number];
const noteKind = oneOf(...noteKinds);

/** Something that happened at a device, beside its events. */
const deviceNote = object({ id: integer, at: nonEmptyText, kind: wordOr(noteKind), sentence: text, raw: text });
export type DeviceNote = Decoded<typeof deviceNote>;

const deviceCommandKinds = ['info', 'count', 'resend', 'set_clock'] as const;
export type DeviceCommandKind = (typeof deviceCommandKinds)[number];
const deviceCommandKind = oneOf(...deviceCommandKinds);

const deviceCommand = object({
  id: integer,
  kind: wordOr(oneOf(...deviceCommandKinds, 'check')),
  day: text,
  created_at: text,
  author: text,
  /** waiting until the device fetches it, asked until it answers. */
  state: wordOr(oneOf('waiting', 'asked', 'done', 'not_supported', 'failed')),
  /** The device's answer, as a sentence. */
  answer: text,
});
export type DeviceCommand = Decoded<typeof deviceCommand>;

/** Changes that another reading of a period's events would make. Events that cannot change say why. */
export const reinterpretation = object({
  events: count,
  changes: list(
    object({
      event_id: integer,
      code: text,
      employee: maybe(personOfDay),
      local_time: text,
      before: text,
      after: text,
      /** Empty if it changes. */
      kept_because: text,
    }),
  ),
  changed: count,
  kept: count,
});
export type Reinterpretation = Decoded<typeof reinterpretation>;

/** Lines of a file that are read at once. */
export const linesAtOnce = 5_000;

/** Result of reading lines: how many there are of each kind, and what becomes of the new ones. */
export const readLines = object({
  readable: count,
  /** Lines whose punch is known already, or comes twice among them. */
  known: count,
  check_ins: count,
  check_outs: count,
  /** Why the other new ones become no attendance. Those of an implausible time are not stored. */
  not_taken: list(object({ outcome: wordOr(deviceOutcome), events: count })),
  /** The codes in them, and those that nobody has. */
  codes: list(text),
  unknown_codes: list(text),
  /** Days by the clock of the terminal. */
  days: list(text),
  unreadable: list(object({ line: integer, reason: nonEmptyText })),
});
export type ReadLines = Decoded<typeof readLines>;

export const stages = ['on_device', 'received', 'taken', 'attendance', 'planned', 'sent', 'accepted'] as const;
export type Stage = (typeof stages)[number];

const lossActions = ['resend', 'assign', 'retry', 'rules', 'correct'] as const;
export type LossAction = (typeof lossActions)[number];

export const loss = object({
  /** The stage that it did not reach. */
  stage: wordOr(oneOf(...stages)),
  /** A word: that of the event's outcome, of the HR plan, or one of the reconciliation's own. */
  reason: nonEmptyText,
  sentence: nonEmptyText,
  /** How many it stands for: a gap in the numbers is one loss. */
  count,
  event_id: maybe(integer),
  record_id: maybe(integer),
  code: text,
  employee: maybe(personOfDay),
  local_time: text,
  /** When it happened, in business time; empty if that is not known or cannot be true. */
  timestamp: withDefault(text, ''),
  action: maybe(wordOr(oneOf(...lossActions))),
});
export type Loss = Decoded<typeof loss>;

/** A controller's events of one day, from the device to the HR system. */
export const reconciliation = object({
  controller: namedController,
  company: namedCompany,
  day: calendarDay,
  zone: text,
  stages: list(
    object({
      stage: wordOr(oneOf(...stages)),
      /** Null where it is not known: of the device, until it answered. */
      count: maybe(number),
      /**
       * Difference to the count of the stage before, besides the losses: minus for repeats and for events of doors,
       * plus for what came another way. The sentence says it.
       */
      adjustment: withDefault(integer, 0),
      sentence: text,
    }),
  ),
  /** Lists many losses with one reason in part: the last one stands for the rest. */
  losses: list(loss),
  /** Whether the device can say what it holds, and whether it was asked. */
  asked: wordOr(oneOf('no', 'waiting', 'answered', 'failed', 'not_supported', 'cannot')),
  asked_at: text,
});
export type Reconciliation = Decoded<typeof reconciliation>;

export const calls = {
  'GET /access-controllers/{id}/device/events': {
    ...mayView,
    query: object({
      /** Day of the time that the device sent, or else of when it was received. */
      day: optional(text),
      outcome: optional(deviceOutcome),
      code: optional(text),
      ...paging,
    }),
    answer: page(deviceEvent),
  },
  'GET /access-controllers/{id}/device/notes': {
    ...mayView,
    query: object({ kind: optional(noteKind), ...paging }),
    answer: page(deviceNote),
  },
  'GET /access-controllers/{id}/device/commands': { ...mayView, answer: list(deviceCommand) },
  'POST /access-controllers/{id}/device/commands': {
    ...mayManage,
    /** The day is needed to count and to resend. */
    body: object({ command: deviceCommandKind, day: optional(text) }),
    answer: ifUnderstood(deviceCommand),
    done: 'The device will be asked',
    failed: 'Failed to ask the device',
    touches: ['GET /access-controllers/{id}/device/commands', 'GET /access-controllers/{id}/device/reconciliation'],
  },
  'POST /access-controllers/{id}/device/reinterpret': {
    ...mayManage,
    body: object({
      start_date: text,
      end_date: text,
      dry_run: stated(flag),
    }),
    answer: reinterpretation,
    done: 'Events read again',
    failed: 'Failed to read the events again',
    touches: readFromDevices,
    timeoutMs: countingTimeoutMs,
  },
  'POST /access-controllers/{id}/device/file': {
    ...mayManage,
    /** Some lines of a file from a terminal. */
    body: object({
      /** Name of the file: terminals write their serial number into it. */
      name: text,
      /** The names of its columns; empty for lines as terminals write them. */
      header: withDefault(list(text), []),
      rows: stated(list(object({ line: integer, cells: list(text) }))),
      dry_run: stated(flag),
    }),
    answer: readLines,
    done: 'Lines of the file stored',
    failed: 'Failed to read the file',
    touches: readFromDevices,
    timeoutMs: countingTimeoutMs,
  },
  'GET /access-controllers/{id}/device/reconciliation': {
    ...mayView,
    query: object({ day: optional(text) }),
    answer: reconciliation,
  },
} satisfies Calls;
