// What the status of a company says of its connection: which HR system it is, and whether its credentials expire.

import type { HrSyncCompanyStatus } from '../../../../src/shared/contract/hr.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { connectorOf, isConnectorKind } from '../connectors/connectors.ts';
import { isExpiring } from './expiry.ts';

type Summary = Pick<HrSyncCompanyStatus, 'connector_name' | 'expires_on'>;

/** A company without a connection speaks our own protocol. */
const ownProtocol: Summary = { connector_name: connectorOf('rollcall').name };

export interface ConnectionSummaries {
  of(companyId: number): Summary;
}

/** `scope` is a condition on `company_id`; `today` is the business day. */
export async function findConnectionSummaries(
  queries: Queries,
  scope: Sql,
  today: string,
): Promise<ConnectionSummaries> {
  const rows = await queries.all<{ company_id: number; connector: string; expires_on: string }>(
    sql`select company_id, connector, expires_on from hr_connections where ${scope}`,
  );
  const summaries = new Map(
    rows.flatMap(({ company_id, connector, expires_on }) => {
      if (!isConnectorKind(connector)) return [];
      const expiry = isExpiring(expires_on, today) ? { expires_on } : {};
      return [[company_id, { connector_name: connectorOf(connector).name, ...expiry }] as const];
    }),
  );
  return { of: (companyId) => summaries.get(companyId) ?? ownProtocol };
}
