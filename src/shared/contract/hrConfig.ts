// Settings of the HR sync: each company's configuration, and the schedule for all of them.

import { isClockTime } from './calendarDay.ts';
import type { Calls } from './call.ts';
import { wholeBetween } from './checks.ts';
import {
  bareOrUnder,
  type Decoded,
  flag,
  flagOr,
  integer,
  nothing,
  object,
  oneOf,
  optional,
  text,
  wordOr,
} from './decode.ts';
import { beyond, ifUnderstood, mapOf, secret, stated, version, withDefault } from './decodeRecords.ts';
import { optionalWith } from './queries.ts';
import { setSchema } from './schema.ts';
import { hrDayStatus } from './touches.ts';
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
  /** Other servers may know further modes. */
  multiple_clock_out_mode: withDefault(wordOr(oneOf(...hrSyncModes)), 'first_last'),
  ...hrSyncFields,
};
/** Body of a write; the secret signs requests. */
export const hrSyncConfig = object({ ...configFields, signing_secret: beyond(secret) });
export type HrSyncConfig = Decoded<typeof hrSyncConfig>;

const storedHrSyncConfig = object({
  ...configFields,
  /** Whether a signing secret is set. */
  has_signing_secret: beyond(flag),
  /** False if the company's HR system uses credentials of its own instead. */
  can_be_signed: optionalWith('hr_connectors', flag),
  version,
});
export type StoredHrSyncConfig = Decoded<typeof storedHrSyncConfig>;

const scheduleSlot = object({
  time: text,
  enabled: flag,
  last_run: beyond(text),
  last_result: beyond(text),
  version,
});
export type ScheduleSlot = Decoded<typeof scheduleSlot>;

const scheduleStatus = object({
  current_slot: text,
  next_sync: text,
  should_run_now: flag,
  schedules: mapOf(scheduleSlot),
  time_zone: beyond(text),
});
export type ScheduleStatus = Decoded<typeof scheduleStatus>;

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

const configAnswer = (value: unknown) => ({
  hr_sync_config: bareOrUnder('hr_sync_config', storedHrSyncConfig)(value),
});
setSchema(configAnswer, (of) => of(object({ hr_sync_config: storedHrSyncConfig })));

const slotEdit = {
  needs: 'hr_sync.configure',
  reach: 'everyCompany',
  editedRecord: scheduleSlot,
  answer: nothing,
  done: 'Schedule updated successfully',
  failed: 'Failed to change the slot',
  touches: ['GET /hr-sync/schedule/status'],
} as const;

export const calls = {
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
    editedRecord: storedHrSyncConfig,
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
} satisfies Calls;
