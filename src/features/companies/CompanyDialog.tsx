// The form of a company.

import { type ApiError, describeFailure } from '../../platform/api/errors.ts';
import { EditDialog } from '../../platform/records/EditDialog.tsx';
import type { EditorControls } from '../../platform/records/recordKind.ts';
import { useHasFeature } from '../../platform/session/permissions.ts';
import { CheckboxField } from '../../platform/ui/forms/CheckboxField.tsx';
import { FieldGrid } from '../../platform/ui/forms/FieldGrid.tsx';
import { TextAreaField } from '../../platform/ui/forms/TextAreaField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { type Company, companyFields, companyRules } from '../../shared/contract/companies.ts';
import { mapFields } from '../../shared/contract/fields.ts';

/** The specification asks for this message whenever the server's contains 422. */
function describeFailed(failure: ApiError, failed: string): string {
  return failure.message.includes('422') ? 'Please check your input and try again' : describeFailure(failure, failed);
}

const valuesOf = (company?: Company) => ({
  ...mapFields(companyFields, (field) => company?.[field] ?? ''),
  is_active: company?.is_active ?? true,
});

export default function CompanyDialog({ company, ...controls }: { company?: Company } & EditorControls) {
  const canDeactivate = useHasFeature('company_activation');
  return (
    <EditDialog
      {...controls}
      noun="Company"
      title={company ? 'Edit Company' : 'Add New Company'}
      record={company}
      valuesOf={valuesOf}
      rules={companyRules}
      create={['POST /companies', ({ is_active: _, ...body }) => ({ body })]}
      update={{
        key: 'PUT /companies/{id}',
        args: ({ is_active, ...values }, version, { id }) => ({
          id,
          body: { ...values, ...(canDeactivate && { is_active }), version },
        }),
        read: async (api, { id }) => (await api('GET /companies/{id}', { id })).data,
      }}
      describe={describeFailed}
    >
      {company && <p>ID: {company.unique_identifier}</p>}
      <TextField name="name" label="Name" required autoFocus />
      <FieldGrid>
        <TextField name="crm_company_id" label="CRM Company ID" hint="Used for HR sync" />
        <TextField name="contact_email" label="Contact Email" type="email" />
        <TextField name="contact_phone" label="Contact Phone" type="tel" />
        <TextField name="system_url" label="System URL" type="url" placeholder="https://example.com" />
      </FieldGrid>
      <TextAreaField name="address" label="Address" rows={3} />
      {company && canDeactivate && (
        <CheckboxField
          name="is_active"
          label="Active"
          hint="The schedule of the HR sync, alerts of devices and the digest leave an inactive company out"
        />
      )}
    </EditDialog>
  );
}
