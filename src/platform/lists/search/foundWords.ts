// '12 employees match “mull”'

import { groupDigits } from '../../../shared/words/plural.ts';

interface Found {
  query: string;
  total: number;
}

export function foundWords({ one, many }: { one: string; many: string }, { query, total }: Found): string {
  if (total === 0) return `No ${many} match “${query}”`;
  return total === 1 ? `1 ${one} matches “${query}”` : `${groupDigits(total)} ${many} match “${query}”`;
}
