// Companies. Calls that answer a company with its employees or controllers are in the folders of those.

import {
  allCompanies,
  companiesAmong,
  companyRecord,
  deleteCompany,
  findCompanies,
  insertCompany,
  outdateControllers,
  updateCompany,
} from './companyQueries.ts';
import { can } from '../../platform/access/caller.ts';
import { lockRightsFor } from '../people/grantRules.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { createRecord, deleteRecord, updateRecord } from '../../platform/records/recordActions.ts';
import { listPage } from '../../platform/records/search/findPage.ts';
import { searchedKinds } from '../../platform/records/search/searchedKinds.ts';

export const companyHandlers = {
  'GET /companies': {
    allow: 'companies.view',
    async handle({ db, caller, query }) {
      const load = (ids: readonly number[]) => findCompanies(db, caller, ids);
      const data = await listPage(db, searchedKinds.companies, query, companiesAmong(caller, query), load);
      return { data };
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
      const { body, now } = request;
      return createRecord(request, companyRecord, async (queries) => {
        // A creator who sees only some companies is assigned the new one.
        const caller = can(request.caller, 'companies.all') ? request.caller : await lockRightsFor(queries, request);
        return insertCompany(queries, caller, body, now);
      });
    },
  },

  'PUT /companies/{id}': {
    allow: 'companies.edit',
    async handle(request) {
      const { params, body } = request;
      return updateRecord(request, companyRecord, params.id, async (queries, before) => {
        await updateCompany(queries, params.id, { ...before, ...body });
        if (body.name.trim() !== before.name) await outdateControllers(queries, params.id);
      });
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
