// Companies that a user sees, each linked to its page.

import { Fragment } from 'react';
import { Link } from 'wouter';
import type { User } from '../../shared/contract/session.ts';
import { companyAddress } from '../records/recordLinkTo.ts';
import { can, useCanCall } from '../session/permissions.ts';
import { Badge } from '../ui/data/Badge.tsx';
import { BadgeList } from '../ui/data/BadgeList.tsx';

export const seesAllCompanies = (user: User): boolean => can(user, 'companies.all');

export function CompanyBadges({ user }: { user: User }) {
  if (seesAllCompanies(user)) return <Badge tone="accent">All Companies</Badge>;
  return (
    <BadgeList empty="No companies">
      {user.companies.map((company) => (
        <Badge key={company.id} tone="neutral">
          <CompanyLink company={company} />
        </Badge>
      ))}
    </BadgeList>
  );
}

export function CompanyNames({ user }: { user: User }) {
  if (seesAllCompanies(user)) return 'All Companies';
  if (user.companies.length === 0) return 'No companies';
  return user.companies.map((company, index) => (
    <Fragment key={company.id}>
      {index > 0 && ', '}
      <CompanyLink company={company} />
    </Fragment>
  ));
}

function CompanyLink({ company: { id, name, is_active } }: { company: User['companies'][number] }) {
  const mayOpen = useCanCall()('GET /companies');
  return (
    <>
      {mayOpen ? <Link href={companyAddress(id)}>{name}</Link> : name}
      {!is_active && ' (Inactive)'}
    </>
  );
}
