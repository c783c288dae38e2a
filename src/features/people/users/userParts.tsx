// Parts that the cards and the list of users share: the menu of the account, the roles, and the state of an invitation.

import { useState } from 'react';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { BadgeList } from '../../../platform/ui/data/BadgeList.tsx';
import { lazyPart } from '../../../platform/ui/lazyPart.tsx';
import { Menu } from '../../../platform/ui/overlays/Menu.tsx';
import type { Invitation, ListedUser } from '../../../shared/contract/people.ts';
import type { User } from '../../../shared/contract/session.ts';
import { PersonalDataPart } from '../../privacy/report/PersonalDataPart.ts';

const UserSessionsPart = lazyPart(
  'The sessions',
  async () => (await import('../../signIn/credentials/Sessions.tsx')).UserSessionsDialog,
);
const SecondFactorPart = lazyPart('The second factors', () => import('./SecondFactorDialog.tsx'));

type Part = 'sessions' | 'secondFactor' | 'personalData';

interface AccountMenuProps {
  user: { id: number; name: string };
  /** For a list, whose rows have no room for words. */
  asIcon?: boolean;
}

export function AccountMenu({ user, asIcon = false }: AccountMenuProps) {
  const canCall = useCanCall();
  const [open, setOpen] = useState<Part>();
  const item = (part: Part, label: string) => ({ label, onSelect: () => setOpen(part) });
  const items = [
    ...(canCall('GET /users/{id}/sessions') ? [item('sessions', 'Sessions')] : []),
    ...(canCall('POST /users/{id}/second-factors/reset') ? [item('secondFactor', 'Second Factor')] : []),
    ...(canCall('GET /users/{id}/personal-data') ? [item('personalData', 'Personal Data')] : []),
  ];
  if (items.length === 0) return null;
  const close = () => setOpen(undefined);
  const look = asIcon ? { kind: 'quiet' as const, icon: <ActionIcon name="more" /> } : { label: 'Account' };
  return (
    <>
      <Menu {...look} size="small" aria-label={`Account of ${user.name}`} items={items} />
      {open === 'sessions' && <UserSessionsPart user={user} onClose={close} />}
      {open === 'secondFactor' && <SecondFactorPart user={user} onClose={close} />}
      {open === 'personalData' && <PersonalDataPart kind="users" person={user} onClose={close} />}
    </>
  );
}

interface InvitationBadgeProps {
  user: ListedUser;
  /** For a row of a list. */
  isShort?: boolean;
}

/** Renders nothing for users who can sign in. */
export function InvitationBadge({ user: { invitation }, isShort = false }: InvitationBadgeProps) {
  if (!invitation) return null;
  const { tone, words, short } = badgeWords[stateOf(invitation)];
  return <Badge tone={tone}>{isShort ? short : words}</Badge>;
}

export function stateOf({ ended, expires_at }: Invitation): keyof typeof badgeWords {
  if (ended) return 'ended';
  return Date.parse(expires_at) <= Date.now() ? 'expired' : 'open';
}

export const badgeWords = {
  open: { tone: 'accent', words: 'Invited, not yet signed in', short: 'Invited' },
  expired: { tone: 'warning', words: 'Invitation expired', short: 'Expired' },
  ended: { tone: 'neutral', words: 'Invitation ended', short: 'Ended' },
} as const;

/** Marks system roles. */
export function RoleBadges({ user }: { user: User }) {
  return (
    <BadgeList empty="No roles">
      {user.roles.map((role) => (
        <Badge key={role.id} tone={role.is_system ? 'accent' : 'neutral'}>
          {role.display_name || role.name}
          {role.is_system && ' (System)'}
        </Badge>
      ))}
    </BadgeList>
  );
}
