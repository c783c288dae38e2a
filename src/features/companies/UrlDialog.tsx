import type { CompanyUrl } from '../../shared/contract/entities/companies.ts';
import { urlRules } from '../../shared/contract/rules.ts';
import { EditDialog } from '../../platform/lists/EditDialog.tsx';
import { hrType } from '../../shared/contract/hrType.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { inWords } from '../../shared/words/inWords.ts';
import { unreadNote } from '../../shared/words/unreadNote.ts';
import { CheckboxField } from '../../platform/ui/forms/CheckboxField.tsx';
import { SelectField } from '../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';

interface UrlDialogProps {
  companyId: number;
  url: CompanyUrl | undefined;
  onClose(): void;
}

const valuesOf = (url?: CompanyUrl) => ({
  url_type: url?.url_type ?? '',
  url: url?.url ?? '',
  description: url?.description ?? '',
  is_active: url?.is_active ?? true,
});

export function UrlDialog({ companyId, url, onClose }: UrlDialogProps) {
  const types = useResource('GET /settings/url-types', {});
  const mayConfigure = useCanCall()('PUT /companies/{id}/hr-sync/config');
  const known = new Set(types.data?.filter((type) => type !== hrType || mayConfigure));
  if (url) known.add(url.url_type);

  return (
    <EditDialog
      noun="URL"
      record={url}
      valuesOf={valuesOf}
      another={() => valuesOf()}
      rules={urlRules}
      create={['POST /companies/{id}/urls', (body) => ({ id: companyId, body })]}
      update={{
        key: 'PUT /company-urls/{id}',
        args: ({ id }, values, version) => ({ id, body: { ...values, version } }),
        async read(api, { id }) {
          const { data } = await api('GET /companies/{id}/urls', { id: companyId });
          return data.find((each) => each.id === id);
        },
      }}
      close={onClose}
      saved={onClose}
    >
      <SelectField
        name="url_type"
        label="URL Type"
        placeholder={types.loading ? 'Loading types…' : 'Choose a type'}
        hint={
          types.error ? 'The types could not be loaded. Close this dialog and try again.' : unreadNote(types.unread)
        }
        options={[...known].map((type) => ({ value: type, label: inWords(type) }))}
        required
      />
      <TextField name="url" label="URL" type="url" placeholder="https://example.com/api" required />
      <TextField name="description" label="Description (optional)" />
      <CheckboxField name="is_active" label="Active" />
    </EditDialog>
  );
}
