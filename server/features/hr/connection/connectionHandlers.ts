// Which connector a company's HR system is spoken to with, its settings and credentials, and a test of them.

import { audit } from '../../../platform/audit/auditLog.ts';
import { conflict } from '../../../platform/records/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { findOrThrow } from '../../../platform/records/recordActions.ts';
import { companyRecord } from '../../companies/companyQueries.ts';
import { olderRecordsFinding } from '../attendanceWaits.ts';
import { type ConnectorKind, connectorOf, connectors, isConnectorKind } from '../connectors/connectors.ts';
import { changeConnection, shownConnection, triedConnection } from './changeConnection.ts';
import { findConnection, findHrUrl, storeLastTest } from './connectionQueries.ts';
import { connectionWith } from './openConnection.ts';
import { testConnection } from './testConnection.ts';

export const connectionHandlers = {
  'GET /hr-connectors': {
    allow: 'hr_sync.configure',
    async handle() {
      return { data: Object.keys(connectors).filter(isConnectorKind).map(described) };
    },
  },

  'GET /companies/{id}/hr-connection': {
    allow: 'hr_sync.configure',
    async handle({ db, vault, caller, params }) {
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      return { data: await shownConnection(db, vault, company) };
    },
  },

  'PUT /companies/{id}/hr-connection': {
    allow: 'hr_sync.configure',
    async handle(request) {
      return { data: await changeConnection({ ...request, companyId: request.params.id }, request.body) };
    },
  },

  'POST /companies/{id}/hr-connection/test': {
    allow: 'hr_sync.configure',
    async handle(request) {
      const { db, vault, caller, params, body, now, requestId } = request;
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      const url = (await findHrUrl(db, company.id))?.url;
      if (url === undefined) throw conflict(`No HR system URL is configured for ${company.name}`);
      const before = await findConnection(db, company.id);
      const { stored, secrets } = triedConnection(vault, before, url, body);
      const connection = await connectionWith(db, company, url, { ...stored.settings, ...secrets }, now);
      const connector = connectorOf(stored.connector);
      const test = await testConnection(request, {
        connector,
        connection,
        expiresOn: stored.expiresOn,
        aboutRecords: (openSince) => olderRecordsFinding(db, company.id, openSince, now),
      });
      await db.tx(async (queries) => {
        await storeLastTest(queries, company.id, stored, test);
        await audit(queries, {
          caller,
          now,
          requestId,
          action: 'hr_connection.test',
          subject: 'hr_connections',
          subjectId: company.id,
          after: { connector: stored.connector, url, is_good: test.is_good },
        });
      });
      return { data: test };
    },
  },
} satisfies Partial<Handlers>;

function described(kind: ConnectorKind) {
  const { name, takes, summary, address, fields, people } = connectorOf(kind);
  return { kind, name, takes, summary, address, fields: [...fields], has_people: people !== undefined };
}
