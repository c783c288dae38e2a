// The card of a user, with what they will see.

import { useState } from 'react';
import type { Invitation, ListedUser } from '../../../shared/contract/people.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { AccountMenu, InvitationBadge, RoleBadges, stateOf } from './userParts.tsx';
import { CompanyBadges, seesAllCompanies } from '../../../platform/lists/CompanyBadges.tsx';
import { deedsLink } from '../../../platform/lists/history/auditAddress.ts';
import { RecordLinks } from '../../../platform/lists/RecordLinks.tsx';
import { RecordCardActions } from '../../../platform/lists/RecordCardActions.tsx';
import type { RecordActions } from '../../../platform/lists/recordKind.ts';
import { cardId } from '../../../platform/lists/useCreatedRecord.ts';
import { dateTitle } from '../../../shared/words/dates.ts';
import { companiesSeen, effectiveAccessOf, type ScreensFor } from '../rights/effectiveAccess.ts';
import { WhatTheySee } from '../rights/WhatTheySee.tsx';
import { useUser } from '../../../platform/session/session.tsx';
import { Card } from '../../../platform/ui/data/CardGrid.tsx';
import { CardFacts } from '../../../platform/ui/data/CardFacts.tsx';

const Confirm = lazyPart(
  'The question',
  async () => (await import('../../../platform/ui/overlays/Confirm.tsx')).Confirm,
);

/** Number that fits one line of a card; more are shown on demand. */
const companiesOnCard = 2;

interface UserCardProps extends RecordActions {
  user: ListedUser;
  /** Undefined as long as it is not known. */
  sendsMail: boolean | undefined;
  screensFor: ScreensFor;
}

export function UserCard({ user, sendsMail, screensFor, ...actions }: UserCardProps) {
  const areWithin = seesAllCompanies(user) || user.companies.length > companiesOnCard;
  const access = effectiveAccessOf(user, useUser(), screensFor);
  const companies = { label: 'Companies', value: <CompanyBadges user={user} />, place: 'wide' } as const;
  return (
    <Card
      id={cardId(user.id)}
      title={user.name}
      more={{
        label: `What they see: ${companiesSeen(access)}`,
        content: (
          <>
            {areWithin && <CardFacts items={[companies]} />}
            <WhatTheySee access={access} />
          </>
        ),
      }}
      badges={user.invitation && <InvitationBadge user={user} />}
      links={<RecordLinks of={user.name} links={[deedsLink(user.id)]} />}
      actions={
        <RecordCardActions name={user.name} {...actions}>
          <InvitationActions user={user} />
          <AccountMenu user={user} />
        </RecordCardActions>
      }
    >
      <CardFacts
        items={[
          { label: 'Email', value: user.email, place: 'wide', obvious: true },
          { label: 'Joined', value: dateTitle(user.created_at) },
          {
            label: 'Second factor',
            value: user.has_second_factor === false && 'No second factor',
            place: 'beside',
            obvious: true,
          },
          { label: 'Invitation', value: user.invitation && explain(user.invitation, sendsMail), place: 'wide' },
          { label: 'Roles', value: <RoleBadges user={user} />, place: 'wide' },
          ...(areWithin ? [] : [companies]),
        ]}
      />
    </Card>
  );
}

/** Sends an invitation again, or takes it back. */
function InvitationActions({ user: { id, name, invitation } }: { user: ListedUser }) {
  const canCall = useCanCall();
  const [isAsking, setAsking] = useState(false);
  const sending = useAction('POST /users/{id}/invitation', { report: 'toast' });
  const ending = useAction('DELETE /users/{id}/invitation', { after: () => setAsking(false) });
  if (!invitation) return null;

  function close() {
    ending.clear();
    setAsking(false);
  }
  return (
    <>
      {canCall('POST /users/{id}/invitation') && (
        <Button
          size="small"
          aria-label={invitation.ended ? `Invite Again: ${name}` : `Send Again to ${name}`}
          busy={sending.busy}
          onClick={() => void sending.run({ id })}
        >
          {invitation.ended ? 'Invite Again' : 'Send Again'}
        </Button>
      )}
      {!invitation.ended && canCall('DELETE /users/{id}/invitation') && (
        <Button size="small" aria-label={`Take Back the invitation of ${name}`} onClick={() => setAsking(true)}>
          Take Back
        </Button>
      )}
      {isAsking && (
        <Confirm
          title="Take back the invitation"
          message={`The link that was mailed to ${name} will not work any more, and they cannot sign in.`}
          confirmLabel="Take Back"
          tone="danger"
          action={ending}
          onConfirm={() => void ending.run({ id })}
          onClose={close}
        >
          <p>The user stays, with roles and companies. You can invite them again, or delete the user.</p>
        </Confirm>
      )}
    </>
  );
}

/** Explains an invitation. `sendsMail` is undefined as long as it is not known. */
function explain(invitation: Invitation, sendsMail?: boolean): string {
  const { expires_at, is_mailed, mail_error } = invitation;
  switch (stateOf(invitation)) {
    case 'ended':
      return 'They cannot sign in: it was taken back, or the e-mail was changed';
    case 'expired':
      return `Expired on ${dateTitle(expires_at)}`;
    case 'open':
      if (is_mailed) return `Valid until ${dateTitle(expires_at)}`;
      if (mail_error) return `Not mailed yet: ${mail_error}`;
      return sendsMail === false ? 'Not mailed: no mail server' : 'Being mailed';
  }
}
