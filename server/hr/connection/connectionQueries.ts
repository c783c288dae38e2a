// The stored connection of each company: which connector it uses, and with which settings and credentials.

import { text } from '../../../src/contract/decode.ts';
import type { MatchRule } from '../../../src/contract/entities/hrConnections.ts';
import { mapOf } from '../../../src/contract/laterDecoders.ts';
import { maybeOne, type Queries } from '../../db/db.ts';
import { sql } from '../../db/sql.ts';
import { type ConnectorKind, isConnectorKind } from '../connectors/connectors.ts';

export interface StoredConnection {
  readonly connector: ConnectorKind;
  readonly settings: Readonly<Record<string, string>>;
  /** Sealed; empty if there are none. */
  readonly secrets: string;
  readonly matchBy: MatchRule;
  readonly expiresOn: string;
}

/** A company without a connection speaks our own protocol. */
const ownProtocol: StoredConnection = {
  connector: 'rollcall',
  settings: {},
  secrets: '',
  matchBy: 'number',
  expiresOn: '',
};

interface Row {
  connector: string;
  settings: string;
  secrets: string;
  match_by: string;
  expires_on: string;
}

const decodeSettings = mapOf(text);

export async function findConnection(queries: Queries, companyId: number): Promise<StoredConnection> {
  const row = await maybeOne<Row>(
    queries,
    sql`select connector, settings, secrets, match_by, expires_on from hr_connections
      where company_id = ${companyId}`,
  );
  if (!row || !isConnectorKind(row.connector)) return ownProtocol;
  return {
    connector: row.connector,
    settings: decodeSettings(JSON.parse(row.settings)),
    secrets: row.secrets,
    matchBy: row.match_by === 'email' ? 'email' : 'number',
    expiresOn: row.expires_on,
  };
}
