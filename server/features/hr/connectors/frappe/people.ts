// The employees of a Frappe site, and which of their fields is our number.

import { nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import { type Connection, type Conversation, NotNow } from '../connector.ts';
import { listOf } from './calls.ts';

const peoplePerPage = 500;

/** In the setting `number_field`. */
export const numberField = {
  kind: 'choice',
  options: [
    { value: 'attendance_device_id', label: 'Attendance Device ID' },
    { value: 'employee_number', label: 'Employee Number' },
    { value: 'name', label: 'ID, such as HR-EMP-00001' },
  ],
  initial: 'attendance_device_id',
};

const employeeFields = {
  name: nonEmptyText,
  employee_name: text,
  employee_number: text,
  attendance_device_id: text,
  company_email: text,
  user_id: text,
  personal_email: text,
  status: text,
};
const decodeEmployee = object(employeeFields);

function numberOf(employee: ReturnType<typeof decodeEmployee>, field: string | undefined): string {
  if (field === 'name' || field === 'employee_number') return employee[field];
  return employee.attendance_device_id;
}

export function* people(connection: Connection): Conversation<HrPerson[]> {
  const { company = '', number_field } = connection.values;
  const found = new Map<string, HrPerson>();
  for (let last = ''; ; ) {
    const page = yield* listOf(
      connection,
      'Employee',
      {
        fields: Object.keys(employeeFields),
        filters: [['name', '>', last], ...(company === '' ? [] : [['company', '=', company] as const])],
        order_by: 'name asc',
        limit_page_length: peoplePerPage,
      },
      decodeEmployee,
    );
    if (page.some(({ name }) => found.has(name))) throw new NotNow('Frappe names the same employees again and again');
    for (const employee of page) {
      last = employee.name;
      found.set(employee.name, {
        id: employee.name,
        number: numberOf(employee, number_field),
        name: employee.employee_name,
        email: employee.company_email || employee.user_id || employee.personal_email,
        is_active: employee.status === 'Active',
      });
    }
    if (page.length < peoplePerPage) return [...found.values()];
  }
}
