// The people whom an HR system has, and which employee each of them is.

import { audit } from '../../../platform/audit/auditLog.ts';
import { companyRecord, lockCompany } from '../../companies/companyQueries.ts';
import { conflict } from '../../../platform/records/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { findOrThrow } from '../../../platform/records/recordActions.ts';
import { openConnection } from '../connection/openConnection.ts';
import { NotNow } from '../connectors/connector.ts';
import { findHrUrl } from '../hrSystemQueries.ts';
import { chooseMatches } from './chooseMatches.ts';
import { readPeople } from './readPeople.ts';
import { shownPeople } from './shownPeople.ts';

export const peopleHandlers = {
  'GET /companies/{id}/hr-people': {
    allow: 'hr_sync.configure',
    async handle({ db, caller, params }) {
      return { data: await shownPeople(db, await findOrThrow(companyRecord, db, caller, params.id)) };
    },
  },

  'POST /companies/{id}/hr-people/read': {
    allow: 'hr_sync.configure',
    async handle(request) {
      const { db, vault, caller, params, now, requestId } = request;
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      const url = (await findHrUrl(db, company.id))?.url;
      if (url === undefined) throw conflict(`No HR system URL is configured for ${company.name}`);
      const opened = await openConnection(db, vault, company, url, now);
      if (!opened.connector.people) throw conflict(`${opened.connector.name} knows employees by their IDs`);
      try {
        await readPeople(request, company.id, opened);
      } catch (error) {
        throw error instanceof NotNow ? conflict(error.message) : error;
      }
      const after = { connector: opened.connector.name };
      const act = { action: 'hr_people.read', subject: 'companies', subjectId: company.id } as const;
      await db.tx((queries) => audit(queries, { caller, now, requestId, ...act, after }));
      return { data: await shownPeople(db, company) };
    },
  },

  'PUT /companies/{id}/hr-matches': {
    allow: 'hr_sync.configure',
    async handle({ db, caller, params, body: { matches }, now, requestId }) {
      const data = await db.tx(async (queries) => {
        await lockCompany(queries, params.id, 'change');
        const company = await findOrThrow(companyRecord, queries, caller, params.id);
        await chooseMatches(queries, company.id, matches, now);
        const shown = await shownPeople(queries, company);
        await audit(queries, {
          caller,
          now,
          requestId,
          action: 'hr_matches.edit',
          subject: 'companies',
          subjectId: company.id,
          after: { matches },
        });
        return shown;
      });
      return { data };
    },
  },
} satisfies Partial<Handlers>;
