import type { Company } from '../../contract/entities/companies.ts';
import { attendanceLink, controllersLink, employeesLink, hrSyncLink } from '../../crud/recordLinkTo.ts';

export const companyLinks = ({ id, name }: Company) => [
  employeesLink(id),
  controllersLink(id),
  attendanceLink(id),
  hrSyncLink(name),
];
