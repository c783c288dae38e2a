import { type ReactNode, useState } from 'react';
import type { Company } from '../../../shared/contract/entities/companies.ts';
import type { HrSyncMode } from '../../../shared/contract/entities/hr.ts';
import { breakBounds } from '../../../shared/contract/rules.ts';
import type { FormState } from '../../../platform/ui/forms/formState.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { CheckboxField } from '../../../platform/ui/forms/CheckboxField.tsx';
import { Confirm } from '../../../platform/ui/overlays/Confirm.tsx';
import { EditNotes } from '../../../platform/lists/edits/EditNotes.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { Section } from './Section.tsx';
import { modeOptions, type ConfigValues } from './configForm.ts';
import type { ConfigFormState } from './useConfigForm.ts';
import * as s from './HrSyncDialog.module.css';

interface SettingsFormProps {
  company: Company;
  state: ConfigFormState;
  /** The dry run. */
  test: ReactNode;
}

export function SettingsForm({ company, state, test }: SettingsFormProps) {
  const { form, meeting, hasSecret, reset } = state;
  const canCall = useCanCall();
  const [isAsking, setAsking] = useState(false);

  function close() {
    reset.clear();
    setAsking(false);
  }

  return (
    <Section title="Settings">
      <Form form={form} label="HR sync settings">
        <EditNotes meeting={meeting} form={form} />
        <Fields form={form} hasSecret={hasSecret} />
        <div className={s.actions}>
          {canCall('POST /companies/{id}/hr-sync/config/reset') && (
            <Button className={s.apart} onClick={() => setAsking(true)}>
              Reset to Defaults
            </Button>
          )}
          {test}
          {canCall('PUT /companies/{id}/hr-sync/config') && (
            <Button kind="primary" type="submit" busy={form.busy}>
              Save Configuration
            </Button>
          )}
        </div>
      </Form>
      {isAsking && (
        <Confirm
          title="Reset to Defaults"
          message={
            `Are you sure you want to reset the HR sync configuration of "${company.name}"? ` +
            'The current settings will be lost.'
          }
          confirmLabel="Reset"
          tone="danger"
          busy={reset.busy}
          error={reset.error}
          onConfirm={() => void reset.run({ id: company.id }).then(({ ok }) => ok && close())}
          onClose={close}
        />
      )}
    </Section>
  );
}

function Fields({ form, hasSecret }: { form: FormState<ConfigValues>; hasSecret: boolean | undefined }) {
  const { min, max } = breakBounds;
  return (
    <div className={s.fields}>
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
    </div>
  );
}

const modeHints: Readonly<Record<string, string>> = {
  first_last: 'Events in between, including lunch breaks, are not sent',
  all_records: 'Events in between, including lunch breaks, are sent too',
} satisfies Record<HrSyncMode, string>;
