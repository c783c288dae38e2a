import type { CompanyUrl } from '../../shared/contract/companies.ts';
import { plural } from '../../shared/words/plural.ts';

/** Sums up the URLs of a company: '3 URLs, 1 offline'. */
export function urlHealth(urls: readonly CompanyUrl[]): string {
  if (urls.length === 0) return 'No URLs';
  const all = plural(urls.length, 'URL');
  const offline = urls.filter(({ health_status }) => health_status === 'offline').length;
  if (offline > 0) return `${all}, ${offline} offline`;
  return urls.every(({ health_status }) => health_status === 'online') ? `${all}, online` : all;
}
