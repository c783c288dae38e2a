// Employees as a list, and the columns of their export.

import { useMemo } from 'react';
import { type Employee, employeeFields } from '../../shared/contract/employees.ts';
import { fieldsWith, namesOf } from '../../shared/contract/fields.ts';
import type { RecordList } from '../../platform/lists/recordKind.ts';
import { RecordLinks } from '../../platform/lists/RecordLinks.tsx';
import { asWideAsText, type RecordColumn, RecordTable, wideOnly } from '../../platform/lists/RecordTable.tsx';
import { type Companies, companyName } from '../../platform/lists/useCompanies.ts';
import { employmentText } from '../../shared/words/employment.ts';
import { PersonalDataButton } from '../privacy/PersonalDataButton.tsx';
import { hasFeature } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { employeeLinks } from './employeeLinks.ts';
import type { ListColumn } from '../../platform/export/list/listFile.ts';

const columnsWith = (companies: Companies, hasEmployment: boolean): readonly RecordColumn<Employee>[] => [
  { id: 'name', header: 'Name', rowHeader: true, sortsBy: 'name', cell: ({ name }) => name },
  { id: 'id', header: 'ID', ...asWideAsText, cell: ({ employee_id }) => employee_id },
  { id: 'company', header: 'Company', cell: (employee) => companyName(employee, companies) },
  { id: 'department', header: 'Department', cell: ({ department }) => department },
  { id: 'position', header: 'Position', cell: ({ position }) => position },
  { id: 'email', header: 'Email', cell: ({ email }) => email },
  { id: 'phone', header: 'Phone', ...wideOnly, cell: ({ phone }) => phone },
  { id: 'crm', header: 'CRM ID', ...wideOnly, cell: ({ crm_employee_id }) => crm_employee_id },
  ...(hasEmployment ? [{ id: 'employed', header: 'Employed', ...wideOnly, cell: employmentText }] : []),
  { id: 'status', header: 'Status', ...asWideAsText, cell: ({ is_active }) => <ActiveBadge active={is_active} /> },
];

const nameOf = ({ name }: Employee) => name;

const linksOf = (employee: Employee) => (
  <>
    <RecordLinks asIcons of={employee.name} links={employeeLinks(employee)} />
    <PersonalDataButton kind="employees" person={employee} asIcon />
  </>
);

export function EmployeesTable({ companies, ...list }: RecordList<Employee> & { companies: Companies }) {
  const hasEmployment = hasFeature(useUser(), 'employment');
  const columns = useMemo(() => columnsWith(companies, hasEmployment), [companies, hasEmployment]);
  return <RecordTable {...list} caption="Employees" nameOf={nameOf} columns={columns} actions={linksOf} />;
}

/** The columns of exported employees: those that a server has which announces these features. */
export const employeeColumns = (
  companyOf: (employee: Employee) => string,
  features: readonly string[],
): readonly ListColumn<Employee>[] => [
  { title: 'Company', text: companyOf },
  ...namesOf(fieldsWith(employeeFields, features)).map((field) => ({
    title: employeeFields[field].label,
    text: (employee: Employee) => employee[field] ?? '',
  })),
  { title: 'Status', text: ({ is_active }) => (is_active ? 'Active' : 'Inactive') },
];
