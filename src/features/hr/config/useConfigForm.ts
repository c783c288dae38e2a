// The settings form of the HR sync: the saved settings, the edited ones, saving, and resetting to defaults.

import { useRef } from 'react';
import { hrSyncConfig, type HrSyncConfig, type StoredHrSyncConfig } from '../../../shared/contract/hr.ts';
import { type Meeting, useEdit } from '../../../platform/lists/edits/useEdit.ts';
import { type Action, useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import type { FormState } from '../../../platform/ui/forms/formState.ts';
import { configOf, configRules, valuesOf, type ConfigValues } from './configForm.ts';

export interface ConfigFormState {
  form: FormState<ConfigValues>;
  meeting: Meeting | undefined;
  /** What saving would send now. */
  config: HrSyncConfig;
  dirty: boolean;
  /** Whether a signing secret is set; undefined if the server does not sign requests. */
  hasSecret: boolean | undefined;
  reset: Action<'POST /companies/{id}/hr-sync/config/reset'>;
}

export function useConfigForm(companyId: number, loaded: StoredHrSyncConfig): ConfigFormState {
  const sent = useRef(valuesOf(loaded));
  const edit = useEdit('PUT /companies/{id}/hr-sync/config', {
    record: loaded,
    valuesOf,
    args(values, version, before) {
      sent.current = values;
      return { id: companyId, body: { ...configOf(values, before), version } };
    },
    read: async (api) => (await api('GET /companies/{id}/hr-sync/config', { id: companyId })).data.hr_sync_config,
    isSecret: (field) => field === 'signing_secret',
    after: ({ data }) => settle(data?.hr_sync_config ?? configOf(sent.current, saved), sent.current),
  });
  const saved = edit.record;
  const reset = useAction('POST /companies/{id}/hr-sync/config/reset', {
    after: ({ data }) => settle(data?.hr_sync_config ?? hrSyncConfig({}), sent.current),
  });
  const form = useForm({
    initial: valuesOf(loaded),
    rules: configRules,
    send: edit.send,
    action: edit,
    stays: true,
  });
  const config = configOf(form.values, saved);

  /** Fields that were edited while saving keep their new, unsaved values. */
  function settle(now: StoredHrSyncConfig, before: ConfigValues) {
    edit.goOnFrom(now);
    const values = valuesOf(now);
    const fill = <K extends keyof ConfigValues>(field: K) =>
      form.values[field] === before[field] && form.set(field, values[field]);
    fill('multiple_clock_out_mode');
    fill('lunch_break_detection');
    fill('min_break_duration_minutes');
    fill('max_break_duration_minutes');
    fill('sync_time_threshold_hour');
    fill('auto_detect_breaks');
    fill('signing_secret');
  }

  return {
    form,
    meeting: edit.meeting,
    config,
    dirty: JSON.stringify(config) !== JSON.stringify(configOf(valuesOf(saved), saved)),
    /** Undefined if nothing is signed. */
    hasSecret: saved.can_be_signed === false ? undefined : saved.has_signing_secret,
    reset: {
      ...reset,
      run(args) {
        sent.current = form.values;
        return reset.run(args);
      },
    },
  };
}
