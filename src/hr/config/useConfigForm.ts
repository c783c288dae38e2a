// The settings form of the HR sync: the saved settings, the edited ones, saving, and resetting to defaults.

import { useRef, useState } from 'react';
import { hrSyncConfig, type HrSyncConfig } from '../../contract/entities/hr.ts';
import { useAction } from '../../hooks/useAction.ts';
import type { Action } from '../../hooks/useCall.ts';
import { useForm } from '../../hooks/useForm.ts';
import type { FormState } from '../../ui/forms/formState.ts';
import { configOf, configRules, valuesOf, type ConfigValues } from './configForm.ts';

export interface ConfigFormState {
  form: FormState<ConfigValues>;
  /** What saving would send now. */
  config: HrSyncConfig;
  dirty: boolean;
  /** Whether a signing secret is set; undefined if the server does not sign requests. */
  hasSecret: boolean | undefined;
  reset: Action<'POST /companies/{id}/hr-sync/config/reset'>;
}

export function useConfigForm(companyId: number, loaded: HrSyncConfig): ConfigFormState {
  const [saved, setSaved] = useState(loaded);
  const sent = useRef(valuesOf(loaded));
  const save = useAction('PUT /companies/{id}/hr-sync/config', {
    after: ({ data }) => settle(data?.hr_sync_config ?? configOf(sent.current, saved), sent.current),
  });
  const reset = useAction('POST /companies/{id}/hr-sync/config/reset', {
    after: ({ data }) => settle(data?.hr_sync_config ?? hrSyncConfig({}), sent.current),
  });
  const form = useForm({
    initial: valuesOf(loaded),
    rules: configRules,
    send: (values) => {
      sent.current = values;
      return save.run({ id: companyId, body: configOf(values, saved) });
    },
    action: save,
    stays: true,
  });
  const config = configOf(form.values, saved);

  /** Fields that were edited while saving keep their new, unsaved values. */
  function settle(now: HrSyncConfig, before: ConfigValues) {
    setSaved(now);
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
    config,
    dirty: JSON.stringify(config) !== JSON.stringify(configOf(valuesOf(saved), saved)),
    hasSecret: saved.has_signing_secret,
    reset: {
      ...reset,
      run(args) {
        sent.current = form.values;
        return reset.run(args);
      },
    },
  };
}
