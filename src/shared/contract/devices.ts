// Devices (the terminals that speak for a controller at its door), their rules, and how far each can be trusted.

import type { Calls } from './call.ts';
import {
  type Decoded,
  flag,
  integer,
  list,
  maybe,
  nonEmptyText,
  nothing,
  number,
  object,
  oneOf,
  optional,
  text,
  wordOr,
} from './decode.ts';
import { count, ifUnderstood, page, stated, version, withDefault } from './decodeRecords.ts';
import { deviceKinds } from './deviceKinds.ts';
import { deviceRuleChecks } from './deviceRuleChecks.ts';
import { paging } from './queries.ts';
import { readFromDevices } from './touches.ts';
import { namedCompany, personOfDay } from './workday.ts';

const deviceKind = oneOf(...deviceKinds);

/**
 * key: the person chose it on the device. reader: each reader has its own direction. The last two guess: alternating
 * between in and out, or a check-in first and then check-outs, each of which replaces the previous one.
 */
export const directionRules = ['key', 'in', 'out', 'reader', 'alternating', 'first_last'] as const;
export type DirectionRule = (typeof directionRules)[number];
export type GuessRule = Extract<DirectionRule, 'alternating' | 'first_last'>;

/** Ways to send a ZKTeco device an offset other than whole hours: not at all, as 5.5, as 330, or as +05:30. */
export const halfHourRules = ['nothing', 'hours', 'minutes', 'signed'] as const;
export type HalfHourRule = (typeof halfHourRules)[number];

/** Paths in a JSON message, such as 'events', 'user.code', 'data[0].time'. Empty for what the message does not have. */
export const jsonMapping = object({
  /** Path of the list of events; empty if the message is a single event. */
  events: text,
  /** Path of an event's kind; empty if every event counts. */
  kind: text,
  /** Kinds that count, separated by commas. */
  kind_words: text,
  person: text,
  time: text,
  direction: text,
  number: text,
  reader: text,
  /** Values of the direction that mean in and out, separated by commas. */
  in_words: text,
  out_words: text,
  /** Path that says whether the person was let in; empty if only such events are sent. */
  passed: text,
  /** Values at that path for people who were let in, separated by commas. */
  passed_words: text,
});
export type JsonMapping = Decoded<typeof jsonMapping>;

export const readerDirection = object({ reader: text, direction: oneOf('in', 'out') });

/** Rules for a controller's device: how it connects, and how its messages are read. */
const deviceRuleFields = {
  kind: deviceKind,
  /** An IANA zone; empty means the company's time zone. */
  zone: text,
  /** Whether to read times in that zone, whatever offset the device sends with them. */
  ignores_offset: withDefault(flag, false),
  direction: oneOf(...directionRules),
  readers: list(readerDirection),
  /** Seconds within which another punch of the same person is a repeat; 0 means that no punch is. */
  repeat_seconds: count,
  half_hours: oneOf(...halfHourRules),
  /** Networks that it may call from, separated by commas; empty means any. */
  networks: text,
  /** Silence after which the device counts as silent. */
  silent_after_minutes: count,
  /** First day on the device's clock that counts; empty means the day before the controller was added to its company. */
  counts_from: text,
  mapping: jsonMapping,
};
export const deviceRules = object(deviceRuleFields);
export type DeviceRules = Decoded<typeof deviceRules>;

const storedDeviceRules = object({ ...deviceRuleFields, version });
export type StoredDeviceRules = Decoded<typeof storedDeviceRules>;

export const device = object({
  id: integer,
  kind: wordOr(deviceKind),
  /** Controller that has the device, or whose address it calls; null while unknown. */
  controller_id: maybe(integer),
  serial: text,
  model: text,
  firmware: text,
  address: text,
  first_heard_at: text,
  last_heard_at: text,
  /** Negative if its clock is behind; null until a live event shows it. */
  drift_seconds: maybe(number),
  /** Offset from UTC that it sends with its times, in minutes; null until it has sent one. */
  said_offset: withDefault(maybe(number), null),
  /** Number of records that it says it holds, and its capacity. */
  records_held: maybe(number),
  capacity: maybe(number),
  /** Number of events that the device tried to send while waiting. */
  events_offered: count,
});
export type Device = Decoded<typeof device>;

/** Claims about what may make a device's events wrong or incomplete. The last four only inform. */
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
const claimKind = oneOf(...claimKinds);

/** Stands for any claim about a device's current state, such as silence or a memory that is nearly full. */
export const trouble = 'trouble';

/** Where to find the evidence for a claim. */
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

export const namedController = object({ id: integer, name: text, location: text });

/** A controller with the device that speaks for it. */
const connectedDevice = object({
  controller: namedController,
  company: namedCompany,
  kind: wordOr(deviceKind),
  /** Null until one is approved. */
  device: maybe(device),
  last_event_at: text,
  /** Worst first. */
  claims: list(claim),
});
export type ConnectedDevice = Decoded<typeof connectedDevice>;

const deviceCounts = object({
  silent: count,
  never_heard: withDefault(count, 0),
  drifting: count,
  memory_full: count,
  memory_cleared: withDefault(count, 0),
  /** Number of devices that wait for approval; 0 for callers who may not approve any. */
  waiting: count,
});
export type DeviceCounts = Decoded<typeof deviceCounts>;

const deviceSetup = object({
  controller: namedController,
  /** Whether the controller is active. Everything that an inactive controller's device sends is refused. */
  is_active: withDefault(flag, true),
  company: namedCompany,
  /** Null until a kind is chosen. */
  rules: maybe(storedDeviceRules),
  /** Time zone that results from the rules. */
  zone: text,
  device: maybe(device),
  /** Worst first. */
  claims: list(claim),
  /** Time until which a device can be approved; empty while none can. */
  pairing_until: text,
  /** Devices that can be approved for this controller. */
  waiting: list(device),
  /** Address that devices call, 'http://192.168.1.10:4001'; empty if the server accepts no devices. */
  devices_url: text,
  webhook_url: text,
  /** Whether there is a secret, which is only shown when it is created. */
  has_secret: flag,
  /** Current time at the device's location. */
  time: text,
  /** Business time of the last event; empty if there was none. */
  last_event_at: text,
});
export type DeviceSetup = Decoded<typeof deviceSetup>;

/** Answer of the call that begins pairing. */
const devicePairing = object({
  setup: deviceSetup,
  /** New secret, if one was requested: the path that contains it or, for a webhook, the secret itself. */
  secret: text,
});

/** Result of reading a pasted body with a mapping. */
const triedMapping = object({
  events: list(object({ person: text, time: text, direction: text, number: text, reader: text, problem: text })),
  problem: text,
});

export type TriedMapping = Decoded<typeof triedMapping>;

const pairingBody = object({
  kind: deviceKind,
  /** Whether to create a new secret, which replaces the previous one at once. */
  new_secret: optional(flag),
  /** Serial number of the device to approve, for callers who do not see all companies. */
  serial: optional(text),
  /** Time zone of the device's location. If left out, it stays as it is, initially the company's. */
  zone: optional(text),
});

/** People who usually pass a silent door. Those with no event anywhere since then probably passed it, or are absent. */
const missedPeople = object({
  /** Start of the silence. */
  since: text,
  usual: count,
  unseen: count,
  /** First few of the unseen, by name; none for callers who may not see attendance. */
  people: list(personOfDay),
});
export type MissedPeople = Decoded<typeof missedPeople>;

const deviceStates = [
  'GET /devices',
  'GET /devices/counts',
  'GET /devices/waiting',
  'GET /access-controllers/{id}/device',
  'GET /access-controllers/{id}/device/notes',
  'GET /access-controllers/{id}/device/missed',
  'GET /attention/counts',
] as const;

export const mayView = { needs: 'devices.view', feature: 'devices' } as const;
export const mayManage = { needs: 'devices.manage', feature: 'devices' } as const;
const deviceEdit = { ...mayManage, touches: deviceStates } as const;

export const calls = {
  'GET /devices': {
    ...mayView,
    query: object({
      company_id: optional(integer),
      claim: optional(oneOf(...claimKinds, trouble)),
      /** Restricts the list to these access controllers, separated by commas. */
      controller_ids: optional(text),
      q: optional(text),
      ...paging,
    }),
    answer: page(connectedDevice),
  },
  'GET /devices/counts': { ...mayView, answer: deviceCounts },
  'GET /devices/waiting': {
    ...mayManage,
    /** Callers who do not see all companies find only the device whose serial number they know. */
    query: object({ serial: optional(text) }),
    answer: list(device),
  },
  'DELETE /devices/{id}': {
    ...deviceEdit,
    answer: nothing,
    done: 'Device forgotten',
    failed: 'Failed to forget the device',
  },
  'GET /access-controllers/{id}/device': { ...mayView, answer: deviceSetup },
  'GET /access-controllers/{id}/device/missed': {
    needs: 'devices.view',
    feature: 'trouble',
    answer: missedPeople,
  },
  'PUT /access-controllers/{id}/device': {
    ...deviceEdit,
    body: deviceRules,
    rules: deviceRuleChecks,
    editedRecord: storedDeviceRules,
    answer: ifUnderstood(deviceSetup),
    done: 'Device rules saved successfully',
    failed: 'Failed to save device rules',
  },
  'POST /access-controllers/{id}/device/pairing': {
    ...deviceEdit,
    body: pairingBody,
    answer: devicePairing,
    done: 'Ready for the device',
    failed: 'Failed to prepare for the device',
  },
  'POST /access-controllers/{id}/device/approve': {
    ...mayManage,
    body: object({ device_id: stated(integer) }),
    answer: ifUnderstood(deviceSetup),
    done: 'Device approved',
    failed: 'Failed to approve the device',
    touches: [...deviceStates, ...readFromDevices],
  },
  'POST /access-controllers/{id}/device/disconnect': {
    ...deviceEdit,
    answer: ifUnderstood(deviceSetup),
    done: 'Device disconnected',
    failed: 'Failed to disconnect the device',
  },
  'POST /access-controllers/{id}/device/try': {
    ...mayManage,
    body: object({ mapping: jsonMapping, body: text }),
    answer: triedMapping,
    done: 'Message read',
    failed: 'Failed to read the message',
    touches: [],
  },
} satisfies Calls;
