import { attendanceLink, controllersLink, employeesLink } from '../../crud/recordLinkTo.ts';

export const companyLinks = (id: number) => [employeesLink(id), controllersLink(id), attendanceLink(id)];
