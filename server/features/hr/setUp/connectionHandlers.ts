// Shows, changes and tests the connection to a company's HR system. The test only reads, and lists what it found out or
// why it could not ask.

import type { ConnectionTest } from '../../../../src/shared/contract/hrConnections.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { sql } from '../../../platform/db/db.ts';
import type { OutboundAnswer, SafeRequest } from '../../../platform/http/outbound.ts';
import { withoutSecrets } from '../../../platform/log/log.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { findOrThrow } from '../../../platform/records/recordActions.ts';
import { asUtc, instantOf } from '../../../platform/time/clock.ts';
import { companyRecord } from '../../companies/companyQueries.ts';
import { checkHealth } from '../../companies/urlQueries.ts';
import { daysOfMonths } from '../../workday/closedMonths.ts';
import { olderRecordsFinding } from '../attendanceWaits.ts';
import { findConnection, urlOrThrow } from '../connection/connectionQueries.ts';
import { secretValues } from '../connection/credentials.ts';
import { expiryFindings } from '../connection/expiry.ts';
import { connectionWith } from '../connection/openConnection.ts';
import { type Connection, type Conversation, type Finding, good, NotNow, warning } from '../connectors/connector.ts';
import { type ConnectorKind, connectorOf, connectors, isConnectorKind } from '../connectors/connectors.ts';
import { type HrSystemTools, maxReadingBytes, type Opened, readWithin } from '../delivery/hrSystem.ts';
import { monthsOfReading } from '../leave/readLeave.ts';
import { changeConnection, enteredConnection, shownConnection } from './changeConnection.ts';

export const connectionHandlers = {
  'GET /hr-connectors': async () => Object.keys(connectors).filter(isConnectorKind).map(described),

  async 'GET /companies/{id}/hr-connection'({ db, vault, caller, params }) {
    const { id } = await findOrThrow(companyRecord, db, caller, params.id);
    return shownConnection(db, vault, id);
  },

  'PUT /companies/{id}/hr-connection': (request) => changeConnection(request),

  async 'POST /companies/{id}/hr-connection/test'(request) {
    const { db, vault, caller, params, body, now } = request;
    const company = await findOrThrow(companyRecord, db, caller, params.id);
    const { url } = await urlOrThrow(db, company);
    const before = await findConnection(db, company.id);
    const { stored, secrets } = enteredConnection(vault, before, url, body);
    const connection = await connectionWith(db, company, url, { ...stored.settings, ...secrets }, now);
    const connector = connectorOf(stored.connector);
    const aboutRecords = (openSince: string) => olderRecordsFinding(db, company.id, openSince, now);
    const test = await testConnection(request, { ...stored, connector, connection, aboutRecords });
    await db.tx(async (queries) => {
      // Skipped if the connection has changed since.
      await queries.run(
        sql`update hr_connections set last_test = ${JSON.stringify(test)}
          where company_id = ${company.id} and connector = ${stored.connector} and origin = ${stored.origin}
            and settings = ${JSON.stringify(stored.settings)} and secrets = ${stored.secrets}`,
      );
      await audit(queries, request, 'hr_connection.test', 'hr_connections', {
        subjectId: company.id,
        after: { connector: stored.connector, url, is_good: test.is_good },
      });
    });
    return test;
  },
} satisfies Partial<Handlers>;

function described(kind: ConnectorKind) {
  const { name, takes, summary, address, fields, people, leave } = connectorOf(kind);
  const abilities = { has_people: people !== undefined, has_leave: leave !== undefined };
  return { kind, name, takes, summary, address, fields: [...fields], ...abilities };
}

interface Tested extends Opened {
  readonly readsLeave: boolean;
  /** Finding about the company's own records, given the instant before which the HR system has computed everything. */
  readonly aboutRecords: (openSince: string) => Promise<Finding>;
}

async function testConnection(tools: HrSystemTools, tested: Tested): Promise<ConnectionTest> {
  const { connector, connection, expiresOn } = tested;
  const { findings, failure } = connector.probe
    ? await probe(tools, tested)
    : await callOnce(tools.safeRequest, connection.url);
  const all = [...findings, ...expiryFindings(expiresOn, connection)];
  const bad = all.filter(({ state }) => state === 'bad').length;
  const warnings = all.filter(({ state }) => state === 'warning').length;
  const secrets = secretValues(connector, connection.values);
  const hide = (text: string) => withoutSecrets(secrets, text);
  return {
    at: asUtc(instantOf(tools.clock())),
    is_good: failure === undefined && bad === 0,
    sentence: hide(failure ?? sentenceOf(connector.name, bad, warnings)),
    findings: all.map(({ what, says, state }) => ({ what, says: hide(says), state })),
  };
}

function sentenceOf(name: string, bad: number, warnings: number): string {
  if (bad > 0) return `${name} answers, but ${bad === 1 ? 'one thing is' : `${bad} things are`} wrong`;
  if (warnings > 0) return `${name} answers; ${warnings === 1 ? 'one thing needs' : `${warnings} things need`} a look`;
  return `${name} answers as it should`;
}

interface Probed {
  readonly findings: readonly Finding[];
  /** Ends without a full stop. */
  readonly failure?: string;
}

async function probe(tools: HrSystemTools, tested: Tested): Promise<Probed> {
  let last: OutboundAnswer | undefined;
  const safeRequest: SafeRequest = async (url, options) => {
    last = undefined;
    last = await tools.safeRequest(url, options);
    return last;
  };
  try {
    const { findings, openSince } = await readWithin({ ...tools, safeRequest }, tested, talkAbout(tested));
    return { findings: openSince === undefined ? findings : [...findings, await tested.aboutRecords(openSince)] };
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    return { findings: last ? answerFindings(last) : [], failure: error.message };
  }
}

/** The whole conversation of a test. */
const talkAbout = ({ connector, readsLeave }: Tested) =>
  function* (connection: Connection): Conversation<{ findings: Finding[]; openSince: string | undefined }> {
    const findings = connector.probe ? [...(yield* connector.probe(connection))] : [];
    if (readsLeave && connector.leave) {
      const days = daysOfMonths(monthsOfReading(connection.clock, connection.now));
      const read = yield* connector.leave(connection, days);
      const says = `${new Set(read.map(({ id }) => id)).size} approved from ${days.from} to ${days.until}`;
      findings.push(read.length > 0 ? good('Leave', says) : warning('Leave', says));
    }
    return { findings, openSince: connector.openSince && (yield* connector.openSince(connection)) };
  };

/** Suggests causes for an answer that a connector could not use. */
function answerFindings({ status, headers, body }: OutboundAnswer): Finding[] {
  const location = headers.location ?? '';
  const says = [
    ...(status >= 300 && status <= 399 && URL.canParse(location)
      ? [`It redirects to ${new URL(location).origin}: enter the address to which it leads`]
      : []),
    // A failing server answers with a web page, too.
    ...(status >= 500
      ? ['It reports an error of its own: the address may be right, so try again later']
      : /^\s*</.test(body)
        ? ['It answered with a web page: this may be the address of a website or a proxy']
        : []),
    ...(Buffer.byteLength(body) >= maxReadingBytes ? ['It answered with more than 4 MB'] : []),
  ];
  return says.map((text): Finding => ({ what: 'Answer', says: text, state: 'bad' }));
}

/** Tests a protocol without a request that only reads. */
async function callOnce(safeRequest: SafeRequest, url: string): Promise<Probed> {
  const { health_status, health_error } = await checkHealth(url, safeRequest);
  if (health_status === 'offline') return { findings: [], failure: `The HR system did not answer: ${health_error}` };
  const says = 'It answers. Only a sync shows what it does with records';
  return { findings: [good('Address', says)] };
}
