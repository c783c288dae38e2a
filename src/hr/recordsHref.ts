// The address of the attendance records behind a figure of the HR sync.

import { paths } from '../boot/paths.ts';
import type { HrState } from '../contract/entities/attendance.ts';

interface Which {
  company?: number;
  state?: HrState;
  /** A business date; without one, the records of all days. */
  day?: string;
}

export function recordsHref({ company, state, day = '' }: Which): string {
  const query = new URLSearchParams({ start_date: day, end_date: day });
  if (company !== undefined) query.set('company_id', String(company));
  if (state) query.set('hr_state', state);
  return `${paths.attendance}?${query}`;
}
