// The stored connection of each company: which connector it uses, and with which settings and credentials.

import { text } from '../../../../src/shared/contract/decode.ts';
import { connectionTest, type ConnectionTest, type MatchRule } from '../../../../src/shared/contract/hrConnections.ts';
import { mapOf } from '../../../../src/shared/contract/decodeRecords.ts';
import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { type ConnectorKind, isConnectorKind } from '../connectors/connectors.ts';

export interface StoredConnection {
  readonly connector: ConnectorKind;
  readonly settings: Readonly<Record<string, string>>;
  /** Sealed; empty if there are none. */
  readonly secrets: string;
  /** Where the credentials were entered for: they are sent nowhere else. */
  readonly origin: string;
  readonly matchBy: MatchRule;
  readonly expiresOn: string;
}

/** A company without a connection speaks our own protocol. */
const ownProtocol: StoredConnection = {
  connector: 'rollcall',
  settings: {},
  secrets: '',
  origin: '',
  matchBy: 'number',
  expiresOn: '',
};

interface Row {
  connector: string;
  settings: string;
  secrets: string;
  origin: string;
  match_by: string;
  expires_on: string;
}

const decodeSettings = mapOf(text);

export async function findConnection(queries: Queries, companyId: number): Promise<StoredConnection> {
  const row = await maybeOne<Row>(
    queries,
    sql`select connector, settings, secrets, origin, match_by, expires_on from hr_connections
      where company_id = ${companyId}`,
  );
  if (!row || !isConnectorKind(row.connector)) return ownProtocol;
  return {
    connector: row.connector,
    settings: decodeSettings(JSON.parse(row.settings)),
    secrets: row.secrets,
    origin: row.origin,
    matchBy: row.match_by === 'email' ? 'email' : 'number',
    expiresOn: row.expires_on,
  };
}

/** What the last test found is of no use any more. */
export async function saveConnection(
  queries: Queries,
  companyId: number,
  { connector, settings, secrets, origin, matchBy, expiresOn }: StoredConnection,
): Promise<void> {
  await queries.run(
    sql`insert into hr_connections (company_id, connector, settings, secrets, origin, match_by, expires_on)
      values (${companyId}, ${connector}, ${JSON.stringify(settings)}, ${secrets}, ${origin}, ${matchBy}, ${expiresOn})
      on conflict (company_id) do update set connector = excluded.connector, settings = excluded.settings,
        secrets = excluded.secrets, origin = excluded.origin, match_by = excluded.match_by,
        expires_on = excluded.expires_on, last_test = ''`,
  );
}

export async function findLastTest(queries: Queries, companyId: number): Promise<ConnectionTest | null> {
  const row = await maybeOne<{ last_test: string }>(
    queries,
    sql`select last_test from hr_connections where company_id = ${companyId} and last_test <> ''`,
  );
  return row ? connectionTest(JSON.parse(row.last_test)) : null;
}

/** Unless the connection was changed since it was tested. */
export async function storeLastTest(
  queries: Queries,
  companyId: number,
  { connector, settings, secrets, origin }: StoredConnection,
  test: ConnectionTest,
): Promise<void> {
  await queries.run(
    sql`update hr_connections set last_test = ${JSON.stringify(test)}
      where company_id = ${companyId} and connector = ${connector} and settings = ${JSON.stringify(settings)}
        and secrets = ${secrets} and origin = ${origin}`,
  );
}
