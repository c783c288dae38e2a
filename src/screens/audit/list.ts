// What the address of the audit holds, and what it asks the server for.

import { laterQueries } from '../../contract/queries/later.ts';
import { readQuery } from '../../contract/readQuery.ts';
import { listCall } from '../../hooks/searchParams.ts';

/** As in the address and in the controls; '' means any. */
export interface Filters {
  user_id: string;
  subject: string;
  subject_id: string;
  action: string;
  start_date: string;
  end_date: string;
  q: string;
}

export const noFilters: Filters = {
  user_id: '',
  subject: '',
  subject_id: '',
  action: '',
  start_date: '',
  end_date: '',
  q: '',
};

/** Days of the viewer, as the instants at which they begin and end. */
function instants({ start_date, end_date }: Pick<Filters, 'start_date' | 'end_date'>) {
  return { from: startOf(start_date, 0), to: startOf(end_date, 1) };
}

function startOf(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00:00`);
  if (Number.isNaN(date.getTime())) return '';
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}

export const auditQuery = ({ start_date, end_date, ...filters }: Filters) =>
  readQuery(laterQueries['GET /audit'], { ...filters, ...instants({ start_date, end_date }) });

/** The address also holds after which entry the page begins, and the entry that is open. */
export const auditList = listCall(
  'GET /audit',
  { ...noFilters, before: '', entry: '' },
  ({ before, entry: _, ...filters }) => ({
    query: { ...auditQuery(filters), ...(/^\d{1,15}$/.test(before) && { before: Number(before) }) },
  }),
);
