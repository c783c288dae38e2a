// Servers that format answers the way other frameworks do still conform.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkServer } from '../../scripts/conformance/check.ts';
import { bare, resources, texts, unloaded, utc } from '../support/console/dialects.ts';
import { type Change, startProxy } from '../support/console/proxy.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ sample: { employeesPerCompany: 1, days: 2 } });
});
afterAll(() => server.stop());

const dialects: readonly [string, Change, shows: (text: string) => boolean][] = [
  ['texts for numbers and truth', texts, (text) => /"id":"\d+"/.test(text) && /"is_active":"1"/.test(text)],
  ['bare lists and records', bare, (text) => text.startsWith('[{')],
  [
    'null for relations, pages beside success',
    unloaded,
    (text) => /"urls":null/.test(text) && /"last_page":\d/.test(text),
  ],
  ['times in UTC', utc, (text) => /"created_at":"[^"]+000Z"/.test(text)],
  ['the numbers of a page apart from its rows', resources, (text) => /"meta":\{"total":\d/.test(text)],
];

test.each(dialects)('%s', async (_, change, shows) => {
  const companies: string[] = [];
  const proxy = await startProxy(server.api, async (call, ask) => {
    const reply = await change(call, ask);
    if (call.key === 'GET /companies' && reply.status === 200) companies.push(reply.text);
    return reply;
  });
  const report = await checkServer({
    api: proxy.api,
    account: server.users.administrator,
    limited: server.users.manager,
    write: true,
    pages: 50,
  });
  await proxy.stop();
  expect(shows(companies[0] ?? '')).toBe(true);
  expect(report.findings.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(report.counts.passed).toBeGreaterThan(100);
});
