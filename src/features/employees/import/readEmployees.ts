// The employees of the companies that an import names. The specification has them by company, not in pages.

import type { Api } from '../../../platform/api/client.ts';
import type { Employee } from '../../../shared/contract/employees.ts';
import { fewAtOnce } from './fewAtOnce.ts';

interface ReadEmployees {
  byCompany: Map<number, readonly Employee[]>;
  /** Why some could not be read: a reason for each. */
  unread: readonly string[];
}

interface ReadOptions {
  signal?: AbortSignal;
  /** After each company. */
  onProgress?(companies: number): void;
}

export async function readEmployees(
  api: Api,
  companyIds: Iterable<number>,
  { signal, onProgress }: ReadOptions = {},
): Promise<ReadEmployees> {
  const byCompany = new Map<number, readonly Employee[]>();
  const notes: string[] = [];
  await fewAtOnce(companyIds, async (id) => {
    const { data, unread } = await api('GET /companies/{id}/employees', { id }, { signal });
    byCompany.set(id, data);
    notes.push(...unread);
    onProgress?.(byCompany.size);
  });
  return { byCompany, unread: notes };
}
