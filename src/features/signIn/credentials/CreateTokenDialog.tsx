// Creates an API token, and then shows it, once.

import { useState } from 'react';
import { toast } from '../../../platform/hooks/toasts.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { CopiedCode } from '../../../platform/ui/CopyButton.tsx';
import { RawText } from '../../../platform/ui/data/RawText.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { ChecklistField } from '../../../platform/ui/forms/ChecklistField.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { RadioCardsField } from '../../../platform/ui/forms/RadioCardsField.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import type { Option } from '../../../platform/ui/option.ts';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import {
  type ApiTokenChoices,
  apiTokenRules,
  longestTokenDays,
  usualTokenDays,
} from '../../../shared/contract/apiTokens.ts';
import type { Body } from '../../../shared/contract/calls.ts';
import type { Check } from '../../../shared/contract/validate.ts';
import { inWords } from '../../../shared/words/inWords.ts';
import { useConfirming } from '../useConfirming.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './credentials.module.css';

export default function CreateTokenDialog({ onClose }: { onClose(): void }) {
  const choices = useResource('GET /api-tokens/choices', {});
  const [token, setToken] = useState<string>();
  const action = useAction('POST /api-tokens', {
    quiet: true,
    after({ data }) {
      if (action.isOpen()) setToken(data.token);
      else toast.bad('The token was created, but it can no longer be shown. Please revoke it.');
    },
  });
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
        <ResourceView resource={choices} loading="Loading your permissions…" lines={8}>
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

const question = {
  title: 'Have you stored the token?',
  message: 'It is not shown again.',
  keep: 'Go Back',
  discard: 'Close',
};

/** Shows a new API token, which cannot be read again afterwards. */
function CreatedToken({ token, onClose }: { token: string; onClose(): void }) {
  return (
    <Dialog
      title="API Token Created"
      dirty
      question={question}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          I Have Stored It
        </Button>
      }
    >
      <div className={layout.stack3}>
        <Banner tone="warning">Copy it now and store it like a password. It is not shown again.</Banner>
        <div className={s.token}>
          <CopiedCode name="the token" text={token} />
        </div>
        <p>Programs send it in the header of each call:</p>
        <RawText label="The header" text={`Authorization: Bearer ${token.slice(0, 8)}…`} />
      </div>
    </Dialog>
  );
}

interface TokenValues extends Record<string, unknown> {
  name: string;
  /** '' for never. */
  expires_in_days: string;
  permissions: readonly number[];
  reach: 'all' | 'chosen';
  companies: readonly number[];
}

const newToken: TokenValues = {
  name: '',
  expires_in_days: String(usualTokenDays),
  permissions: [],
  reach: 'all',
  companies: [],
};

const ofChosen =
  (checks: readonly Check[]): Check =>
  (value, all) =>
    all.reach === 'chosen' ? checks.map((check) => check(value, all)).find(Boolean) : undefined;

const tokenRules = { ...apiTokenRules, companies: [ofChosen(apiTokenRules.companies)] };

const bodyOf = (values: TokenValues): Body<'POST /api-tokens'> => ({
  name: values.name,
  permissions: [...values.permissions],
  companies: values.reach === 'all' ? null : [...values.companies],
  expires_in_days: values.expires_in_days === '' ? null : Number(values.expires_in_days),
});

const expiryOptions = ({ may_last }: ApiTokenChoices): readonly Option[] => [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: String(usualTokenDays), label: `${usualTokenDays} days` },
  { value: '180', label: '180 days' },
  { value: String(longestTokenDays), label: 'A year' },
  ...(may_last ? [{ value: '', label: 'Never' }] : []),
];

const reachOptions: readonly Option[] = [
  {
    value: 'all',
    label: 'All your companies',
    detail: 'Also those that you get later, and no longer those that you lose.',
  },
  { value: 'chosen', label: 'Some of them', detail: 'Only those that you choose here.' },
];
