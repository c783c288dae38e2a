// The HR sync: status, plan and results.

import type { Calls } from './call.ts';
import {
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
import { beyond, count, ids, mapOf, stated, withDefault } from './decodeRecords.ts';
import { hrSyncConfig } from './hrConfig.ts';
import { dayText, eventType, optionalWith } from './queries.ts';
import { setSchema } from './schema.ts';
import { delivered } from './touches.ts';
import { required } from './validate.ts';

/** Working day that figures or a sync are about. */
const syncedDay = {
  date: beyond(text),
  /** True if the working day begins after midnight, so that a list of the calendar day has different records. */
  begins_later: beyond(flag),
};

/** Servers may omit held_back. With it, the figures add up to the total. */
const dayStatus = object({
  ...syncedDay,
  total_records: count,
  synced: count,
  failed: count,
  pending: count,
  held_back: beyond(count),
});
type DayStatus = Decoded<typeof dayStatus>;
const noDay: DayStatus = { total_records: 0, synced: 0, failed: 0, pending: 0 };

const hrSyncDayStatus = object({
  today: withDefault(dayStatus, noDay),
  yesterday: withDefault(dayStatus, noDay),
});
export type HrSyncDayStatus = Decoded<typeof hrSyncDayStatus>;

/** Reasons that a user may declare irrelevant: silent controllers, and people without a match. */
const liftedKind = oneOf('door', 'person');

/** Reason why an HR system that computes attendance on its own has not done so yet. */
const attendanceWait = object({
  kind: wordOr(liftedKind),
  id: integer,
  since: text,
  /** Without a full stop: 'Back door silent since 2026-05-12 07:59' */
  sentence: text,
  /** True once somebody has declared it irrelevant. */
  is_lifted: flag,
});

const companyStatus = {
  has_hr_url: flag,
  hr_url: text,
  today_attendance_count: count,
  is_running: beyond(flag),
  /** Records of any day that are not accepted yet, and those that failed and need a manual retry. */
  waiting: beyond(count),
  failed: beyond(count),
  /** Time when the last sync ended, even if it had nothing to send. */
  last_run: beyond(text),
  /** Time when the HR system last accepted a record. */
  last_success: beyond(text),
  last_error: beyond(object({ at: text, sentence: text })),
  /** Name of the HR system, such as 'Odoo'. Present with the feature 'hr_connectors'. */
  connector_name: beyond(text),
  /** Last day on which its credentials work, if near or past. */
  expires_on: beyond(text),
  /** Why the last attempt to read leave from it failed. */
  leave_error: beyond(text),
  /** Progress of the current run. */
  progress: beyond(maybe(object({ done: count, total: count }))),
  /** Whether somebody cancelled the sync. The rest waits for the next slot or for somebody to sync. */
  is_cancelled: beyond(flag),
  /** Set while its HR system is unreachable or refuses the credentials. */
  wait: beyond(object({ since: text, next_try: text, sentence: text })),
  /** Reasons why its HR system's automatic attendance was waiting when the last sync ended. */
  attendance_waits: beyond(list(attendanceWait)),
};
const hrSyncCompanyStatus = object(companyStatus);
export type HrSyncCompanyStatus = Decoded<typeof hrSyncCompanyStatus>;

/** Company in the list of all companies. */
const hrSyncedCompany = object({
  id: integer,
  name: text,
  unique_identifier: text,
  /** Today in business time, and the number of its records that were sent. */
  date: nonEmptyText,
  sent_today: count,
  ...companyStatus,
});
export type HrSyncedCompany = Decoded<typeof hrSyncedCompany>;

const heldBack = object({
  record_id: integer,
  event_type: wordOr(eventType),
  timestamp: text,
  /** Keyword such as before_threshold, with a sentence for people. */
  reason: text,
  sentence: text,
});

const breakPair = object({ from: text, to: text, minutes: number });

/** Decisions about a record with the saved and with the tried configuration, as sentences. */
const planChange = object({
  record_id: integer,
  employee_id: text,
  event_type: wordOr(eventType),
  timestamp: text,
  saved: text,
  tried: text,
});

/** Counts of a sync: success + failed + already_sent + rejected_before + held_back = total, if all are given. */
export const syncResult = object({
  ...syncedDay,
  success: count,
  failed: count,
  /** Number of failed records that need a manual retry. The others will be retried automatically. */
  rejected: beyond(count),
  errors: list(text),
  already_sent: beyond(count),
  rejected_before: beyond(count),
  held_back: beyond(count),
  total: beyond(count),
});
export type SyncResult = Decoded<typeof syncResult>;

/** Accepts a count too, which some servers send as in a sync's result. */
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
    failed: beyond(count),
    date: beyond(text),
    time_zone: beyond(text),
    sync_details: list(
      object({
        employee_id: text,
        total_records: count,
        lunch_breaks_detected: count,
        sync_mode: text,
        clock_ins_to_send: count,
        clock_outs_to_send: count,
        employee_name: beyond(text),
        /** Accepted by the HR system earlier. Adds up to the total with the records to send and those held back. */
        already_sent: beyond(count),
        held_back: beyond(list(heldBack)),
        breaks: beyond(list(breakPair)),
        warnings: beyond(list(text)),
      }),
    ),
    /** Changes from the saved configuration, if another one was tried. */
    changes: beyond(list(planChange)),
    /** First few requests that a sync would send, without secrets, for callers who may configure it. */
    requests: beyond(list(plannedRequest)),
    /** Number of requests in all. */
    request_count: beyond(count),
    /** Result of the sync; missing in a dry run. */
    sync: beyond(syncResult),
  }),
});
export type HrSyncTest = Decoded<typeof hrSyncTest>;

/** Type of URL that the HR sync sends to. */
export const hrType = 'hr_system';

const retryHrRules = { record_ids: [required('Please select records to retry')] };

const syncFields = { date: optional(dayText) };
const syncBody = object(syncFields);

const hrSyncTestBody = object({
  dry_run: stated(flag),
  date: optionalWith('hr_state', dayText),
  /** A dry run may use an unsaved configuration. */
  config: beyond(hrSyncConfig),
});

/** A sync of one company takes at most five minutes, one of all companies longer if their HR systems are slow. */
const timeoutMs = 10 * 60_000;

const sync = { needs: 'hr_sync.run', answer: syncResult, touches: delivered, timeoutMs } as const;
const companySync = {
  ...sync,
  done: 'Sync completed for company. Success: {success}, Failed: {failed}',
  failed: 'Failed to sync company',
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
    impliedBy: { field: 'failed', inAnswerOf: 'GET /hr-sync/companies/{id}/status' },
    /** `waiting_only` leaves out rejected records. */
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
