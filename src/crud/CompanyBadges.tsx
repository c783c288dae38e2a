// The companies that a user sees.

import type { User } from '../contract/entities/people.ts';
import { can } from '../session/permissions.ts';
import { Badge } from '../ui/data/Badge.tsx';
import { BadgeList } from '../ui/data/BadgeList.tsx';

export function CompanyBadges({ user }: { user: User }) {
  if (can(user, 'companies.all')) return <Badge tone="accent">All Companies</Badge>;
  return (
    <BadgeList empty="No companies">
      {user.companies.map((company) => (
        <Badge key={company.id} tone={company.is_active ? 'good' : 'neutral'}>
          {company.name}
          {!company.is_active && ' (Inactive)'}
        </Badge>
      ))}
    </BadgeList>
  );
}
