// Companies. Calls that answer a company with its employees or controllers are in the folders of those.

import { companyRules } from '../../src/contract/rules.ts';
import { validate } from '../../src/contract/validate.ts';
import {
  allCompanies,
  countCompanies,
  deleteCompany,
  insertCompany,
  listCompanies,
  updateCompany,
} from './companyQueries.ts';
import { companyRecord } from './companyRecord.ts';
import { type Handlers, assertValid } from '../records/endpoint.ts';
import { pageOf, pageRequestOf } from '../records/pagination.ts';
import { createRecord, deleteRecord, updateRecord } from '../records/recordActions.ts';

export const companyHandlers = {
  'GET /companies': {
    allow: 'companies.view',
    async handle({ db, caller, query }) {
      const pageRequest = pageRequestOf(query);
      const total = await countCompanies(db, caller);
      return { data: pageOf(await listCompanies(db, caller, pageRequest), total, pageRequest) };
    },
  },

  'GET /companies/all': {
    allow: 'companies.view',
    async handle({ db, caller }) {
      return { data: await allCompanies(db, caller) };
    },
  },

  'POST /companies': {
    allow: 'companies.create',
    async handle(request) {
      const { caller, body, now } = request;
      assertValid(validate(companyRules, body));
      return createRecord(request, companyRecord, (queries) => insertCompany(queries, caller, body, now));
    },
  },

  'PUT /companies/{id}': {
    allow: 'companies.edit',
    async handle(request) {
      const { params, body } = request;
      assertValid(validate(companyRules, body));
      return updateRecord(request, companyRecord, params.id, (queries) => updateCompany(queries, params.id, body));
    },
  },

  'DELETE /companies/{id}': {
    allow: 'companies.delete',
    async handle(request) {
      const { params, now } = request;
      return deleteRecord(request, companyRecord, params.id, (queries) => deleteCompany(queries, params.id, now));
    },
  },
} satisfies Partial<Handlers>;
