// What lists and pages of employees have in common: their kind, and what the address suggests for a new one.

import type { RecordKind } from '../../platform/lists/recordKind.ts';
import { type Employee, employeeRules, textsOfEmployee } from '../../shared/contract/employees.ts';
import { validate } from '../../shared/contract/validate.ts';

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

export interface SuggestedEmployee {
  companyId: string;
  employeeNumber: string;
}

export const nobody: SuggestedEmployee = { companyId: '', employeeNumber: '' };

/**
 * Reads from the address what it suggests for a new employee, as the record of an unknown person does:
 * /employees?add=1&employee_id=77777&company_id=3
 */
export function suggestedEmployee(search: string): SuggestedEmployee {
  const given = new URLSearchParams(search);
  const companyId = given.get('company_id') ?? '';
  const employee_id = given.get('employee_id')?.trim() ?? '';
  const isBad = validate({ employee_id: employeeRules.employee_id }, { employee_id }).employee_id !== undefined;
  return {
    companyId: /^[1-9]\d{0,8}$/.test(companyId) ? companyId : '',
    employeeNumber: isBad ? '' : employee_id,
  };
}
