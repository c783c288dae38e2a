// Syncs several companies. One that fails, or has a slow HR system, does not delay the others.

import { setTimeout as sleep } from 'node:timers/promises';
import type { SyncResult } from '../../../src/shared/contract/hr.ts';
import { describeError } from '../../platform/log/log.ts';
import { DomainError } from '../../platform/records/domainErrors.ts';
import type { HrCompany } from './connection/connectionQueries.ts';
import { AlreadyRunning, isOfSchedule, syncCompany, type SyncRequest, type SyncTools } from './syncCompany.ts';
import { requestCatchUp } from './syncState.ts';
import { Semaphore } from '../../platform/concurrency/limits.ts';

/**
 * Limits how many companies this process plans and stores at once: PostgreSQL has ten connections, and the console
 * needs some. A company that waits for its HR system yields its place.
 */
const database = new Semaphore(4);
/** High, because most of them wait for their HR systems. */
const companiesAtOnce = 100;

const figures = ['success', 'failed', 'rejected', 'already_sent', 'rejected_before', 'held_back', 'total'] as const;

export async function syncCompanies(
  tools: SyncTools,
  companies: readonly HrCompany[],
  request: SyncRequest,
  afterEach: () => Promise<void> = async () => {},
): Promise<Required<Omit<SyncResult, 'date'>>> {
  const sum = {
    success: 0,
    failed: 0,
    rejected: 0,
    errors: [] as string[],
    already_sent: 0,
    rejected_before: 0,
    held_back: 0,
    total: 0,
  };
  const queue = [...companies];
  const work = async () => {
    for (let company = queue.shift(); company; company = queue.shift()) {
      const result = await database.run(() => trySync(yieldingTools(tools), company, request));
      for (const key of figures) sum[key] += result[key] ?? 0;
      sum.errors.push(...result.errors);
      await afterEach();
    }
  };
  await Promise.all(Array.from({ length: companiesAtOnce }, work));
  return sum;
}

const yieldingTools = (tools: SyncTools): SyncTools => ({
  ...tools,
  safeRequest: (url, options) => database.yieldDuring(() => tools.safeRequest(url, options)),
  wait: (milliseconds) => database.yieldDuring(() => (tools.wait ?? sleep)(milliseconds)),
});

/** Reports a company whose sync failed as an error without counts. */
async function trySync(tools: SyncTools, company: HrCompany, request: SyncRequest): Promise<SyncResult> {
  const failure = (error: string) => ({ success: 0, failed: 0, errors: [error] });
  if (tools.isStopping?.()) return failure(`${company.name}: The server was stopped before its sync`);
  try {
    const result = await syncCompany(tools, company, request);
    return { ...result, errors: result.errors.map((error) => `${company.name}: ${error}`) };
  } catch (error) {
    if (error instanceof AlreadyRunning && isOfSchedule(request)) await requestCatchUp(tools.db, company.id);
    if (error instanceof DomainError) return failure(error.message);
    tools.log.error('HR sync failed', { company_id: company.id, error: describeError(error) });
    return failure(`${company.name}: The sync failed on the server`);
  }
}
