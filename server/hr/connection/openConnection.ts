// Opens a company's stored connection: unseals its credentials and adds all that a connector must know.

import { text } from '../../../src/contract/decode.ts';
import { mapOf } from '../../../src/contract/laterDecoders.ts';
import type { Queries } from '../../db/db.ts';
import { workingDaysOf } from '../../day/dayRuleQueries.ts';
import { conflict } from '../../platform/domainErrors.ts';
import type { Vault } from '../../platform/vault.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { findHrConfig } from '../configQueries.ts';
import type { Connection, Connector } from '../connectors/connector.ts';
import { connectorOf } from '../connectors/connectors.ts';
import type { HrCompany } from '../hrSystemQueries.ts';
import { findConnection, type StoredConnection } from './connectionQueries.ts';

export interface OpenConnection {
  readonly connector: Connector;
  readonly connection: Connection;
  /** Stored with each delivery: the id that it gets is one of this system. */
  readonly sentTo: string;
  /** Values that no log, dry run or answer may contain. */
  readonly secrets: readonly string[];
}

/** Throws a conflict if the credentials cannot be read. */
export async function openConnection(
  queries: Queries,
  vault: Vault,
  company: HrCompany,
  url: string,
  now: Date,
): Promise<OpenConnection> {
  const stored = await findConnection(queries, company.id);
  const secrets =
    stored.connector === 'rollcall' ? await ownSecret(queries, company.id) : openSecrets(vault, company, stored);
  return {
    ...(await connectionWith(queries, company, stored, { url, now, secrets, session: '' })),
    secrets: Object.values(secrets).filter(Boolean),
  };
}

/** The same with another text in place of every secret and of the session: to show what would be sent. */
export async function maskedConnection(
  queries: Queries,
  company: HrCompany,
  { url, now, mask }: { url: string; now: Date; mask: string },
): Promise<Omit<OpenConnection, 'secrets'>> {
  const stored = await findConnection(queries, company.id);
  const { fields, signIn } = connectorOf(stored.connector);
  const isSigned = stored.connector === 'rollcall' && (await ownSecret(queries, company.id)).signing_secret !== '';
  const keys = fields.filter(({ kind }) => kind === 'secret').map(({ key }) => key);
  const secrets = Object.fromEntries([...keys, ...(isSigned ? ['signing_secret'] : [])].map((key) => [key, mask]));
  return connectionWith(queries, company, stored, { url, now, secrets, session: signIn ? mask : '' });
}

interface Opening {
  readonly url: string;
  readonly now: Date;
  readonly secrets: Readonly<Record<string, string>>;
  readonly session: string;
}

async function connectionWith(
  queries: Queries,
  company: HrCompany,
  stored: StoredConnection,
  { url, now, secrets, session }: Opening,
): Promise<Omit<OpenConnection, 'secrets'>> {
  const businessTime = await currentBusinessTime(queries);
  return {
    connector: connectorOf(stored.connector),
    connection: {
      url,
      values: { ...stored.settings, ...secrets },
      session,
      company: { uniqueIdentifier: company.unique_identifier, crmCompanyId: company.crm_company_id },
      businessTime,
      workingDays: await workingDaysOf(queries, company.id, businessTime),
      now,
    },
    sentTo: `${stored.connector} ${URL.canParse(url) ? new URL(url).host : url}`,
  };
}

async function ownSecret(queries: Queries, companyId: number): Promise<{ signing_secret: string }> {
  return { signing_secret: (await findHrConfig(queries, companyId)).signingSecret };
}

const decodeSecrets = mapOf(text);

function openSecrets(vault: Vault, company: HrCompany, { secrets }: StoredConnection): Record<string, string> {
  if (secrets === '') return {};
  const opened = vault.open(secrets);
  if (opened === undefined) {
    throw conflict(`${company.name}: the stored credentials cannot be read with this server's key. Enter them again`);
  }
  return decodeSecrets(JSON.parse(opened));
}
