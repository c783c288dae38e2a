// Devices: the terminals at the doors that speak for a controller, what they sent, and how far each can be trusted.

import {
  count,
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
  withDefault,
  wordOr,
} from '../decode.ts';
import { deviceKinds } from '../deviceKinds.ts';
import { version } from '../laterDecoders.ts';
import { calendarDay, namedCompany, personOfDay } from './day.ts';
import { pastEvents } from './pastEvents.ts';

const id = integer;

const deviceKind = oneOf(...deviceKinds);

/**
 * key: what the person chose on the device. reader: each reader has its own direction. The last two guess: by turns, or a
 * check-in first and then check-outs, of which each takes the place of the one before.
 */
export const directionRules = ['key', 'in', 'out', 'reader', 'alternating', 'first_last'] as const;
export type DirectionRule = (typeof directionRules)[number];
export type GuessRule = Extract<DirectionRule, 'alternating' | 'first_last'>;

/** How a ZKTeco device is told an offset that is no whole hour: not at all, as 5.5, as 330, or as +05:30. */
export const halfHourRules = ['nothing', 'hours', 'minutes', 'signed'] as const;
export type HalfHourRule = (typeof halfHourRules)[number];

/** Where a JSON message says what: paths such as 'events', 'user.code', 'data[0].time'. Empty means nowhere. */
export const jsonMapping = object({
  /** The list of events; empty if the message is one event. */
  events: text,
  person: text,
  time: text,
  direction: text,
  number: text,
  reader: text,
  /** What the direction says for in and for out, separated by commas. */
  in_words: text,
  out_words: text,
  /** Where it says whether the person was let in; empty if only such events come. */
  passed: text,
  /** What that says for those who were, separated by commas. */
  passed_words: text,
});
export type JsonMapping = Decoded<typeof jsonMapping>;

export const readerDirection = object({ reader: text, direction: oneOf('in', 'out') });

/** How a controller's device is connected, and how what it sends is read. */
const deviceRuleFields = {
  kind: deviceKind,
  /** An IANA zone; empty means the business time zone. */
  zone: text,
  /** Its times are read in the zone above, whatever offset it sends with them. */
  ignores_offset: withDefault(flag, false),
  direction: oneOf(...directionRules),
  readers: list(readerDirection),
  /** A punch of the same person this soon after another is a repeat; 0 means that none is. */
  repeat_seconds: count,
  half_hours: oneOf(...halfHourRules),
  /** The networks that it may call from, separated by commas; empty means any. */
  networks: text,
  /** It is silent when nothing was heard of it for so long. */
  silent_after_minutes: count,
  /** The first day of the device's clock that counts; empty: from the day before the controller was added. */
  counts_from: text,
  mapping: jsonMapping,
};
export const deviceRules = object(deviceRuleFields);
export type DeviceRules = Decoded<typeof deviceRules>;

export const storedDeviceRules = object({ ...deviceRuleFields, version });
export type StoredDeviceRules = Decoded<typeof storedDeviceRules>;

/** A device as it was heard. */
export const device = object({
  id,
  kind: wordOr(deviceKind),
  /** Whose it is, or at whose address it calls; null while nobody knows. */
  controller_id: maybe(id),
  serial: text,
  model: text,
  firmware: text,
  address: text,
  first_heard_at: text,
  last_heard_at: text,
  /** Minus means behind; null while no live event has told. */
  drift_seconds: maybe(number),
  /** The offset from UTC that it sends with its times, in minutes; null while it sent none. */
  said_offset: withDefault(maybe(number), null),
  /** What it says that it holds, and how much it can hold. */
  records_held: maybe(number),
  capacity: maybe(number),
  /** Of those that wait: events that they tried to send. */
  events_offered: count,
});
export type Device = Decoded<typeof device>;

/** What may make a device's events wrong or incomplete. The last four only inform. */
export const claimKinds = [
  'silent',
  'never_heard',
  'drifting',
  'memory_full',
  'number_gap',
  'unknown_codes',
  'not_taken',
  'not_understood',
  'two_zones',
  'other_protocol',
  'clock_set_back',
  'memory_cleared',
  'other_device',
  'refused',
  'new_numbers',
  'firmware_changed',
  'address_changed',
  'one_direction',
] as const;
export type ClaimKind = (typeof claimKinds)[number];
export const claimKind = oneOf(...claimKinds);

/** Where the evidence for a claim is listed. */
export const evidence = object({
  list: wordOr(oneOf('events', 'notes', 'codes', 'reconciliation', 'waiting')),
  /** The filters of that list. */
  outcome: text,
  kind: text,
  day: text,
});

export const claim = object({
  kind: wordOr(claimKind),
  level: wordOr(oneOf('bad', 'warning', 'info')),
  sentence: nonEmptyText,
  since: text,
  evidence: maybe(evidence),
});
export type Claim = Decoded<typeof claim>;

const namedController = object({ id, name: text, location: text });

/** A controller with the device that speaks for it. */
export const connectedDevice = object({
  controller: namedController,
  company: namedCompany,
  kind: wordOr(deviceKind),
  /** Null until one was approved. */
  device: maybe(device),
  last_event_at: text,
  claims: list(claim),
});
export type ConnectedDevice = Decoded<typeof connectedDevice>;

export const deviceCounts = object({
  silent: count,
  drifting: count,
  memory_full: count,
  /** Devices that nobody approved yet; 0 for those who may not approve any. */
  waiting: count,
});
export type DeviceCounts = Decoded<typeof deviceCounts>;

/** What there is to set up and to see of a controller's device. */
export const deviceSetup = object({
  controller: namedController,
  company: namedCompany,
  /** Null until a kind is chosen. */
  rules: maybe(storedDeviceRules),
  /** The zone that the rules come to. */
  zone: text,
  device: maybe(device),
  claims: list(claim),
  /** Until then a device can be approved; empty while none can. */
  pairing_until: text,
  /** Those that can be approved for this controller. */
  waiting: list(device),
  /** Where devices call, 'http://192.168.1.10:4001'; empty if the server takes none. */
  devices_url: text,
  /** Of a webhook: its address. */
  webhook_url: text,
  /** Whether there is a secret; it is shown only when it is made. */
  has_secret: flag,
  /** The time at the device's place, now. */
  time: text,
  /** The first events since the pairing began, newest last. */
  last_event_at: text,
});
export type DeviceSetup = Decoded<typeof deviceSetup>;

/** The answer of the call that begins the pairing. */
export const devicePairing = object({
  setup: deviceSetup,
  /** Only if a new secret was asked for: the path with it, or for a webhook the secret itself. */
  secret: text,
});

/** What became of an event of a device. */
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
export const deviceOutcome = oneOf(...deviceOutcomes);

/** One fact that a device sent, as it sent it, and what became of it. */
export const deviceEvent = object({
  id,
  received_at: nonEmptyText,
  number: maybe(number),
  generation: count,
  code: text,
  /** Null if nobody has the code. */
  employee: maybe(personOfDay),
  /** As sent, without a zone. */
  local_time: text,
  zone: text,
  /** In business time; empty if it cannot be told. */
  timestamp: text,
  kind: text,
  direction: text,
  reader: text,
  raw: text,
  is_replay: flag,
  outcome: wordOr(deviceOutcome),
  /** Why, as a sentence; empty for attendance, unless its record stays as it was read before. */
  reason: text,
  record_id: maybe(id),
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
export const noteKind = oneOf(...noteKinds);

/** What happened at a device, beside its events. */
export const deviceNote = object({ id, at: nonEmptyText, kind: wordOr(noteKind), sentence: text, raw: text });
export type DeviceNote = Decoded<typeof deviceNote>;

export const deviceCommandKinds = ['info', 'count', 'resend', 'set_clock'] as const;
export type DeviceCommandKind = (typeof deviceCommandKinds)[number];
export const deviceCommandKind = oneOf(...deviceCommandKinds);

export const deviceCommand = object({
  id,
  kind: wordOr(oneOf(...deviceCommandKinds, 'check')),
  day: text,
  created_at: text,
  author: text,
  /** waiting until the device fetches it, asked until it answers. */
  state: wordOr(oneOf('waiting', 'asked', 'done', 'not_supported', 'failed')),
  /** What it answered, as a sentence. */
  answer: text,
});
export type DeviceCommand = Decoded<typeof deviceCommand>;

/** What a pasted body means by a mapping. */
export const triedMapping = object({
  events: list(object({ person: text, time: text, direction: text, number: text, reader: text, problem: text })),
  problem: text,
});

export type TriedMapping = Decoded<typeof triedMapping>;

/** What another reading of a period's events would change. Those that cannot change say why. */
export const reinterpretation = object({
  events: count,
  changes: list(
    object({
      event_id: id,
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

/** So many lines of a file are read at once. */
export const linesAtOnce = 5_000;

/** What lines of a file are, and what becomes of those that are new. */
export const readLines = object({
  /** Those that can be read. */
  readable: count,
  /** Those whose punch is known already, or comes twice among them. */
  known: count,
  check_ins: count,
  check_outs: count,
  /** Why the other new ones become no attendance. Those of an implausible time are not stored. */
  not_taken: list(object({ outcome: wordOr(deviceOutcome), events: count })),
  /** The codes in them, and those that nobody has. */
  codes: list(text),
  unknown_codes: list(text),
  /** By the clock of the terminal. */
  days: list(text),
  unreadable: list(object({ line: integer, reason: nonEmptyText })),
});
export type ReadLines = Decoded<typeof readLines>;

export const stages = ['on_device', 'received', 'taken', 'attendance', 'planned', 'sent', 'accepted'] as const;
export type Stage = (typeof stages)[number];

/** What can be done about a loss. */
export const lossActions = ['resend', 'assign', 'retry', 'rules', 'correct'] as const;
export type LossAction = (typeof lossActions)[number];

export const loss = object({
  /** The stage that it did not reach. */
  stage: wordOr(oneOf(...stages)),
  /** A word: that of the event's outcome, of the HR plan, or one of the reconciliation's own. */
  reason: nonEmptyText,
  sentence: nonEmptyText,
  /** How many it stands for: a gap in the numbers is one loss. */
  count,
  event_id: maybe(id),
  record_id: maybe(id),
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
       * What the count differs by from that of the stage before, besides the losses: minus for repeats and for events
       * of doors, plus for what came another way. The sentence says it.
       */
      adjustment: withDefault(integer, 0),
      sentence: text,
    }),
  ),
  /** Of many for one reason, the last one stands for all that are not listed. */
  losses: list(loss),
  /** Whether the device can say what it holds, and whether it was asked. */
  asked: wordOr(oneOf('no', 'waiting', 'answered', 'not_supported', 'cannot')),
  asked_at: text,
});
export type Reconciliation = Decoded<typeof reconciliation>;

/** A code that devices send and no employee has. */
export const unknownCode = object({
  company: namedCompany,
  code: nonEmptyText,
  events: count,
  first_at: text,
  last_at: text,
  controllers: text,
});
export type UnknownCode = Decoded<typeof unknownCode>;

/** Another code of an employee than the employee ID: a PIN or a badge. */
export const employeeCode = object({
  id,
  company: namedCompany,
  code: nonEmptyText,
  employee: personOfDay,
  /** Days, both included; empty means always. */
  valid_from: text,
  valid_until: text,
  author: text,
  created_at: text,
});
export type EmployeeCode = Decoded<typeof employeeCode>;

export const assignedCode = object({ code: employeeCode, records: count, past_events: optional(pastEvents) });
export const removedCode = object({ past_events: optional(pastEvents) });

export const pairingBody = object({
  kind: deviceKind,
  /** A new secret replaces the one before at once. */
  new_secret: optional(flag),
  /** Of the device that is to be approved, for those who do not see all companies. */
  serial: optional(text),
  /** Where it hangs. Left out, it stays as it is: at first the business time zone. */
  zone: optional(text),
});
