// Codes by which devices identify people: further codes of employees, and codes that no employee has.

import type { Calls } from './call.ts';
import { atMost, notBefore, validDay } from './checks.ts';
import { type Decoded, integer, maybe, nonEmptyText, object, optional, text } from './decode.ts';
import { count, ifUnderstood, page } from './decodeRecords.ts';
import { pastEvents } from './employees.ts';
import { paging } from './queries.ts';
import { readFromDevices } from './touches.ts';
import { required } from './validate.ts';
import { namedCompany, personOfDay } from './workday.ts';

/** A code that devices send and no employee has. */
const unknownCode = object({
  company: namedCompany,
  code: nonEmptyText,
  events: count,
  first_at: text,
  last_at: text,
  controllers: text,
});
export type UnknownCode = Decoded<typeof unknownCode>;

/** Code of an employee besides the employee ID: a PIN or a badge. */
export const employeeCode = object({
  id: integer,
  company: namedCompany,
  code: nonEmptyText,
  employee: personOfDay,
  /** Days, both inclusive; empty means no limit. */
  valid_from: text,
  valid_until: text,
  author: text,
  created_at: text,
});
export type EmployeeCode = Decoded<typeof employeeCode>;

const assignedCode = object({ code: employeeCode, records: count, past_events: optional(pastEvents) });
const removedCode = object({ past_events: optional(pastEvents) });

export const employeeCodeRules = {
  code: [required('Code is required'), atMost(255)],
  employee_id: [required('Please choose an employee')],
  valid_from: [validDay],
  valid_until: [validDay, notBefore('valid_from')],
};

const codeEdit = {
  needs: 'employees.edit',
  feature: 'devices',
  touches: ['GET /employee-codes', ...readFromDevices],
} as const;

export const calls = {
  'GET /unknown-codes': {
    needs: 'attendance.view',
    feature: 'devices',
    query: object({ company_id: optional(integer), access_controller_id: optional(integer), ...paging }),
    answer: page(unknownCode),
  },
  'GET /employee-codes': {
    needs: 'employees.view',
    feature: 'devices',
    query: object({
      company_id: optional(integer),
      employee_id: optional(integer),
      code: optional(text),
      ...paging,
    }),
    answer: page(employeeCode),
  },
  'POST /employee-codes': {
    ...codeEdit,
    body: object({
      company_id: maybe(integer),
      code: text,
      employee_id: maybe(integer),
      valid_from: text,
      valid_until: text,
    }),
    rules: employeeCodeRules,
    answer: ifUnderstood(assignedCode),
    done: 'Code assigned',
    failed: 'Failed to assign the code',
  },
  'DELETE /employee-codes/{id}': {
    ...codeEdit,
    answer: ifUnderstood(removedCode),
    done: 'Code removed',
    failed: 'Failed to remove the code',
  },
} satisfies Calls;
