// The kind of employees, for their lists and pages.

import type { RecordKind } from '../../platform/records/recordKind.ts';
import { type Employee, textsOfEmployee } from '../../shared/contract/employees.ts';

export const employeeKind: RecordKind<Employee> = {
  title: 'Employees',
  subtitle: 'Manage the people whose attendance is recorded',
  one: 'employee',
  many: 'employees',
  addLabel: 'Add Employee',
  add: 'POST /employees',
  edit: 'PUT /employees/{id}',
  remove: { key: 'DELETE /employees/{id}', args: (id) => ({ id }) },
  nameOf: (employee) => employee.name,
  textsOf: textsOfEmployee,
};
