// The requests that a plan leads to, to be shown: with a mask in place of every secret and of what is made of one.

import type { HrSyncTest, PlannedRequest } from '../../../src/shared/contract/hr.ts';
import type { Queries } from '../../platform/db/db.ts';
import { maskedConnection } from './connection/openConnection.ts';
import type { Connection, Connector, HttpRequest } from './connectors/connector.ts';
import { batchesOf, chunksOf } from './delivery/batches.ts';
import { queuedDeliveries } from './delivery/deliveryQueries.ts';
import { addressOf } from './delivery/hrSystem.ts';
import { type Shipment, shipmentsOf } from './delivery/shipments.ts';
import { findHrUrl, type HrCompany } from './hrSystemQueries.ts';
import type { EmployeePlan } from './plan/planDay.ts';
import { queuedOf, recordsToSend } from './plan/queued.ts';

const mostShown = 20;
const mask = '•••';
/** What differs with another mask was made of a secret. */
const otherMask = '◦◦◦';

/** Of a company without an HR system: nothing. */
export async function plannedRequests(
  queries: Queries,
  company: HrCompany,
  plan: readonly EmployeePlan[],
  now: Date,
): Promise<Pick<HrSyncTest['results'], 'requests' | 'request_count'>> {
  const url = (await findHrUrl(queries, company.id))?.url;
  if (url === undefined) return {};
  const { connector, connection, sentTo } = await maskedConnection(queries, company, { url, now, mask });
  const { connection: other } = await maskedConnection(queries, company, { url, now, mask: otherMask });
  const queued = queuedOf(plan, recordsToSend(plan), company.unique_identifier);
  const { toSend } = shipmentsOf(connector, await queuedDeliveries(queries, company.id, queued, sentTo));
  const batches = chunksOf(connector, toSend).flatMap((chunk) => batchesOf(connector, chunk));
  const shown = batches.slice(0, mostShown).map((batch) => {
    const requestWith = (opened: Connection) => requestOf(connector, batch, opened);
    return masked(url, requestWith(connection), requestWith(other));
  });
  return { requests: shown, request_count: batches.length };
}

const requestOf = (connector: Connector, batch: readonly Shipment[], connection: Connection): HttpRequest =>
  connector.request(
    batch.map(({ item }) => item),
    connection,
  );

function masked(url: string, request: HttpRequest, other: HttpRequest): PlannedRequest {
  const { method, path, headers = {}, body = '' } = request;
  return {
    method,
    url: addressOf(url, shown(path, other.path)),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, shown(value, other.headers?.[name] ?? '')]),
    ),
    body: shown(body, other.body ?? ''),
  };
}

/** A text that contains the mask itself shows where the secret goes; of others, such as signatures, only the scheme. */
function shown(text: string, other: string): string {
  if (text.replaceAll(mask, otherMask) === other) return text;
  const [scheme = ''] = /^[A-Za-z]+ /.exec(text) ?? [];
  return scheme + mask;
}
