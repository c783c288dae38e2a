// Adds or edits a company. Its identifier is the server's to give.

import { describeFailure, type ApiError } from '../../api/errors.ts';
import type { Company } from '../../contract/entities/companies.ts';
import { companyRules } from '../../contract/rules.ts';
import type { EditorControls } from '../../crud/recordKind.ts';
import { useRecordForm } from '../../crud/useRecordForm.ts';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { TextAreaField } from '../../ui/forms/TextAreaField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';

function describeFailed(failure: ApiError, failed: string): string {
  // The specification's sentence for a message that names the status.
  if (failure.message.includes('422')) return 'Please check your input and try again';
  return describeFailure(failure, failed);
}

export function CompanyDialog({ company, close, saved }: { company?: Company } & EditorControls) {
  const form = useRecordForm({
    record: company,
    initial: {
      name: company?.name ?? '',
      crm_company_id: company?.crm_company_id ?? '',
      contact_email: company?.contact_email ?? '',
      contact_phone: company?.contact_phone ?? '',
      system_url: company?.system_url ?? '',
      address: company?.address ?? '',
    },
    rules: companyRules,
    create: ['POST /companies', (body) => ({ body })],
    update: ['PUT /companies/{id}', ({ id }, body) => ({ id, body })],
    describe: describeFailed,
    saved,
  });

  return (
    <FormDialog
      title={company ? 'Edit Company' : 'Add New Company'}
      submitLabel={company ? 'Update Company' : 'Create Company'}
      form={form}
      dirty={form.dirty}
      onClose={close}
    >
      {company && <p>ID: {company.unique_identifier}</p>}
      <TextField form={form} field="name" label="Name" required autoFocus />
      <TextField form={form} field="crm_company_id" label="CRM Company ID" hint="Used for HR sync" />
      <TextField form={form} field="contact_email" label="Contact Email" type="email" />
      <TextField form={form} field="contact_phone" label="Contact Phone" type="tel" />
      <TextField form={form} field="system_url" label="System URL" type="url" placeholder="https://example.com" />
      <TextAreaField form={form} field="address" label="Address" rows={3} />
    </FormDialog>
  );
}
