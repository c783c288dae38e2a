import { attendanceQuery, readQuery } from '../../shared/contract/queries.ts';
import { today } from '../../shared/words/days.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';
import { chosenPageSize, offeredPageSize } from './pageSize.ts';

/** As in the address and in the controls; '' means any. */
export interface Filters {
  company_id: string;
  employee_id: string;
  access_controller_id: string;
  event_type: string;
  start_date: string;
  end_date: string;
  is_processed: string;
  hr_state: string;
}

/** Today's records. */
export function defaultFilters(): Filters {
  const day = today();
  return {
    company_id: '',
    employee_id: '',
    access_controller_id: '',
    event_type: '',
    start_date: day,
    end_date: day,
    is_processed: '',
    hr_state: '',
  };
}

/** The address also holds whether the panel is open, the open record, and which export is to start. */
export const attendanceList = listCall(
  'GET /attendance',
  () => ({ ...defaultFilters(), page: 1, per_page: chosenPageSize(), panel: '', record: '', export: '' }),
  (params) => ({
    query: readQuery(attendanceQuery, { ...params, per_page: offeredPageSize(params.per_page) }),
  }),
);
