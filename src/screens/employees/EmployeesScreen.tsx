// The people whose comings and goings are recorded, of all companies or of one.

import type { Employee } from '../../contract/entities/companies.ts';
import { useListParams } from '../../hooks/useListParams.ts';
import { useRemembered } from '../../hooks/useResource.ts';
import type { RecordKind } from '../../crud/recordKind.ts';
import { RecordScreen } from '../../crud/CrudScreen.tsx';
import { companyName, companyOptions, useCompanies } from '../../crud/useCompanies.ts';
import { useDeletion } from '../../crud/useDeletion.ts';
import { Button } from '../../ui/Button.tsx';
import { CardGrid } from '../../ui/data/CardGrid.tsx';
import { FilterSelect } from '../../ui/filters/FilterSelect.tsx';
import { EmployeeCard } from './EmployeeCard.tsx';
import { EmployeeDialog } from './EmployeeDialog.tsx';
import { employeesCall, employeesParams } from './list.ts';

const kind: RecordKind<Employee> = {
  title: 'Employees',
  subtitle: 'Manage the people whose attendance is recorded',
  many: 'employees',
  addLabel: 'Add Employee',
  empty: { title: 'No employees found', hint: 'Get started by adding your first employee' },
  nameOf: (employee) => employee.name,
  wordsOf: ({ name, employee_id, crm_employee_id, email, phone, department, position, company }) => [
    name,
    employee_id,
    crm_employee_id,
    email,
    phone,
    department,
    position,
    company?.name ?? '',
  ],
};

export default function EmployeesScreen() {
  const [params, change] = useListParams(employeesParams);
  const { company_id } = params;
  const list = useRemembered('GET /employees', employeesCall(params));
  const companies = useCompanies();
  const deletion = useDeletion('DELETE /employees/{id}', (id) => ({ id }));

  return (
    <RecordScreen
      kind={kind}
      list={list}
      params={params}
      change={change}
      empty={company_id ? { title: 'No employees found for the selected company' } : undefined}
      deletion={deletion}
      filters={
        <>
          <FilterSelect
            label="Company"
            value={company_id}
            options={[
              { value: '', label: 'All companies' },
              ...companyOptions(companies, { id: Number(company_id) || null, name: undefined }),
            ]}
            missing={companies.missing}
            onChange={(value) => change({ company_id: value })}
          />
          {company_id && <Button onClick={() => change({ company_id: '' })}>Clear Filter</Button>}
        </>
      }
      editor={(employee, controls) => (
        <EmployeeDialog employee={employee} companyId={company_id} companies={companies} {...controls} />
      )}
    >
      {(employees, actionsOf) => (
        <CardGrid label="Employees">
          {employees.map((employee) => (
            <EmployeeCard
              key={employee.id}
              employee={employee}
              company={companyName(employee, companies)}
              {...actionsOf(employee)}
            />
          ))}
        </CardGrid>
      )}
    </RecordScreen>
  );
}
