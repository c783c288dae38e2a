// Creates an API token, and then shows it, once.

import { useState } from 'react';
import type { ApiTokenChoices } from '../../../shared/contract/entities/apiTokens.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { inWords } from '../../../shared/words/inWords.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useConfirming } from '../useConfirming.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { ChecklistField } from '../../../platform/ui/forms/ChecklistField.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { RadioCardsField } from '../../../platform/ui/forms/RadioCardsField.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { CreatedToken } from './CreatedToken.tsx';
import { bodyOf, expiryOptions, newToken, reachOptions, tokenRules } from './tokenForm.ts';

export function CreateTokenDialog({ onClose }: { onClose(): void }) {
  const choices = useResource('GET /api-tokens/choices', {});
  const [token, setToken] = useState<string>();
  const action = useAction('POST /api-tokens', { quiet: true, after: ({ data }) => setToken(data.token) });
  const { confirming, question } = useConfirming(
    'With the token, a program acts in your name until it expires. Please confirm first that it is you.',
  );
  const form = useForm({
    initial: newToken,
    rules: tokenRules,
    send: (values) =>
      confirming((confirmation) => action.run({ body: { ...bodyOf(values), ...(confirmation && { confirmation }) } })),
    action,
  });
  if (token !== undefined) return <CreatedToken token={token} onClose={onClose} />;
  return (
    <>
      <FormDialog title="Create API Token" submitLabel="Create Token" size="large" form={form} onClose={onClose}>
        <ResourceView resource={choices} skeleton={<LineSkeleton label="Loading your permissions…" lines={8} />}>
          {(known) => <TokenFields choices={known} isForSome={form.values.reach === 'chosen'} />}
        </ResourceView>
      </FormDialog>
      {question}
    </>
  );
}

function TokenFields({ choices, isForSome }: { choices: ApiTokenChoices; isForSome: boolean }) {
  const modules = Map.groupBy(choices.permissions, ({ module }) => module || 'other');
  return (
    <>
      <FieldGrid>
        <TextField
          name="name"
          label="Name"
          hint="What uses it, such as Payroll export"
          autoComplete="off"
          autoFocus
          required
        />
        <SelectField name="expires_in_days" label="Expires after" options={expiryOptions(choices)} required />
      </FieldGrid>
      <ChecklistField
        name="permissions"
        label="Permissions"
        hint="Yours that a token can have. It loses those that you lose."
        groups={[...modules].map(([module, permissions]) => ({
          label: inWords(module),
          options: permissions.map(({ id, name, display_name }) => ({
            value: id,
            label: display_name || name,
            detail: display_name ? name : undefined,
          })),
        }))}
      />
      <RadioCardsField name="reach" label="Companies" options={reachOptions} />
      {isForSome && (
        <ChecklistField
          name="companies"
          label="Its companies"
          groups={[{ options: choices.companies.map(({ id, name }) => ({ value: id, label: name })) }]}
        />
      )}
    </>
  );
}
