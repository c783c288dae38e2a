// Stores how a company's HR sync is set up: the address of its HR system (the company's active URL of the type
// hr_system), the connection to it with connector, settings and credentials, and the configuration of the sync.

import type { Company, CompanyUrl } from '../../../../src/shared/contract/companies.ts';
import { type Decoded, object, oneOf, text } from '../../../../src/shared/contract/decode.ts';
import { mapOf, withDefault } from '../../../../src/shared/contract/decodeRecords.ts';
import { type HrSyncCompanyStatus, hrType } from '../../../../src/shared/contract/hr.ts';
import { hrSyncFields, hrSyncModes } from '../../../../src/shared/contract/hrConfig.ts';
import type { MatchRule } from '../../../../src/shared/contract/hrConnections.ts';
import { isExpiring } from '../../../../src/shared/words/credentialExpiry.ts';
import { maybeOne, type Queries, type Sql, sql } from '../../../platform/db/db.ts';
import { conflict } from '../../../platform/domainErrors.ts';
import { byName, searchedKinds } from '../../../platform/records/search/searchIndex.ts';
import { type ConnectorKind, connectorOf, isConnectorKind } from '../connectors/connectors.ts';

export interface StoredConnection {
  readonly connector: ConnectorKind;
  readonly settings: Readonly<Record<string, string>>;
  /** Sealed; empty if there are none. */
  readonly secrets: string;
  /** Address for which the credentials were entered. They are sent nowhere else. */
  readonly origin: string;
  readonly matchBy: MatchRule;
  readonly expiresOn: string;
  readonly readsLeave: boolean;
}

/** Used for companies without a stored connection. */
const ownProtocol: StoredConnection = {
  connector: 'rollcall',
  settings: {},
  secrets: '',
  origin: '',
  matchBy: 'number',
  expiresOn: '',
  readsLeave: false,
};

/** Settings or secrets, by the keys of the connector's fields. */
export const decodeValues = mapOf(text);

export async function findConnection(queries: Queries, companyId: number): Promise<StoredConnection> {
  const row = await maybeOne<
    Omit<StoredConnection, 'connector' | 'settings'> & { connector: string; settings: string }
  >(
    queries,
    sql`select connector, settings, secrets, origin, match_by as "matchBy", expires_on as "expiresOn",
        reads_leave as "readsLeave" from hr_connections
      where company_id = ${companyId}`,
    ['readsLeave'],
  );
  if (!row || !isConnectorKind(row.connector)) return ownProtocol;
  return { ...row, connector: row.connector, settings: decodeValues(JSON.parse(row.settings)) };
}

/** Compares what matters for a call: a test of one connection is then valid for the other. */
export const isSameConnection = (one: StoredConnection, other: StoredConnection): boolean =>
  one.connector === other.connector &&
  one.secrets === other.secrets &&
  one.origin === other.origin &&
  JSON.stringify(one.settings) === JSON.stringify(other.settings);

/** Includes the database, because two databases on one host are two systems with their own ids. */
export function systemOf({ connector, settings }: StoredConnection, url: string): string {
  const host = URL.canParse(url) ? new URL(url).host : url;
  return `${connector} ${host}${settings.database ? `/${settings.database}` : ''}`;
}

/** Deletes the result of the last test unless it `stillHolds`. */
export async function saveConnection(
  queries: Queries,
  companyId: number,
  { connector, settings, secrets, origin, matchBy, expiresOn, readsLeave }: StoredConnection,
  stillHolds: boolean,
): Promise<void> {
  await queries.run(
    sql`insert into hr_connections (company_id, connector, settings, secrets, origin, match_by, expires_on, reads_leave)
      values (${companyId}, ${connector}, ${JSON.stringify(settings)}, ${secrets}, ${origin}, ${matchBy}, ${expiresOn},
        ${readsLeave})
      on conflict (company_id) do update set connector = excluded.connector, settings = excluded.settings,
        secrets = excluded.secrets, origin = excluded.origin, match_by = excluded.match_by,
        expires_on = excluded.expires_on, reads_leave = excluded.reads_leave
        ${stillHolds ? sql`` : sql`, last_test = ''`}`,
  );
}

/** The product in a text from `systemOf`. Our own protocol names none. */
export function nameOfSystem(system: string): string {
  const [kind = ''] = system.split(' ', 1);
  return isConnectorKind(kind) && kind !== 'rollcall' ? connectorOf(kind).name : 'The HR system';
}

export type HrCompany = Pick<Company, 'id' | 'name' | 'unique_identifier' | 'crm_company_id'>;

type HrUrl = Pick<CompanyUrl, 'id' | 'url'>;

export const isHrUrl = sql`url_type = ${hrType} and company_urls.is_active = true`;

/** The oldest active URL; none for a deleted company. */
export const hrUrlOf = (companyId: number): Sql =>
  sql`(select id, url from company_urls
    where company_id = ${companyId} and ${isHrUrl}
      and company_id in (select id from companies where deleted_at is null)
    order by id limit 1) as hr_url`;

export const findHrUrl = (queries: Queries, companyId: number): Promise<HrUrl | undefined> =>
  maybeOne(queries, sql`select id, url from ${hrUrlOf(companyId)}`);

/** Throws a conflict if the company has no HR system. */
export async function urlOrThrow(queries: Queries, { id, name }: HrCompany): Promise<HrUrl> {
  const url = await findHrUrl(queries, id);
  if (!url) throw conflict(`No HR system URL is configured for ${name}`);
  return url;
}

/** Finds each company's oldest active URL. `scope` is a condition on `company_id`. */
export async function findHrUrls(queries: Queries, scope: Sql): Promise<Map<number, string>> {
  const rows = await queries.all<{ company_id: number; url: string }>(
    sql`select company_id, url from company_urls
      where id in (select min(id) from company_urls where ${isHrUrl} and ${scope} group by company_id)`,
  );
  return new Map(rows.map(({ company_id, url }) => [company_id, url]));
}

/** Active companies with an HR system. */
export const listHrCompanies = (queries: Queries, scope: Sql): Promise<HrCompany[]> =>
  queries.all(
    sql`select id, name, unique_identifier, crm_company_id from companies
      where deleted_at is null and is_active = true and ${scope}
        and exists (select 1 from company_urls where company_id = companies.id and ${isHrUrl})
      ${byName(searchedKinds.companies)}`,
  );

type Summary = Pick<HrSyncCompanyStatus, 'connector_name' | 'expires_on' | 'leave_error'>;

/** Returns the summary by company. `scope` is a condition on `company_id`; `todayOf` returns the business day. */
export async function findConnectionSummaries(
  queries: Queries,
  scope: Sql,
  todayOf: (companyId: number) => string,
): Promise<(companyId: number) => Summary> {
  const rows = await queries.all<{ company_id: number; connector: string; expires_on: string; leave_error: string }>(
    sql`select company_id, connector, expires_on, case when reads_leave = true then leave_error else '' end as leave_error
      from hr_connections where ${scope}`,
  );
  const summaries = new Map(
    rows.flatMap(({ company_id, connector, expires_on, leave_error }) => {
      if (!isConnectorKind(connector)) return [];
      const expiry = isExpiring(expires_on, todayOf(company_id)) ? { expires_on } : {};
      const failure = leave_error === '' ? {} : { leave_error };
      return [[company_id, { connector_name: connectorOf(connector).name, ...expiry, ...failure }] as const];
    }),
  );
  return (companyId) => summaries.get(companyId) ?? { connector_name: connectorOf('rollcall').name };
}

/** With a mode that the plan knows. */
export const hrRules = object({
  multiple_clock_out_mode: withDefault(oneOf(...hrSyncModes), 'first_last'),
  ...hrSyncFields,
});

export type HrRules = Decoded<typeof hrRules>;

export interface StoredHrConfig {
  rules: HrRules;
  /** Only the delivery reads it. Sealed, unless an older version stored it and no start has sealed it yet. May be empty. */
  signingSecret: string;
}

export const defaultRules: HrRules = hrRules({});

export async function findHrConfig(queries: Queries, companyId: number): Promise<StoredHrConfig> {
  const row = await maybeOne<{ config: string; signing_secret: string }>(
    queries,
    sql`select config, signing_secret from hr_sync_configs where company_id = ${companyId}`,
  );
  if (!row) return { rules: defaultRules, signingSecret: '' };
  return { rules: hrRules(JSON.parse(row.config)), signingSecret: row.signing_secret };
}

export async function saveHrConfig(
  queries: Queries,
  companyId: number,
  { rules, signingSecret }: StoredHrConfig,
): Promise<void> {
  await queries.run(
    sql`insert into hr_sync_configs (company_id, config, signing_secret)
      values (${companyId}, ${JSON.stringify(rules)}, ${signingSecret})
      on conflict (company_id) do update
        set config = excluded.config, signing_secret = excluded.signing_secret`,
  );
}
