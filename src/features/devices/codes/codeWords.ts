// Wording of employees' codes.

import type { EmployeeCode } from '../../../shared/contract/codes.ts';
import type { PastEvents } from '../../../shared/contract/employees.ts';
import { stayedInWords } from '../../../shared/words/closedMonths.ts';
import { describePeriod } from '../../../shared/words/periods.ts';
import { plural } from '../../../shared/words/plural.ts';

/** 'always', 'from 9 Nov 2026', '9 – 22 Nov 2026' */
export const validityInWords = ({ valid_from = '', valid_until = '' }: EmployeeCode): string =>
  describePeriod({ start_date: valid_from, end_date: valid_until }) || 'always';

/** 'Code 4711 is Bee Kiln’s now. 12 records got their person.' */
export function assignedInWords(code: string, person: string, records: number, events?: PastEvents): string {
  const resolved =
    records === 0 ? 'No record had it.' : `${plural(records, 'record')} got ${records === 1 ? 'its' : 'their'} person.`;
  return `Code ${code} is ${person || 'the employee'}’s now. ${resolved} ${stayedInWords(events)}`.trim();
}
