// Secrets of a company's connection, stored sealed and sent only to the address they were entered for: changing an HR
// system's address must not reveal its credentials.

import { isSealed, type Vault } from '../../../platform/crypto/vault.ts';
import { type Queries, sql } from '../../../platform/db/db.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Connector } from '../connectors/connector.ts';
import { decodeValues, type StoredConnection } from './connectionQueries.ts';

export type Secrets = Readonly<Record<string, string>>;

export interface Credentials {
  readonly secrets: Secrets;
  /** Why the stored secrets cannot be used, without a full stop; empty if they can. */
  readonly problem: string;
}

export function credentialsFor(vault: Vault, { secrets, origin }: StoredConnection, url: string): Credentials {
  const unusable = (problem: string) => ({ secrets: {}, problem });
  if (secrets === '') return { secrets: {}, problem: '' };
  const asked = originOf(url);
  if (origin !== asked)
    return unusable(`The credentials were entered for ${origin || 'another address'}. Enter them again for ${asked}`);
  const opened = vault.open(secrets);
  if (opened === undefined)
    return unusable("The stored credentials cannot be read with this server's key. Enter them again");
  return { secrets: decodeValues(JSON.parse(opened)), problem: '' };
}

export const sealSecrets = (vault: Vault, secrets: Secrets): string =>
  Object.keys(secrets).length === 0 ? '' : vault.seal(JSON.stringify(secrets));

/** Scheme, host and port. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

export const secretKeys = ({ fields }: Pick<Connector, 'fields'>): string[] =>
  fields.filter(({ kind }) => kind === 'secret').map(({ key }) => key);

export const hasSecrets = (connector: Pick<Connector, 'fields'>): boolean => secretKeys(connector).length > 0;

/**
 * Values that must stay secret. Our own protocol's secret belongs to the configuration of the HR sync, hence the extra
 * key.
 */
export const secretValues = (connector: Pick<Connector, 'fields'>, values: Secrets): string[] =>
  ['signing_secret', ...secretKeys(connector)].flatMap((key) => values[key] || []);

const stored = [
  { what: 'signing secret', table: sql`hr_sync_configs`, column: sql`signing_secret`, mayBePlain: true },
  { what: 'credentials', table: sql`hr_connections`, column: sql`secrets`, mayBePlain: false },
];

/**
 * Seals secrets that an older version stored in plain text, or that a former key sealed. Called when a server starts.
 * Returns how many it sealed.
 */
export async function sealStored(queries: Queries, vault: Vault, log: Log): Promise<number> {
  let renewed = 0;
  for (const { what, table, column, mayBePlain } of stored) {
    const rows = await queries.all<{ company_id: number; secret: string }>(
      sql`select company_id, ${column} as secret from ${table} where ${column} <> ''`,
    );
    for (const { company_id, secret } of rows) {
      const sealed = mayBePlain && !isSealed(secret) ? vault.seal(secret) : vault.renew(secret);
      // Only this company's sync is affected, so the server starts anyway.
      if (sealed === undefined) log.warn("stored secret cannot be read with this server's key", { what, company_id });
      else if (sealed !== secret)
        renewed += await queries.run(
          sql`update ${table} set ${column} = ${sealed} where company_id = ${company_id} and ${column} = ${secret}`,
        );
    }
  }
  return renewed;
}
