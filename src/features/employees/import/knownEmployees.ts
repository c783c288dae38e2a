// The employees that the server has, by company and employee ID.

import type { Employee } from '../../../shared/contract/employees.ts';

export interface KnownEmployees {
  find(companyId: number, number: string): Employee | undefined;
  /** Whose ID differs only in its case or in leading zeros. */
  findAlike(companyId: number, number: string): Employee | undefined;
}

const keyOf = (companyId: number, number: string) => `${companyId} ${number}`;
const alikeKey = (companyId: number, number: string) => keyOf(companyId, number.toLowerCase().replace(/^0+(?=.)/, ''));

export function knownEmployees(byCompany: ReadonlyMap<number, readonly Employee[]>): KnownEmployees {
  const exact = new Map<string, Employee>();
  const alike = new Map<string, Employee>();
  for (const [companyId, employees] of byCompany) {
    for (const employee of employees) {
      exact.set(keyOf(companyId, employee.employee_id), employee);
      alike.set(alikeKey(companyId, employee.employee_id), employee);
    }
  }
  return {
    find: (companyId, number) => exact.get(keyOf(companyId, number)),
    findAlike: (companyId, number) => alike.get(alikeKey(companyId, number)),
  };
}

/** Finds the lines that have the same company and employee ID. */
export function lineIndex() {
  const lines = new Map<string, number[]>();
  return {
    add(companyId: number, number: string, line: number) {
      const known = lines.get(keyOf(companyId, number));
      if (known) known.push(line);
      else lines.set(keyOf(companyId, number), [line]);
    },
    linesOf: (companyId: number, number: string): readonly number[] => lines.get(keyOf(companyId, number)) ?? [],
  };
}
