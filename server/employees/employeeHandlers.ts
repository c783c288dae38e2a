// Employees, and the companies that are answered with theirs. A new employee is linked to earlier events with the
// same number.

import { employeeRules } from '../../src/contract/rules.ts';
import { employmentRules } from '../../src/contract/workingTimeRules.ts';
import { validate } from '../../src/contract/validate.ts';
import { can } from '../access/caller.ts';
import { lockCompany } from '../companies/companyQueries.ts';
import {
  linkEvents,
  deleteEmployee,
  type EmployeeOfCompany,
  employeesOfCompany,
  employeesAmong,
  findEmployee,
  findEmployees,
  insertEmployee,
  updateEmployee,
} from './employeeQueries.ts';
import type { Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { ownerOfCode } from './codes.ts';
import { type Handlers, assertValid } from '../records/endpoint.ts';
import { forbidden, invalid } from '../platform/domainErrors.ts';
import { updateRecord, createRecord, findOrThrow, type RecordKind, deleteRecord } from '../records/recordActions.ts';
import { listPage } from '../records/search/listPage.ts';
import { searchedKinds } from '../records/search/searchedKinds.ts';
import { companyRecord } from '../companies/companyRecord.ts';

const rules = { ...employeeRules, ...employmentRules };

const employees: RecordKind<EmployeeOfCompany> = {
  table: 'employees',
  rows: sql`employees`,
  noun: 'Employee',
  searched: searchedKinds.employees,
  find: findEmployee,
  taken: { employee_id: 'This ID is already used in this company' },
};

export const employeeHandlers = {
  'GET /employees': {
    allow: 'employees.view',
    async handle({ db, caller, query }) {
      const load = (ids: readonly number[]) => findEmployees(db, caller, ids);
      const data = await listPage(db, searchedKinds.employees, query, employeesAmong(caller, query), load);
      return { data, isRepeatable: true };
    },
  },

  'GET /employees/{id}': {
    allow: 'employees.view',
    async handle({ db, caller, params }) {
      return { data: await findOrThrow(employees, db, caller, params.id) };
    },
  },

  'GET /companies/{id}': {
    allow: 'companies.view',
    async handle({ db, caller, params }) {
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      if (!can(caller, 'employees.view')) return { data: company };
      return { data: { ...company, employees: await employeesOfCompany(db, caller, company.id) } };
    },
  },

  'GET /companies/{id}/employees': {
    allow: 'employees.view',
    async handle({ db, caller, params }) {
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      return { data: await employeesOfCompany(db, caller, company.id) };
    },
  },

  'POST /employees': {
    allow: 'employees.create',
    async handle(request) {
      const { caller, now } = request;
      const { company_id, ...fields } = request.body;
      assertValid(validate(rules, request.body));
      if (company_id === null) throw invalid({ company_id: 'Company is required' });
      return createRecord(request, employees, async (queries) => {
        await lockCompany(queries, company_id, 'change');
        await findOrThrow(companyRecord, queries, caller, company_id);
        await assertNobodyElsesCode(queries, company_id, fields.employee_id.trim());
        const id = await insertEmployee(queries, company_id, fields, now);
        await linkEvents(queries, await findOrThrow(employees, queries, caller, id));
        return id;
      });
    },
  },

  'PUT /employees/{id}': {
    allow: 'employees.edit',
    async handle(request) {
      const { caller, params, body } = request;
      return updateRecord(request, employees, params.id, async (queries, before) => {
        const fields = {
          ...body,
          employee_id: body.employee_id?.trim() ?? before.employee_id,
          // A console that does not know these dates leaves them out.
          employed_from: body.employed_from ?? before.employed_from,
          employed_until: body.employed_until ?? before.employed_until,
        };
        assertValid(validate(rules, { ...fields, company_id: before.company_id }));
        const isNumberChanged = fields.employee_id !== before.employee_id;
        if (isNumberChanged && !can(caller, 'employees.edit_id')) {
          throw forbidden("You don't have permission to change employee IDs");
        }
        if (isNumberChanged) {
          await lockCompany(queries, before.company_id, 'change');
          await assertNobodyElsesCode(queries, before.company_id, fields.employee_id, before.id);
        }
        await updateEmployee(queries, before.id, fields);
        if (isNumberChanged) await linkEvents(queries, { ...before, employee_id: fields.employee_id });
      });
    },
  },

  'DELETE /employees/{id}': {
    allow: 'employees.delete',
    async handle(request) {
      const { params, now } = request;
      return deleteRecord(request, employees, params.id, (queries) => deleteEmployee(queries, params.id, now));
    },
  },
} satisfies Partial<Handlers>;

/** A device's code would mean two people. */
async function assertNobodyElsesCode(
  queries: Queries,
  companyId: number,
  number: string,
  employeeId?: number,
): Promise<void> {
  const owner = await ownerOfCode(queries, companyId, number);
  if (owner && owner.id !== employeeId) throw invalid({ employee_id: `This ID is a code of ${owner.name}` });
}
