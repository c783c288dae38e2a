// The HR sync: configuration, status, plan and results.

import { isClockTime } from './calendarDay.ts';
import type { Calls } from './call.ts';
import { wholeBetween } from './checks.ts';
import {
  bareOrUnder,
  type Decoded,
  flag,
  flagOr,
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
import { count, ids, ifUnderstood, mapOf, secret, stated, version, withDefault } from './decodeRecords.ts';
import { dayText, eventType, optionalWith } from './queries.ts';
import { setSchema } from './schema.ts';
import { delivered, hrDayStatus } from './touches.ts';
import { type Check, required, textOf } from './validate.ts';

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
};
/** Body of a write; the secret signs requests. */
export const hrSyncConfig = object({ ...configFields, signing_secret: secret });
export type HrSyncConfig = Decoded<typeof hrSyncConfig>;

const storedHrSyncConfig = object({
  ...configFields,
  /** Whether one is set. */
  has_signing_secret: optional(flag),
  /** False if the company's HR system has credentials of its own instead. */
  can_be_signed: optionalWith('hr_connectors', flag),
  version,
});
export type StoredHrSyncConfig = Decoded<typeof storedHrSyncConfig>;

/** The working day of a figure or a sync. */
const syncedDay = {
  date: optional(text),
  /** True if its working day begins after midnight, so that a list of the date has other records. */
  begins_later: optional(flag),
};

/** A plain server omits held_back, which makes the other figures add up to the total. */
const dayStatus = object({
  ...syncedDay,
  total_records: count,
  synced: count,
  failed: count,
  pending: count,
  held_back: optional(count),
});
type DayStatus = Decoded<typeof dayStatus>;
const noDay: DayStatus = { total_records: 0, synced: 0, failed: 0, pending: 0 };

const hrSyncDayStatus = object({
  today: withDefault(dayStatus, noDay),
  yesterday: withDefault(dayStatus, noDay),
});
export type HrSyncDayStatus = Decoded<typeof hrSyncDayStatus>;

/**
 * Reasons that can be lifted: silent controllers, and people without a match. Somebody may say that they do not count.
 */
const liftedKind = oneOf('door', 'person');

/** Reason why an HR system that computes attendance by itself does not do so yet. */
const attendanceWait = object({
  kind: wordOr(liftedKind),
  id: integer,
  since: text,
  /** No full stop: 'Back door silent since 2026-05-12 07:59' */
  sentence: text,
  /** True once somebody said that it does not count. */
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
  /** Name of the HR system, such as 'Odoo'. Present with the feature 'hr_connectors'. */
  connector_name: optional(text),
  /** The last day on which its credentials work, if it is near or past. */
  expires_on: optional(text),
  /** Why leave could not be read from it at the last try. */
  leave_error: optional(text),
  /** Progress of the current run. */
  progress: optional(maybe(object({ done: count, total: count }))),
  /** Somebody cancelled the sync; the rest waits until the next slot or until somebody syncs. */
  is_cancelled: optional(flag),
  /**
   * Set while its HR system cannot be reached or refuses the credentials: since when, why, and when it is called again.
   */
  wait: optional(object({ since: text, next_try: text, sentence: text })),
  /** Reasons why automatic attendance of its HR system waited at the end of the last sync. */
  attendance_waits: optional(list(attendanceWait)),
};
const hrSyncCompanyStatus = object(companyStatus);
export type HrSyncCompanyStatus = Decoded<typeof hrSyncCompanyStatus>;

/** A company in the list of all. */
const hrSyncedCompany = object({
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
  ...syncedDay,
  success: count,
  failed: count,
  /** Part of `failed` that needs a manual retry; the others will be retried. */
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
setSchema(flagOrCount, () => ({ type: ['boolean', 'integer'], default: true }));

const plannedRequest = object({
  method: nonEmptyText,
  url: nonEmptyText,
  headers: mapOf(text),
  body: text,
});
export type PlannedRequest = Decoded<typeof plannedRequest>;

const hrSyncTest = object({
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

const scheduleSlot = object({
  time: text,
  enabled: flag,
  last_run: optional(text),
  last_result: optional(text),
  version,
});
export type ScheduleSlot = Decoded<typeof scheduleSlot>;

const scheduleStatus = object({
  current_slot: text,
  next_sync: text,
  should_run_now: flag,
  schedules: mapOf(scheduleSlot),
  time_zone: optional(text),
});
export type ScheduleStatus = Decoded<typeof scheduleStatus>;

/** Type of the URLs that the HR sync sends to. */
export const hrType = 'hr_system';

export const retryHrRules = { record_ids: [required('Please select records to retry')] };

export const breakBounds = { min: { low: 5, high: 480 }, max: { low: 30, high: 480 } } as const;

const wrongTime = 'Please enter a time like 18:30';
const timeOfDay: Check = (value) => (isClockTime(textOf(value)) ? undefined : wrongTime);
setSchema(timeOfDay, () => ({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }));

export const hrSyncConfigRules = {
  min_break_duration_minutes: [
    wholeBetween(breakBounds.min.low, breakBounds.min.high, 'Minimum break must be 5 to 480 minutes'),
  ],
  max_break_duration_minutes: [
    wholeBetween(breakBounds.max.low, breakBounds.max.high, 'Maximum break must be 30 to 480 minutes'),
    (value: unknown, all: Readonly<Record<string, unknown>>) =>
      Number(value) < Number(all.min_break_duration_minutes)
        ? 'Maximum break must not be shorter than the minimum break'
        : undefined,
  ],
  sync_time_threshold_hour: [wholeBetween(0, 23, 'Sync threshold hour must be 0 to 23')],
};

const syncFields = { date: optional(dayText) };
const syncBody = object(syncFields);

const configAnswer = (value: unknown) => ({
  hr_sync_config: bareOrUnder('hr_sync_config', storedHrSyncConfig)(value),
});
setSchema(configAnswer, (of) => of(object({ hr_sync_config: storedHrSyncConfig })));

const hrSyncTestBody = object({
  dry_run: stated(flag),
  date: optionalWith('hr_state', dayText),
  /** A dry run may use an unsaved configuration. */
  config: optional(hrSyncConfig),
});

/** A run of one company takes at most five minutes; one of all takes longer if their HR systems are slow. */
const timeoutMs = 10 * 60_000;

const sync = { needs: 'hr_sync.run', answer: syncResult, touches: delivered, timeoutMs } as const;
const companySync = {
  ...sync,
  done: 'Sync completed for company. Success: {success}, Failed: {failed}',
  failed: 'Failed to sync company',
} as const;

const slotEdit = {
  needs: 'hr_sync.configure',
  reach: 'everyCompany',
  edits: scheduleSlot,
  answer: nothing,
  done: 'Schedule updated successfully',
  failed: 'Failed to change the slot',
  touches: ['GET /hr-sync/schedule/status'],
} as const;

export const calls = {
  'POST /hr-sync/companies/{id}': { ...companySync, body: syncBody },
  'POST /hr-sync/all': {
    ...sync,
    body: syncBody,
    done: 'Sync completed for all companies. Success: {success}, Failed: {failed}',
    failed: 'Failed to sync all companies',
  },
  'GET /hr-sync/companies/{id}/status': {
    needs: 'hr_sync.view',
    answer: hrSyncCompanyStatus,
  },
  'GET /hr-sync/schedule/status': {
    needs: 'hr_sync.view',
    answer: scheduleStatus,
  },
  'PUT /hr-sync/schedule/{slot}': {
    ...slotEdit,
    body: object({ time: text, enabled: optional(flag) }),
    rules: { time: [required(wrongTime), timeOfDay] },
  },
  'PUT /hr-sync/schedule/{slot}/toggle': { ...slotEdit, body: object({ enabled: stated(flag) }) },
  'GET /companies/{id}/hr-sync/config': {
    needs: 'hr_sync.view',
    answer: configAnswer,
    failed: 'Failed to fetch HR sync configuration',
  },
  'PUT /companies/{id}/hr-sync/config': {
    needs: 'hr_sync.configure',
    body: hrSyncConfig,
    rules: hrSyncConfigRules,
    edits: storedHrSyncConfig,
    answer: ifUnderstood(configAnswer),
    done: 'HR sync configuration saved successfully',
    failed: 'Failed to save configuration',
    touches: hrDayStatus,
  },
  'POST /companies/{id}/hr-sync/config/reset': {
    needs: 'hr_sync.configure',
    answer: ifUnderstood(configAnswer),
    done: 'Configuration reset to defaults',
    failed: 'Failed to reset configuration',
    touches: hrDayStatus,
  },
  'GET /companies/{id}/hr-sync/status': {
    needs: 'hr_sync.view',
    answer: hrSyncDayStatus,
  },
  'POST /companies/{id}/hr-sync/test': {
    needs: 'hr_sync.view',
    body: hrSyncTestBody,
    answer: hrSyncTest,
    done: 'Test sync completed successfully',
    failed: 'Test sync failed',
    touches: delivered,
    timeoutMs,
  },
  'POST /hr-sync/companies/{id}/retry': {
    ...companySync,
    impliedBy: 'failed in the answer of GET /hr-sync/companies/{id}/status',
    /** Leaves out rejected records if `waiting_only` is set. */
    body: object({ ...syncFields, waiting_only: optional(flag) }),
  },
  'GET /hr-sync/companies': {
    needs: 'hr_sync.view',
    feature: 'hr_state',
    answer: list(hrSyncedCompany),
  },
  'POST /attendance/retry-hr': {
    ...sync,
    feature: 'hr_state',
    body: object({ record_ids: ids }),
    rules: retryHrRules,
    done: 'Retry completed. Success: {success}, Failed: {failed}',
    failed: 'Failed to retry records',
  },
  'POST /hr-sync/companies/{id}/cancel': {
    needs: 'hr_sync.run',
    feature: 'hr_connectors',
    answer: nothing,
    done: 'Sync cancelled',
    failed: 'Failed to cancel the sync',
    touches: ['GET /hr-sync/companies'],
  },
  'PUT /hr-sync/companies/{id}/attendance-waits': {
    needs: 'hr_sync.configure',
    feature: 'hr_connectors',
    body: object({
      kind: liftedKind,
      id: integer,
      is_lifted: stated(flag),
    }),
    answer: nothing,
    done: 'Saved. The next sync tells the HR system',
    failed: 'Failed to change what automatic attendance waits for',
    touches: ['GET /hr-sync/companies'],
  },
} satisfies Calls;
