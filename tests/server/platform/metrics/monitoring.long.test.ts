// The alerts and the dashboard of the documentation: Prometheus can read them, and they and the table of metrics name what
// the server has.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetricsServer, createRequestMetrics } from '../../../../server/platform/metrics/metricsServer.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { need } from '../../../support/setup/needs.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const alerts = 'docs/monitoring/alerts.yml';
const dashboard = 'docs/monitoring/dashboard.json';

let server: TestServer;
let families: Set<string>;
beforeAll(async () => {
  server = await startServer({ createDatabase: createPostgres });
  const log = createLog('silent', () => {});
  const metrics = createMetricsServer({
    db: server.db,
    log,
    clock: () => new Date(),
    requests: createRequestMetrics(),
    lastBackup: () => undefined,
  });
  await new Promise<void>((resolve) => metrics.server.listen(0, '127.0.0.1', resolve));
  const address = metrics.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  families = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  await metrics.close();
});
afterAll(() => server.stop());

const namedIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:rollcall|process|nodejs)_[a-z_]+\b/g)].map(([name]) =>
      name.replace(/(?<=_seconds)_(?:bucket|sum|count)$/, ''),
    ),
  );

test('Prometheus can read the alerts', () => {
  expect(execFileSync(need('prometheus'), ['check', 'rules', alerts], { encoding: 'utf8' })).toMatch(/9 rules found/);
});

test('alerts and dashboard ask for nothing that the server does not have', () => {
  const expressions = (text: string) => [...text.matchAll(/"?expr"?: (.*)/g)].map(([, expression = '']) => expression);
  for (const file of [alerts, dashboard]) {
    const named = namedIn(expressions(readFileSync(file, 'utf8')).join('\n'));
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((name) => !families.has(name))).toEqual([]);
  }
});

test('the documentation has a row for each metric', () => {
  const section = readFileSync('docs/watch.md', 'utf8').split('## Prometheus')[1]?.split('\n## ')[0];
  expect([...namedIn(section ?? '')].sort()).toEqual([...families].sort());
});
