// Companies and their URLs, with health checks. Calls that answer a company with its employees or controllers are in the
// folders of those.

import { hrType } from '../../../src/shared/contract/hr.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { conflict, forbidden } from '../../platform/records/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import {
  createRecord,
  deleteRecord,
  findOrThrow,
  type RecordKind,
  updateRecord,
} from '../../platform/records/recordActions.ts';
import { listPage } from '../../platform/records/search/findPage.ts';
import { searchedKinds } from '../../platform/records/search/searchedKinds.ts';
import { outdateWords } from '../../platform/records/search/searchIndex.ts';
import { lockRightsFor } from '../people/grantRules.ts';
import {
  allCompanies,
  companiesAmong,
  companyRecord,
  findCompanies,
  insertCompany,
  updateCompany,
} from './companyQueries.ts';
import { countHealth, findUrl, healthOf, insertUrl, storeHealth, type UrlOfCompany, updateUrl } from './urlQueries.ts';

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
    handle: async ({ db, caller }) => ({ data: await allCompanies(db, caller) }),
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
        await updateCompany(queries, before, body);
        // Its controllers are found by its name, too.
        if (body.name.trim() !== before.name) await outdateWords(queries, searchedKinds.controllers, params.id);
      });
    },
  },

  'DELETE /companies/{id}': {
    allow: 'companies.delete',
    handle: (request) => deleteRecord(request, companyRecord, request.params.id),
  },
} satisfies Partial<Handlers>;

const urls: RecordKind<UrlOfCompany> = {
  table: 'company_urls',
  noun: 'URL',
  edit: 'PUT /company-urls/{id}',
  find: findUrl,
};

export const urlHandlers = {
  'GET /companies/{id}/urls': {
    allow: 'companies.view',
    handle: async ({ db, caller, params }) => ({
      data: (await findOrThrow(companyRecord, db, caller, params.id)).urls,
    }),
  },

  'POST /companies/{id}/urls': {
    allow: 'companies.edit',
    async handle(request) {
      const { caller, params, body, now } = request;
      assertMayConfigure(caller, body);
      return createRecord(request, urls, async (queries) => {
        const company = await findOrThrow(companyRecord, queries, caller, params.id);
        return insertUrl(queries, company.id, body, now);
      });
    },
  },

  'PUT /company-urls/{id}': {
    allow: 'companies.edit',
    async handle(request) {
      const { caller, params, body } = request;
      return updateRecord(request, urls, params.id, (queries, before) => {
        assertMayConfigure(caller, before, body);
        return updateUrl(queries, before, body);
      });
    },
  },

  'DELETE /company-urls/{id}': {
    allow: 'companies.edit',
    handle: (request) =>
      deleteRecord(request, urls, request.params.id, (_, before) => assertMayConfigure(request.caller, before)),
  },

  'POST /company-urls/{id}/check-health': {
    allow: 'companies.edit',
    async handle(request) {
      const { db, caller, params, safeRequest, clock } = request;
      const before = await findOrThrow(urls, db, caller, params.id);
      const health = await healthOf(before.url, safeRequest);
      const now = clock();
      const data = await db.tx(async (queries) => {
        if (!(await storeHealth(queries, before, health, now))) {
          throw conflict('The URL was changed while it was being checked');
        }
        const details = { subjectId: before.id, after: health };
        await audit(queries, { ...request, now }, 'company_urls.check_health', 'company_urls', details);
        return findOrThrow(urls, queries, caller, before.id);
      });
      return { data };
    },
  },

  'GET /company-urls/health-statistics': {
    allow: 'companies.view',
    handle: async ({ db, caller }) => ({ data: await countHealth(db, caller) }),
  },
} satisfies Partial<Handlers>;

/** Attendance is sent to a URL of this type, so it is part of the HR sync's configuration. */
function assertMayConfigure(caller: Caller, ...urls: readonly Pick<UrlOfCompany, 'url_type'>[]): void {
  if (urls.some(({ url_type }) => url_type === hrType) && !can(caller, 'hr_sync.configure')) {
    throw forbidden('You need permission to configure the HR sync to change URLs of the type hr_system');
  }
}
