// Employees, and what becomes of past events when somebody gets an ID or a code, or loses one.

import type { Calls } from './call.ts';
import { emailLike, notBefore, shortText, validDay } from './checks.ts';
import { count, ifGiven, ifUnderstood, page, version } from './decodeRecords.ts';
import { bareOrUnder, type Decoded, flagOr, integer, list, maybe, nothing, object, optional, text } from './decode.ts';
import { employeesQuery } from './queries.ts';
import { employeeLists } from './touches.ts';
import { required } from './validate.ts';

export const pastEvents = object({
  /** Events that got their person, or have none any more. */
  changed: count,
  /** Events that stay as they are, since they decide about days of closed months. */
  stayed: count,
  /** 'YYYY-MM', the oldest first. */
  closed_months: list(text),
});
export type PastEvents = Decoded<typeof pastEvents>;

const employeeFields = {
  id: integer,
  company_id: maybe(integer),
  company: maybe(object({ name: text })),
  employee_id: text,
  crm_employee_id: text,
  name: text,
  email: text,
  phone: text,
  department: text,
  position: text,
  is_active: flagOr(true),
  /** The first and the last day, 'YYYY-MM-DD' or empty. Beyond the specification. */
  employed_from: ifGiven(text),
  employed_until: ifGiven(text),
  version,
};
export const employee = object(employeeFields);
/** The employee as saved, with what became of events with the ID (beyond the specification). */
const savedEmployee = object({ ...employeeFields, past_events: optional(pastEvents) });
export type Employee = Decoded<typeof employee>;

export const employeeRules = {
  company_id: [required('Company is required')],
  employee_id: [required('Employee ID is required'), shortText],
  name: [required('Name is required'), shortText],
  email: [emailLike, shortText],
  phone: [shortText],
  department: [shortText],
  position: [shortText],
  crm_employee_id: [shortText],
};

export const employmentRules = { employed_from: [validDay], employed_until: [validDay, notBefore('employed_from')] };

const employeeBody = {
  name: text,
  email: text,
  phone: text,
  department: text,
  position: text,
  crm_employee_id: text,
  /** Beyond the specification, as 'YYYY-MM-DD'. */
  employed_from: ifGiven(text),
  employed_until: ifGiven(text),
};

export const calls = {
  'GET /companies/{id}/employees': {
    needs: 'employees.view',
    answer: list(employee),
  },
  'GET /employees': {
    needs: 'employees.view',
    query: employeesQuery,
    answer: page(employee),
    failed: 'Failed to fetch employee data',
  },
  'GET /employees/{id}': {
    needs: 'employees.view',
    answer: bareOrUnder('employee', employee),
  },
  'POST /employees': {
    needs: 'employees.create',
    body: object({ company_id: maybe(integer), employee_id: text, ...employeeBody }),
    answer: ifUnderstood(savedEmployee),
    done: 'Employee created successfully',
    failed: 'Failed to save employee',
    touches: employeeLists,
  },
  'PUT /employees/{id}': {
    needs: 'employees.edit',
    body: object({ employee_id: optional(text), ...employeeBody }),
    edits: employee,
    answer: ifUnderstood(savedEmployee),
    done: 'Employee updated successfully',
    failed: 'Failed to save employee',
    touches: employeeLists,
  },
  'DELETE /employees/{id}': {
    needs: 'employees.delete',
    answer: nothing,
    done: 'Employee deleted successfully',
    failed: 'Failed to delete employee',
    touches: employeeLists,
  },
} satisfies Calls;
