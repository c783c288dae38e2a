// Companies and their URLs, with health checks. Calls that return a company with its employees or controllers are in
// the folders of those.

import { type Company, companyFields } from '../../../src/shared/contract/companies.ts';
import { mapFields } from '../../../src/shared/contract/fields.ts';
import { hrType } from '../../../src/shared/contract/hr.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { scalar, sql } from '../../platform/db/db.ts';
import { conflict, forbidden } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import {
  createRecord,
  deleteRecord,
  findOrThrow,
  listRecords,
  lockRecord,
  type RecordKind,
  updateRecord,
} from '../../platform/records/recordActions.ts';
import { outdateWords, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { instantOf } from '../../platform/time/clock.ts';
import { lockRightsFor } from '../people/grantRules.ts';
import {
  allCompanies,
  companyRecord,
  companySelection,
  createCompanyLock,
  insertCompany,
  lockCompany,
  updateCompany,
} from './companyQueries.ts';
import { checkHealth, countHealth, findUrls, storeHealth, type UrlOfCompany, updateUrl } from './urlQueries.ts';

export const companyHandlers = {
  'GET /companies': (request) => listRecords(request, companyRecord, companySelection(request.caller, request.query)),

  async 'GET /companies/all'({ db, caller }) {
    const companies = await allCompanies(db, caller);
    return can(caller, 'companies.view') ? companies : companies.map(withoutDetails);
  },

  async 'POST /companies'(request) {
    const { body, now } = request;
    return createRecord(request, companyRecord, async (queries) => {
      // A creator who sees only some companies is assigned the new one.
      const caller = can(request.caller, 'companies.all') ? request.caller : await lockRightsFor(queries, request);
      return insertCompany(queries, caller, body, now);
    });
  },

  async 'PUT /companies/{id}'(request) {
    const { params, body } = request;
    return updateRecord(request, companyRecord, params.id, async (queries, before) => {
      await updateCompany(queries, before, body);
      // Its controllers can be found by its name, too.
      if (body.name.trim() !== before.name) await outdateWords(queries, searchedKinds.controllers, params.id);
    });
  },

  'DELETE /companies/{id}': (request) => deleteRecord(request, companyRecord, request.params.id),
} satisfies Partial<Handlers>;

/** Leaves what users without the right to view companies may know of their own. */
const withoutDetails = ({ id, name, unique_identifier, is_active, timezone }: Company): Company => ({
  ...mapFields(companyFields, () => ''),
  ...{ id, name, unique_identifier, is_active, timezone },
  ...{ created_at: '', urls: [], version: undefined },
});

const urls: RecordKind<UrlOfCompany> = {
  table: 'company_urls',
  noun: 'URL',
  edit: 'PUT /company-urls/{id}',
  lock: createCompanyLock('company_urls'),
  find: findUrls,
};

export const urlHandlers = {
  'GET /companies/{id}/urls': async ({ db, caller, params }) =>
    (await findOrThrow(companyRecord, db, caller, params.id)).urls,

  async 'POST /companies/{id}/urls'(request) {
    const { caller, params, body, now } = request;
    assertMayConfigure(caller, body);
    return createRecord(request, urls, async (queries) => {
      await lockCompany(queries, params.id, 'change');
      const company = await findOrThrow(companyRecord, queries, caller, params.id);
      const { url_type, url, description, is_active = true } = body;
      return scalar(
        queries,
        sql`insert into company_urls (company_id, url_type, url, description, is_active, created_at)
          values (${company.id}, ${url_type}, ${url.trim()}, ${description}, ${is_active}, ${instantOf(now)})
          returning id`,
      );
    });
  },

  async 'PUT /company-urls/{id}'(request) {
    const { caller, params, body } = request;
    return updateRecord(request, urls, params.id, (queries, before) => {
      assertMayConfigure(caller, before, body);
      return updateUrl(queries, before, body);
    });
  },

  'DELETE /company-urls/{id}': (request) =>
    deleteRecord(request, urls, request.params.id, (_, before) => assertMayConfigure(request.caller, before)),

  async 'POST /company-urls/{id}/check-health'(request) {
    const { db, caller, params, safeRequest, clock } = request;
    const before = await findOrThrow(urls, db, caller, params.id);
    const health = await checkHealth(before.url, safeRequest);
    const now = clock();
    return db.tx(async (queries) => {
      await lockRecord(urls, queries, before.id);
      if (!(await storeHealth(queries, before, health, now))) {
        throw conflict('The URL was changed while it was being checked');
      }
      const details = { subjectId: before.id, after: health };
      await audit(queries, { ...request, now }, 'company_urls.check_health', 'company_urls', details);
      return findOrThrow(urls, queries, caller, before.id);
    });
  },

  'GET /company-urls/health-statistics': ({ db, caller }) => countHealth(db, caller),
} satisfies Partial<Handlers>;

/** Attendance is sent to a URL of this type, so it is part of the HR sync's configuration. */
function assertMayConfigure(caller: Caller, ...urls: readonly Pick<UrlOfCompany, 'url_type'>[]): void {
  if (urls.some(({ url_type }) => url_type === hrType) && !can(caller, 'hr_sync.configure')) {
    throw forbidden('You need permission to configure the HR sync to change URLs of the type hr_system');
  }
}
