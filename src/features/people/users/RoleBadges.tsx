// The roles of a user; those of the system are marked.

import type { User } from '../../../shared/contract/session.ts';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { BadgeList } from '../../../platform/ui/data/BadgeList.tsx';

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
