// The HR sync configuration as form values. While break detection is off, its bounds are hidden: they are not validated
// and keep their saved values.

import { type HrSyncConfig, hrSyncConfigRules, type HrSyncMode, hrSyncModes } from '../../../shared/contract/hr.ts';
import type { Check, Rules } from '../../../shared/contract/validate.ts';
import type { Option } from '../../../platform/ui/option.ts';

export type ConfigValues = {
  multiple_clock_out_mode: string;
  lunch_break_detection: boolean;
  min_break_duration_minutes: string;
  max_break_duration_minutes: string;
  sync_time_threshold_hour: string;
  auto_detect_breaks: boolean;
  /** Write-only: blank keeps the current one. */
  signing_secret: string;
};

const modeLabels: Readonly<Record<HrSyncMode, string>> = {
  first_last: 'First check-in and last check-out only',
  all_records: 'All records, including lunch breaks',
};

/** The known modes, and the current one as the server sent it. */
export function modeOptions(current: string): Option[] {
  const known = hrSyncModes.map((mode) => ({ value: mode, label: modeLabels[mode] }));
  return known.some(({ value }) => value === current) ? known : [{ value: current, label: current }, ...known];
}

const ifDetecting = (checks: readonly Check[]): Check[] =>
  checks.map((check) => (value, all) => (all.lunch_break_detection ? check(value, all) : undefined));

export const configRules: Rules<keyof ConfigValues> = {
  min_break_duration_minutes: ifDetecting(hrSyncConfigRules.min_break_duration_minutes),
  max_break_duration_minutes: ifDetecting(hrSyncConfigRules.max_break_duration_minutes),
  sync_time_threshold_hour: hrSyncConfigRules.sync_time_threshold_hour,
};

export function valuesOf(config: HrSyncConfig): ConfigValues {
  return {
    multiple_clock_out_mode: config.multiple_clock_out_mode,
    lunch_break_detection: config.lunch_break_detection,
    min_break_duration_minutes: String(config.min_break_duration_minutes),
    max_break_duration_minutes: String(config.max_break_duration_minutes),
    sync_time_threshold_hour: String(config.sync_time_threshold_hour),
    auto_detect_breaks: config.auto_detect_breaks,
    signing_secret: '',
  };
}

export function configOf(values: ConfigValues, saved: HrSyncConfig): HrSyncConfig {
  const bounds = values.lunch_break_detection ? values : saved;
  return {
    multiple_clock_out_mode: values.multiple_clock_out_mode,
    lunch_break_detection: values.lunch_break_detection,
    min_break_duration_minutes: Number(bounds.min_break_duration_minutes),
    max_break_duration_minutes: Number(bounds.max_break_duration_minutes),
    sync_time_threshold_hour: Number(values.sync_time_threshold_hour),
    auto_detect_breaks: values.auto_detect_breaks,
    ...(values.signing_secret && { signing_secret: values.signing_secret }),
  };
}
