// Name of a record's company, linked to its page for users who may open it.

import { Link } from 'wouter';
import { companyAddress } from '../records/recordLinkTo.ts';
import { useCanCall } from '../session/permissions.ts';
import { companyName, useCompanies } from './useCompanies.ts';

type OfCompany = Parameters<typeof companyName>[0];

export function CompanyLink({ of: record }: { of: OfCompany }) {
  const mayOpen = useCanCall()('GET /companies/{id}');
  const name = companyName(record, useCompanies(!record.company?.name));
  if (!mayOpen || record.company_id === null) return name;
  return <Link href={companyAddress(record.company_id)}>{name}</Link>;
}
