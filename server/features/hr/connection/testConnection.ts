// Test Connection: asks the HR system only to read, and says what there is to know of it, or why it could not be asked.

import type { ConnectionTest } from '../../../../src/shared/contract/hrConnections.ts';
import type { OutboundAnswer, SafeRequest } from '../../../platform/http/outbound.ts';
import { withTimeLimit } from '../../../platform/concurrency/timeLimit.ts';
import { asUtc, instantOf } from '../../../platform/time/instants.ts';
import { healthOf } from '../../companies/urlHealth.ts';
import { type Connection, type Connector, type Finding, NotNow } from '../connectors/connector.ts';
import { createHrSystem, type HrSystemTools, largestAnswer } from '../delivery/hrSystem.ts';
import { withoutSecrets } from '../../../platform/log/withoutSecrets.ts';
import { secretValues } from './credentials.ts';
import { expiryFindings } from './expiry.ts';

const longestMs = 30_000;

interface Tested {
  readonly connector: Connector;
  readonly connection: Connection;
  readonly expiresOn: string;
  /** What there is to say of the company's own records, if the HR system has computed everything before an instant. */
  readonly aboutRecords: (openSince: string) => Promise<Finding>;
}

export async function testConnection(tools: HrSystemTools, tested: Tested): Promise<ConnectionTest> {
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
  /** Without a full stop. */
  readonly failure?: string;
}

async function probe(
  tools: HrSystemTools,
  { connector, connection, expiresOn, aboutRecords }: Tested,
): Promise<Probed> {
  const { probe: talk, openSince } = connector;
  let last: OutboundAnswer | undefined;
  let isLate = false;
  const safeRequest: SafeRequest = async (url, options) => {
    if (isLate) throw late();
    last = undefined;
    last = await tools.safeRequest(url, options);
    return last;
  };
  const system = createHrSystem({ ...tools, safeRequest }, connector, connection, expiresOn);
  try {
    const findings = talk ? await withTimeLimit(system.converse(talk), longestMs, late) : [];
    const since = openSince && (await withTimeLimit(system.converse(openSince), longestMs, late));
    return { findings: since === undefined ? findings : [...findings, await aboutRecords(since)] };
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    return { findings: last ? answerFindings(last) : [], failure: error.message };
  } finally {
    isLate = true;
  }
}

const late = () => new NotNow(`The HR system did not answer everything within ${longestMs / 1000} seconds`);

/** What may be wrong with an answer that a connector could not use. */
function answerFindings({ status, headers, body }: OutboundAnswer): Finding[] {
  const location = headers.location ?? '';
  const says = [
    ...(status >= 300 && status <= 399 && URL.canParse(location)
      ? [`It redirects to ${new URL(location).origin}: enter the address to which it leads`]
      : []),
    ...(/^\s*</.test(body) ? ['It answered with a web page: this may be the address of a website or a proxy'] : []),
    ...(Buffer.byteLength(body) >= largestAnswer ? ['It answered with more than 1 MB'] : []),
  ];
  return says.map((text): Finding => ({ what: 'Answer', says: text, state: 'bad' }));
}

/** A protocol that has nothing to ask. */
async function callOnce(safeRequest: SafeRequest, url: string): Promise<Probed> {
  const { health_status, health_error } = await healthOf(url, safeRequest);
  if (health_status === 'offline') return { findings: [], failure: `The HR system did not answer: ${health_error}` };
  const says = 'It answers; what it does with records shows only a sync';
  return { findings: [{ what: 'Address', says, state: 'good' }] };
}
