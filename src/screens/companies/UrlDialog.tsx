// Adds or edits one URL of a company. Its types are the server's.

import type { CompanyUrl } from '../../contract/entities/companies.ts';
import { urlRules } from '../../contract/rules.ts';
import { useResource } from '../../hooks/useResource.ts';
import { useRecordForm } from '../../crud/useRecordForm.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { SelectField } from '../../ui/forms/SelectField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';

interface UrlDialogProps {
  companyId: number;
  url: CompanyUrl | undefined;
  onClose(): void;
}

export function UrlDialog({ companyId, url, onClose }: UrlDialogProps) {
  const types = useResource('GET /settings/url-types', {});
  const form = useRecordForm({
    record: url,
    initial: {
      url_type: url?.url_type ?? '',
      url: url?.url ?? '',
      description: url?.description ?? '',
      is_active: url?.is_active ?? true,
    },
    rules: urlRules,
    create: ['POST /companies/{id}/urls', (body) => ({ id: companyId, body })],
    update: ['PUT /company-urls/{id}', ({ id }, body) => ({ id, body })],
    saved: onClose,
  });
  const known = new Set(types.data);
  if (url) known.add(url.url_type);

  return (
    <FormDialog
      title={url ? 'Edit URL' : 'Add URL'}
      submitLabel={url ? 'Update URL' : 'Create URL'}
      form={form}
      dirty={form.dirty}
      onClose={onClose}
    >
      <SelectField
        form={form}
        field="url_type"
        label="URL Type"
        placeholder={types.loading ? 'Loading types…' : 'Choose a type'}
        hint={types.error && 'The types could not be loaded. Please close this dialog and try again.'}
        options={[...known].map((type) => ({ value: type, label: type }))}
        required
      />
      <TextField form={form} field="url" label="URL" type="url" placeholder="https://example.com/api" required />
      <TextField form={form} field="description" label="Description (optional)" />
      <CheckboxField form={form} field="is_active" label="Active" />
    </FormDialog>
  );
}
