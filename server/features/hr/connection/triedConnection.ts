// A connection as somebody entered it, beside the stored one: what is empty of its secrets stays as it is.

import type { HrConnectionBody } from '../../../../src/shared/contract/hrConnections.ts';
import { invalid } from '../../../platform/records/domainErrors.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { connectorOf, isConnectorKind } from '../connectors/connectors.ts';
import { complaintsAbout } from './checkConnection.ts';
import type { StoredConnection } from './connectionQueries.ts';
import { credentialsFor, hasSecrets, originOf, sealSecrets, type Secrets } from './credentials.ts';

export interface TriedConnection {
  /** As it would be stored. */
  readonly stored: StoredConnection;
  readonly secrets: Secrets;
  /** The keys of the secrets that were entered, and are not those that are stored. */
  readonly newSecrets: readonly string[];
}

/** Throws what is wrong with which field. Without a URL, the company has no HR system yet. */
export function triedConnection(
  vault: Vault,
  before: StoredConnection,
  url: string | undefined,
  body: HrConnectionBody,
): TriedConnection {
  const { connector: kind, settings, secrets, match_by: matchBy, expires_on: expiresOn } = body;
  if (!isConnectorKind(kind)) throw invalid({ connector: 'This server has no such connector' });
  const connector = connectorOf(kind);
  if (url === undefined && hasSecrets(connector)) {
    throw invalid({ connector: 'First add the address of the HR system: a URL of the type hr_system' });
  }
  const kept = keptSecrets(vault, before, kind, url ?? '');
  const complaints = complaintsAbout(connector, body, kept);
  if (Object.keys(complaints).length > 0) throw invalid(complaints);

  const keys = (isSecret: boolean) =>
    connector.fields.filter((field) => (field.kind === 'secret') === isSecret).map(({ key }) => key);
  const newSecrets = keys(true).filter((key) => secrets[key] && secrets[key] !== kept.secrets[key]);
  const all = {
    ...kept.secrets,
    ...Object.fromEntries(newSecrets.map((key) => [key, secrets[key] ?? ''])),
  };
  return {
    stored: {
      connector: kind,
      settings: Object.fromEntries(keys(false).map((key) => [key, settings[key]?.trim() ?? ''])),
      secrets: newSecrets.length === 0 ? kept.sealed : sealSecrets(vault, all),
      origin: hasSecrets(connector) ? originOf(url ?? '') : '',
      matchBy,
      expiresOn,
    },
    secrets: all,
    newSecrets,
  };
}

interface Kept {
  readonly secrets: Secrets;
  readonly sealed: string;
  /** Why there are none, although some are stored; or empty. */
  readonly problem: string;
}

/** Only for the same kind of system at the same address. */
function keptSecrets(vault: Vault, before: StoredConnection, kind: string, url: string): Kept {
  if (kind !== before.connector) return { secrets: {}, sealed: '', problem: '' };
  const credentials = credentialsFor(vault, before, url);
  return credentials.kind === 'usable'
    ? { secrets: credentials.secrets, sealed: before.secrets, problem: '' }
    : { secrets: {}, sealed: '', problem: credentials.problem };
}

/** What decides about a call: a test of the one is a test of the other. */
export const isSameConnection = (one: StoredConnection, other: StoredConnection): boolean =>
  one.connector === other.connector &&
  one.secrets === other.secrets &&
  one.origin === other.origin &&
  JSON.stringify(one.settings) === JSON.stringify(other.settings);
