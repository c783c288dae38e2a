// Syncs a day with fake HR systems over HTTP, without the pauses for their limits. The fakes' own time is not counted.

import http from 'node:http';
import { openWithPermissions } from '../../../server/app/commands/openWithPermissions.ts';
import { type SyncTools, syncCompany } from '../../../server/features/hr/syncCompany.ts';
import type { Db } from '../../../server/platform/db/db.ts';
import type { DatabaseLocation } from '../../../server/platform/db/open.ts';
import { createSafeRequest, type OutboundAnswer, privateHosts } from '../../../server/platform/http/outbound.ts';
import type { FakeHr, FakeHrOptions } from '../../../tests/support/hr/fakeHr.ts';
import { createFrappeFake } from '../../../tests/support/hr/frappeFake.ts';
import { addFullDay, manyPeople } from '../../../tests/support/hr/hrCompany.ts';
import { createOdooFake } from '../../../tests/support/hr/odooFake.ts';
import { createPersonioFake } from '../../../tests/support/hr/personioFake.ts';
import { createRollcallFake } from '../../../tests/support/hr/rollcallFake.ts';
import { testVault } from '../../../tests/support/server/server.ts';
import { row } from '../../figures.ts';
import { listen, onEachDatabase, timed } from '../served.ts';

const day = '2026-05-12';
const evening = Date.parse(`${day}T20:00:00Z`);

type System = readonly [shape: string, kind: string, createFake: (options: FakeHrOptions) => FakeHr];

/** Two systems for each kind of item: one that takes many per request and one that takes one. */
const systems: readonly System[] = [
  ['events, 100 at once', 'rollcall', createRollcallFake],
  ['events, each by itself', 'frappe', createFrappeFake],
  ['pairs, 50 at once', 'odoo', createOdooFake],
  ['pairs, each by itself', 'personio', createPersonioFake],
];

export const measureAll = (records: number): Promise<void> =>
  onEachDatabase((name, location) => measure(name, location, records));

async function measure(name: string, location: DatabaseLocation, records: number): Promise<void> {
  const db = await openWithPermissions(location);
  console.log(row(name, ['requests', 's', 'bare s', 'ratio']));
  for (const system of systems) {
    const { requests, ours, bare } = await sync(db, system, records);
    const figures = [requests, (ours / 1000).toFixed(2), (bare / 1000).toFixed(2), (ours / bare).toFixed(1)];
    console.log(row(system[0], figures));
  }
  await db.close();
}

async function sync(db: Db, [shape, kind, createFake]: System, records: number) {
  let now = evening;
  const clock = () => new Date(now);
  const fake = createFake({ people: manyPeople(records / 2), timeZone: 'UTC', clock });
  const exchanged: Exchange[] = [];
  let thinking = 0;
  const hr = await serve(async (url, request) => {
    const started = performance.now();
    const { body, ...bodyless } = request;
    const answer = await fake.request(url, body === '' ? bodyless : request);
    thinking += performance.now() - started;
    exchanged.push({ request: { ...request, path: new URL(url).pathname }, answer });
    return answer;
  });
  const company = await addFullDay(db, kind, { ...fake, url: hr.url }, day);
  const tools: SyncTools = {
    db,
    clock,
    safeRequest: createSafeRequest(privateHosts('127.0.0.1')),
    wait: async (milliseconds) => void (now += milliseconds),
    vault: testVault,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
  const expected = fake.people.size * (shape.startsWith('pairs') ? 1 : 2);
  const ours = await timed(async () => {
    const cause = { caller: null, requestId: 'bench' };
    await syncCompany(tools, company, { days: [day], cause });
    // Later runs, as the schedule starts them.
    while (fake.entries().length < expected) await syncCompany(tools, company, { cause });
  });
  hr.stop();
  return { requests: exchanged.length, ours: ours - thinking, bare: await sendBare(exchanged) };
}

interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Exchange {
  readonly request: SentRequest & { readonly path: string };
  readonly answer: OutboundAnswer;
}

/** Sends the same requests one after another, on connections of their own like ours, with the same answers. */
async function sendBare(exchanged: readonly Exchange[]): Promise<number> {
  const answers = exchanged.map(({ answer }) => answer).values();
  const hr = await serve(async () => answers.next().value ?? { status: 500, headers: {}, body: '' });
  const took = await timed(async () => {
    for (const { request } of exchanged) await send(hr.url + request.path, request);
  });
  hr.stop();
  return took;
}

function send(url: string, { method, headers, body }: SentRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => resolve(text));
    });
    request.on('error', reject);
    request.end(body);
  });
}

type Answer = (url: string, request: SentRequest) => Promise<OutboundAnswer>;

async function serve(answerTo: Answer): Promise<{ url: string; stop: () => void }> {
  let url = '';
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { rawHeaders, method = 'GET' } = request;
    const headers = Object.fromEntries(
      rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [])),
    );
    const { status, body } = await answerTo(url + request.url, {
      method,
      headers,
      body: Buffer.concat(parts).toString(),
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  url = await listen(server);
  return {
    url,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
