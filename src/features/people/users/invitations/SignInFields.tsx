// How a new user will sign in: by a mailed link, or with a password that is set now.

import { useResource } from '../../../../platform/hooks/useResource.ts';
import { Banner } from '../../../../platform/ui/feedback/Banner.tsx';
import { PasswordField } from '../../../../platform/ui/forms/PasswordField.tsx';
import { RadioCardsField } from '../../../../platform/ui/forms/RadioCardsField.tsx';
import { useFormValue } from '../../../../platform/ui/forms/formState.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

const password = (
  <PasswordField name="password" label="Password" hint="At least 8 characters" autoComplete="new-password" required />
);

export function SignInFields({ canInvite }: { canInvite: boolean }) {
  return canInvite ? <InviteOrPassword /> : password;
}

function InviteOrPassword() {
  const { value: signIn } = useFormValue('signIn', isText);
  const { data: overview } = useResource('GET /invitations', {});
  const days = overview?.days ?? 7;
  return (
    <>
      <RadioCardsField
        name="signIn"
        label="Sign-in"
        options={[
          {
            value: 'invite',
            label: 'Invite by mail',
            detail: `They get a link that works for ${days} days, and choose their own password`,
          },
          { value: 'password', label: 'Set a password now', detail: 'You choose it, and tell them' },
        ]}
      />
      {signIn === 'password' && password}
      {signIn === 'invite' && overview?.sends_mail === false && (
        <Banner tone="warning">
          This server has no mail server. The invitation will wait in its outbox, where whoever runs the server can read
          it.
        </Banner>
      )}
    </>
  );
}
