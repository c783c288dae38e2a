// Device events: what a device sent, what became of it, what the device can be asked, and whether anything was lost.

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

/** A fact, exactly as a device sent it, and its outcome. */
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
  /** Business time; empty if unknown. */
  timestamp: text,
  kind: text,
  direction: text,
  reader: text,
  raw: text,
  is_replay: flag,
  outcome: wordOr(deviceOutcome),
  /** Reason for the outcome, as a sentence. Empty for attendance, unless its record stays as it was read before. */
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

/** Something that happened at a device besides its events. */
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
  /** 'waiting' until the device fetches it, 'asked' until it answers. */
  state: wordOr(oneOf('waiting', 'asked', 'done', 'not_supported', 'failed')),
  /** The device's answer, as a sentence. */
  answer: text,
});
export type DeviceCommand = Decoded<typeof deviceCommand>;

/** Changes that re-reading a period's events would make. Events that cannot change say why. */
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
      /** Reason why it stays; empty if it changes. */
      kept_because: text,
    }),
  ),
  changed: count,
  kept: count,
});
export type Reinterpretation = Decoded<typeof reinterpretation>;

/** Maximum number of a file's lines per request. */
export const linesAtOnce = 5_000;

/** Result of reading lines: how many of each kind there are, and what becomes of new ones. */
export const readLines = object({
  readable: count,
  /** Lines whose punch is already known, or appears twice among them. */
  known: count,
  check_ins: count,
  check_outs: count,
  /** Why other new lines do not become attendance. Lines with an implausible time are not stored. */
  not_taken: list(object({ outcome: wordOr(deviceOutcome), events: count })),
  /** All codes in the lines, and the ones nobody has. */
  codes: list(text),
  unknown_codes: list(text),
  /** Days by the terminal's clock. */
  days: list(text),
  unreadable: list(object({ line: integer, reason: nonEmptyText })),
});
export type ReadLines = Decoded<typeof readLines>;

export const stages = ['on_device', 'received', 'taken', 'attendance', 'planned', 'sent', 'accepted'] as const;
export type Stage = (typeof stages)[number];

const lossActions = ['resend', 'assign', 'retry', 'rules', 'correct'] as const;
export type LossAction = (typeof lossActions)[number];

export const loss = object({
  /** The stage that the event did not reach. */
  stage: wordOr(oneOf(...stages)),
  /** Keyword from the event's outcome, the HR plan or the reconciliation itself. */
  reason: nonEmptyText,
  sentence: nonEmptyText,
  /** Number of events it stands for, since a gap in the numbers is a single loss. */
  count,
  event_id: maybe(integer),
  record_id: maybe(integer),
  code: text,
  employee: maybe(personOfDay),
  local_time: text,
  /** Business time of the event; empty if unknown or impossible. */
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
      /** Null if unknown, as for the device until it has answered. */
      count: maybe(number),
      /**
       * Difference from the previous stage's count, apart from losses: negative for repeats and for door events,
       * positive for what came another way. The sentence explains it.
       */
      adjustment: withDefault(integer, 0),
      sentence: text,
    }),
  ),
  /** Losses. Where many share a reason, the last one listed stands for the rest. */
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
      /** Day of the time that the device sent, otherwise the day of receipt. */
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
    /** Counting and resending need the day. */
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
    /** Part of a file from a terminal. */
    body: object({
      /** Name of the file, in which terminals put their serial number. */
      name: text,
      /** Names of its columns; empty for lines in the terminals' own format. */
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
