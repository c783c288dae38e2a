// Settings form of the HR sync: saved and edited settings, saving, and resetting to defaults.

import { type ReactNode, useRef } from 'react';
import type { FormState } from '../../../platform/hooks/formState.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { EditNotes } from '../../../platform/records/edits/EditNotes.tsx';
import { useEdit } from '../../../platform/records/edits/useEdit.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { CheckboxField } from '../../../platform/ui/forms/CheckboxField.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import type { Option } from '../../../platform/ui/option.ts';
import { Confirm } from '../../../platform/ui/overlays/Confirm.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';
import type { Args } from '../../../shared/contract/calls.ts';
import type { Company } from '../../../shared/contract/companies.ts';
import {
  breakBounds,
  type HrSyncConfig,
  type HrSyncMode,
  hrSyncConfig,
  hrSyncConfigRules,
  hrSyncModes,
  type StoredHrSyncConfig,
} from '../../../shared/contract/hrConfig.ts';
import type { Check, Rules } from '../../../shared/contract/validate.ts';
import { Section } from './Section.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './HrSyncDialog.module.css';

const resetKey = 'POST /companies/{id}/hr-sync/config/reset';

interface SettingsFormProps {
  company: Pick<Company, 'id' | 'name'>;
  state: ConfigFormState;
  /** The dry run. */
  test: ReactNode;
}

export function SettingsForm({ company, state, test }: SettingsFormProps) {
  const { form, conflict, hasSecret, reset } = state;
  const canCall = useCanCall();
  return (
    <Section title="Settings">
      <Form form={form} label="HR sync settings">
        <EditNotes conflict={conflict} form={form} />
        <Fields form={form} hasSecret={hasSecret} />
        <div className={`${layout.wrap} ${s.actions}`}>
          {canCall(resetKey) && (
            <DialogButton className={s.apart} label="Reset to Defaults">
              {(close) => (
                <Confirm
                  title="Reset to Defaults"
                  message={
                    `Are you sure you want to reset the HR sync configuration of "${company.name}"? ` +
                    'The current settings will be lost.'
                  }
                  confirmLabel="Reset"
                  tone="danger"
                  action={reset}
                  onConfirm={() => void reset.run({ id: company.id }).then(({ ok }) => ok && close())}
                  onClose={() => {
                    reset.clear();
                    close();
                  }}
                />
              )}
            </DialogButton>
          )}
          {test}
          {canCall('PUT /companies/{id}/hr-sync/config') && (
            <Button kind="primary" type="submit" busy={form.busy}>
              Save Configuration
            </Button>
          )}
        </div>
      </Form>
    </Section>
  );
}

function Fields({ form, hasSecret }: { form: FormState<ConfigValues>; hasSecret: boolean | undefined }) {
  const { min, max } = breakBounds;
  return (
    <FieldGrid>
      <SelectField
        name="multiple_clock_out_mode"
        label="Multiple clock-out mode"
        hint={modeHints[form.values.multiple_clock_out_mode]}
        options={modeOptions(form.values.multiple_clock_out_mode)}
      />
      <TextField
        name="sync_time_threshold_hour"
        label="Sync time threshold hour"
        type="number"
        min={0}
        max={23}
        hint="A check-out is sent only at or after this hour (0 to 23)"
        required
      />
      <CheckboxField name="lunch_break_detection" label="Lunch break detection" />
      <CheckboxField name="auto_detect_breaks" label="Auto detect breaks" />
      {form.values.lunch_break_detection && (
        <>
          <TextField
            name="min_break_duration_minutes"
            label="Minimum break duration (minutes)"
            type="number"
            min={min.low}
            max={min.high}
            hint={`${min.low} to ${min.high}`}
            required
          />
          <TextField
            name="max_break_duration_minutes"
            label="Maximum break duration (minutes)"
            type="number"
            min={max.low}
            max={max.high}
            hint={`${max.low} to ${max.high}`}
            required
          />
        </>
      )}
      {hasSecret !== undefined && (
        <PasswordField
          name="signing_secret"
          label="Signing secret"
          hint={hasSecret ? 'Set. Leave blank to keep the current secret' : 'Not set. Requests will not be signed.'}
          autoComplete="off"
        />
      )}
    </FieldGrid>
  );
}

const modeHints: Readonly<Record<string, string>> = {
  first_last: 'Events in between, including lunch breaks, are not sent',
  all_records: 'Events in between, including lunch breaks, are sent too',
} satisfies Record<HrSyncMode, string>;

type ConfigFormState = ReturnType<typeof useConfigForm>;

export function useConfigForm(companyId: number, loaded: StoredHrSyncConfig) {
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
  const reset = useAction(resetKey, {
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

  /** Fields edited while saving keep their unsaved values. */
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
    conflict: edit.conflict,
    /** Configuration that saving would send now. */
    config,
    dirty: JSON.stringify(config) !== JSON.stringify(configOf(valuesOf(saved), saved)),
    /** Tells if a signing secret is set; undefined if the server does not sign requests. */
    hasSecret: loaded.can_be_signed === false ? undefined : saved.has_signing_secret,
    reset: {
      ...reset,
      run(args: Args<typeof resetKey>) {
        sent.current = form.values;
        return reset.run(args);
      },
    },
  };
}

type ConfigValues = ReturnType<typeof valuesOf>;

const modeLabels: Readonly<Record<HrSyncMode, string>> = {
  first_last: 'First check-in and last check-out only',
  all_records: 'All records, including lunch breaks',
};

/** Known modes, plus the current one as the server sent it. */
function modeOptions(current: string): Option[] {
  const options = hrSyncModes.map((mode) => ({ value: mode, label: modeLabels[mode] }));
  return options.some(({ value }) => value === current) ? options : [{ value: current, label: current }, ...options];
}

/**
 * The bounds of breaks are hidden while break detection is off; then they are not validated and keep their saved
 * values.
 */
const ifDetecting = (checks: readonly Check[]): Check[] =>
  checks.map((check) => (value, all) => (all.lunch_break_detection ? check(value, all) : undefined));

export const configRules: Rules<keyof ConfigValues> = {
  min_break_duration_minutes: ifDetecting(hrSyncConfigRules.min_break_duration_minutes),
  max_break_duration_minutes: ifDetecting(hrSyncConfigRules.max_break_duration_minutes),
  sync_time_threshold_hour: hrSyncConfigRules.sync_time_threshold_hour,
};

function valuesOf(config: HrSyncConfig) {
  return {
    multiple_clock_out_mode: config.multiple_clock_out_mode,
    lunch_break_detection: config.lunch_break_detection,
    min_break_duration_minutes: String(config.min_break_duration_minutes),
    max_break_duration_minutes: String(config.max_break_duration_minutes),
    sync_time_threshold_hour: String(config.sync_time_threshold_hour),
    auto_detect_breaks: config.auto_detect_breaks,
    /** Write-only: blank keeps the current one. */
    signing_secret: '',
  };
}

function configOf(values: ConfigValues, saved: HrSyncConfig): HrSyncConfig {
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
