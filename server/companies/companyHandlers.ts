// Companies, and what is asked of one: its controllers and its employees.

import type { Company } from '../../src/contract/entities/companies.ts';
import { companyRules } from '../../src/contract/rules.ts';
import { validate } from '../../src/contract/validate.ts';
import { can } from '../access/caller.ts';
import {
  allCompanies,
  countCompanies,
  deleteCompany,
  findCompany,
  insertCompany,
  listCompanies,
  updateCompany,
} from './companyQueries.ts';
import { controllersOfCompany } from '../controllers/controllerQueries.ts';
import { employeesOfCompany } from '../employees/employeeQueries.ts';
import { sql } from '../db/sql.ts';
import { type Handlers, refuse } from '../records/endpoint.ts';
import { pageOf, pageRequestOf } from '../records/pagination.ts';
import { change, create, existing, type Kind, remove } from '../records/recordActions.ts';

export const companies: Kind<Company> = {
  table: 'companies',
  rows: sql`companies`,
  noun: 'Company',
  find: findCompany,
};

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

  'GET /companies/{id}': {
    allow: 'companies.view',
    async handle({ db, caller, params }) {
      const company = await existing(companies, db, caller, params.id);
      if (!can(caller, 'employees.view')) return { data: company };
      return { data: { ...company, employees: await employeesOfCompany(db, caller, company.id) } };
    },
  },

  'GET /companies/{id}/access-controllers': {
    allow: 'access_controllers.view',
    async handle({ db, caller, params }) {
      const company = await existing(companies, db, caller, params.id);
      return { data: await controllersOfCompany(db, caller, company.id) };
    },
  },

  'GET /companies/{id}/employees': {
    allow: 'employees.view',
    async handle({ db, caller, params }) {
      const company = await existing(companies, db, caller, params.id);
      return { data: await employeesOfCompany(db, caller, company.id) };
    },
  },

  'POST /companies': {
    allow: 'companies.create',
    async handle(request) {
      const { caller, body, now } = request;
      refuse(validate(companyRules, body));
      return create(request, companies, (queries) => insertCompany(queries, caller, body, now));
    },
  },

  'PUT /companies/{id}': {
    allow: 'companies.edit',
    async handle(request) {
      const { params, body } = request;
      refuse(validate(companyRules, body));
      return change(request, companies, params.id, (queries) => updateCompany(queries, params.id, body));
    },
  },

  'DELETE /companies/{id}': {
    allow: 'companies.delete',
    async handle(request) {
      const { params, now } = request;
      return remove(request, companies, params.id, (queries) => deleteCompany(queries, params.id, now));
    },
  },
} satisfies Partial<Handlers>;
