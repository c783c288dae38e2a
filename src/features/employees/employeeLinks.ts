import type { Employee } from '../../shared/contract/employees.ts';
import { lastTwoWeeksLink, timesheetLink } from '../../platform/lists/recordLinkTo.ts';

export const employeeLinks = ({ id, company_id }: Employee) => [
  lastTwoWeeksLink('Attendance', company_id, { employee_id: id }),
  timesheetLink(id),
];
