// Wording of employees' codes.

import type { EmployeeCode } from '../../../shared/contract/codes.ts';
import type { PastEvents } from '../../../shared/contract/employees.ts';
import { stayedInWords } from '../../../shared/words/closedMonths.ts';
import { plural } from '../../../shared/words/plural.ts';

/** 'always', 'from 2026-11-01', '2026-11-01 to 2026-11-30' */
export function validityInWords({ valid_from: from, valid_until: until }: EmployeeCode): string {
  if (from && until) return `${from} to ${until}`;
  if (from) return `from ${from}`;
  return until ? `until ${until}` : 'always';
}

/** 'Code 4711 is Bee Kiln’s now. 12 records got their person.' */
export function assignedInWords(code: string, person: string, records: number, events?: PastEvents): string {
  const resolved =
    records === 0 ? 'No record had it.' : `${plural(records, 'record')} got ${records === 1 ? 'its' : 'their'} person.`;
  return `Code ${code} is ${person || 'the employee'}’s now. ${resolved} ${stayedInWords(events)}`.trim();
}
