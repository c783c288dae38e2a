// The company that a cell names: by its identifier, its CRM ID or its name, whatever its case and accents.

import type { Company } from '../../../shared/contract/companies.ts';
import { folded } from '../../../shared/contract/searchText.ts';

export interface CompanyFinder {
  /** One company, or why there is none. */
  find(text: string): Company | string;
  has(text: string): boolean;
}

const plain = (text: string) => folded(text).trim().replace(/\s+/g, ' ');

export function companyFinder(companies: readonly Company[]): CompanyFinder {
  const byIdentifier = new Map<string, Company>();
  const byName = new Map<string, Company[]>();
  for (const company of companies) {
    for (const identifier of [company.unique_identifier, company.crm_company_id]) {
      if (identifier) byIdentifier.set(plain(identifier), company);
    }
    const name = plain(company.name);
    byName.set(name, [...(byName.get(name) ?? []), company]);
  }

  function find(text: string): Company | string {
    const wanted = plain(text);
    const identified = byIdentifier.get(wanted);
    if (identified) return identified;
    const [company, ...others] = byName.get(wanted) ?? [];
    if (!company) return `There is no company “${text}”`;
    if (others.length > 0) return `${others.length + 1} companies are named “${text}”. Use the identifier`;
    return company;
  }
  return { find, has: (text) => typeof find(text) !== 'string' };
}
