// Single sign-on: the server's provider, who gets in with which roles, and whether passwords still work.

import { useId, useState } from 'react';
import { useFormValue, useKnownField } from '../../../platform/hooks/formState.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { EditNotes } from '../../../platform/records/edits/EditNotes.tsx';
import { useEdit } from '../../../platform/records/edits/useEdit.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { CopiedCode } from '../../../platform/ui/CopyButton.tsx';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { FilterField } from '../../../platform/ui/filters/FilterField.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { CheckboxField } from '../../../platform/ui/forms/CheckboxField.tsx';
import { ChecklistField } from '../../../platform/ui/forms/ChecklistField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { StatusIcon } from '../../../platform/ui/StatusIcon.tsx';
import {
  type MappedRole,
  type ProviderTest,
  type SingleSignOn,
  singleSignOnRules,
} from '../../../shared/contract/singleSignOn.ts';
import { plural } from '../../../shared/words/plural.ts';
import * as field from '../../../platform/ui/forms/Field.module.css';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './SingleSignOn.module.css';

const editTitle = 'Edit Single Sign-On';

export default function SingleSignOnPanel() {
  const resource = useResource('GET /single-sign-on', {});
  const { data } = resource;
  const edit = data && (
    <DialogButton label={editTitle}>
      {(close) => <SingleSignOnDialog singleSignOn={data} onClose={close} />}
    </DialogButton>
  );
  return (
    <Panel title="Single sign-on" aside={edit}>
      <ResourceView resource={resource} loading="Loading single sign-on…" lines={4}>
        {(loaded) => (
          <div className={layout.stack4}>
            {loaded.provider ? (
              <Facts
                items={[
                  { label: 'Provider', value: loaded.provider.name },
                  { label: 'Issuer', value: loaded.provider.issuer },
                  { label: 'Client ID', value: loaded.provider.client_id },
                  {
                    label: 'Redirect address',
                    value: <CopiedCode name="Redirect Address" text={loaded.provider.callback_url} />,
                  },
                  { label: 'In use by', value: plural(loaded.linked_users, 'user') },
                ]}
              />
            ) : (
              <p className={layout.muted}>
                People sign in by password only. For single sign-on, the server's operator names your company's provider
                with <code>OIDC_ISSUER</code>, as docs/sign-in.md says.
              </p>
            )}
            <ul aria-label="Rules" className={s.rules}>
              {rulesInWords(loaded).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            {loaded.provider && <TestProvider />}
          </div>
        )}
      </ResourceView>
    </Panel>
  );
}

/** Asks the provider for its description, and shows what is good or wrong about it. */
function TestProvider() {
  const [result, setResult] = useState<ProviderTest>();
  const test = useAction('POST /single-sign-on/test', { quiet: true, after: ({ data }) => setResult(data) });
  return (
    <>
      <span>
        <Button busy={test.busy} onClick={() => void test.run({})}>
          Test Provider
        </Button>
      </span>
      {test.error !== undefined && <Banner tone="bad">{test.error}</Banner>}
      {result && test.error === undefined && (
        <Banner tone={result.is_good ? 'good' : 'bad'}>
          {result.sentence}. {result.notes.join(' ')}
        </Banner>
      )}
    </>
  );
}

/** Words the settings of single sign-on as sentences. */
function rulesInWords({ settings, administrators, roles }: SingleSignOn): string[] {
  const { maps_roles, roles_claim, mapping, creates_users, closes_passwords, emergency_accounts } = settings;
  const named = new Set(mapping.map((row) => roles.find(({ id }) => id === row.role_id)?.display_name ?? 'a role'));
  const emergency = administrators.filter(({ id }) => emergency_accounts.includes(id)).map(({ name }) => name);
  return [
    maps_roles
      ? `Roles come from the claim ${roles_claim}: ${plural(mapping.length, 'value')} for ${[...named].join(', ')}.`
      : 'Roles are those that users have here.',
    creates_users
      ? 'Unknown people become users, if the claim gives them a role.'
      : 'Unknown people are refused until somebody adds or invites them.',
    closes_passwords
      ? `Passwords and passkeys are closed, except for ${emergency.join(', ') || 'no one'}.`
      : 'Passwords and passkeys work as well.',
  ];
}

// The form that says who gets in by single sign-on, with which roles, and whether passwords still work.

interface SingleSignOnDialogProps {
  singleSignOn: SingleSignOn;
  onClose(): void;
}

const valuesOf = ({ version: _, ...settings }: SingleSignOn['settings']) => settings;

function SingleSignOnDialog({ singleSignOn, onClose }: SingleSignOnDialogProps) {
  const { settings, provider, roles, administrators, is_caller_linked } = singleSignOn;
  const edit = useEdit('PUT /single-sign-on', {
    record: settings,
    valuesOf,
    args: (values, version) => ({ body: { ...values, version } }),
    read: async (api) => (await api('GET /single-sign-on')).data.settings,
    whileOpen: onClose,
  });
  const form = useForm({ initial: valuesOf(settings), rules: singleSignOnRules, send: edit.send, action: edit });
  const { maps_roles, closes_passwords } = form.values;
  const name = provider?.name ?? 'the provider';
  return (
    <FormDialog title={editTitle} submitLabel="Save Single Sign-On" size="large" form={form} onClose={onClose}>
      <EditNotes conflict={edit.conflict} form={form} />
      <CheckboxField
        name="maps_roles"
        label="Roles come from the provider"
        hint="At each sign-in they replace the roles that the user has here. Anyone who gets none cannot sign in."
      />
      {maps_roles && (
        <>
          <TextField
            name="roles_claim"
            label="Claim"
            hint="Where the provider says it, such as groups, roles or realm_access.roles"
            required
          />
          <MappingField roles={roles} />
          <CheckboxField
            name="creates_users"
            label="Create users for unknown people"
            hint="Only with a role from the claim and a verified e-mail. They see no company until somebody assigns one."
          />
        </>
      )}
      <CheckboxField
        name="closes_passwords"
        label="Close sign-in by password and passkey"
        hint={`Everybody signs in with ${name}, but for the emergency accounts. If ${name} fails, they are the only way in.`}
        lockedReason={
          is_caller_linked || settings.closes_passwords
            ? undefined
            : `Sign in with ${name} once yourself first, to see that it works`
        }
      />
      {closes_passwords && (
        <ChecklistField
          name="emergency_accounts"
          label="Emergency accounts"
          hint="Administrators with a password. Keep that password where you find it when the provider fails."
          required
          groups={[
            {
              options: administrators
                .filter(({ has_password }) => has_password)
                .map((administrator) => ({
                  value: administrator.id,
                  label: administrator.name,
                  detail: administrator.email,
                })),
            },
          ]}
        />
      )}
    </FormDialog>
  );
}

const isMapping = (value: unknown): value is readonly MappedRole[] => Array.isArray(value);

/** Edits which value of the claim gives which role. */
function MappingField({ roles }: Pick<SingleSignOn, 'roles'>) {
  const { value: rows, change, error } = useFormValue('mapping', isMapping);
  const errorId = useId();
  const options = [
    { value: '0', label: 'Choose a role' },
    ...roles.map(({ id, display_name }) => ({ value: String(id), label: display_name })),
  ];
  const nameOf = (id: number) => roles.find((role) => role.id === id)?.display_name ?? 'a role';
  const inWords = (other: unknown) =>
    isMapping(other) ? other.map(({ claim_value, role_id }) => `${claim_value}: ${nameOf(role_id)}`).join(', ') : '';
  useKnownField('mapping', { label: 'Mapping', isSecret: false, inWords });
  const set = (at: number, next: Partial<MappedRole>) =>
    change(rows.map((row, index) => (index === at ? { ...row, ...next } : row)));
  return (
    <fieldset className={layout.stack2}>
      <legend className={layout.legend}>Mapping</legend>
      <p className={layout.hint}>Anyone with this value in the claim gets the role.</p>
      {rows.map(({ claim_value, role_id }, index) => (
        <div key={index} className={s.row}>
          <FilterField label={`Value ${index + 1}`}>
            {(control) => (
              <input
                {...control}
                value={claim_value}
                aria-invalid={(error && (claim_value.trim() === '' || role_id === 0)) || undefined}
                aria-describedby={error && errorId}
                onChange={(event) => set(index, { claim_value: event.target.value })}
              />
            )}
          </FilterField>
          <FilterSelect
            label={`Role of value ${index + 1}`}
            value={String(role_id)}
            options={options}
            onChange={(chosen) => set(index, { role_id: Number(chosen) })}
          />
          <Button
            kind="quiet"
            icon={<ActionIcon name="trash" />}
            aria-label={`Remove value ${index + 1}`}
            title="Remove"
            onClick={() => change(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {error && (
        <p id={errorId} role="alert" className={`${field.notes} ${field.error}`}>
          <StatusIcon name="warning" />
          {error}
        </p>
      )}
      <span>
        <Button
          size="small"
          icon={<ActionIcon name="plus" />}
          onClick={() => change([...rows, { claim_value: '', role_id: 0 }])}
        >
          Add Value
        </Button>
      </span>
    </fieldset>
  );
}
