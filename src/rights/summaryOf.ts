// What somebody will see, in one line.

import { plural } from '../format/plural.ts';
import type { Sight } from './sight.ts';

export function summaryOf({ hasRole, isKnown, companies, screens }: Sight, who: string): string {
  if (!hasRole) return `${who} will see nothing without a role`;
  if (!isKnown) return `Only the server knows what ${who} will see`;
  const and = `and ${plural(screens.length, 'screen')}`;
  switch (companies.reach) {
    case 'every':
      return `${who} will see every company${companies.ignored > 0 ? ', whatever is chosen,' : ''} ${and}`;
    case 'some':
      return `${who} will see ${companies.names.length === 1 ? 'one company' : `${companies.names.length} companies`} ${and}`;
    case 'none':
      return `${who} will see no company, so all lists are empty`;
  }
}
