// The list of attendance records against the real server: its columns, its pages, and in print.

import { describe, expect, test } from 'vitest';
import { today } from '../../../src/shared/words/days.ts';
import { testConsole } from '../../support/console/console.tsx';
import { act, allByRole, byRole, click, field, maybeByRole, text, type, until } from '../../support/console/render.tsx';
import { untilText } from '../steps.ts';
import { everything, listCalls, openAll, page, record, rows } from './page.ts';

const app = testConsole();

describe('the list', () => {
  test('requests today first and shows the specified columns', async () => {
    app.answer('GET /attendance', { data: page(record) });
    await app.open('/attendance');
    await until(() => rows().length === 1);
    expect(byRole('heading', 'Attendance Management').tagName).toBe('H1');
    expect(listCalls(app)).toEqual([`/attendance?start_date=${today()}&end_date=${today()}&page=1`]);
    expect(allByRole('row')[0]?.textContent).toContain('EmployeeEventTimeControllerCompanyStatusActions');
  });

  test('offers no export of a list that the server refuses', async () => {
    app.answer('GET /attendance', { status: 403, message: 'Not for you' });
    await app.open('/attendance');
    await untilText('Not for you');
    expect(
      allByRole('button')
        .map(text)
        .filter((label) => label.startsWith('Export')),
    ).toEqual([]);
    expect(byRole('button', 'Filters')).toBeTruthy();
  });

  test('shows a text for every missing value', async () => {
    app.answer('GET /attendance', {
      data: page(record, { ...record, id: 8, is_processed: 1, event_type: 'check-in' }),
    });
    await app.open('/attendance');
    await until(() => rows().length === 2);
    for (const word of [
      'Unknown Employee',
      'N/A',
      'Check Out',
      '18:01:02',
      'Unknown Controller',
      'Unknown Company',
      'Pending',
    ]) {
      expect(text(rows()[0])).toContain(word);
    }
    expect(rows()[0]?.querySelector('time')?.dateTime).toBe('2026-03-08 18:01:02');
    expect(text(rows()[1])).toContain('Check In');
    expect(text(rows()[1])).toContain('Processed');
  });

  test.each([
    ['/attendance', 'Attendance records will appear here once access controllers start sending data'],
    ['/attendance?event_type=check-in', 'Try adjusting your filters to see more results'],
    [everything, 'Attendance records will appear here once access controllers start sending data'],
  ])('shows what to do when the list is empty at %s', async (path, hint) => {
    app.answer('GET /attendance', { data: page() });
    await app.open(path);
    await until(() => text().includes('No attendance records found'));
    expect(text()).toContain(hint);
  });

  test('shows one error, and Retry loads again', async () => {
    app.answer('GET /attendance', { status: 500 });
    await app.open(everything);
    await until(() => maybeByRole('alert', /Failed to fetch attendance data/));
    expect(allByRole('alert')).toHaveLength(1);
    app.passThrough('GET /attendance');
    await click(byRole('button', 'Retry'));
    await until(() => rows().length > 0);
  });

  test('divides the records by day, and names each row by its employee', async () => {
    const earlier = { ...record, id: 8, timestamp: '2026-02-28 23:59:59' };
    app.answer('GET /attendance', { data: page(record, earlier, { ...earlier, id: 9, timestamp: 'yesterday' }) });
    await openAll(app);
    const groups = [...document.querySelectorAll('tbody')].map((body) => [
      text(body.querySelector<HTMLElement>('th[scope=rowgroup]') ?? undefined),
      ...[...body.querySelectorAll('time')].map((time) => text(time)),
    ]);
    expect(groups).toEqual([
      ['Sun, 8 Mar 2026', '18:01:02'],
      ['Sat, 28 Feb 2026', '23:59:59'],
      ['Unknown day', 'yesterday'],
    ]);
    expect(rows()[0]?.querySelector('th[scope=row]')?.textContent).toBe('Unknown Employee N/A');
  });

  test('leaves out the company only while one is chosen and all records are of it', async () => {
    const of = (name: string, id: number) => ({ ...record, id, company: { name } });
    const header = () => text(allByRole('row')[0]);
    app.answer('GET /attendance', { data: page(of('Ashdown', 7), of('Ashdown', 8)) });
    await openAll(app, `${everything}&company_id=1`);
    expect(header()).not.toContain('Company');
    app.answer('GET /attendance', { data: page(of('Ashdown', 7), of('Fjordlys', 8)) });
    await openAll(app, `${everything}&company_id=1`);
    expect(header()).toContain('Company');
  });

  test('opens a record by a click on its row, but not by one on its checkbox', async () => {
    await openAll(app);
    await click(rows()[1]?.querySelector('td') ?? document.body);
    expect([maybeByRole('dialog'), rows()[1]?.querySelector('input')?.checked]).toEqual([undefined, true]);
    await click(rows()[1]?.querySelector('time') ?? document.body);
    await until(() => maybeByRole('dialog', /Attendance Record/));
    expect(location.search).toContain(`record=${rows()[1]?.querySelector('button')?.value}`);
  });

  test('keeps the page in the URL, and Back returns to it', async () => {
    await openAll(app);
    await until(() => text().includes('Page 1 of'));
    await click(byRole('button', /^Next/));
    await until(() => text().includes('Page 2 of'));
    expect(location.search).toContain('page=2');
    await act(async () => history.back());
    await until(() => text().includes('Page 1 of'));
  });

  test('moves from a page past the end to the last page and keeps the filters', async () => {
    await openAll(app, `${everything}&page=999`);
    const [, last] = await until(() => /Page (\d+) of \1/.exec(text()));
    expect(location.search).toBe(`?start_date=&end_date=&page=${last}`);
  });
});

test('paper says which part of the list it is, with the filters in words and the date', async () => {
  app.answer('GET /attendance', { data: { data: [record], total: 194, last_page: 17 } });
  await openAll(app, `${everything}&is_processed=0`);
  const day = today();
  await untilText('Page 1 of 17');
  expect(text()).not.toContain('records 1 of 194');
  const tell = (event: string) => act(async () => void window.dispatchEvent(new Event(event)));
  const printed = async () => {
    await tell('beforeprint');
    return text();
  };
  await expect.poll(printed).toContain(`Page 1 of 17 – records 1 of 194 · Status: Unprocessed · Printed ${day}`);
  await tell('afterprint');
  expect(text()).not.toContain('records 1 of 194');
});

describe('the page size', () => {
  const size = async () => {
    await untilText('Records per page');
    return field('Records per page');
  };
  const lastCall = () => listCalls(app).at(-1);

  test('is the server’s until one is chosen, then in the address and kept for the person', async () => {
    await openAll(app);
    expect(lastCall()).toBe('/attendance?page=1');
    await type(await size(), '25');
    await until(() => rows().length === 25);
    expect(lastCall()).toBe('/attendance?page=1&per_page=25');
    expect(location.search).toContain('per_page=25');
    await untilText('1–25 of');
    await openAll(app);
    expect(lastCall()).toBe('/attendance?page=1&per_page=25');
    await openAll(app, `${everything}&per_page=100000`);
    expect(lastCall()).toBe('/attendance?page=1');
  });

  test('of one person is not another’s', async () => {
    await openAll(app);
    await type(await size(), '25');
    await until(() => rows().length === 25);
    await app.open(everything, 'auditor');
    await until(() => lastCall() === '/attendance?page=1');
    await app.open(everything);
    await until(() => lastCall() === '/attendance?page=1&per_page=25');
  });

  test('that the server ignores is not claimed: the pager says what came', async () => {
    app.answer('GET /attendance', { data: { data: [record, { ...record, id: 8 }], total: 5, last_page: 3 } });
    await openAll(app, `${everything}&per_page=100`);
    await untilText('1–2 of 5');
    app.answer('GET /attendance', { data: { data: [record], total: 5, last_page: 3 } });
    await openAll(app, `${everything}&per_page=100&page=3`);
    await untilText('5 of 5');
  });
});
