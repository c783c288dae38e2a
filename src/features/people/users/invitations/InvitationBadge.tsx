import type { ListedUser } from '../../../../shared/contract/people.ts';
import { Badge } from '../../../../platform/ui/data/Badge.tsx';
import { badgeWords, stateOf } from './invitationWords.ts';

interface InvitationBadgeProps {
  user: ListedUser;
  /** For a row of a list. */
  isShort?: boolean;
}

/** Nothing for users who can sign in. */
export function InvitationBadge({ user: { invitation }, isShort = false }: InvitationBadgeProps) {
  if (!invitation) return null;
  const { tone, words, short } = badgeWords[stateOf(invitation)];
  return <Badge tone={tone}>{isShort ? short : words}</Badge>;
}
