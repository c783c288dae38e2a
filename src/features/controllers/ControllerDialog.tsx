import { CompanyField } from '../../platform/lists/CompanyField.tsx';
import { hasNoCompany, NoCompanyDialog } from '../../platform/lists/NoCompanyDialog.tsx';
import type { Companies } from '../../platform/lists/useCompanies.ts';
import { EditDialog } from '../../platform/records/EditDialog.tsx';
import type { EditorControls } from '../../platform/records/recordKind.ts';
import { CheckboxField } from '../../platform/ui/forms/CheckboxField.tsx';
import { FieldGrid } from '../../platform/ui/forms/FieldGrid.tsx';
import { PasswordField } from '../../platform/ui/forms/PasswordField.tsx';
import { TextAreaField } from '../../platform/ui/forms/TextAreaField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { type AccessController, controllerFields, controllerRules } from '../../shared/contract/controllers.ts';
import { mapFields } from '../../shared/contract/fields.ts';

interface ControllerDialogProps extends EditorControls {
  controller?: AccessController;
  companies: Companies;
}

function valuesOf(controller?: AccessController) {
  const stored = { ...controller, webhook_secret: '' };
  return {
    company_id: stored.company_id ? String(stored.company_id) : '',
    ...mapFields(controllerFields, (field) => String(stored[field] ?? '')),
    is_active: stored.is_active ?? true,
  };
}

type Values = ReturnType<typeof valuesOf>;

const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));

const bodyOf = ({ webhook_secret: _, ...values }: Values) => ({
  ...values,
  company_id: Number(values.company_id),
  latitude: numberOrNull(values.latitude),
  longitude: numberOrNull(values.longitude),
});

/** The server never sends the secret: an edit that leaves it blank keeps it. */
const editedBodyOf = (values: Values) => ({
  ...bodyOf(values),
  ...(values.webhook_secret && { webhook_secret: values.webhook_secret }),
});

export default function ControllerDialog({ controller, companies, ...controls }: ControllerDialogProps) {
  const own = controller && { id: controller.company_id, name: controller.company?.name };
  if (!controller && hasNoCompany(companies)) {
    return <NoCompanyDialog title="Add Access Controller" what="Access controllers" close={controls.close} />;
  }
  return (
    <EditDialog
      {...controls}
      noun="Access Controller"
      submitLabel={controller ? 'Update' : 'Create'}
      size="large"
      record={controller}
      valuesOf={valuesOf}
      another={({ company_id }) => ({ ...valuesOf(), company_id })}
      rules={controllerRules}
      create={[
        'POST /access-controllers',
        (values) => ({ body: { ...bodyOf(values), webhook_secret: values.webhook_secret } }),
      ]}
      update={{
        key: 'PUT /access-controllers/{id}',
        args: (values, version, { id }) => ({ id, body: { ...editedBodyOf(values), version } }),
        read: async (api, { id }) => (await api('GET /access-controllers/{id}', { id })).data,
        secret: 'webhook_secret',
      }}
    >
      <FieldGrid>
        <CompanyField companies={companies} own={own} />
        <TextField name="name" label="Name" required />
        <TextField name="unique_identifier" label="Unique Identifier" hint="Leave blank to generate one" />
        <TextField name="device_id" label="Device ID" hint="Letters followed by digits" placeholder="DEV001" />
        <TextField name="location" label="Location" />
        <TextField name="crm_location_id" label="CRM Location ID" />
        <TextField name="latitude" label="Latitude" hint="-90 to 90" inputMode="decimal" />
        <TextField name="longitude" label="Longitude" hint="-180 to 180" inputMode="decimal" />
        <TextField name="webhook_url" label="Webhook URL" type="url" />
        <PasswordField
          name="webhook_secret"
          label="Webhook Secret"
          hint={controller && secretHint(controller)}
          autoComplete="off"
        />
      </FieldGrid>
      <TextAreaField name="description" label="Description" rows={3} />
      <CheckboxField name="is_active" label="Active" />
    </EditDialog>
  );
}

function secretHint({ has_webhook_secret }: AccessController): string {
  return has_webhook_secret === false ? 'Not set' : 'Leave blank to keep the current secret';
}
