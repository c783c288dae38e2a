// Logs why records of a company were not sent. HR systems may repeat in their answers what they were sent, so secrets
// are taken out of their words.

import { type Log, withoutSecrets } from '../../platform/log/log.ts';

interface Incomplete {
  readonly companyId: number;
  readonly requestId: string;
  readonly url: string;
  readonly secrets: readonly string[];
  /** One per record. */
  readonly reasons: readonly string[];
}

const shownReasons = 5;

export function logIncomplete(log: Log, { companyId, requestId, url, secrets, reasons }: Incomplete): void {
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, same]) => ({
    reason,
    count: same.length,
  }));
  const hidden = [...secrets, ...secretsIn(url)];
  log.warn('HR sync left records unsent', {
    company_id: companyId,
    cause: requestId,
    records: reasons.length,
    reasons: counts
      .sort((one, other) => other.count - one.count)
      .slice(0, shownReasons)
      .map(({ reason, count }) => `${count} x ${withoutSecrets(hidden, reason)}`),
  });
}

/** Shorter parts of an address are no secrets, and removing them would break words. */
const shortestSecret = 6;

/** Everything in an address but its host can be a token. */
function secretsIn(url: string): string[] {
  if (!URL.canParse(url)) return [url];
  const { pathname, search, searchParams } = new URL(url);
  return [url, search, ...pathname.split('/'), ...searchParams.values()].filter(
    ({ length }) => length >= shortestSecret,
  );
}
