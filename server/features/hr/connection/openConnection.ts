// Opens a stored connection: unseals its credentials and adds everything that a connector needs.

import { isSealed, type Vault } from '../../../platform/crypto/vault.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { conflict } from '../../../platform/domainErrors.ts';
import { clockOf } from '../../settings/clocks.ts';
import type { Connection, Connector } from '../connectors/connector.ts';
import { connectorOf } from '../connectors/connectors.ts';
import { findConnection, findHrConfig, type HrCompany, isSameConnection, systemOf } from './connectionQueries.ts';
import { credentialsFor, type Secrets, secretKeys } from './credentials.ts';

export interface OpenConnection {
  readonly connector: Connector;
  readonly connection: Connection;
  /** Stored with each delivery, because ids are unique only within one HR system. */
  readonly sentTo: string;
  /** Values that no log, dry run or answer may contain. */
  readonly secrets: readonly string[];
  /** Last day on which the credentials work; empty if they do not expire. */
  readonly expiresOn: string;
  /** False once somebody has changed the connection. */
  readonly isCurrent: (queries: Queries) => Promise<boolean>;
}

/** Throws a conflict if the credentials cannot be used. */
export async function openConnection(
  queries: Queries,
  vault: Vault,
  company: HrCompany,
  url: string,
  now: Date,
): Promise<OpenConnection> {
  const stored = await findConnection(queries, company.id);
  const credentials = credentialsFor(vault, stored, url);
  if (credentials.problem !== '') throw conflict(`${company.name}: ${credentials.problem}`);
  const secrets = stored.connector === 'rollcall' ? await ownSecret(queries, vault, company) : credentials.secrets;
  return {
    connector: connectorOf(stored.connector),
    connection: await connectionWith(queries, company, url, { ...stored.settings, ...secrets }, now),
    sentTo: systemOf(stored, url),
    secrets: Object.values(secrets).filter(Boolean),
    expiresOn: stored.expiresOn,
    isCurrent: async (later) => isSameConnection(stored, await findConnection(later, company.id)),
  };
}

/** The connection with a mask for every secret and for the session, to show what would be sent. */
export async function maskedConnection(
  queries: Queries,
  company: HrCompany,
  { url, now, mask }: { url: string; now: Date; mask: string },
): Promise<Pick<OpenConnection, 'connector' | 'connection' | 'sentTo'>> {
  const stored = await findConnection(queries, company.id);
  const connector = connectorOf(stored.connector);
  const isSigned = stored.connector === 'rollcall' && (await findHrConfig(queries, company.id)).signingSecret !== '';
  const keys = isSigned ? ['signing_secret'] : secretKeys(connector);
  const secrets = Object.fromEntries(keys.map((key) => [key, mask]));
  const connection = await connectionWith(queries, company, url, { ...stored.settings, ...secrets }, now);
  return {
    connector,
    connection: { ...connection, session: connector.signIn ? mask : '' },
    sentTo: systemOf(stored, url),
  };
}

/** `values` holds the values of the connector's fields. */
export async function connectionWith(
  queries: Queries,
  company: HrCompany,
  url: string,
  values: Secrets,
  now: Date,
): Promise<Connection> {
  return {
    url,
    values,
    session: '',
    company: { uniqueIdentifier: company.unique_identifier, crmCompanyId: company.crm_company_id },
    mode: (await findHrConfig(queries, company.id)).rules.multiple_clock_out_mode,
    clock: await clockOf(queries, company.id),
    now,
  };
}

/** Finds the secret of our own protocol, which sends unsigned requests without one. */
async function ownSecret(queries: Queries, vault: Vault, { id, name }: HrCompany): Promise<Secrets> {
  const { signingSecret } = await findHrConfig(queries, id);
  if (!isSealed(signingSecret)) return { signing_secret: signingSecret };
  const opened = vault.open(signingSecret);
  if (opened !== undefined) return { signing_secret: opened };
  throw conflict(`${name}: the signing secret cannot be read with this server's key. Enter it again`);
}
