// Adds or edits a door device. Its secret is written only: left empty on edit, it stays as it is.

import type { AccessController } from '../../contract/entities/companies.ts';
import { controllerRules } from '../../contract/rules.ts';
import type { EditorControls } from '../../crud/recordKind.ts';
import { companyOptions, type Companies } from '../../crud/useCompanies.ts';
import { useRecordForm } from '../../crud/useRecordForm.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { FieldGrid } from '../../ui/forms/FieldGrid.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { SelectField } from '../../ui/forms/SelectField.tsx';
import { TextAreaField } from '../../ui/forms/TextAreaField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';

interface ControllerDialogProps extends EditorControls {
  controller?: AccessController;
  companies: Companies;
}

const valuesOf = (controller?: AccessController) => ({
  company_id: controller?.company_id ? String(controller.company_id) : '',
  name: controller?.name ?? '',
  unique_identifier: controller?.unique_identifier ?? '',
  device_id: controller?.device_id ?? '',
  webhook_url: controller?.webhook_url ?? '',
  webhook_secret: '',
  location: controller?.location ?? '',
  description: controller?.description ?? '',
  is_active: controller?.is_active ?? true,
  latitude: controller?.latitude?.toString() ?? '',
  longitude: controller?.longitude?.toString() ?? '',
  crm_location_id: controller?.crm_location_id ?? '',
});

type Values = ReturnType<typeof valuesOf>;

const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));

function bodyOf({ webhook_secret, ...values }: Values, isNew: boolean) {
  return {
    ...values,
    company_id: Number(values.company_id),
    latitude: numberOrNull(values.latitude),
    longitude: numberOrNull(values.longitude),
    ...((isNew || webhook_secret) && { webhook_secret }),
  };
}

export function ControllerDialog({ controller, companies, close, saved }: ControllerDialogProps) {
  const isNew = !controller;
  const form = useRecordForm({
    record: controller,
    initial: valuesOf(controller),
    rules: controllerRules,
    create: ['POST /access-controllers', (values) => ({ body: bodyOf(values, isNew) })],
    update: ['PUT /access-controllers/{id}', ({ id }, values) => ({ id, body: bodyOf(values, isNew) })],
    saved,
  });
  const own = controller && { id: controller.company_id, name: controller.company?.name };

  return (
    <FormDialog
      title={isNew ? 'Add Access Controller' : 'Edit Access Controller'}
      submitLabel={isNew ? 'Create' : 'Update'}
      form={form}
      dirty={form.dirty}
      onClose={close}
      size="large"
    >
      <SelectField
        form={form}
        field="company_id"
        label="Company"
        placeholder={companies.loading ? 'Loading companies…' : 'Choose a company'}
        hint={companies.error}
        options={companyOptions(companies, own)}
        required
      />
      <TextField form={form} field="name" label="Name" required />
      <FieldGrid>
        <TextField
          form={form}
          field="unique_identifier"
          label="Unique Identifier"
          hint="Left empty, the server gives one"
        />
        <TextField
          form={form}
          field="device_id"
          label="Device ID"
          hint="Letters followed by digits"
          placeholder="DEV001"
        />
        <TextField form={form} field="location" label="Location" />
        <TextField form={form} field="crm_location_id" label="CRM Location ID" />
        <TextField form={form} field="latitude" label="Latitude" hint="-90 to 90" inputMode="decimal" />
        <TextField form={form} field="longitude" label="Longitude" hint="-180 to 180" inputMode="decimal" />
      </FieldGrid>
      <TextField form={form} field="webhook_url" label="Webhook URL" type="url" />
      <PasswordField
        form={form}
        field="webhook_secret"
        label="Webhook Secret"
        hint={isNew ? undefined : secretHint(controller)}
        autoComplete="off"
      />
      <TextAreaField form={form} field="description" label="Description" rows={3} />
      <CheckboxField form={form} field="is_active" label="Active" />
    </FormDialog>
  );
}

function secretHint({ has_webhook_secret }: AccessController): string {
  return has_webhook_secret === false ? 'Not set' : 'Left empty, it stays as it is';
}
