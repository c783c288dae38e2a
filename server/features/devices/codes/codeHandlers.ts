// Further codes of employees: PINs and badges by which devices know them. A code that is assigned names the events that
// came before, too; one that is removed is nobody's again.

import type { Body } from '../../../../src/shared/contract/calls.ts';
import { type EmployeeCode, employeeCodeRules } from '../../../../src/shared/contract/codes.ts';
import type { PastEvents } from '../../../../src/shared/contract/employees.ts';
import { validate } from '../../../../src/shared/contract/validate.ts';
import { lockCompany, lockCompanyOf } from '../../companies/companyQueries.ts';
import { type CodeOfEmployee, whyTaken } from '../../employees/codes.ts';
import { findEmployee } from '../../employees/employeeQueries.ts';
import { invalid } from '../../../platform/records/domainErrors.ts';
import { type Handlers, assertValid } from '../../../platform/records/endpoint.ts';
import { assertNotHeld } from '../../../platform/records/legalHolds.ts';
import { pageOf, pageRequestOf } from '../../../platform/records/pagination.ts';
import { createRecordWith, deleteRecord, type RecordKind } from '../../../platform/records/recordActions.ts';
import { deleteCode, findCode, insertCode, listCodes, listUnknownCodes } from './codeQueries.ts';
import { linkRecords, unlinkRecords } from './recordsOfCode.ts';

const codes: RecordKind<EmployeeCode> = {
  table: 'employee_codes',
  noun: 'Code',
  find: findCode,
};

const noEvents: PastEvents = { changed: 0, stayed: 0, closed_months: [] };

/** `changed` is called when attendance records may have changed. */
export const createCodeHandlers = (changed: () => void) =>
  ({
    'GET /unknown-codes': {
      allow: 'attendance.view',
      async handle({ db, caller, query }) {
        const page = pageRequestOf(query);
        const { codes: unknown, total } = await listUnknownCodes(db, caller, query, page);
        return { data: pageOf(unknown, total, page), isRepeatable: true };
      },
    },

    'GET /employee-codes': {
      allow: 'employees.view',
      async handle({ db, caller, query }) {
        const page = pageRequestOf(query);
        const { codes: known, total } = await listCodes(db, caller, query, page);
        return { data: pageOf(known, total, page), isRepeatable: true };
      },
    },

    'POST /employee-codes': {
      allow: 'employees.edit',
      async handle(request) {
        const { caller, now } = request;
        const body = validCode(request.body);
        const { record: code, inserted } = await createRecordWith(request, codes, async (queries) => {
          await lockCompany(queries, body.companyId, 'change');
          const employee = await findEmployee(queries, caller, body.employeeId);
          if (employee?.company_id !== body.companyId)
            throw invalid({ employee_id: 'This employee does not work for the company' });
          const period = { from: body.validFrom, until: body.validUntil };
          const taken = await whyTaken(queries, body.companyId, body.code, period);
          if (taken !== '') throw invalid({ code: taken });
          const id = await insertCode(queries, caller, body, now);
          return { id, events: await linkRecords(queries, body, request) };
        });
        changed();
        const { events } = inserted;
        return { data: { code, records: events.changed, past_events: events }, status: 201 };
      },
    },

    'DELETE /employee-codes/{id}': {
      allow: 'employees.edit',
      async handle(request) {
        const { params } = request;
        const ofCompany: RecordKind<EmployeeCode> = {
          ...codes,
          lock: (queries) => lockCompanyOf(queries, 'employee_codes', params.id, 'change'),
        };
        let events = noEvents;
        await deleteRecord(request, ofCompany, params.id, async (queries, code) => {
          await assertNotHeld(queries, { ...code.employee, kind: 'employees' });
          await deleteCode(queries, code.id);
          events = await unlinkRecords(queries, codeOfEmployee(code), request);
        });
        changed();
        return { data: { past_events: events } };
      },
    },
  }) satisfies Partial<Handlers>;

function validCode({ company_id, employee_id, code, valid_from, valid_until }: Body<'POST /employee-codes'>) {
  const trimmed = code.trim();
  assertValid(validate(employeeCodeRules, { code: trimmed, employee_id, valid_from, valid_until }));
  if (company_id === null) throw invalid({ company_id: 'Company is required' });
  if (employee_id === null) throw invalid({ employee_id: 'Please choose an employee' });
  return {
    companyId: company_id,
    employeeId: employee_id,
    code: trimmed,
    validFrom: valid_from,
    validUntil: valid_until,
  };
}

const codeOfEmployee = ({ company, employee, code, valid_from, valid_until }: EmployeeCode): CodeOfEmployee => ({
  companyId: company.id,
  employeeId: employee.id,
  code,
  validFrom: valid_from,
  validUntil: valid_until,
});
