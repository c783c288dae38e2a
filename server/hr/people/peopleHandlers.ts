// The people whom an HR system has, and which employee each of them is.

import { companyRecord } from '../../companies/companyRecord.ts';
import { notFound } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../records/endpoint.ts';
import { findOrThrow } from '../../records/recordActions.ts';
import { findConnection } from '../connection/connectionQueries.ts';
import { connectorOf } from '../connectors/connectors.ts';

export const peopleHandlers = {
  'GET /companies/{id}/hr-people': {
    allow: 'hr_sync.configure',
    async handle({ db, caller, params }) {
      const { id, name } = await findOrThrow(companyRecord, db, caller, params.id);
      const { name: connectorName, people } = connectorOf((await findConnection(db, id)).connector);
      const known = { company_name: name, connector_name: connectorName, has_people: people !== undefined };
      return { data: { ...known, read_at: '', employees: [], people: [] } };
    },
  },

  'POST /companies/{id}/hr-people/read': {
    allow: 'hr_sync.configure',
    async handle() {
      throw notFound();
    },
  },

  'PUT /companies/{id}/hr-matches': {
    allow: 'hr_sync.configure',
    async handle() {
      throw notFound();
    },
  },
} satisfies Partial<Handlers>;
