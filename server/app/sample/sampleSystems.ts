// The HR systems and websites of the sample's companies: pages on the loopback that answer health checks, accept the
// records of most companies and, to show what happens then, reject the records of one and cut the connection of
// another.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { defaultRules } from '../../features/hr/connection/connectionQueries.ts';
import { type DeliveryUpdate, recordAttempt, updateDeliveries } from '../../features/hr/delivery/attempts.ts';
import { enqueue, waitingDeliveries } from '../../features/hr/delivery/deliveryQueries.ts';
import { loadHrDay } from '../../features/hr/plan/loadDay.ts';
import { idempotencyKey, planDay, plannedRecords } from '../../features/hr/plan/planDay.ts';
import { acquireLease, releaseLease } from '../../features/hr/syncState.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { type Clock, dateOf, daysAfter, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { companies, type HrBehaviour } from './companies.ts';

/** Address of the sample's HR systems, unless the port is in use. */
export const defaultOrigin = 'http://127.0.0.1:4010';

export const pathPrefix = '/sample/';

const rejection = 'Sample: this HR system rejects every record';

/** Listens where the URLs of the sample's companies point. If that port is in use, the URLs get another one. */
export async function startSampleSystems(db: Queries) {
  const urls = await db.all<{ id: number; url: string }>(
    sql`select id, url from company_urls where url like ${`http://127.0.0.1:%${pathPrefix}%`} order by id`,
  );
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const firstUrl = new URL(urls[0]?.url ?? defaultOrigin);
  await listen(server, Number(firstUrl.port)).catch(() => listen(server, 0));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The sample systems have no port');
  const host = `127.0.0.1:${address.port}`;
  for (const { id, url } of urls) {
    const moved = `http://${host}${new URL(url).pathname}`;
    if (moved !== url) await db.run(sql`update company_urls set url = ${moved} where id = ${id}`);
  }
  return {
    origin: `http://${host}`,
    host,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const listen = (server: Server, port: number) => once(server.listen(port, '127.0.0.1'), 'listening');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [domain, type] = (request.url ?? '').slice(pathPrefix.length).split('/');
  const company = companies.find((one) => one.domain === domain);
  const behaviour = type === 'hr_system' ? company?.hr : undefined;
  if (behaviour === 'isSilent') return void request.socket.destroy();
  if (request.method === 'POST' && behaviour) {
    const { records = [] }: { records?: { id: unknown }[] } = JSON.parse(await text(request));
    const result = behaviour === 'rejects' ? { status: 'rejected', reason: rejection } : { status: 'accepted' };
    const body = JSON.stringify({ results: records.map(({ id }) => ({ id, ...result })) });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    return;
  }
  response
    .writeHead(company ? 200 : 404, { 'Content-Type': 'text/plain; charset=utf-8' })
    .end(company ? `A sample page of ${company.name}\n` : 'There is no such sample page\n');
}

// What earlier HR syncs would have left: accepted records, and the last days' undelivered records of HR systems that
// stopped answering or reject them.

const daysOfTrouble = 3;
const taken: DeliveryUpdate = { state: 'accepted', evidence: 'answer', remote_id: '', person_id: '' };
/** Where the records were sent, as the sync stores it. */
const sentTo = 'rollcall 127.0.0.1';
const noAnswer = 'The HR system did not answer: The connection was closed';

export async function addHrHistory(
  queries: Queries,
  { id: companyId, identifier, hr }: { id: number; identifier: string; hr: HrBehaviour },
  days: number,
  { now, clock }: { now: Date; clock: Clock },
): Promise<void> {
  const today = clock.dayOf(instantOf(now));
  const pastDays = Array.from({ length: days }, (_, index) => daysAfter(today, index - days));
  for (const day of pastDays) {
    const at = plusMinutes(dateOf(clock.endOf(day)), -30);
    const plan = planDay(await loadHrDay(queries, companyId, day, clock, at), defaultRules);
    const sent = plannedRecords(plan)
      .filter(({ decision }) => decision.kind === 'send')
      .map(({ record }) => ({ id: record.id, key: idempotencyKey(identifier, record), pair_start_id: null }));
    await enqueue(queries, companyId, day, sent, at);
  }
  await analyze(queries, 'hr_deliveries');
  await settle(pastDays.slice(0, -daysOfTrouble), taken);
  await settle(pastDays.slice(-daysOfTrouble), outcomeOf(hr, now));
  await addLastRuns(queries, companyId, hr, plusMinutes(dateOf(clock.startOf(today)), -30));

  async function settle(days: readonly string[], update: DeliveryUpdate): Promise<void> {
    const deliveries = await waitingDeliveries(queries, companyId, { days }, sentTo);
    await recordAttempt(queries, deliveries, 'first', now, now);
    const updates = new Map(deliveries.map((delivery) => [delivery.attendance_id, update]));
    await updateDeliveries(queries, updates, sentTo, now);
  }
}

function outcomeOf(hr: HrBehaviour, now: Date): DeliveryUpdate {
  const outcomes: Readonly<Record<HrBehaviour, DeliveryUpdate>> = {
    accepts: taken,
    rejects: { state: 'retryNeeded', error: rejection, isClear: true },
    isSilent: { state: 'retry', error: noAnswer, nextTry: plusMinutes(now, 60) },
  };
  return outcomes[hr];
}

/** Adds the result of the company's last run, half an hour before midnight. */
async function addLastRuns(queries: Queries, companyId: number, behaviour: HrBehaviour, at: Date): Promise<void> {
  const lease = { companyId, holder: 'sample' };
  const lastSuccess = behaviour === 'accepts' ? at : plusMinutes(at, -daysOfTrouble * 24 * 60);
  await acquireLease(queries, lease, lastSuccess);
  await releaseLease(queries, lease, { accepted: 1, error: undefined }, lastSuccess);
  if (behaviour === 'accepts') return;
  await acquireLease(queries, lease, at);
  const error = behaviour === 'rejects' ? rejection : noAnswer;
  await releaseLease(queries, lease, { accepted: 0, error }, at);
}

/**
 * Updates PostgreSQL's statistics of a table to which a long transaction has added rows. PostgreSQL does so itself only
 * afterwards: until then it takes the table for small, and statements read the whole of it.
 */
export async function analyze(queries: Queries, table: 'attendance' | 'hr_deliveries'): Promise<void> {
  if (queries.dialect === 'postgres') await queries.exec(`analyze ${table}`);
}
