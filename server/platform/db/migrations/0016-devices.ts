// Devices: how a controller's device is connected, the devices heard from, what each of them sent, and employees'
// further codes. Events are stored as devices sent them; the attendance beside them is one reading of them.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = { mustStop: 'it would not count the secrets that it sets' };

export function up(dialect: Dialect): string {
  const { id, instant, flag } = columnTypes[dialect];
  return `
-- A controller without a row takes events by its webhook only.
create table device_rules (
  controller_id bigint primary key references access_controllers(id),
  kind text not null check (kind in ('zkteco', 'hikvision', 'json', 'webhook')),
  -- Of the secret in the address; empty where the device has a serial number or a webhook secret instead.
  secret_hash text not null default '',
  zone text not null default '',
  -- Set where the offset that the device sends is not that of the place where it is.
  ignores_offset ${flag} not null default false,
  direction text not null default 'key',
  readers text not null default '[]',
  repeat_seconds integer not null default 0,
  half_hours text not null default 'nothing',
  networks text not null default '',
  silent_after_minutes integer not null default 10,
  mapping text not null default '{}',
  -- A day of the device's clock; empty: from the day before set_up_at.
  counts_from text not null default '',
  pairing_until ${instant},
  -- Of the device that is awaited, from somebody who does not see all that wait.
  pairing_serial text not null default '',
  -- No event is older than a day before.
  set_up_at ${instant} not null
);
create unique index device_rules_by_secret on device_rules (secret_hash) where secret_hash <> '';

create table devices (
  id ${id},
  kind text not null,
  -- What tells it from all others of its kind: the serial number, or the controller and the MAC address.
  identity text not null,
  serial text not null default '',
  -- Null while nobody knows whose it is.
  controller_id bigint references access_controllers(id),
  state text not null check (state in ('waiting', 'approved', 'replaced')),
  -- Of the key that it sent first, if it sends one.
  key_hash text not null default '',
  -- From where that key was shown last.
  key_network text not null default '',
  -- It speaks the protocol of access controllers rather than that of attendance terminals.
  is_access_device ${flag} not null default false,
  -- It calls also when it has no events, so that it is missed when it does not.
  sends_heartbeats ${flag} not null default false,
  model text not null default '',
  firmware text not null default '',
  address text not null default '',
  first_heard_at ${instant} not null,
  last_heard_at ${instant} not null,
  records_held bigint,
  capacity bigint,
  events_offered integer not null default 0,
  -- Seconds from the event to its receipt, of the last live events, as a JSON list.
  delays text not null default '[]',
  -- It goes up when the device's own numbers begin again.
  generation integer not null default 1,
  last_number bigint,
  last_local_time text not null default '',
  -- The offset that it was told last, in minutes.
  told_offset integer,
  -- The one that it said last.
  said_offset integer,
  -- At its next handshake it is asked for all that it holds.
  wants_all ${flag} not null default true
);
create unique index devices_by_identity on devices (kind, identity);
create unique index devices_of_controllers on devices (controller_id) where state = 'approved';
create index devices_waiting on devices (controller_id, id) where state = 'waiting';

create table device_events (
  id ${id},
  controller_id bigint not null references access_controllers(id),
  device_id bigint references devices(id),
  -- The hash of the raw facts: of number, code, local time, kind and raw direction, or of the line.
  fact_key text not null,
  -- In which count of the device's numbers it is. It tells gaps; the same fact may come again in any of them.
  generation integer not null,
  -- The device's own number of the event.
  number bigint,
  code text not null,
  -- 'YYYY-MM-DD HH:MM:SS' as sent; empty if it cannot be read.
  local_time text not null,
  -- The zone that it was read in: an IANA name, or an offset that the device sent.
  zone text not null,
  -- Null if it cannot be told.
  occurred_at ${instant},
  -- The clock showed that time twice, and which of the two it was is a guess.
  is_ambiguous ${flag} not null default false,
  kind text not null,
  direction text not null,
  -- What these words mean: in, out, or nothing.
  meaning text not null default '',
  reader text not null,
  verify text not null,
  -- Whether a person passed: yes, no or unknown.
  passed text not null,
  is_replay ${flag} not null default false,
  received_at ${instant} not null,
  -- Without anything secret.
  raw text not null,
  -- The rules that it was read by, and which way it is by them: in, out, or what the person's other events say.
  direction_rule text not null,
  ruled_direction text not null default '',
  repeat_seconds integer not null,
  outcome text not null,
  reason text not null default '',
  attendance_id bigint references attendance(id)
);
create unique index device_events_by_fact on device_events (controller_id, fact_key);
create index device_events_by_person on device_events (controller_id, code, occurred_at);
create index device_events_by_day on device_events (controller_id, local_time);
create index device_events_by_outcome on device_events (controller_id, outcome, id);
-- Exactly the condition of the query for what was not taken.
create index device_events_not_taken on device_events (controller_id, outcome, received_at)
  where outcome in ('no_direction', 'implausible_time', 'unknown_kind', 'unreadable', 'refused');
create index device_events_by_receipt on device_events (controller_id, id);
create index device_events_by_attendance on device_events (attendance_id) where attendance_id is not null;
create index device_events_by_number on device_events (controller_id, generation, number) where number is not null;

create table device_notes (
  id ${id},
  controller_id bigint references access_controllers(id),
  device_id bigint references devices(id),
  at ${instant} not null,
  kind text not null,
  sentence text not null,
  raw text not null default ''
);
create index device_notes_by_controller on device_notes (controller_id, kind, id);

create table device_commands (
  id ${id},
  device_id bigint not null references devices(id),
  kind text not null,
  day text not null default '',
  text text not null,
  author text not null,
  created_at ${instant} not null,
  asked_at ${instant},
  times_asked integer not null default 0,
  answered_at ${instant},
  return_code integer,
  -- What it answered: for a count, the number.
  answer text not null default ''
);
create index device_commands_open on device_commands (device_id, id) where answered_at is null;
create index device_commands_by_device on device_commands (device_id, kind, day, id);

-- Since when the server knows that something is wrong with a device, and when a mail told. A row stays for some hours
-- after all is well again, so that a device that comes and goes is not in every mail.
create table device_alerts (
  controller_id bigint not null references access_controllers(id),
  kind text not null,
  since ${instant} not null,
  mailed_at ${instant},
  -- Null while it lasts.
  well_since ${instant},
  primary key (controller_id, kind)
);

-- Further codes of employees, beside their number.
create table employee_codes (
  id ${id},
  company_id bigint not null references companies(id),
  code text not null,
  employee_id bigint not null references employees(id),
  -- Days of business time, both included; empty means always.
  valid_from text not null default '',
  valid_until text not null default '',
  author text not null,
  created_at ${instant} not null
);
create index employee_codes_by_code on employee_codes (company_id, code);
create index employee_codes_by_employee on employee_codes (employee_id);

-- How often its secret was set, so that an edit can tell that there is another one.
alter table access_controllers add column secrets_set integer not null default 0;
`;
}
