// The documented alerts and dashboard: Prometheus can read them, and they and the table of metrics name metrics that
// the server has.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../../server/platform/log/log.ts';
import { createMetricsServer, createRequestMetrics } from '../../../../server/platform/metrics/metricsServer.ts';
import { databases } from '../../../support/server/databases.ts';
import { listen } from '../../../support/server/ports.ts';
import { startServer } from '../../../support/server/server.ts';
import { need } from '../../../support/tools.ts';

const alerts = 'docs/monitoring/alerts.yml';
const dashboard = 'docs/monitoring/dashboard.json';

/**
 * Metrics on both databases: only on SQLite does the server see the disk, and only on PostgreSQL does it have
 * connections.
 */
const families = new Set<string>();
beforeAll(async () => {
  for (const { create } of databases) {
    const server = await startServer({ createDatabase: create });
    const metrics = createMetricsServer({
      db: server.db,
      log: createLog('silent', () => {}),
      clock: () => new Date(),
      requests: createRequestMetrics(),
      lastBackup: () => undefined,
    });
    const port = await listen(metrics.server);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (const [, name = ''] of text.matchAll(/^# TYPE (\S+)/gm)) families.add(name);
    await metrics.close();
    await server.stop();
  }
});

const namedIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:rollcall|process|nodejs)_[a-z_]+\b/g)].map(([name]) =>
      name.replace(/(?<=_seconds)_(?:bucket|sum|count)$/, ''),
    ),
  );

test('Prometheus can read the alerts', () => {
  expect(execFileSync(need('prometheus'), ['check', 'rules', alerts], { encoding: 'utf8' })).toMatch(/15 rules found/);
});

/** What Prometheus read each minute, and which alerts fire after two hours. */
const nights = [
  {
    night: 'a full disk refuses three writes a minute among fifty reads',
    series: {
      'up{job="rollcall",instance="a"}': '1+0x120',
      'rollcall_requests_total{instance="a",call="POST /companies",status="507"}': '0+3x120',
      'rollcall_requests_total{instance="a",call="GET /companies",status="200"}': '0+50x120',
      'rollcall_writable{instance="a"}': '0+0x120',
      'rollcall_disk_free_bytes{instance="a"}': '500000+0x120',
    },
    ringing: ['RollcallFailing', 'RollcallNotWritable', 'RollcallDiskLow'],
  },
  {
    night: 'few requests fail among thousands',
    series: {
      'up{job="rollcall",instance="a"}': '1+0x120',
      'rollcall_requests_total{instance="a",call="GET /companies",status="500"}': '0+1x120',
      'rollcall_requests_total{instance="a",call="GET /companies",status="200"}': '0+1000x120',
      'rollcall_writable{instance="a"}': '1+0x120',
    },
    ringing: [],
  },
  {
    night: 'an upgrade was left half done, and no backup succeeded for two days',
    series: {
      'up{job="rollcall",instance="a"}': '1+0x120',
      'rollcall_build_info{instance="a",version="1.2.0",commit="c1"}': '1+0x120',
      'rollcall_build_info{instance="b",version="1.3.0",commit="c2"}': '1+0x120',
      'rollcall_backup_last_timestamp_seconds{instance="a"}': '-172800+0x120',
    },
    ringing: ['RollcallVersionsDiffer', 'RollcallBackupMissed'],
  },
  { night: 'nothing is read at all', series: {}, ringing: ['RollcallMissing'] },
];

test.each(nights)('the right alerts ring when $night', ({ series, ringing }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const names = [...readFileSync(alerts, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const expression = `count by (alertname) (ALERTS{alertstate="firing",alertname=~"${names.join('|')}"})`;
  const night = {
    rule_files: [path.resolve(alerts)],
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: [
          {
            expr: expression,
            eval_time: '120m',
            exp_samples: ringing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
          },
        ],
      },
    ],
  };
  // JSON is valid YAML.
  writeFileSync(path.join(folder, 'night.yml'), JSON.stringify(night));
  const checked = execFileSync(need('prometheus'), ['test', 'rules', path.join(folder, 'night.yml')], {
    encoding: 'utf8',
  });
  expect(checked).toContain('SUCCESS');
});

test('alerts and dashboard ask for nothing that the server does not have', () => {
  const expressions = (text: string) => [...text.matchAll(/"?expr"?: (.*)/g)].map(([, expression = '']) => expression);
  for (const file of [alerts, dashboard]) {
    const named = namedIn(expressions(readFileSync(file, 'utf8')).join('\n'));
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((name) => !families.has(name))).toEqual([]);
  }
});

test('the dashboard shows every metric of Rollcall', () => {
  const shown = namedIn(readFileSync(dashboard, 'utf8'));
  // Idle connections are no problem, and without its database a process answers nothing.
  const left = ['rollcall_database_idle_connections', 'rollcall_database_up'];
  const own = [...families].filter((name) => name.startsWith('rollcall_'));
  expect(own.filter((name) => !shown.has(name)).sort()).toEqual(left);
});

test('the documentation has a row for each metric', () => {
  const section = readFileSync('docs/watch.md', 'utf8').split('## Prometheus')[1]?.split('\n## ')[0];
  expect([...namedIn(section ?? '')].sort()).toEqual([...families].sort());
});
