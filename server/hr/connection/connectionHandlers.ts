// Which connector a company's HR system is spoken to with, its settings and credentials, and a test of them.

import type { HrConnection } from '../../../src/contract/entities/hrConnections.ts';
import { companyRecord } from '../../companies/companyRecord.ts';
import type { Queries } from '../../db/db.ts';
import { notFound } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../records/endpoint.ts';
import { findOrThrow } from '../../records/recordActions.ts';
import { type ConnectorKind, connectorOf, connectors, isConnectorKind } from '../connectors/connectors.ts';
import { findHrUrl } from '../hrSystemQueries.ts';
import { findConnection } from './connectionQueries.ts';

export const connectionHandlers = {
  'GET /hr-connectors': {
    allow: 'hr_sync.configure',
    async handle() {
      return { data: Object.keys(connectors).filter(isConnectorKind).map(described) };
    },
  },

  'GET /companies/{id}/hr-connection': {
    allow: 'hr_sync.configure',
    async handle({ db, caller, params }) {
      const { id } = await findOrThrow(companyRecord, db, caller, params.id);
      return { data: await connectionOf(db, id) };
    },
  },

  'PUT /companies/{id}/hr-connection': {
    allow: 'hr_sync.configure',
    async handle() {
      throw notFound();
    },
  },

  'POST /companies/{id}/hr-connection/test': {
    allow: 'hr_sync.configure',
    async handle() {
      throw notFound();
    },
  },
} satisfies Partial<Handlers>;

function described(kind: ConnectorKind) {
  const { name, takes, summary, address, fields, people } = connectorOf(kind);
  return { kind, name, takes, summary, address, fields: [...fields], has_people: people !== undefined };
}

async function connectionOf(queries: Queries, companyId: number): Promise<HrConnection> {
  const { connector, settings, matchBy, expiresOn } = await findConnection(queries, companyId);
  const url = await findHrUrl(queries, companyId);
  return {
    connector,
    settings: { ...settings },
    match_by: matchBy,
    expires_on: expiresOn,
    url: url?.url ?? '',
    secrets_set: [],
    problem: '',
    last_test: null,
  };
}
