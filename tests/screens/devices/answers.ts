// The server's answers about a device that sent a few days of events.

import type { EmployeeCode, UnknownCode } from '../../../src/shared/contract/codes.ts';
import type {
  DeviceCommand,
  DeviceEvent,
  DeviceNote,
  Loss,
  Reconciliation,
  Reinterpretation,
} from '../../../src/shared/contract/deviceEvents.ts';
import type { Claim, DeviceSetup } from '../../../src/shared/contract/devices.ts';
import { today } from '../../../src/shared/words/days.ts';

export const controller = { id: 1, name: 'Main Gate', location: 'Ground floor' };
export const company = { id: 1, name: 'Harbour Textiles' };
const bee = { id: 1, name: 'Bee Kiln', employee_id: 'E1001', department: 'Kitchen' };

/** Worst first, as the server answers them. */
export const claims: Claim[] = [
  {
    kind: 'silent',
    level: 'bad',
    sentence: 'It has not been heard since 08:12; usually it calls every 30 seconds.',
    since: `${today()} 08:12:00`,
    evidence: { list: 'events', outcome: '', kind: '', day: today() },
  },
  {
    kind: 'unknown_codes',
    level: 'warning',
    sentence: 'Nobody has 2 codes of 14 events: they count for no employee.',
    since: `${today(-3)} 08:01:00`,
    evidence: { list: 'codes', outcome: '', kind: '', day: '' },
  },
  {
    kind: 'not_taken',
    level: 'warning',
    sentence: '3 events have times that cannot be true.',
    since: `${today(-1)} 03:00:00`,
    evidence: { list: 'events', outcome: 'implausible_time', kind: '', day: '' },
  },
  {
    kind: 'number_gap',
    level: 'warning',
    sentence: 'Numbers 141 to 157 never came.',
    since: `${today(-1)} 12:00:00`,
    evidence: { list: 'reconciliation', outcome: '', kind: '', day: today(-1) },
  },
  {
    kind: 'firmware_changed',
    level: 'info',
    sentence: 'Its firmware changed from 2.0.11 to 2.0.12.',
    since: `${today(-9)} 07:12:00`,
    evidence: { list: 'notes', outcome: '', kind: 'firmware_changed', day: '' },
  },
];

export const setup: DeviceSetup = {
  controller,
  company,
  rules: {
    kind: 'zkteco',
    zone: 'Asia/Kolkata',
    ignores_offset: false,
    direction: 'reader',
    readers: [
      { reader: '1', direction: 'in' },
      { reader: '2', direction: 'out' },
    ],
    repeat_seconds: 60,
    half_hours: 'nothing',
    networks: '10.0.0.0/8',
    silent_after_minutes: 10,
    counts_from: '',
    mapping: {
      events: '',
      kind: '',
      kind_words: '',
      person: '',
      time: '',
      direction: '',
      number: '',
      reader: '',
      in_words: '',
      out_words: '',
      passed: '',
      passed_words: '',
    },
  },
  zone: 'Asia/Kolkata',
  device: {
    id: 7,
    controller_id: 1,
    kind: 'zkteco',
    serial: 'CQZ7224460123',
    model: 'K40 Pro',
    firmware: 'Ver 2.0.12-20150625',
    address: '10.4.0.21',
    first_heard_at: `${today(-40)} 09:00:00`,
    last_heard_at: `${today()} 08:12:31`,
    drift_seconds: -185,
    said_offset: null,
    records_held: 47_213,
    capacity: 50_000,
    events_offered: 0,
  },
  claims,
  pairing_until: '',
  waiting: [],
  devices_url: 'http://192.168.1.10:4001',
  is_active: true,
  webhook_url: '',
  has_secret: false,
  time: `${today()} 09:00:00`,
  last_event_at: `${today()} 08:11:58`,
};

const event = (id: number, change: Partial<DeviceEvent>): DeviceEvent => ({
  id,
  received_at: `${today()} 08:00:14`,
  number: 1_280 + id,
  generation: 1,
  code: 'E1001',
  employee: bee,
  local_time: `${today()} 08:00:12`,
  zone: 'Asia/Kolkata',
  timestamp: `${today()} 08:00:12`,
  kind: 'ATTLOG',
  direction: '0',
  reader: '1',
  raw: `E1001\t${today()} 08:00:12\t0\t15\t\t0\t0\t`,
  is_replay: false,
  outcome: 'attendance',
  reason: '',
  record_id: 40 + id,
  ...change,
});

export const events: DeviceEvent[] = [
  event(9, {}),
  event(8, {
    code: '4711',
    employee: null,
    local_time: `${today()} 07:58:40`,
    received_at: `${today()} 07:58:41`,
    raw: `4711\t${today()} 07:58:40\t0\t1`,
  }),
  event(7, {
    local_time: `${today()} 08:00:19`,
    outcome: 'repeat',
    reason: 'It repeats the event 7 seconds before',
    record_id: null,
  }),
  event(6, {
    local_time: '2000-01-01 00:03:11',
    outcome: 'implausible_time',
    reason: 'It is before the device was set up',
    record_id: null,
    timestamp: '',
  }),
  event(5, {
    local_time: '',
    code: '',
    employee: null,
    direction: '',
    kind: 'line',
    number: null,
    outcome: 'unreadable',
    reason: 'The line has no time',
    record_id: null,
    timestamp: '',
    raw: 'garbage',
  }),
  event(4, { outcome: 'no_direction', direction: '255', reason: 'The person pressed no key', record_id: null }),
  event(3, { outcome: 'known', direction: '1', is_replay: true, generation: 2 }),
  event(2, { outcome: 'parked', reason: 'Nobody has approved the device yet', record_id: null }),
];

export const notes: DeviceNote[] = [
  {
    id: 3,
    at: `${today()} 07:12:00`,
    kind: 'memory_cleared',
    sentence: 'Somebody cleared its memory at the device',
    raw: 'OPLOG 13\t0\t2026-11-23 07:12:00\t0\t0\t0\t0',
  },
  { id: 2, at: `${today(-1)} 19:00:00`, kind: 'started', sentence: 'It started', raw: '' },
  {
    id: 1,
    at: `${today(-9)} 07:12:00`,
    kind: 'firmware_changed',
    sentence: 'Its firmware changed from 2.0.11 to 2.0.12',
    raw: '',
  },
];

const command = (id: number, change: Partial<DeviceCommand>): DeviceCommand => ({
  id,
  kind: 'info',
  day: '',
  created_at: `${today()} 08:20:00`,
  author: 'Ada Administrator',
  state: 'done',
  answer: '',
  ...change,
});

export const commands: DeviceCommand[] = [
  command(4, { kind: 'count', day: today(-1), state: 'waiting' }),
  command(3, { kind: 'set_clock', answer: 'Its clock was set' }),
  command(2, { kind: 'resend', day: today(-2), state: 'failed', answer: 'It answered −1002' }),
  command(1, { kind: 'info', state: 'not_supported' }),
];

const loss = (change: Partial<Loss> & Pick<Loss, 'stage' | 'reason' | 'sentence'>): Loss => ({
  count: 1,
  event_id: null,
  record_id: null,
  code: '',
  employee: null,
  local_time: '',
  timestamp: '',
  action: null,
  ...change,
});

export const losses: Loss[] = [
  loss({
    stage: 'received',
    reason: 'number_gap',
    sentence: 'Numbers 141 to 157 never came',
    count: 17,
    action: 'resend',
  }),
  loss({
    stage: 'taken',
    reason: 'implausible_time',
    sentence: 'It is before the device was set up',
    event_id: 6,
    code: 'E1001',
    employee: bee,
    local_time: '2000-01-01 00:03:11',
    action: 'correct',
  }),
  loss({
    stage: 'taken',
    reason: 'no_direction',
    sentence: 'The person pressed no key',
    event_id: 4,
    code: 'E1001',
    employee: bee,
    local_time: `${today(-1)} 08:00:12`,
    action: 'rules',
  }),
  loss({ stage: 'taken', reason: 'unreadable', sentence: 'The line has no time', event_id: 5 }),
  ...[11, 12, 13].map((minute) =>
    loss({
      stage: 'attendance',
      reason: 'unknown_code',
      sentence: 'No employee has the code 4711',
      record_id: 30 + minute,
      code: '4711',
      local_time: `${today(-1)} 08:${minute}:00`,
      action: 'assign',
    }),
  ),
  ...[51, 52].map((record_id) =>
    loss({
      stage: 'accepted',
      reason: 'rejected',
      sentence: 'Rejected. The HR system does not know the employee',
      record_id,
      code: 'E1001',
      employee: bee,
      local_time: `${today(-1)} 08:10:00`,
      action: 'retry',
    }),
  ),
];

export const reconciliation: Reconciliation = {
  controller,
  company,
  day: today(),
  zone: 'Asia/Kolkata',
  stages: [
    { stage: 'on_device', count: 157, adjustment: 0, sentence: '' },
    { stage: 'received', count: 140, adjustment: 0, sentence: '' },
    { stage: 'taken', count: 132, adjustment: -5, sentence: '5 events repeat another.' },
    { stage: 'attendance', count: 129, adjustment: 0, sentence: '' },
    { stage: 'planned', count: 129, adjustment: 0, sentence: '' },
    { stage: 'sent', count: 129, adjustment: 0, sentence: '' },
    { stage: 'accepted', count: 127, adjustment: 0, sentence: '' },
  ],
  losses,
  asked: 'answered',
  asked_at: `${today()} 08:30:00`,
};

export const reinterpretation: Reinterpretation = {
  events: 120,
  changes: [
    {
      event_id: 4,
      code: 'E1001',
      employee: bee,
      local_time: `${today()} 08:00:12`,
      before: 'No direction',
      after: 'Check In',
      kept_because: '',
    },
    {
      event_id: 3,
      code: 'E1001',
      employee: bee,
      local_time: `${today()} 17:00:12`,
      before: 'Check In',
      after: 'Check Out',
      kept_because: 'HR has accepted the record',
    },
  ],
  changed: 1,
  kept: 1,
};

export const unknownCodes: UnknownCode[] = [
  {
    company,
    code: '4711',
    events: 12,
    first_at: `${today(-5)} 08:01:00`,
    last_at: `${today()} 07:58:40`,
    controllers: 'Main Gate, Loading Dock',
  },
  {
    company,
    code: '00042',
    events: 1,
    first_at: `${today(-1)} 09:01:00`,
    last_at: `${today(-1)} 09:01:00`,
    controllers: 'Main Gate',
  },
];

/** Wraps rows as one page of a list. */
export const pageOf = <T>(data: readonly T[], page = 1, lastPage = 1) => ({
  data,
  total: data.length * lastPage,
  per_page: 20,
  current_page: page,
  last_page: lastPage,
});

export const employeeCode: EmployeeCode = {
  id: 5,
  company,
  code: '4711',
  employee: bee,
  valid_from: '2026-11-01',
  valid_until: '',
  author: 'Ada Administrator',
  created_at: '2026-11-20 10:00:00',
};
