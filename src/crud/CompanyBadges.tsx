// The companies that a user sees; each leads to the company.

import { Link } from 'wouter';
import { paths } from '../boot/paths.ts';
import type { User } from '../contract/entities/people.ts';
import { can } from '../session/permissions.ts';
import { useMay } from '../session/useMay.ts';
import { Badge } from '../ui/data/Badge.tsx';
import { BadgeList } from '../ui/data/BadgeList.tsx';

export const seesAllCompanies = (user: User): boolean => can(user, 'companies.all');

export function CompanyBadges({ user }: { user: User }) {
  const mayOpen = useMay()('GET /companies');
  if (seesAllCompanies(user)) return <Badge tone="accent">All Companies</Badge>;
  return (
    <BadgeList empty="No companies">
      {user.companies.map((company) => (
        <Badge key={company.id} tone="neutral">
          {mayOpen ? (
            <Link href={`${paths.companies}?${new URLSearchParams({ q: company.name })}`}>{company.name}</Link>
          ) : (
            company.name
          )}
          {!company.is_active && ' (Inactive)'}
        </Badge>
      ))}
    </BadgeList>
  );
}
