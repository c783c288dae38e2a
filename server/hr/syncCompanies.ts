// The HR sync of several companies: a few at a time, and one that cannot be synced does not stop the others.

import type { SyncResult } from '../../src/contract/entities/hr.ts';
import type { HrCompany } from './companyQueries.ts';
import { DomainError } from '../platform/domainErrors.ts';
import { describeError, type Log } from '../platform/log.ts';
import type { DeliveryTools } from './delivery/deliver.ts';
import { type Order, syncCompany } from './syncCompany.ts';

export interface SyncTools extends DeliveryTools {
  readonly log: Log;
}

/** An HR system that does not answer must not hold up all the others. */
const companiesAtOnce = 4;

export async function syncAll(
  tools: SyncTools,
  companies: readonly HrCompany[],
  order: Order,
  afterEach: () => Promise<void> = async () => {},
): Promise<Required<SyncResult>> {
  const sum = { success: 0, failed: 0, errors: [] as string[], already_sent: 0, held_back: 0, total: 0 };
  const queue = [...companies];
  const work = async () => {
    for (let company = queue.shift(); company; company = queue.shift()) {
      const result = await attempt(tools, company, order);
      for (const key of ['success', 'failed', 'already_sent', 'held_back', 'total'] as const)
        sum[key] += result[key] ?? 0;
      sum.errors.push(...result.errors);
      await afterEach();
    }
  };
  await Promise.all(Array.from({ length: companiesAtOnce }, work));
  return sum;
}

/** A company that could not be synced at all has no figures, but its sentence. */
async function attempt(tools: SyncTools, company: HrCompany, order: Order): Promise<SyncResult> {
  if (tools.isStopping?.()) {
    return { success: 0, failed: 0, errors: [`${company.name}: The server was stopped before its sync`] };
  }
  try {
    const result = await syncCompany(tools, company, order);
    return { ...result, errors: result.errors.map((error) => `${company.name}: ${error}`) };
  } catch (error) {
    if (error instanceof DomainError) return { success: 0, failed: 0, errors: [error.message] };
    tools.log.error('HR sync failed', { company_id: company.id, error: describeError(error) });
    return { success: 0, failed: 0, errors: [`${company.name}: The sync failed on the server`] };
  }
}
