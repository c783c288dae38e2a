// Reads the employees that the server has, and finds them by company and employee ID.

import type { Api } from '../../../platform/api/client.ts';
import type { Employee } from '../../../shared/contract/employees.ts';
import { folded } from '../../../shared/contract/searchText.ts';

const keyOf = (companyId: number, number: string) => `${companyId} ${number}`;
const alikeKey = (companyId: number, number: string) => keyOf(companyId, folded(number).replace(/^0+(?=.)/, ''));

export type KnownEmployees = ReturnType<typeof knownEmployees>;

export function knownEmployees(byCompany: ReadonlyMap<number, readonly Employee[]>) {
  const exact = new Map<string, Employee>();
  const alike = new Map<string, Employee>();
  for (const [companyId, employees] of byCompany) {
    for (const employee of employees) {
      exact.set(keyOf(companyId, employee.employee_id), employee);
      alike.set(alikeKey(companyId, employee.employee_id), employee);
    }
  }
  return {
    find: (companyId: number, number: string) => exact.get(keyOf(companyId, number)),
    /** Finds an employee whose ID differs only in its case, the script of its digits, accents or leading zeros. */
    findAlike: (companyId: number, number: string) => alike.get(alikeKey(companyId, number)),
  };
}

/** Finds the lines with the same company and employee ID, or with an ID that is written differently. */
export function lineIndex() {
  const lines = new Map<string, number[]>();
  const spellings = new Map<string, string[]>();
  const linesOf = (companyId: number, number: string): readonly number[] => lines.get(keyOf(companyId, number)) ?? [];
  return {
    add(companyId: number, number: string, line: number) {
      const known = lines.get(keyOf(companyId, number));
      if (known) return void known.push(line);
      lines.set(keyOf(companyId, number), [line]);
      const alike = spellings.get(alikeKey(companyId, number));
      if (alike) alike.push(number);
      else spellings.set(alikeKey(companyId, number), [number]);
    },
    linesOf,
    linesAlike: (companyId: number, number: string): readonly number[] =>
      (spellings.get(alikeKey(companyId, number)) ?? []).flatMap((spelling) =>
        spelling === number ? [] : linesOf(companyId, spelling),
      ),
  };
}

interface ReadOptions {
  signal?: AbortSignal;
  /** Called after each company. */
  onProgress?(companies: number): void;
}

/**
 * Reads the employees of the companies that an import names. The specification lists them by company, unpaged. `unread`
 * says why some could not be read.
 */
export async function readEmployees(api: Api, companyIds: Iterable<number>, { signal, onProgress }: ReadOptions = {}) {
  const byCompany = new Map<number, readonly Employee[]>();
  const unread: string[] = [];
  await forEachConcurrently(companyIds, async (id) => {
    const { data, ...rest } = await api('GET /companies/{id}/employees', { id }, { signal });
    byCompany.set(id, data);
    unread.push(...rest.unread);
    onProgress?.(byCompany.size);
  });
  return { byCompany, unread };
}

const atOnce = 4;

/** Works on a few items at a time, which is quick without burdening the server. */
export async function forEachConcurrently<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const remaining = items[Symbol.iterator]();
  async function worker() {
    for (let next = remaining.next(); !next.done; next = remaining.next()) await work(next.value);
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
}
