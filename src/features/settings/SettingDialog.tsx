// The form of a setting, whose editor depends on its type.

import { useTextValue } from '../../platform/hooks/formState.ts';
import { EditDialog } from '../../platform/records/EditDialog.tsx';
import type { EditorControls } from '../../platform/records/recordKind.ts';
import { CheckboxField } from '../../platform/ui/forms/CheckboxField.tsx';
import { SelectField } from '../../platform/ui/forms/SelectField.tsx';
import { TextAreaField } from '../../platform/ui/forms/TextAreaField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { TimeZoneField } from '../../platform/ui/forms/TimeZoneField.tsx';
import {
  type KnownSetting,
  type Setting,
  type SettingType,
  settingRules,
  settingTypes,
} from '../../shared/contract/settings.ts';
import { isTrue, useKnownSettings } from './settingValues.ts';

const locked = 'Cannot be changed after creation';

type Values = Pick<Setting, 'key' | 'value' | 'type' | 'description' | 'is_public'>;

const valuesOf = (setting: Values | undefined) => ({
  key: setting?.key ?? '',
  value: setting?.type === 'boolean' ? String(isTrue(setting.value)) : (setting?.value ?? ''),
  type: setting?.type ?? 'string',
  description: setting?.description ?? '',
  is_public: setting?.is_public ?? false,
});

interface SettingDialogProps extends EditorControls {
  setting?: Setting;
  /** A setting that the server knows, to be added with these values. */
  known?: KnownSetting;
}

export default function SettingDialog({ setting, known, ...controls }: SettingDialogProps) {
  const lockedReason = known ? 'The server reads this setting' : setting && locked;
  return (
    <EditDialog
      {...controls}
      noun="Setting"
      title={known && `Set ${known.key}`}
      submitLabel={known && 'Set'}
      record={setting}
      valuesOf={(stored) => valuesOf(known ? { ...known, value: likelyValue(known) } : stored)}
      rules={settingRules}
      create={['POST /settings', (values) => ({ body: { ...values, type: editedAs(values.type) } })]}
      update={{
        key: 'PUT /settings/{keyOrId}',
        args: ({ key: _, type: __, ...values }, version, { id }) => ({ keyOrId: id, body: { ...values, version } }),
        read: async (api, { key }) => (await api('GET /settings/{keyOrId}', { keyOrId: key })).data,
      }}
    >
      <TextField name="key" label="Key" lockedReason={lockedReason} required />
      <SelectField
        name="type"
        label="Type"
        lockedReason={lockedReason}
        options={settingTypes.map((type) => ({ value: type, label: type }))}
      />
      <ValueField />
      <TextField name="description" label="Description" />
      <CheckboxField name="is_public" label="Public (accessible by all users)" />
    </EditDialog>
  );
}

const likelyValue = ({ editor, defaultValue }: KnownSetting) => (editor === 'time_zone' ? zoneHere() : defaultValue);

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Edits a value as text if only the server knows its type. */
const editedAs = (type: string): SettingType => settingTypes.find((known) => known === type) ?? 'string';

/** Chooses an editor by the type, or by what the server knows about the setting. */
function ValueField() {
  const { value: type } = useTextValue('type');
  const { value: key } = useTextValue('key');
  const isTimeZone = useKnownSettings().some((known) => known.key === key && known.editor === 'time_zone');
  if (isTimeZone)
    return (
      <TimeZoneField
        name="value"
        label="Value"
        hint={`This computer uses ${zoneHere()}. What devices sent before stays as it was read: Read Again, in the Events of a door, moves it.`}
        placeholder="Choose a time zone"
        required
      />
    );
  switch (editedAs(type)) {
    case 'boolean':
      return (
        <SelectField
          name="value"
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
      return <TextAreaField name="value" label="Value" rows={6} hint="JSON" required />;
    case 'number':
      return <TextField name="value" label="Value" type="number" step="any" required />;
    case 'string':
      return <TextField name="value" label="Value" required />;
  }
}
