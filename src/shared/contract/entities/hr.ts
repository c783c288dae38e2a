// The HR sync: configuration, status, plan and results.

import {
  count,
  type Decoded,
  flag,
  flagOr,
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
import { mapOf, version } from '../laterDecoders.ts';
import { eventType } from './attendance.ts';

export const hrSyncModes = ['first_last', 'all_records'] as const;
export type HrSyncMode = (typeof hrSyncModes)[number];

export const hrSyncFields = {
  lunch_break_detection: flagOr(true),
  min_break_duration_minutes: withDefault(integer, 30),
  max_break_duration_minutes: withDefault(integer, 120),
  sync_time_threshold_hour: withDefault(integer, 18),
  auto_detect_breaks: flagOr(true),
};

const configFields = {
  /** Another server may know more modes. */
  multiple_clock_out_mode: withDefault(wordOr(oneOf(...hrSyncModes)), 'first_last'),
  ...hrSyncFields,
  /** Signs requests. Write-only on the reference server: reads only tell whether one is set. */
  signing_secret: optional(text),
  has_signing_secret: optional(flag),
  /** False if the company's HR system has credentials of its own instead. */
  can_be_signed: optional(flag),
};
export const hrSyncConfig = object(configFields);
export type HrSyncConfig = Decoded<typeof hrSyncConfig>;

export const storedHrSyncConfig = object({ ...configFields, version });
export type StoredHrSyncConfig = Decoded<typeof storedHrSyncConfig>;

/** A plain server omits held_back, which makes the other figures add up to the total. */
const dayStatus = object({
  /** The business date that is meant. */
  date: optional(text),
  total_records: count,
  synced: count,
  failed: count,
  pending: count,
  held_back: optional(count),
});
type DayStatus = Decoded<typeof dayStatus>;
const noDay: DayStatus = { total_records: 0, synced: 0, failed: 0, pending: 0 };

export const hrSyncDayStatus = object({
  today: withDefault(dayStatus, noDay),
  yesterday: withDefault(dayStatus, noDay),
});
export type HrSyncDayStatus = Decoded<typeof hrSyncDayStatus>;

/** Silent controllers and people who are matched with nobody: somebody may say that they do not count. */
export const liftedKind = oneOf('door', 'person');

/** What keeps an HR system that computes attendance by itself from doing so. */
const attendanceWait = object({
  kind: wordOr(liftedKind),
  id: integer,
  since: text,
  /** Without a full stop: 'Back door silent since 2026-05-12 07:59' */
  sentence: text,
  /** Somebody said that it does not count. */
  is_lifted: flag,
});

const companyStatus = {
  has_hr_url: flag,
  hr_url: text,
  today_attendance_count: count,
  is_running: optional(flag),
  /** Records of any day: not accepted yet, and failed until a user retries them. */
  waiting: optional(count),
  failed: optional(count),
  /** When the last sync ended, even if it had nothing to send. */
  last_run: optional(text),
  /** When the HR system last accepted a record. */
  last_success: optional(text),
  last_error: optional(object({ at: text, sentence: text })),
  /** Where the server announces 'hr_connectors': what the HR system is, such as 'Odoo'. */
  connector_name: optional(text),
  /** The last day on which its credentials work, if it is near or past. */
  expires_on: optional(text),
  /** Of the run that is under way. */
  progress: optional(maybe(object({ done: count, total: count }))),
  /** Somebody cancelled the sync; the rest waits until the next slot or until somebody syncs. */
  is_cancelled: optional(flag),
  /** Its HR system cannot be reached or refuses the credentials: since when, why, and when it is called again. */
  wait: optional(object({ since: text, next_try: text, sentence: text })),
  /** What automatic attendance of its HR system waited for at the end of the last sync. */
  attendance_waits: optional(list(attendanceWait)),
};
export const hrSyncCompanyStatus = object(companyStatus);
export type HrSyncCompanyStatus = Decoded<typeof hrSyncCompanyStatus>;

/** One of all companies. */
export const hrSyncedCompany = object({
  id: integer,
  name: text,
  unique_identifier: text,
  /** Today in business time, and how many of its records were sent. */
  date: nonEmptyText,
  sent_today: count,
  ...companyStatus,
});
export type HrSyncedCompany = Decoded<typeof hrSyncedCompany>;

const heldBack = object({
  record_id: integer,
  event_type: wordOr(eventType),
  timestamp: text,
  /** A code such as before_threshold, with a sentence for people. */
  reason: text,
  sentence: text,
});

const breakPair = object({ from: text, to: text, minutes: number });

/** The decisions about one record under the saved and the tried configuration, as sentences. */
const planChange = object({
  record_id: integer,
  employee_id: text,
  event_type: wordOr(eventType),
  timestamp: text,
  saved: text,
  tried: text,
});

/** success + failed + already_sent + rejected_before + held_back = total, if the server gives all of them. */
export const syncResult = object({
  /** The business date that was synced. */
  date: optional(text),
  success: count,
  failed: count,
  /** Those of `failed` that need a manual retry; the others will be retried. */
  rejected: optional(count),
  errors: list(text),
  already_sent: optional(count),
  rejected_before: optional(count),
  held_back: optional(count),
  total: optional(count),
});
export type SyncResult = Decoded<typeof syncResult>;

/** Some servers give a count here too, as in the result of a sync. */
const flagOrCount = (value: unknown): boolean | number =>
  /^\d+$/.test(String(value)) ? count(value) : flagOr(true)(value);

const plannedRequest = object({
  method: nonEmptyText,
  url: nonEmptyText,
  headers: mapOf(text),
  body: text,
});
export type PlannedRequest = Decoded<typeof plannedRequest>;

export const hrSyncTest = object({
  results: object({
    success: flagOrCount,
    failed: optional(count),
    date: optional(text),
    time_zone: optional(text),
    sync_details: list(
      object({
        employee_id: text,
        total_records: count,
        lunch_breaks_detected: count,
        sync_mode: text,
        clock_ins_to_send: count,
        clock_outs_to_send: count,
        employee_name: optional(text),
        /** Accepted by the HR system earlier. With the records to send and those held back, it makes the total. */
        already_sent: optional(count),
        held_back: optional(list(heldBack)),
        breaks: optional(list(breakPair)),
        warnings: optional(list(text)),
      }),
    ),
    /** Compared with the saved configuration, if another one was tried. */
    changes: optional(list(planChange)),
    /** The first requests that a sync would send, for those who may configure it. Their secrets are taken out. */
    requests: optional(list(plannedRequest)),
    /** How many there would be. */
    request_count: optional(count),
    /** The records that were sent; none in a dry run. */
    sync: optional(syncResult),
  }),
});
export type HrSyncTest = Decoded<typeof hrSyncTest>;

export const scheduleSlot = object({
  time: text,
  enabled: flag,
  last_run: optional(text),
  last_result: optional(text),
  version,
});
export type ScheduleSlot = Decoded<typeof scheduleSlot>;

export const scheduleStatus = object({
  current_slot: text,
  next_sync: text,
  should_run_now: flag,
  schedules: mapOf(scheduleSlot),
  time_zone: optional(text),
});
export type ScheduleStatus = Decoded<typeof scheduleStatus>;
