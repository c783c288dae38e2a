// The words about an API token.

import type { ApiToken } from '../../../shared/contract/apiTokens.ts';
import { plural } from '../../../shared/words/plural.ts';
import { formatDay } from '../../../shared/words/time.ts';

const dayMs = 24 * 60 * 60_000;
const soonDays = 14;

interface Expiry {
  words: string;
  /** Of a token that needs a look. */
  mark?: { tone: 'warning' | 'bad'; words: string };
}

/** `now` is in milliseconds. */
export function expiryOf({ expires_at }: ApiToken, now: number): Expiry {
  if (!expires_at) return { words: 'Never expires' };
  const day = formatDay(expires_at);
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return { words: `Expired ${day}`, mark: { tone: 'bad', words: 'Expired' } };
  const days = Math.ceil(left / dayMs);
  const mark = days <= soonDays ? { tone: 'warning' as const, words: `Expires in ${plural(days, 'day')}` } : undefined;
  return { words: `Expires ${day}`, ...(mark && { mark }) };
}

/** Null means all of its owner's. */
export function companiesOf({ companies }: ApiToken): string {
  if (companies === null) return 'All companies of its owner';
  return companies.map(({ name }) => name).join(', ') || 'No company';
}
