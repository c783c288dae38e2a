// A company's connection as the API returns it, without its secrets.

import type { Company } from '../../../../src/shared/contract/companies.ts';
import type { HrConnection } from '../../../../src/shared/contract/hrConnections.ts';
import type { Queries } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { versionOf } from '../../../platform/records/versions.ts';
import { findHrUrl } from '../hrSystemQueries.ts';
import { findConnection, findLastTest } from './connectionQueries.ts';
import { credentialsFor } from './credentials.ts';

export async function shownConnection(
  queries: Queries,
  vault: Vault,
  company: Pick<Company, 'id' | 'name'>,
): Promise<HrConnection> {
  const stored = await findConnection(queries, company.id);
  const url = (await findHrUrl(queries, company.id))?.url ?? '';
  const credentials = credentialsFor(vault, stored, url);
  const shown = {
    company_name: company.name,
    connector: stored.connector,
    settings: { ...stored.settings },
    match_by: stored.matchBy,
    expires_on: stored.expiresOn,
    url,
    secrets_set: credentials.kind === 'usable' ? Object.keys(credentials.secrets) : [],
    problem: credentials.kind === 'usable' || url === '' ? '' : credentials.problem,
    last_test: await findLastTest(queries, company.id),
  };
  return { ...shown, version: versionOf('PUT /companies/{id}/hr-connection', shown, stored.secrets) };
}
