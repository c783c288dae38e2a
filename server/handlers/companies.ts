// Companies: reading.

import { can } from '../access.ts';
import {
  allCompanies,
  countCompanies,
  employeesOf,
  findCompany,
  listCompanies,
} from '../db/queries/companies.ts';
import type { Handlers } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { pageOf, windowOf } from '../paging.ts';

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
      const company = await findCompany(db, who, params.id);
      if (!company) throw notFound('Company not found');
      if (!can(who, 'employees.view')) return { data: company };
      return { data: { ...company, employees: await employeesOf(db, company) } };
    },
  },
} satisfies Partial<Handlers>;
