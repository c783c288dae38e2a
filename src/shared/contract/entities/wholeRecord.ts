// One attendance record with all that the server tells of it. What a list does not need is not loaded with the lists.

import {
  type Decoded,
  type Decoder,
  flag,
  integer,
  maybe,
  nonEmptyText,
  number,
  object,
  optional,
  text,
} from '../decode.ts';
import { type AttendanceRecord, attendanceRecord } from './attendance.ts';

/** What the device sent, beside the record that it was read as. */
export const recordDeviceEvent = object({
  id: integer,
  controller_id: integer,
  number: maybe(number),
  /** The device's clock, as sent, and the zone that it was read in. */
  local_time: text,
  zone: text,
  kind: text,
  direction: text,
  raw: text,
  /** The clock showed that time twice, and which of the two it was is a guess. */
  is_ambiguous: flag,
  received_at: nonEmptyText,
});
export type RecordDeviceEvent = Decoded<typeof recordDeviceEvent>;

const further = object({
  /** For those who may view devices, if a device sent it. */
  device_event: optional(recordDeviceEvent),
});

export type WholeRecord = AttendanceRecord & Decoded<typeof further>;

export const wholeRecord: Decoder<WholeRecord> = (value) => ({ ...attendanceRecord(value), ...further(value) });
