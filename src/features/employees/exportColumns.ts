// The columns of exported employees.

import type { Employee } from '../../shared/contract/employees.ts';
import type { ListColumn } from '../../platform/export/list/listFile.ts';

const employment: readonly ListColumn<Employee>[] = [
  { title: 'Employed From', text: ({ employed_from = '' }) => employed_from },
  { title: 'Employed Until', text: ({ employed_until = '' }) => employed_until },
];

export const employeeColumns = (
  companyOf: (employee: Employee) => string,
  hasEmployment: boolean,
): readonly ListColumn<Employee>[] => [
  { title: 'Company', text: companyOf },
  { title: 'Employee ID', text: ({ employee_id }) => employee_id },
  { title: 'Name', text: ({ name }) => name },
  { title: 'Email', text: ({ email }) => email },
  { title: 'Phone', text: ({ phone }) => phone },
  { title: 'Department', text: ({ department }) => department },
  { title: 'Position', text: ({ position }) => position },
  { title: 'CRM Employee ID', text: ({ crm_employee_id }) => crm_employee_id },
  ...(hasEmployment ? employment : []),
  { title: 'Status', text: ({ is_active }) => (is_active ? 'Active' : 'Inactive') },
];
