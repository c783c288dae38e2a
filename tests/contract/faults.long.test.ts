// The kit names each fault of a backend by call, field, finding and what users see, and reports nothing else.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkServer } from '../../scripts/conformance/check.ts';
import { textReport } from '../../scripts/conformance/reports.ts';
import { startProxy } from '../support/console/proxy.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { accessFaults } from './faults/access.ts';
import { answerFaults } from './faults/answers.ts';
import type { Fault } from './faults/fault.ts';
import { listFaults } from './faults/lists.ts';
import { recordFaults } from './faults/records.ts';

let server: TestServer;
let administrator: string;
beforeAll(async () => {
  server = await startServer({ sample: { employeesPerCompany: 1, days: 4 } });
  administrator = await server.signIn(server.users.administrator);
});
afterAll(() => server.stop());

async function reportOf({ plant, with: options = [] }: Fault) {
  const proxy = await startProxy(server.api, async (call, ask) => {
    const change = plant[call.key] ?? plant['*'];
    if (!change) return ask();
    const askAsAdministrator = () => {
      const { authorization } = call;
      call.authorization = `Bearer ${administrator}`;
      const reply = ask();
      call.authorization = authorization;
      return reply;
    };
    const mayView = async () => {
      const token = call.authorization?.replace('Bearer ', '') ?? '';
      return (await server.ask('GET /employees', { token })).status === 200;
    };
    return change({ call, ask, askAsAdministrator, mayView });
  });
  const report = await checkServer({
    api: proxy.api,
    account: server.users.administrator,
    pages: 50,
    write: options.includes('write'),
    ...(options.includes('limited') && { limited: server.users.manager }),
    ...(options.includes('origin') && { origin: 'https://console.example' }),
    ...(options.includes('short time limit') && { timeoutMs: 3_000 }),
  });
  await proxy.stop();
  return report;
}

describe.each([
  ['pages, filters and figures', listFaults],
  ['records', recordFaults],
  ['answers', answerFaults],
  ['access', accessFaults],
] as const)('names a fault of %s:', (_, faults) => {
  test.each(faults)('$fault', async (fault) => {
    const report = await reportOf(fault);
    const complaints = report.findings.filter(({ outcome }) => outcome === 'failed' || outcome === 'noted');
    const brief = ({ outcome = 'failed', call, claim }: { outcome?: string; call: string; claim: string }) =>
      `${outcome} ${call}: ${claim}`;
    expect(complaints.map(brief).sort()).toEqual(fault.named.map(brief).sort());
    for (const named of fault.named) {
      const found = complaints.find(({ call, claim }) => call === named.call && claim === named.claim);
      if (named.field) expect(found?.field).toBe(named.field);
      expect(found?.detail).toMatch(named.says);
      expect(found?.shown ?? '').toContain(named.shown ?? '');
      expect(textReport(report)).toContain(found?.detail);
    }
  });
});
