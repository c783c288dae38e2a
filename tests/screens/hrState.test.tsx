// The HR state of attendance records: column, filter, and Retry for one record or for selected ones.

import { describe, expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, text, until } from '../support/console/render.tsx';
import { clickButton, optionsOf, untilText } from './steps.ts';

const app = testConsole();

const retryCall = 'POST /attendance/retry-hr';
const record = (id: number, hr_state?: string) => ({
  ...{ id, employee: null, event_type: 'check-out', access_controller: null, company: null, is_processed: 0 },
  ...{ timestamp: `2026-03-08 18:01:0${id}`, created_at: '2026-03-08 18:02:00', hr_state },
});
const page = (...data: unknown[]) => ({ data, total: data.length, last_page: 1 });
const states = page(record(1, 'sent'), record(2, 'waiting'), record(3, 'failed'), record(4, 'not_queued'));
const path = '/attendance?start_date=&end_date=';

async function open(more = ''): Promise<void> {
  app.answer('GET /attendance', { data: states });
  await app.open(path + more);
  await until(() => allByRole('row').length > 4);
}

test('is a column in the words of the HR sync', async () => {
  await open();
  const cells = allByRole('row').flatMap((row) => /(Sent|Will retry|Rejected|Not sent)/.exec(text(row))?.[0] ?? []);
  expect(cells).toEqual(['Sent', 'Will retry', 'Rejected', 'Not sent']);
});

test('filters the list, and is a chip', async () => {
  await open('&panel=open');
  await until(() => field('HR Sync'));
  expect(optionsOf('HR Sync')).toEqual(['All', 'Sent', 'Will retry', 'Rejected', 'Not sent']);
  await app.open(`${path}&hr_state=failed`);
  await untilText('HR Sync: Rejected');
  expect(app.seen.some(({ path: asked }) => asked.includes('hr_state=failed'))).toBe(true);
});

test('is neither shown nor named as a filter where the server does not announce it', async () => {
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
  app.answer('GET /attendance', { data: page(record(1), record(2)) });
  await app.open(`${path}&panel=open&hr_state=failed`);
  await until(() => field('Status'));
  const lists = () => app.seen.filter(({ key }) => key === 'GET /attendance');
  await until(() => !lists().at(-1)?.path.includes('hr_state'));
  expect(text()).not.toContain('HR Sync: ');
  expect(() => field('HR Sync')).toThrow();
  expect(text(await until(() => maybeByRole('table')))).not.toContain('HR Sync');
});

describe('A record', () => {
  const known = { attempts: 1, next_try: '', reason: '' };

  test('that was sent names the evidence', async () => {
    await open();
    const sent = { ...known, state: 'sent', sentence: 'Sent. The HR system has it', evidence: 'Odoo took it as 42' };
    app.answer('GET /attendance/{id}', { data: { ...record(1, 'sent'), hr_sync: sent } });
    await app.open(`${path}&record=1`);
    await until(() => text(byRole('dialog')).includes('Sent. The HR system has it.Odoo took it as 42.'));
  });

  test('of an employee whom nobody is matched with leads to Match Employees', async () => {
    await open();
    const held = { ...known, state: 'held', reason: 'unmatched_employee', sentence: 'Held back. Nobody is matched' };
    const data = { ...record(4, 'not_queued'), company: { id: 7, name: 'Acme' }, hr_sync: held };
    app.answer('GET /attendance/{id}', { data });
    await app.open(`${path}&record=4`);
    const link = await until(() => maybeByRole('link', 'Match Employees'));
    expect(link.getAttribute('href')).toBe('/companies?id=7&tab=hr');
  });
});

describe('Retry', () => {
  const failed = {
    state: 'failed',
    reason: 'delivery_failed',
    sentence: 'Rejected. Unknown',
    attempts: 1,
    next_try: '',
  };

  test('sends the one record again, and shows what became of it', async () => {
    await open();
    app.answer('GET /attendance/{id}', { data: { ...record(3, 'failed'), hr_sync: failed } });
    await app.open(`${path}&record=3`);
    await until(() => text(byRole('dialog')).includes('Rejected. Unknown.'));
    app.answer(retryCall, { data: { success: 1, failed: 0, errors: [], total: 1 } });
    const sent = { ...failed, state: 'sent', sentence: 'Sent. The HR system has it' };
    app.answer('GET /attendance/{id}', { data: { ...record(3, 'sent'), hr_sync: sent } });
    await clickButton('Retry', await until(() => byRole('dialog')));
    await until(() => text(byRole('dialog')).includes('Sent. The HR system has it.'));
    expect(app.bodies(retryCall)).toEqual([{ record_ids: [3] }]);
    expect(maybeByRole('button', 'Retry', byRole('dialog'))).toBeUndefined();
  });

  test('of a record that would replace what HR has says so, and sends it only then', async () => {
    await open();
    const held = {
      ...failed,
      state: 'held',
      reason: 'replaces_sent',
      sentence: 'Held back. The HR system has another',
    };
    app.answer('GET /attendance/{id}', { data: { ...record(4, 'not_queued'), hr_sync: held } });
    await app.open(`${path}&record=4`);
    await until(() => text(byRole('dialog')).includes('Held back. The HR system has another.'));
    app.answer(retryCall, { data: { success: 1, failed: 0, errors: [], total: 1 } });
    await clickButton('Send It Anyway', await until(() => byRole('dialog')));
    await until(() => app.bodies(retryCall).length === 1);
    expect(app.bodies(retryCall)).toEqual([{ record_ids: [4] }]);
  });

  test('sends of the selected records those that HR has not accepted, and counts exactly', async () => {
    await open();
    await click(byRole('checkbox', /^Select all/));
    await click(await until(() => maybeByRole('button', 'Retry HR Sync (2)')));
    app.answer(retryCall, { data: { success: 1, failed: 1, errors: ['Unknown'], total: 2 } });
    await click(await until(() => maybeByRole('button', 'Retry 2 records')));
    await untilText('1 of 2 records accepted by HR');
    expect(app.bodies(retryCall)).toEqual([{ record_ids: [2, 3] }]);
  });
});
