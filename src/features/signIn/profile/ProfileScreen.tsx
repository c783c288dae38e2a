// The profile: account, roles, second factors, preferences, password, sessions and API tokens.

import { useState } from 'react';
import { failedMessage } from '../../../platform/api/calls.ts';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import { switchShortcuts, useShortcutsOn } from '../../../platform/hooks/shortcutSwitch.ts';
import { toast } from '../../../platform/hooks/toasts.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useActionForm } from '../../../platform/hooks/useForm.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useTheme } from '../../../platform/hooks/useTheme.ts';
import { CompanyBadges } from '../../../platform/lists/CompanyBadges.tsx';
import { can, hasFeature, useCanCall } from '../../../platform/session/permissions.ts';
import { useConnection, useUser } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { ListRow } from '../../../platform/ui/data/ListRow.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { Checkbox } from '../../../platform/ui/forms/Checkbox.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { lazyPart } from '../../../platform/ui/lazyPart.tsx';
import type { User } from '../../../shared/contract/session.ts';
import { changePasswordRules } from '../../../shared/contract/signIn.ts';
import { dateTitle } from '../../../shared/words/dates.ts';
import { plural } from '../../../shared/words/plural.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './ProfileScreen.module.css';

const YourSessionsPart = lazyPart(
  'Your sessions',
  async () => (await import('../credentials/Sessions.tsx')).YourSessions,
);
const YourTokensPart = lazyPart('Your API tokens', async () => (await import('../credentials/Tokens.tsx')).YourTokens);
const SecondFactorPart = lazyPart('The second factors', () => import('../factors/SecondFactorPanel.tsx'));

export default function ProfileScreen() {
  const user = useUser();
  const hasCompanies = user.companies.length > 0 || can(user, 'companies.all');
  const canCall = useCanCall();
  return (
    <>
      <ScreenHeader title="Profile" subtitle="Your account and permissions" actions={<RefreshSession />} />
      <div className={s.panels}>
        <Panel title="Account">
          <Facts
            items={[
              { label: 'Name', value: user.name },
              { label: 'Email', value: user.email },
              {
                label: 'Role',
                value: user.role || user.roles.map(({ display_name, name }) => display_name || name).join(', '),
              },
              { label: 'Joined', value: dateTitle(user.created_at) },
              { label: 'Companies', value: hasCompanies && <CompanyBadges user={user} /> },
            ]}
          />
        </Panel>
        <Panel title="Roles">
          <Roles />
        </Panel>
        {hasFeature(user, 'second_factor') && (
          <Panel title="Second factor">
            <SecondFactorPart />
          </Panel>
        )}
        <Panel title="Preferences">
          <div className={layout.stack3}>
            <Preferences />
            {canCall('PUT /auth/digest') && getsDigests(user) && <DigestWish />}
          </div>
        </Panel>
        <Panel title="Change password">
          <ChangePassword />
        </Panel>
        {canCall('GET /sessions') && <YourSessionsPart />}
        {canCall('GET /api-tokens') && <YourTokensPart />}
      </div>
    </>
  );
}

function Roles() {
  const { roles } = useUser();
  if (roles.length === 0) return <p>No roles assigned. Contact an administrator.</p>;
  const held = new Set(roles.flatMap(({ permissions }) => permissions.map(({ name }) => name)));
  return (
    <>
      <ul className={layout.list}>
        {roles.map((role) => (
          <ListRow
            key={role.id}
            title={role.display_name || role.name}
            end={
              <details className={s.permissions}>
                <summary>{plural(role.permissions.length, 'permission')}</summary>
                {role.permissions.map(({ name }) => name).join(', ')}
              </details>
            }
          />
        ))}
      </ul>
      <p className={s.total}>Total: {plural(held.size, 'permission')}</p>
    </>
  );
}

function RefreshSession() {
  const { session } = useConnection();
  const [busy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    try {
      await session.refresh();
      toast.good('Session refreshed successfully! Please refresh the page to see updated permissions.');
    } catch (error) {
      toast.bad(describeFailure(asApiError(error), failedMessage('GET /auth/user')));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button icon={<Icon name="refresh" />} busy={busy} onClick={() => void run()}>
      Refresh Session
    </Button>
  );
}

const noPasswords = { current_password: '', password: '', password_confirmation: '' };

/** Changes the user's own password. The server ends all other sessions of the account. */
function ChangePassword() {
  const form = useActionForm('POST /auth/change-password', {
    initial: noPasswords,
    rules: changePasswordRules,
    args: (body) => ({ body }),
    after: () => form.restart(noPasswords),
  });
  return (
    <Form form={form} label="Change password">
      <PasswordField name="current_password" label="Current password" autoComplete="current-password" required />
      <PasswordField
        name="password"
        label="New password"
        hint="At least 8 characters"
        autoComplete="new-password"
        required
      />
      <PasswordField
        name="password_confirmation"
        label="Repeat the new password"
        autoComplete="new-password"
        required
      />
      <Button kind="primary" type="submit" busy={form.busy}>
        Change Password
      </Button>
    </Form>
  );
}

const themes = [
  { value: '', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Sets the preferences of this browser: the theme, and whether single keys are shortcuts. */
function Preferences() {
  const [theme, choose] = useTheme();
  const isOn = useShortcutsOn();
  return (
    <>
      <fieldset>
        <legend>Theme</legend>
        <div className={layout.row}>
          {themes.map(({ value, label }) => (
            <label key={value} className={s.choice}>
              <input type="radio" name="theme" checked={theme === value} onChange={() => choose(value)} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <div>
        <label className={s.choice}>
          <Checkbox checked={isOn} onChange={(event) => switchShortcuts(event.target.checked)} />
          Keyboard shortcuts of single keys
        </label>
        <p className={layout.hint}>Kept in this browser. Press ? to see all shortcuts.</p>
      </div>
    </>
  );
}

const getsDigests = (user: User) => can(user, 'corrections.create') || can(user, 'corrections.approve');

/** Chooses whether mails say what waits for the user. */
function DigestWish() {
  const wish = useResource('GET /auth/digest', {});
  const action = useAction('PUT /auth/digest', { report: 'toast' });
  return (
    <ResourceView resource={wish} loading="Loading the digests…" lines={1}>
      {({ wants_digest }) => (
        <label className={s.choice}>
          <Checkbox
            checked={wants_digest}
            onChange={(event) => void action.run({ body: { wants_digest: event.target.checked } })}
          />
          Digests by mail: what waits at companies where you may correct or approve
        </label>
      )}
    </ResourceView>
  );
}
