import { calls as correctionsCalls } from '../../../shared/contract/corrections.ts';
import { readQuery } from '../../../shared/contract/queries.ts';
import { lastTwoWeeks } from '../../../shared/words/periods.ts';
import { listCall } from '../../../platform/hooks/searchParams.ts';

/** As in the address and in the controls; '' means any. */
export interface Filters {
  company_id: string;
  employee_id: string;
  kind: string;
  is_answered: string;
  start_date: string;
  end_date: string;
}

/** What waits for an answer. */
export const defaultFilters = (): Filters => ({
  company_id: '',
  employee_id: '',
  kind: '',
  is_answered: '0',
  ...lastTwoWeeks(),
});

export const exceptionsList = listCall(
  'GET /exceptions',
  () => ({ ...defaultFilters(), page: 1 }),
  (params) => ({ query: readQuery(correctionsCalls['GET /exceptions'].query, { ...params }) }),
);
