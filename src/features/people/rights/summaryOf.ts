// What somebody will see, in one line.

import { plural } from '../../../shared/words/plural.ts';
import type { Sight } from './sight.ts';

export function summaryOf({ hasRole, isKnown, companies, screens }: Sight, who: string): string {
  if (!hasRole) return `${who} will see nothing without a role`;
  if (!isKnown) return `Only the server knows what ${who} will see`;
  const and = `and ${plural(screens.length, 'screen')}`;
  switch (companies.reach) {
    case 'every':
      return `${who} will see every company${companies.ignored > 0 ? ', whatever is chosen,' : ''} ${and}`;
    case 'some':
      return `${who} will see ${counted(companies.names)} ${and}`;
    case 'none':
      return `${who} will see no company, so all lists are empty`;
  }
}

/** In a few words. */
export function companiesSeen({ hasRole, companies }: Sight): string {
  if (!hasRole) return 'nothing';
  if (companies.reach === 'every') return 'all companies';
  return companies.reach === 'some' ? counted(companies.names) : 'no company';
}

const counted = (companies: readonly string[]) =>
  companies.length === 1 ? 'one company' : `${companies.length} companies`;
