// The queries of each page and each minute find their rows by an index, however large tables grow over the years.
// SQLite chooses the same plans for empty tables, since it keeps no statistics.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedSince, readCheckpoint } from '../../../server/features/attendance/personCache.ts';
import { loadFindings } from '../../../server/features/devices/claims/findings.ts';
import { watchDevices } from '../../../server/features/devices/claims/watchDevices.ts';
import { listEvents } from '../../../server/features/devices/intake/eventQueries.ts';
import { companiesWithDueDeliveries } from '../../../server/features/hr/delivery/deliveryQueries.ts';
import { previewRetention } from '../../../server/features/privacy/privacyHandlers.ts';
import { otherEventsOf } from '../../../server/features/privacy/report/employeeSources.ts';
import { removeOld } from '../../../server/features/privacy/retention/dailyJob.ts';
import type { Db } from '../../../server/platform/db/db.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { createMetricsServer, createRequestMetrics } from '../../../server/platform/metrics/metricsServer.ts';
import { clocksIn } from '../../../server/platform/time/clock.ts';
import { close, listen } from '../../support/server/ports.ts';
import { planOf } from '../../support/server/statements.ts';
import { createSqlite, openFresh } from '../../support/server/testDatabase.ts';

let db: Db;
beforeAll(async () => {
  db = await openFresh(createSqlite);
  await db.exec(`insert into retention_rules (data_class, keep_months) values ('audit_values', 12)`);
});
afterAll(() => db.close());

const now = new Date('2026-11-20T12:00:00Z');
const clock = clocksIn('UTC').ofInstallation;
const door = { controllerId: 1, companyId: 1 };
const job = (queries: Db) => ({ db: queries, log: createLog('silent', () => {}), clock: () => now, publicUrl: '' });

const always = {
  receivedAfter: '',
  receivedUntil: '9999',
  from: '',
  until: '',
  occurredFrom: '',
  occurredBefore: '9999',
};
const person = {
  kind: 'employees',
  id: 1,
  name: 'Ann',
  number: '4711',
  email: '',
  companyId: 1,
  company: '',
  isDeleted: false,
  codes: ['4711', '0815'].map((code) => ({ code, ...always })),
} as const;

const works: Record<string, { readonly index: string; ask(queries: Db): Promise<unknown> }> = {
  'whose days have changed since they were kept': {
    index: 'audit USING INDEX sqlite_autoindex_audit_1 (id>?)',
    ask: async (queries) => changedSince(queries, await readCheckpoint(queries, now), now),
  },
  'which companies have deliveries that are due': {
    index: 'hr_deliveries_by_state (company_id=? AND state=?)',
    ask: (queries) => companiesWithDueDeliveries(queries, now),
  },
  'which devices need a look': {
    index: 'attendance_by_controller (access_controller_id=?)',
    ask: (queries) => watchDevices(job(queries)),
  },
  'which unknown codes devices have sent': {
    index: 'attendance_of_unknown (company_id=? AND employee_code=?)',
    ask: (queries) => loadFindings(queries, [1], ['refused'], now),
  },
  'what a device sent on a day': {
    index: 'device_events_by_day (controller_id=? AND local_time>? AND local_time<?)',
    ask: (queries) => listEvents(queries, door, clock, { day: '2026-11-20' }),
  },
  'what a device sent of a person': {
    index: 'device_events_by_person (controller_id=? AND code=?)',
    ask: (queries) => listEvents(queries, door, clock, { code: '4711' }),
  },
  'how many deliveries wait, and since when': {
    index: 'USING COVERING INDEX attendance_by_company_hr_state (hr_state=? AND company_id=?)',
    ask: async (queries) => {
      const metrics = createMetricsServer({ ...job(queries), requests: createRequestMetrics() });
      await fetch(`http://127.0.0.1:${await listen(metrics.server)}/metrics`);
      await close(metrics.server);
    },
  },
  'what devices sent with the codes of a person': {
    index: 'device_events_by_person (controller_id=? AND code=?)',
    ask: (queries) => queries.all(otherEventsOf(person)),
  },
  'what of the audit is no longer kept': {
    index: 'audit_by_time (at<?)',
    ask: (queries) => removeOld(job(queries), 'one'),
  },
};

test('a dry run of retention asks what is held only where somebody placed a hold', async () => {
  const terms = { attendance: 36, audit_values: 12, mails: 12, sign_ins: 12, device_notes: 12 };
  const isHeld = 'legal_holds USING COVERING INDEX legal_holds_by_subject (kind=?)';
  const plan = () => planOf(db, (queries) => previewRetention(queries, terms, now));
  expect(await plan()).not.toContain(isHeld);
  await db.exec(`insert into legal_holds (kind, subject_id, reason, author, created_at)
    values ('users', 1, 'Lawsuit', 'Ada', '2026-01-01 00:00:00')`);
  expect(await plan()).toContain(isHeld);
  await db.exec('delete from legal_holds');
});

const whole =
  /SCAN (attendance|attendance_changes|hr_deliveries|device_events|audit|audit_values)\b|device_events_by_\w+ \(controller_id=\?\)/;

test.each(Object.entries(works))('%s', async (_, { index, ask }) => {
  const plan = await planOf(db, ask);
  expect(plan).toContain(index);
  // Scanning changes in the order of their ids is fine: the last one is found at once.
  expect(plan.replace(/^SCAN attendance_changes$/gm, '')).not.toMatch(whole);
});
