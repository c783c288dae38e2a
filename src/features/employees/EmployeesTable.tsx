// Employees as a list, and the columns of their export.

import { useMemo } from 'react';
import type { ListColumn } from '../../platform/export/list/listFile.ts';
import { type RecordColumn, type RecordPart, RecordTable, wideOnly } from '../../platform/lists/RecordTable.tsx';
import { type Companies, companyName } from '../../platform/lists/useCompanies.ts';
import type { RecordList } from '../../platform/records/recordKind.ts';
import { personAddress } from '../../platform/records/recordLinkTo.ts';
import { hasFeature } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { type Employee, employeeFields } from '../../shared/contract/employees.ts';
import { fieldsWith, namesOf } from '../../shared/contract/fields.ts';
import { describePeriod } from '../../shared/words/periods.ts';

const columnsWith = (companies: Companies, hasEmployment: boolean): readonly RecordColumn<Employee>[] => [
  { id: 'id', header: 'ID', cell: ({ employee_id }) => employee_id },
  { id: 'company', header: 'Company', cell: (employee) => companyName(employee, companies) },
  { id: 'department', header: 'Department', cell: ({ department }) => department },
  { id: 'position', header: 'Position', cell: ({ position }) => position },
  { id: 'email', header: 'Email', ...wideOnly, cell: ({ email }) => email },
  { id: 'phone', header: 'Phone', ...wideOnly, cell: ({ phone }) => phone },
  { id: 'crm', header: 'CRM ID', ...wideOnly, cell: ({ crm_employee_id }) => crm_employee_id },
  ...(hasEmployment ? [{ id: 'employed', header: 'Employed', ...wideOnly, cell: employmentOf }] : []),
  { id: 'status', header: 'Status', cell: ({ is_active }) => <ActiveBadge active={is_active} /> },
];

/** 'from 1 Jan 2026', '1 Jan – 30 Nov 2026', or empty if neither day is known. */
const employmentOf = ({ employed_from = '', employed_until = '' }: Employee) =>
  describePeriod({ start_date: employed_from, end_date: employed_until });

const nameOf = ({ name }: Employee) => name;

const hrefOf = ({ id }: Employee) => personAddress(id);

const parts: readonly RecordPart<Employee>[] = [
  { label: 'Timesheet', call: 'GET /attendance', hrefOf: ({ id }) => personAddress(id, 'timesheet') },
  { label: 'Attendance', call: 'GET /attendance', hrefOf: ({ id }) => personAddress(id, 'attendance') },
  { label: 'Exceptions', call: 'GET /exceptions', hrefOf: ({ id }) => personAddress(id, 'exceptions') },
];

interface EmployeesTableProps extends RecordList<Employee> {
  companies: Companies;
  /** Whether all are of one company, whose page this is. */
  isOneCompany?: boolean;
}

export default function EmployeesTable({ companies, isOneCompany = false, ...list }: EmployeesTableProps) {
  const user = useUser();
  const hasEmployment = hasFeature(user, 'employment');
  const columns = useMemo(
    () => columnsWith(companies, hasEmployment).filter(({ id }) => !isOneCompany || id !== 'company'),
    [companies, hasEmployment, isOneCompany],
  );
  return <RecordTable {...list} caption="Employees" nameOf={nameOf} hrefOf={hrefOf} columns={columns} parts={parts} />;
}

/** The columns of an export from a server that announces these features. */
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
