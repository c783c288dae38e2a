// The URLs of a company in a few words: '3 URLs, 1 offline'.

import type { CompanyUrl } from '../../shared/contract/companies.ts';
import { plural } from '../../shared/words/plural.ts';

export function urlHealth(urls: readonly CompanyUrl[]): string {
  if (urls.length === 0) return 'No URLs';
  const all = plural(urls.length, 'URL');
  const offline = urls.filter(({ health_status }) => health_status === 'offline').length;
  if (offline > 0) return `${all}, ${offline} offline`;
  return urls.every(({ health_status }) => health_status === 'online') ? `${all}, online` : all;
}
