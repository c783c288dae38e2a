// One attendance record, beside the list.

import { describe, expect, test } from 'vitest';
import { testConsole } from '../../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, press, text, until } from '../../support/console/render.tsx';
import { everything, openAll, page, record } from './page.ts';

const app = testConsole();

describe('one record', () => {
  test('opens with View, is in the URL, and closes back to the list', async () => {
    await openAll(app);
    const [first] = allByRole('button', /^View/);
    await click(first ?? document.body);
    const dialog = await until(() => byRole('dialog', /Attendance Record/));
    await until(() => text(dialog).includes('Employee ID'));
    expect(location.search).toMatch(/record=\d+/);
    await click(byRole('button', 'Close', dialog));
    await until(() => !maybeByRole('dialog') && !location.search.includes('record='));
  });

  test('steps to its neighbours by arrow keys, over the end of the page, and returns the focus', async () => {
    const of = (id: number) => ({ ...record, id, employee: { name: `Person ${id}`, employee_id: 'E' } });
    const pages = (data: unknown[]) => app.answer('GET /attendance', { data: { data, total: 3, last_page: 2 } });
    app.answer('GET /attendance/{id}', { status: 404 });
    pages([of(7), of(8)]);
    await openAll(app, `${everything}&record=7`);
    const dialog = await until(() => byRole('dialog'));
    const shows = (words: string) => until(() => text(byRole('dialog')).includes(words));
    await shows('1 of 2: Check Out of Person 7');
    expect(byRole('button', 'Previous Record').getAttribute('aria-disabled')).toBe('true');
    await press(dialog, 'ArrowRight');
    await shows('2 of 2: Check Out of Person 8');
    pages([of(9)]);
    await press(dialog, 'ArrowRight');
    await shows('1 of 1: Check Out of Person 9');
    expect(new URLSearchParams(location.search).get('page')).toBe('2');
    expect(byRole('button', 'Next Record').getAttribute('aria-disabled')).toBe('true');
    pages([of(7), of(8)]);
    await press(dialog, 'ArrowLeft');
    await shows('2 of 2: Check Out of Person 8');
    await click(byRole('button', 'Close', dialog));
    await until(() => document.activeElement === byRole('button', /^View Check Out of Person 8/));
  });

  test('of an unknown person leads to adding an employee with this ID in this company', async () => {
    const unknown = { ...record, employee_code: '77777', company: { id: 3, name: 'Ashdown' } };
    app.answer('GET /attendance', { data: page(unknown) });
    app.answer('GET /attendance/{id}', { data: unknown });
    await openAll(app, `${everything}&record=7`);
    await click(await until(() => byRole('button', 'Add Employee With This ID')));
    const form = await until(() => byRole('dialog', 'Add Employee'));
    expect(location.pathname).toBe('/employees');
    await until(() => field('Employee ID', form).value === '77777' && field('Company', form).value === '3');
  });

  test('shows what the list knows when the server does not return the record', async () => {
    app.answer('GET /attendance', { data: page(record) });
    app.answer('GET /attendance/{id}', { status: 404 });
    await app.open(`${everything}&record=7`);
    await until(() => text(byRole('dialog')).includes('2026-03-08 18:01:02'));
    expect(maybeByRole('alert')).toBeUndefined();
  });

  test('shows why the record was not sent when the server provides it', async () => {
    const hr_sync = {
      state: 'held',
      reason: 'x',
      sentence: 'Held until 18:00.',
      attempts: 0,
      next_try: '2026-03-08 18:00:00',
    };
    app.answer('GET /attendance/{id}', { data: { ...record, hr_sync } });
    await app.open(`${everything}&record=7`);
    await until(() => /Held until 18:00\. Next try: 8 Mar( 2026| 18:00)\./.test(text(byRole('dialog'))));
  });

  test('shows what the device sent, beside the record that it was read as', async () => {
    const device_event = {
      id: 5,
      controller_id: 3,
      number: 139,
      local_time: '2026-03-08 18:01:02',
      zone: 'Asia/Kolkata',
      kind: 'ATTLOG',
      direction: '1',
      raw: '1156\t2026-03-08 18:01:02\t1\t1',
      is_ambiguous: false,
      received_at: '2026-03-08T18:01:09+05:30',
    };
    app.answer('GET /attendance/{id}', { data: { ...record, device_event } });
    await app.open(`${everything}&record=7`);
    const part = await until(() => byRole('region', 'As the device sent it'));
    expect(text(part)).toContain('Device time2026-03-08 18:01:02Read in zoneAsia/Kolkata');
    expect(text(part)).toContain('Number139');
    expect(text(byRole('region', 'The line itself'))).toContain('1156');
    expect(byRole('link', 'All events of the device on this day').getAttribute('href')).toBe(
      '/access-controllers?id=3&tab=events&day=2026-03-08',
    );
  });
});
