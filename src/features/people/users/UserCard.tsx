import type { ListedUser } from '../../../shared/contract/entities/invitations.ts';
import { CompanyBadges, seesAllCompanies } from '../../../platform/lists/CompanyBadges.tsx';
import { deedsLink } from '../../../platform/lists/history/auditAddress.ts';
import { RecordLinks } from '../../../platform/lists/RecordLinks.tsx';
import { RecordCardActions } from '../../../platform/lists/RecordCardActions.tsx';
import type { RecordActions } from '../../../platform/lists/recordKind.ts';
import { cardId } from '../../../platform/lists/useCreatedRecord.ts';
import { formatDay } from '../../../shared/words/time.ts';
import { type ScreensFor, sightOf } from '../rights/sight.ts';
import { companiesSeen } from '../rights/summaryOf.ts';
import { WhatTheySee } from '../rights/WhatTheySee.tsx';
import { useUser } from '../../../platform/session/session.tsx';
import { Card } from '../../../platform/ui/data/CardGrid.tsx';
import { CardFacts } from '../../../platform/ui/data/CardFacts.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { InvitationActions } from './invitations/InvitationActions.tsx';
import { InvitationBadge } from './invitations/InvitationBadge.tsx';
import { explain } from './invitations/invitationWords.ts';
import { RoleBadges } from './RoleBadges.tsx';

/** As many as fit one line of a card; more are shown on demand. */
const companiesOnCard = 2;

interface UserCardProps extends RecordActions {
  user: ListedUser;
  /** Undefined as long as it is not known. */
  sendsMail: boolean | undefined;
  screensFor: ScreensFor;
}

export function UserCard({ user, sendsMail, screensFor, ...actions }: UserCardProps) {
  const areWithin = seesAllCompanies(user) || user.companies.length > companiesOnCard;
  const sight = sightOf(user, useUser(), screensFor);
  const companies = { label: 'Companies', value: <CompanyBadges user={user} />, place: 'wide' } as const;
  return (
    <Card
      id={cardId(user.id)}
      title={user.name}
      more={{
        label: `What they see: ${companiesSeen(sight)}`,
        content: (
          <>
            {areWithin && <CardFacts items={[companies]} />}
            <WhatTheySee sight={sight} />
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
          { label: 'Joined', value: formatDay(user.created_at) },
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
