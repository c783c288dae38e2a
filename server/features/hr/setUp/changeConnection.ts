// Replaces a company's connection. Records in the old HR system stay Sent. Waiting ones go to the new system if it
// takes the same kind of records; otherwise the next sync of their day plans them again.

import { isCalendarDay } from '../../../../src/shared/contract/calendarDay.ts';
import { atMost } from '../../../../src/shared/contract/checks.ts';
import {
  type ConnectorField,
  connectionTest,
  type HrConnection,
  type HrConnectionBody,
} from '../../../../src/shared/contract/hrConnections.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { one, type Queries, sql } from '../../../platform/db/db.ts';
import { type FieldMessages, invalid } from '../../../platform/domainErrors.ts';
import { versionOf } from '../../../platform/records/edit.ts';
import { asUtc, isTimeZone } from '../../../platform/time/clock.ts';
import { type EditRequest, editOfCompany } from '../../companies/companyQueries.ts';
import { endReadings, noteReading } from '../../expected/leaveReadings.ts';
import { clockOf } from '../../settings/clocks.ts';
import { forgetWaits } from '../attendanceWaits.ts';
import {
  findConnection,
  findHrUrl,
  isSameConnection,
  type StoredConnection,
  saveConnection,
  systemOf,
} from '../connection/connectionQueries.ts';
import {
  type Credentials,
  credentialsFor,
  hasSecrets,
  originOf,
  type Secrets,
  sealSecrets,
  secretKeys,
} from '../connection/credentials.ts';
import type { Connector } from '../connectors/connector.ts';
import { connectorOf, isConnectorKind } from '../connectors/connectors.ts';
import { makeDeliveriesDue } from '../delivery/deliveryQueries.ts';
import { withdrawUndelivered } from '../delivery/withdrawals.ts';
import { monthsOfReading } from '../leave/readLeave.ts';
import { rematch } from '../people/matches.ts';
import { endWait } from '../syncState.ts';

export function changeConnection(
  request: EditRequest & { readonly vault: Vault; readonly body: HrConnectionBody },
): Promise<HrConnection> {
  const { vault, params, body, now } = request;
  const { id } = params;
  const edited = {
    key: 'PUT /companies/{id}/hr-connection',
    action: 'hr_connection.edit',
    subject: 'hr_connections',
    find: (queries: Queries) => shownConnection(queries, vault, id),
    audited: ({ last_test: _, company_name: __, leave_read_at: ___, leave_error: ____, ...shown }: HrConnection) =>
      shown,
  } as const;
  return editOfCompany(request, edited, async (queries) => {
    const url = (await findHrUrl(queries, id))?.url;
    const before = await findConnection(queries, id);
    const { stored, newSecrets } = enteredConnection(vault, before, url, body);
    const isSame = isSameConnection(before, stored);
    const isTested = isSame && before.expiresOn === stored.expiresOn && !Object.values(body.secrets).some(Boolean);
    await saveConnection(queries, id, stored, isTested);
    if (!isSame) await adapt(queries, id, before, stored, { url: url ?? '', now });
    await adaptLeave(queries, id, before, stored, now);
    await rematch(queries, id, now);
    return { new_secrets: newSecrets };
  });
}

async function adapt(
  queries: Queries,
  companyId: number,
  before: StoredConnection,
  after: StoredConnection,
  { url, now }: { url: string; now: Date },
): Promise<void> {
  const isOtherSystem = systemOf(before, before.origin || url) !== systemOf(after, url);
  if (isOtherSystem) {
    await forgetWaits(queries, companyId);
    await queries.run(sql`delete from hr_matches where company_id = ${companyId}`);
    await queries.run(sql`delete from hr_people where company_id = ${companyId}`);
    await queries.run(sql`update hr_connections set leave_read_at = null where company_id = ${companyId}`);
  }
  // Other settings or credentials may show other people.
  await queries.run(
    sql`update hr_connections set people_read_at = null, people_tried_at = null where company_id = ${companyId}`,
  );
  await endWait(queries, companyId);
  const [former, current] = [connectorOf(before.connector), connectorOf(after.connector)];
  if (former.takes === current.takes && former.takesBreaks === current.takesBreaks) {
    await makeDeliveriesDue(queries, companyId, now);
  } else {
    await withdrawUndelivered(queries, companyId);
  }
}

/** Has leave read at once after a change; until then, it counts as unknown. */
async function adaptLeave(
  queries: Queries,
  companyId: number,
  before: StoredConnection,
  after: StoredConnection,
  now: Date,
): Promise<void> {
  if (!after.readsLeave) {
    if (before.readsLeave) await endReadings(queries, companyId);
  } else if (!before.readsLeave || !isSameConnection(before, after)) {
    const source = connectorOf(after.connector).name;
    const months = monthsOfReading(await clockOf(queries, companyId), now);
    await noteReading(queries, companyId, months, { source, readAt: null, knownUntil: '', unmatched: [] });
    await queries.run(
      sql`update hr_connections set leave_tried_at = null, leave_error = '' where company_id = ${companyId}`,
    );
  }
}

interface State {
  company_name: string;
  last_test: string;
  leave_read_at: string | null;
  leave_error: string;
}

/** Omits the secrets. */
export async function shownConnection(queries: Queries, vault: Vault, companyId: number): Promise<HrConnection> {
  const stored = await findConnection(queries, companyId);
  const url = (await findHrUrl(queries, companyId))?.url ?? '';
  const { secrets, problem } = credentialsFor(vault, stored, url);
  const { last_test, leave_read_at, ...state } = await one<State>(
    queries,
    sql`select name as company_name, coalesce(last_test, '') as last_test, leave_read_at,
        coalesce(leave_error, '') as leave_error
      from companies left join hr_connections on company_id = companies.id where companies.id = ${companyId}`,
  );
  const shown = {
    ...state,
    last_test: last_test === '' ? null : connectionTest(JSON.parse(last_test)),
    leave_read_at: asUtc(leave_read_at),
    connector: stored.connector,
    settings: { ...stored.settings },
    match_by: stored.matchBy,
    expires_on: stored.expiresOn,
    url,
    secrets_set: Object.keys(secrets),
    problem: url === '' ? '' : problem,
    reads_leave: stored.readsLeave,
  };
  return { ...shown, version: versionOf('PUT /companies/{id}/hr-connection', shown, stored.secrets) };
}

/**
 * Returns the connection to store, its secrets, and the keys of secrets that were entered and differ from the stored
 * ones; an empty secret keeps its stored value. Throws errors by field. Without a URL, the company has no HR system yet.
 */
export function enteredConnection(
  vault: Vault,
  before: StoredConnection,
  url: string | undefined,
  body: HrConnectionBody,
): { stored: StoredConnection; secrets: Secrets; newSecrets: readonly string[] } {
  const { connector: kind, settings, secrets, match_by: matchBy, expires_on: expiresOn } = body;
  const { reads_leave = before.readsLeave } = body;
  if (!isConnectorKind(kind)) throw invalid({ connector: 'This server has no such connector' });
  const connector = connectorOf(kind);
  if (url === undefined && hasSecrets(connector)) {
    throw invalid({ connector: 'First add the address of the HR system: a URL of the type hr_system' });
  }
  // Stored secrets are used only for the same kind of system at the same address.
  const sealed = kind === before.connector ? before.secrets : '';
  const kept = credentialsFor(vault, { ...before, secrets: sealed }, url ?? '');
  const errors = errorsIn(connector, body, kept);
  if (Object.keys(errors).length > 0) throw invalid(errors);

  const newSecrets = secretKeys(connector).filter((key) => secrets[key] && secrets[key] !== kept.secrets[key]);
  const all = { ...kept.secrets, ...Object.fromEntries(newSecrets.map((key) => [key, secrets[key] ?? ''])) };
  const ofSettings = connector.fields.filter(({ kind: each }) => each !== 'secret');
  return {
    stored: {
      connector: kind,
      settings: Object.fromEntries(ofSettings.map(({ key }) => [key, settings[key]?.trim() ?? ''])),
      secrets: newSecrets.length > 0 ? sealSecrets(vault, all) : kept.problem === '' ? sealed : '',
      origin: hasSecrets(connector) ? originOf(url ?? '') : '',
      matchBy,
      expiresOn,
      readsLeave: reads_leave && connector.leave !== undefined,
    },
    secrets: all,
    newSecrets,
  };
}

const longestSetting = 255;
/** Large enough for signed tokens. */
const longestSecret = 4_000;

/** `stored` has the usable secrets, or the reason why there are none. */
function errorsIn(
  { name, fields }: Connector,
  { settings, secrets, expires_on }: Pick<HrConnectionBody, 'settings' | 'secrets' | 'expires_on'>,
  stored: Credentials,
): FieldMessages {
  const complaintAbout = (field: ConnectorField): string | undefined => {
    if (field.kind !== 'secret') return valueComplaint(field, settings[field.key] ?? '', longestSetting);
    const given = secrets[field.key] ?? '';
    if (given === '' && stored.secrets[field.key]) return undefined;
    if (given === '' && field.is_required && stored.problem !== '') return stored.problem;
    return valueComplaint(field, given, longestSecret);
  };
  const complaints = new Map(
    fields.map((field) => [`${field.kind === 'secret' ? 'secrets' : 'settings'}.${field.key}`, complaintAbout(field)]),
  );
  for (const [group, values] of Object.entries({ settings, secrets })) {
    for (const key of Object.keys(values)) {
      if (!complaints.has(`${group}.${key}`)) complaints.set(`${group}.${key}`, `${name} has no such field`);
    }
  }
  if (expires_on !== '' && !isCalendarDay(expires_on)) complaints.set('expires_on', 'Please enter a date');
  return Object.fromEntries([...complaints].flatMap(([at, complaint]) => (complaint ? [[at, complaint]] : [])));
}

function valueComplaint(field: ConnectorField, value: string, longest: number): string | undefined {
  const { key, label, kind, is_required, options } = field;
  if (value.trim() === '') return is_required ? `${label} is required` : undefined;
  // Web pages hide such characters in what people copy, and no header can hold one.
  if (/[\p{Cc}\p{Cf}]/u.test(value)) return 'Please enter it without line breaks and invisible characters';
  if (kind === 'choice' && options.every((option) => option.value !== value.trim())) {
    return `Please choose one of ${options.map((option) => option.label).join(', ')}`;
  }
  if (key === 'time_zone' && !isTimeZone(value.trim())) {
    return 'Please enter the name of a time zone, such as Europe/Athens';
  }
  return atMost(longest)(value, {});
}
