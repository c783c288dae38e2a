// Adds or edits a setting. Key and type are chosen once; the editor of the value follows the type.

import { settingTypes, type Setting, type SettingType } from '../../contract/entities/settings.ts';
import { settingRules } from '../../contract/rules.ts';
import type { FormState } from '../../hooks/useForm.ts';
import type { EditorControls } from '../../crud/recordKind.ts';
import { useRecordForm } from '../../crud/useRecordForm.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { SelectField } from '../../ui/forms/SelectField.tsx';
import { TextAreaField } from '../../ui/forms/TextAreaField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { isTrue } from './shownValue.ts';

interface Values {
  key: string;
  value: string;
  type: SettingType;
  description: string;
  is_public: boolean;
}

const locked = 'Chosen once, when the setting is added';

export function SettingDialog({ setting, close, saved }: { setting?: Setting } & EditorControls) {
  const initial: Values = {
    key: setting?.key ?? '',
    value: setting?.type === 'boolean' ? String(isTrue(setting.value)) : (setting?.value ?? ''),
    type: setting?.type ?? 'string',
    description: setting?.description ?? '',
    is_public: setting?.is_public ?? false,
  };
  const form = useRecordForm({
    record: setting,
    initial,
    rules: settingRules,
    create: ['POST /settings', (body) => ({ body })],
    update: ['PUT /settings/{keyOrId}', ({ id }, { key: _, type: __, ...body }) => ({ keyOrId: id, body })],
    saved,
  });

  return (
    <FormDialog
      title={setting ? 'Edit Setting' : 'Add Setting'}
      submitLabel={setting ? 'Update Setting' : 'Create Setting'}
      form={form}
      dirty={form.dirty}
      onClose={close}
    >
      <TextField form={form} field="key" label="Key" lockedReason={setting && locked} required />
      <SelectField
        form={form}
        field="type"
        label="Type"
        lockedReason={setting && locked}
        options={settingTypes.map((type) => ({ value: type, label: type }))}
      />
      <ValueField form={form} />
      <TextField form={form} field="description" label="Description" />
      <CheckboxField form={form} field="is_public" label="Public (accessible by all users)" />
    </FormDialog>
  );
}

function ValueField({ form }: { form: FormState<Values> }) {
  switch (form.values.type) {
    case 'boolean':
      return (
        <SelectField
          form={form}
          field="value"
          label="Value"
          placeholder="Choose a value"
          options={[
            { value: 'true', label: 'True' },
            { value: 'false', label: 'False' },
          ]}
          required
        />
      );
    case 'json':
      return <TextAreaField form={form} field="value" label="Value" rows={6} hint="JSON" required />;
    case 'number':
      return <TextField form={form} field="value" label="Value" type="number" step="any" required />;
    case 'string':
      return <TextField form={form} field="value" label="Value" required />;
  }
}
