// The URLs of companies, and their health checks.

import { hrType } from '../../../src/shared/contract/hr.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import {
  countHealth,
  deleteUrl,
  findUrl,
  healthOf,
  insertUrl,
  storeHealth,
  updateUrl,
  type UrlOfCompany,
} from './urlQueries.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import { conflict, forbidden } from '../../platform/records/domainErrors.ts';
import {
  updateRecord,
  createRecord,
  findOrThrow,
  type RecordKind,
  deleteRecord,
} from '../../platform/records/recordActions.ts';
import { companyRecord } from './companyQueries.ts';

const urls: RecordKind<UrlOfCompany> = {
  table: 'company_urls',
  noun: 'URL',
  edit: 'PUT /company-urls/{id}',
  find: findUrl,
};

export const urlHandlers = {
  'GET /companies/{id}/urls': {
    allow: 'companies.view',
    async handle({ db, caller, params }) {
      return { data: (await findOrThrow(companyRecord, db, caller, params.id)).urls };
    },
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
    async handle(request) {
      const { caller, params } = request;
      return deleteRecord(request, urls, params.id, (queries, before) => {
        assertMayConfigure(caller, before);
        return deleteUrl(queries, params.id);
      });
    },
  },

  'POST /company-urls/{id}/check-health': {
    allow: 'companies.edit',
    async handle({ db, caller, params, requestId, safeRequest, clock }) {
      const before = await findOrThrow(urls, db, caller, params.id);
      const health = await healthOf(before.url, safeRequest);
      const now = clock();
      const data = await db.tx(async (queries) => {
        if (!(await storeHealth(queries, before, health, now))) {
          throw conflict('The URL was changed while it was being checked');
        }
        const action = 'company_urls.check_health';
        const subject = 'company_urls';
        await audit(queries, { caller, requestId, now, action, subject, subjectId: before.id, after: health });
        return findOrThrow(urls, queries, caller, before.id);
      });
      return { data };
    },
  },

  'GET /company-urls/health-statistics': {
    allow: 'companies.view',
    async handle({ db, caller }) {
      return { data: await countHealth(db, caller) };
    },
  },
} satisfies Partial<Handlers>;

/** Attendance is sent to a URL of this type, so it is part of the HR sync's configuration. */
function assertMayConfigure(caller: Caller, ...urls: readonly Pick<UrlOfCompany, 'url_type'>[]): void {
  if (urls.some(({ url_type }) => url_type === hrType) && !can(caller, 'hr_sync.configure')) {
    throw forbidden('You need permission to configure the HR sync to change URLs of the type hr_system');
  }
}
