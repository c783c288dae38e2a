// Companies, and what is asked of one: its controllers and its employees.

import type { Company } from '../../src/contract/entities/companies.ts';
import { companyRules } from '../../src/contract/rules.ts';
import { validate } from '../../src/contract/validate.ts';
import { can } from '../access/companyScope.ts';
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
import { pageOf, windowOf } from '../http/pagination.ts';
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
    async handle({ db, who, query }) {
      const window = windowOf(query);
      const total = await countCompanies(db, who);
      return { data: pageOf(await listCompanies(db, who, window), total, window) };
    },
  },

  'GET /companies/all': {
    allow: 'companies.view',
    async handle({ db, who }) {
      return { data: await allCompanies(db, who) };
    },
  },

  'GET /companies/{id}': {
    allow: 'companies.view',
    async handle({ db, who, params }) {
      const company = await existing(companies, db, who, params.id);
      if (!can(who, 'employees.view')) return { data: company };
      return { data: { ...company, employees: await employeesOfCompany(db, who, company.id) } };
    },
  },

  'GET /companies/{id}/access-controllers': {
    allow: 'access_controllers.view',
    async handle({ db, who, params }) {
      const company = await existing(companies, db, who, params.id);
      return { data: await controllersOfCompany(db, who, company.id) };
    },
  },

  'GET /companies/{id}/employees': {
    allow: 'employees.view',
    async handle({ db, who, params }) {
      const company = await existing(companies, db, who, params.id);
      return { data: await employeesOfCompany(db, who, company.id) };
    },
  },

  'POST /companies': {
    allow: 'companies.create',
    async handle(request) {
      const { who, body, at } = request;
      refuse(validate(companyRules, body));
      return create(request, companies, (queries) => insertCompany(queries, who, body, at));
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
      const { params, at } = request;
      return remove(request, companies, params.id, (queries) => deleteCompany(queries, params.id, at));
    },
  },
} satisfies Partial<Handlers>;
