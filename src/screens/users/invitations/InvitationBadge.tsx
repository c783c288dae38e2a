import type { ListedUser } from '../../../contract/entities/invitations.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { badgeWords, stateOf } from './invitationWords.ts';

/** Nothing for users who can sign in. */
export function InvitationBadge({ user: { invitation } }: { user: ListedUser }) {
  if (!invitation) return null;
  const { tone, words } = badgeWords[stateOf(invitation)];
  return <Badge tone={tone}>{words}</Badge>;
}
