import type { Company } from '../../shared/contract/companies.ts';
import { attendanceLink, controllersLink, employeesLink, hrSyncLink } from '../../platform/lists/recordLinkTo.ts';

export const companyLinks = ({ id, name }: Company) => [
  employeesLink(id),
  controllersLink(id),
  attendanceLink(id),
  hrSyncLink(name),
];
