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

/** The working day of a figure or a sync. */
const syncedDay = {
  date: beyond(text),
  /** True if its working day begins after midnight, so that a list of the date has other records. */
  begins_later: beyond(flag),
};

/** A plain server omits held_back, which makes the other figures add up to the total. */
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
  is_running: beyond(flag),
  /** Records of any day: not accepted yet, and failed until a user retries them. */
  waiting: beyond(count),
  failed: beyond(count),
  /** When the last sync ended, even if it had nothing to send. */
  last_run: beyond(text),
  /** When the HR system last accepted a record. */
  last_success: beyond(text),
  last_error: beyond(object({ at: text, sentence: text })),
  /** Name of the HR system, such as 'Odoo'. Present with the feature 'hr_connectors'. */
  connector_name: beyond(text),
  /** The last day on which its credentials work, if it is near or past. */
  expires_on: beyond(text),
  /** Why leave could not be read from it at the last try. */
  leave_error: beyond(text),
  /** Progress of the current run. */
  progress: beyond(maybe(object({ done: count, total: count }))),
  /** Somebody cancelled the sync; the rest waits until the next slot or until somebody syncs. */
  is_cancelled: beyond(flag),
  /**
   * Set while its HR system cannot be reached or refuses the credentials: since when, why, and when it is called again.
   */
  wait: beyond(object({ since: text, next_try: text, sentence: text })),
  /** Reasons why automatic attendance of its HR system waited at the end of the last sync. */
  attendance_waits: beyond(list(attendanceWait)),
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
  rejected: beyond(count),
  errors: list(text),
  already_sent: beyond(count),
  rejected_before: beyond(count),
  held_back: beyond(count),
  total: beyond(count),
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
        /** Accepted by the HR system earlier. With the records to send and those held back, it makes the total. */
        already_sent: beyond(count),
        held_back: beyond(list(heldBack)),
        breaks: beyond(list(breakPair)),
        warnings: beyond(list(text)),
      }),
    ),
    /** Compared with the saved configuration, if another one was tried. */
    changes: beyond(list(planChange)),
    /** The first requests that a sync would send, for those who may configure it. Their secrets are taken out. */
    requests: beyond(list(plannedRequest)),
    /** How many there would be. */
    request_count: beyond(count),
    /** The records that were sent; none in a dry run. */
    sync: beyond(syncResult),
  }),
});
export type HrSyncTest = Decoded<typeof hrSyncTest>;

/** Type of the URLs that the HR sync sends to. */
export const hrType = 'hr_system';

export const retryHrRules = { record_ids: [required('Please select records to retry')] };

const syncFields = { date: optional(dayText) };
const syncBody = object(syncFields);

const hrSyncTestBody = object({
  dry_run: stated(flag),
  date: optionalWith('hr_state', dayText),
  /** A dry run may use an unsaved configuration. */
  config: beyond(hrSyncConfig),
});

/** A run of one company takes at most five minutes; one of all takes longer if their HR systems are slow. */
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
