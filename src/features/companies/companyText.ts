// Links and words that cards and list of companies have in common.

import type { Company, CompanyUrl } from '../../shared/contract/companies.ts';
import { attendanceLink, controllersLink, employeesLink, hrSyncLink } from '../../platform/lists/recordLinkTo.ts';
import { plural } from '../../shared/words/plural.ts';

export const companyLinks = ({ id, name }: Company) => [
  employeesLink(id),
  controllersLink(id),
  attendanceLink(id),
  hrSyncLink(name),
];

/** Sums up the URLs of a company: '3 URLs, 1 offline'. */
export function urlHealth(urls: readonly CompanyUrl[]): string {
  if (urls.length === 0) return 'No URLs';
  const all = plural(urls.length, 'URL');
  const offline = urls.filter(({ health_status }) => health_status === 'offline').length;
  if (offline > 0) return `${all}, ${offline} offline`;
  return urls.every(({ health_status }) => health_status === 'online') ? `${all}, online` : all;
}
