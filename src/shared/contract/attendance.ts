// Attendance records: the list, a single record with everything the server knows about it, statistics, and the signed
// statement about an exported file.
import type { Calls } from './call.ts';
import {
  bareOrUnder,
  type Decoded,
  type Decoder,
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
import { beyond, count, ids, ifUnderstood, mapOf, page, stated } from './decodeRecords.ts';
import { attendanceFilters, attendanceQuery, eventType, hrStates, optionalWith } from './queries.ts';
import { setSchema } from './schema.ts';
import { required } from './validate.ts';
import { correctionsOfDay, period } from './workday.ts';

export const attendanceRecord = object({
  id: integer,
  employee: maybe(object({ id: beyond(integer), name: text, employee_id: text })),
  /** The employee's number as the controller sent it; the employee may not exist yet. */
  employee_code: optional(text),
  event_type: wordOr(eventType),
  timestamp: text,
  /** The company's time zone, where the server announces 'company_timezones'. */
  timezone: optional(text),
  access_controller: maybe(object({ id: beyond(integer), name: text })),
  company: maybe(object({ id: beyond(integer), name: text })),
  is_processed: flag,
  created_at: text,
  /** Present with the feature 'corrections': whether a person added it, or set it aside so that it does not count. */
  is_manual: optional(flag),
  is_set_aside: optional(flag),
  /** Whether its day is in a closed month; only in GET /attendance. */
  is_closed: optional(flag),
  /** Present with the feature 'hr_state', for callers who may view the HR sync. */
  hr_state: optional(wordOr(oneOf(...hrStates))),
  /** Only in GET /attendance/{id}, and only if the server knows it. */
  hr_sync: optional(
    maybe(
      object({
        /** sent, waiting, failed or held. */
        state: text,
        reason: text,
        sentence: text,
        attempts: count,
        next_try: text,
        /** How it is known that the HR system has the record, with its id there; empty if it does not have it. */
        evidence: optional(text),
      }),
    ),
  ),
  /** Working day and that day's corrections; only in GET /attendance/{id}. */
  working_day: optional(maybe(object({ day: nonEmptyText, ...correctionsOfDay }))),
});
export type AttendanceRecord = Decoded<typeof attendanceRecord>;

const attendanceStatistics = object({
  total: count,
  check_ins: count,
  check_outs: count,
  processed: count,
  pending: count,
  last_24_hours: maybe(number),
  days: list(object({ date: nonEmptyText, total: count })),
});
export type AttendanceStatistics = Decoded<typeof attendanceStatistics>;

const attendanceChange = object({
  kind: oneOf(
    'added',
    'changed',
    'set_aside',
    'brought_back',
    'erased',
    'employee_renamed',
    'access_controller_renamed',
    'company_renamed',
  ),
  /** Id of the record, or of whatever was renamed. */
  id: integer,
  /** The record as it is now; missing if it was erased. */
  record: optional(attendanceRecord),
  /** The current name and, for an employee, the current number. */
  name: optional(text),
  employee_id: optional(text),
});

export const recordDeviceEvent = object({
  id: integer,
  controller_id: integer,
  number: maybe(number),
  /** Time on the device's clock, as sent, and the zone in which it was read. */
  local_time: text,
  zone: text,
  kind: text,
  direction: text,
  raw: text,
  /** Whether the clock showed that time twice, so that the moment is a guess. */
  is_ambiguous: flag,
  received_at: nonEmptyText,
});
export type RecordDeviceEvent = Decoded<typeof recordDeviceEvent>;

const further = object({
  /** Present if a device sent it, for callers who may view devices. */
  device_event: optionalWith('devices', recordDeviceEvent),
});

type WholeRecord = AttendanceRecord & Decoded<typeof further>;

const wholeRecord: Decoder<WholeRecord> = (value) => ({ ...attendanceRecord(value), ...further(value) });
setSchema(wholeRecord, (of) => ({ allOf: [of(attendanceRecord), of(further)] }));

export const markProcessedRules = { record_ids: [required('Please select records to mark as processed')] };

export const statement = object({
  type: oneOf('attendance-export-1'),
  /** The server's public address. */
  server: text,
  key: nonEmptyText,
  signed_at: nonEmptyText,
  user_id: integer,
  user: text,
  /** The query of the list, as the server applied it. */
  filters: mapOf(text),
  up_to_id: integer,
  /** Number of records in the whole list, up to that id. */
  total: integer,
  /** The file's place in the list: the number of rows before it, and its own. */
  skip: integer,
  rows: integer,
  /** Hash of the rows, computed by the server itself. */
  rows_hash: nonEmptyText,
  /** Seal of the whole file, as the user's browser made it. */
  seal: nonEmptyText,
});
export type Statement = Decoded<typeof statement>;

export const calls = {
  'GET /attendance': {
    needs: 'attendance.view',
    query: attendanceQuery,
    answer: page(attendanceRecord),
    failed: 'Failed to fetch attendance data',
  },
  'GET /attendance/{id}': {
    needs: 'attendance.view',
    answer: bareOrUnder('record', wholeRecord),
    failed: 'Failed to fetch attendance data',
  },
  'POST /attendance/mark-processed': {
    needs: 'attendance.process',
    body: object({ record_ids: ids }),
    rules: markProcessedRules,
    answer: ifUnderstood(object({ updated: integer })),
    done: 'Records marked as processed successfully',
    failed: 'Failed to mark records as processed',
    touches: ['GET /attendance', 'GET /attendance/{id}'],
  },
  'GET /attendance/statistics': {
    needs: 'attendance.view',
    query: object(period),
    answer: attendanceStatistics,
  },
  'GET /attendance/revision': {
    needs: 'attendance.view',
    feature: 'attendance_revision',
    query: object(period),
    /** Changes whenever anything changes that the list could show. */
    answer: object({ revision: nonEmptyText }),
  },
  'GET /attendance/changes': {
    needs: 'attendance.view',
    feature: 'attendance_changes',
    /** `after` is the cursor of the last answer; without one, the answers begin with every record. */
    query: object({ after: optional(text), limit: optional(integer) }),
    answer: object({
      changes: list(attendanceChange),
      cursor: nonEmptyText,
      /** Whether more changes are waiting, so that the next call can follow at once. */
      has_more: flag,
    }),
  },
  'GET /attendance/count': {
    needs: 'attendance.view',
    feature: 'attendance_count',
    /** `employee_ids` are separated by commas. */
    query: object({ employee_ids: optional(text) }),
    answer: object({ total: integer }),
  },
  'GET /attendance/signing-key': {
    needs: 'attendance.view',
    feature: 'signed_exports',
    answer: object({ public_key: nonEmptyText, fingerprint: nonEmptyText }),
  },
  'POST /attendance/sign-export': {
    needs: 'attendance.view',
    feature: 'signed_exports',
    body: object({
      filters: object(attendanceFilters),
      /** The newest record of the export. Later ones are left out. */
      up_to_id: stated(integer),
      /** The file's place in the list: the number of rows before it, and its own. */
      skip: stated(integer),
      rows: stated(integer),
      rows_hash: nonEmptyText,
      seal: nonEmptyText,
      /** Whether the rows have a column for the time zone. */
      has_zones: optional(flag),
    }),
    answer: object({ statement: nonEmptyText, signature: nonEmptyText }),
    done: 'Export signed',
    failed: 'Failed to sign the export',
    touches: [],
    /** The server reads the records of a large file again before it signs. */
    timeoutMs: 120_000,
  },
} satisfies Calls;
