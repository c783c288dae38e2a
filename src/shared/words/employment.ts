// The dates of an employment in words.

import type { Employee } from '../contract/employees.ts';

type Dates = Pick<Employee, 'employed_from' | 'employed_until'>;

/** 'from 2026-01-01', 'until 2026-12-31', '2026-01-01 to 2026-12-31', or empty if neither is known. */
export function employmentText({ employed_from: from = '', employed_until: until = '' }: Dates): string {
  if (from && until) return `${from} to ${until}`;
  if (from) return `from ${from}`;
  return until && `until ${until}`;
}
