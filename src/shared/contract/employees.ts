// Employees, and what happens to past events when somebody gets or loses an ID or a code.

import type { Calls } from './call.ts';
import { emailLike, notBefore, shortText, uniqueIn, validDay } from './checks.ts';
import { bareOrUnder, type Decoded, flagOr, integer, list, maybe, nothing, object, optional, text } from './decode.ts';
import { count, ifUnderstood, page, version } from './decodeRecords.ts';
import { dayField, rulesOf, searchedTexts, textField } from './fields.ts';
import { employeesQuery, optionalWith } from './queries.ts';
import { computedFromEvents, employeeLists } from './touches.ts';
import { required } from './validate.ts';

export const pastEvents = object({
  /** Number of events that were matched with a person, or no longer are. */
  changed: count,
  /** Number of events that stay as they are, since they affect days in closed months. */
  stayed: count,
  /** 'YYYY-MM', oldest first. */
  closed_months: list(text),
});
export type PastEvents = Decoded<typeof pastEvents>;

/**
 * Removes the invisible characters that web pages and spreadsheets add, which no device sends. Names need them in some
 * scripts, IDs, codes and addresses do not.
 */
export const withoutInvisible = (text: string): string => text.replace(/\p{Cf}/gu, '').trim();

/** Editable fields of an employee, in the order of forms and files. */
export const employeeFields = {
  employee_id: textField('Employee ID', {
    checks: [required('Employee ID is required'), shortText, uniqueIn('company')],
    identifies: true,
  }),
  name: textField('Name', { checks: [required('Name is required'), shortText], identifies: true }),
  email: textField('Email', { checks: [emailLike, shortText], identifies: true }),
  phone: textField('Phone', { identifies: true }),
  department: textField('Department'),
  position: textField('Position'),
  crm_employee_id: textField('CRM Employee ID', { identifies: true }),
  employed_from: dayField('Employed From', { feature: 'employment' }),
  employed_until: dayField('Employed Until', {
    feature: 'employment',
    checks: [validDay, notBefore('employed_from')],
  }),
};

const storedFields = {
  id: integer,
  company_id: maybe(integer),
  company: maybe(object({ name: text })),
  ...employeeFields,
  is_active: flagOr(true),
  version,
};
export const employee = object(storedFields);
/** Saved employee and what became of past events with the ID (beyond the specification). */
const savedEmployee = object({ ...storedFields, past_events: optionalWith('devices', pastEvents) });
export type Employee = Decoded<typeof employee>;

export const employeeRules = { company_id: [required('Company is required')], ...rulesOf(employeeFields) };

export const textsOfEmployee = searchedTexts(employeeFields);

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
    body: object({ company_id: maybe(integer), ...employeeFields }),
    rules: employeeRules,
    answer: ifUnderstood(savedEmployee),
    done: 'Employee created successfully',
    failed: 'Failed to save employee',
    // Past events with the new employee's ID become theirs.
    touches: [...employeeLists, ...computedFromEvents],
  },
  'PUT /employees/{id}': {
    needs: 'employees.edit',
    body: object({ ...employeeFields, employee_id: optional(text) }),
    rules: { ...rulesOf(employeeFields), employee_id: [shortText, uniqueIn('company')] },
    editedRecord: employee,
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
