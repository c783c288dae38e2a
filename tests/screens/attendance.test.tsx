// The attendance screen against the real server: list, filters, selection and single records.

import { act } from 'react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clockDoubt } from '../../src/screens/attendance/clockDoubt.ts';
import { today } from '../../src/format/days.ts';
import { namedPeriods } from '../../src/format/periods.ts';
import { startConsole, type TestConsole } from '../support/console.tsx';
import {
  allByRole,
  byRole,
  click,
  field,
  firstFrame,
  maybeByRole,
  press,
  text,
  type,
  until,
} from '../support/render.tsx';
import { untilText } from './steps.ts';

let app: TestConsole;
beforeAll(async () => {
  app = await startConsole();
});
afterAll(() => app.stop());

/** The sample data of the last three days, whatever the time of day. */
const everything = '/attendance?start_date=&end_date=';

/** Those of records: neither the header nor the rows that name a day. */
const rows = () => allByRole('row').filter((row) => row.querySelector('td'));
const openAll = async (path = everything) => {
  await app.open(path);
  await until(() => rows().length > 0);
  await firstFrame();
};
const listCalls = () => app.seen.filter(({ key }) => key === 'GET /attendance').map(({ path }) => path);

const record = {
  id: 7,
  employee: null,
  event_type: 'check-out',
  timestamp: '2026-03-08 18:01:02',
  access_controller: null,
  company: null,
  is_processed: 0,
  created_at: '2026-03-08 18:01:03',
};
const page = (...data: unknown[]) => ({ data, total: data.length, last_page: 1 });

describe('the list', () => {
  test('requests today first and shows the specified columns', async () => {
    app.answer('GET /attendance', { data: page(record) });
    await app.open('/attendance');
    await until(() => rows().length === 1);
    expect(byRole('heading', 'Attendance Management').tagName).toBe('H1');
    expect(listCalls()).toEqual([`/attendance?start_date=${today()}&end_date=${today()}&page=1`]);
    expect(allByRole('row')[0]?.textContent).toContain('EmployeeEventTimeControllerCompanyStatusActions');
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
    await openAll();
    const groups = [...document.querySelectorAll('tbody')].map((body) => [
      text(body.querySelector<HTMLElement>('th[scope=rowgroup]') ?? undefined),
      ...[...body.querySelectorAll('time')].map((time) => text(time)),
    ]);
    expect(groups).toEqual([
      ['Sun, 08 Mar 2026', '18:01:02'],
      ['Sat, 28 Feb 2026', '23:59:59'],
      ['Unknown day', 'yesterday'],
    ]);
    expect(rows()[0]?.querySelector('th[scope=row]')?.textContent).toBe('Unknown Employee · N/A');
  });

  test('leaves out the company only while one is chosen and all records are of it', async () => {
    const of = (name: string, id: number) => ({ ...record, id, company: { name } });
    const header = () => text(allByRole('row')[0]);
    app.answer('GET /attendance', { data: page(of('Ashdown', 7), of('Ashdown', 8)) });
    await openAll(`${everything}&company_id=1`);
    expect(header()).not.toContain('Company');
    app.answer('GET /attendance', { data: page(of('Ashdown', 7), of('Fjordlys', 8)) });
    await openAll(`${everything}&company_id=1`);
    expect(header()).toContain('Company');
  });

  test('opens a record by a click on its row, but not by one on its checkbox', async () => {
    await openAll();
    await click(rows()[1]?.querySelector('td') ?? document.body);
    expect([maybeByRole('dialog'), rows()[1]?.querySelector('input')?.checked]).toEqual([undefined, true]);
    await click(rows()[1]?.querySelector('time') ?? document.body);
    await until(() => maybeByRole('dialog', /Attendance record/));
    expect(location.search).toContain(`record=${rows()[1]?.querySelector('button')?.value}`);
  });

  test('keeps the page in the URL, and Back returns to it', async () => {
    await openAll();
    await until(() => text().includes('Page 1 of'));
    await click(byRole('button', /^Next/));
    await until(() => text().includes('Page 2 of'));
    expect(location.search).toContain('page=2');
    await act(async () => history.back());
    await until(() => text().includes('Page 1 of'));
  });

  test('moves from a page past the end to the last page and keeps the filters', async () => {
    await openAll(`${everything}&page=999`);
    const [, last] = await until(() => /Page (\d+) of \1/.exec(text()));
    expect(location.search).toBe(`?start_date=&end_date=&page=${last}`);
  });
});

test('paper says which part of the list it is, with the filters in words and the date', async () => {
  app.answer('GET /attendance', { data: { data: [record], total: 194, last_page: 17 } });
  await openAll(`${everything}&is_processed=0`);
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
  const lastCall = () => listCalls().at(-1);

  test('is the server’s until one is chosen, then in the address and kept for the person', async () => {
    await openAll();
    expect(lastCall()).toBe('/attendance?page=1');
    await type(await size(), '25');
    await until(() => rows().length === 25);
    expect(lastCall()).toBe('/attendance?page=1&per_page=25');
    expect(location.search).toContain('per_page=25');
    await untilText('1–25 of');
    await openAll();
    expect(lastCall()).toBe('/attendance?page=1&per_page=25');
    await openAll(`${everything}&per_page=100000`);
    expect(lastCall()).toBe('/attendance?page=1');
  });

  test('of one person is not another’s', async () => {
    await openAll();
    await type(await size(), '25');
    await until(() => rows().length === 25);
    await app.open(everything, 'auditor');
    await until(() => lastCall() === '/attendance?page=1');
    await app.open(everything);
    await until(() => lastCall() === '/attendance?page=1&per_page=25');
  });

  test('that the server ignores is not claimed: the pager says what came', async () => {
    app.answer('GET /attendance', { data: { data: [record, { ...record, id: 8 }], total: 5, last_page: 3 } });
    await openAll(`${everything}&per_page=100`);
    await untilText('1–2 of 5');
    app.answer('GET /attendance', { data: { data: [record], total: 5, last_page: 3 } });
    await openAll(`${everything}&per_page=100&page=3`);
    await untilText('5 of 5');
  });
});

describe('the filters', () => {
  async function choose(label: string, typed: string) {
    await click(field(label));
    await type(field(label), typed);
    await until(() => allByRole('option', new RegExp(typed)).length === 1);
    await press(field(label), 'Enter');
  }

  test('disables employee and controller until a company is chosen, loads its own, and resets them for another', async () => {
    await openAll(`${everything}&panel=open`);
    await until(() => field('Employee'));
    expect([field('Employee').disabled, field('Access Controller').disabled]).toEqual([true, true]);
    expect(field('Employee').title).toBe('Choose a company first');

    await choose('Company', 'Ashdown');
    await until(() => !field('Employee').disabled && !field('Access Controller').disabled);
    const company = new URLSearchParams(location.search).get('company_id');
    expect(app.seen.map(({ path }) => path)).toEqual(
      expect.arrayContaining([`/companies/${company}/employees`, `/companies/${company}/access-controllers`]),
    );
    await click(field('Employee'));
    await until(() => allByRole('option').length > 1);
    await press(field('Employee'), 'ArrowDown');
    await press(field('Employee'), 'Enter');
    await until(() => location.search.includes('employee_id='));
    await until(() => listCalls().some((path) => path.includes(`company_id=${company}&employee_id=`)));

    await choose('Company', 'Atelier');
    await until(() => !location.search.includes('employee_id='));
  });

  test('finds a company that was typed before the companies loaded', async () => {
    let arrive = () => {};
    app.answer('GET /companies/all', { when: new Promise<void>((resolve) => (arrive = resolve)) });
    await openAll(`${everything}&panel=open`);
    await click(await until(() => field('Company')));
    expect(text(byRole('listbox'))).toBe('All CompaniesLoading companies…');
    await type(field('Company'), 'Ashdown');
    await press(field('Company'), 'Enter');
    expect([field('Company').value, text(byRole('listbox'))]).toEqual(['Ashdown', 'Loading companies…']);
    arrive();
    await until(() => maybeByRole('option', /Ashdown/));
    await press(field('Company'), 'Enter');
    await until(() => location.search.includes('company_id='));
  });

  test('shows a failed load and a search without matches differently', async () => {
    app.answer('GET /companies/all', { status: 500 });
    app.answer('GET /companies', { status: 500 });
    await openAll(`${everything}&panel=open`);
    await click(await until(() => field('Company')));
    await type(field('Company'), 'Ashdown');
    await until(() => text(byRole('listbox')) === 'Failed to fetch companies');

    app.passThrough('GET /companies/all');
    await click(byRole('button', 'Filters'));
    await click(byRole('button', 'Filters'));
    await choose('Company', 'Ashdown');
    await click(field('Company'));
    await type(field('Company'), 'No such company');
    await press(field('Company'), 'Enter');
    expect([field('Company').value, text(byRole('listbox'))]).toEqual(['No such company', 'Nothing matches']);
  });

  test('sends each filter under its own name and returns to page 1', async () => {
    await openAll(`${everything}&panel=open&page=2`);
    await type(await until(() => field('Event Type')), 'check-out');
    await type(field('Status'), '0');
    await until(() => listCalls().at(-1) === '/attendance?event_type=check-out&is_processed=0&page=1');
  });

  test('rejects an end before the start at its field and leaves the list unchanged', async () => {
    await openAll('/attendance?start_date=2020-01-02&end_date=&panel=open');
    const asked = listCalls().length;
    await type(await until(() => field('End Date')), '2020-01-01');
    expect(text()).toContain('End date must not be before the start date');
    expect(field('End Date').getAttribute('aria-invalid')).toBe('true');
    expect([listCalls().length, location.search.includes('end_date=2020')]).toEqual([asked, false]);
  });

  test('lists and names the events of unknown employees for employee 0', async () => {
    const unknown = { ...record, employee: null, employee_code: '77777' };
    app.answer('GET /attendance', { data: page(unknown) });
    await openAll(`${everything}&employee_id=0`);
    expect(listCalls()).toEqual(['/attendance?employee_id=0&page=1']);
    await untilText('Employee: Unknown Employee');
  });

  test('names no filter that the call would not apply', async () => {
    await openAll(`${everything}&employee_id=somebody&event_type=lunch&is_processed=perhaps`);
    expect(listCalls()).toEqual(['/attendance?page=1']);
    expect(text()).not.toMatch(/Employee: |Event Type: |Status: /);
    expect(maybeByRole('button', /^Remove filter/)).toBeUndefined();
  });

  test('shows filters as chips; removing one restores its default', async () => {
    await openAll(`${everything}&event_type=check-in`);
    expect(byRole('button', 'Filters').dataset.count).toBe('1');
    await click(await until(() => byRole('button', 'Remove filter Event Type: Check In')));
    await until(() => !location.search.includes('event_type'));
    expect(maybeByRole('button', /Event Type/)).toBeUndefined();
    expect(byRole('button', 'Filters').dataset.count).toBeUndefined();
    expect(document.activeElement).toBe(byRole('button', 'Filters'));
  });

  test('opens the field of a chip in place, beside an open panel too', async () => {
    await openAll(`${everything}&event_type=check-in&panel=open`);
    const chip = await until(() => byRole('button', 'Event Type: Check In'));
    await click(chip);
    const editor = document.querySelector<HTMLElement>('[role=dialog]') ?? document.body;
    await until(() => document.activeElement === field('Event Type', editor));
    await type(field('Event Type', editor), 'check-out');
    await until(() => location.search.includes('event_type=check-out'));
    await press(field('Event Type', editor), 'Escape');
    await until(() => document.activeElement === byRole('button', 'Event Type: Check Out'));
  });

  test('offers periods by name in the chip of the date, and in the panel', async () => {
    const { start_date = '', end_date = '' } = namedPeriods(today()).at(-1) ?? {};
    await openAll();
    await click(await until(() => byRole('button', 'Date: All Days')));
    await click(byRole('button', 'Last Month'));
    await until(() => location.search === `?start_date=${start_date}&end_date=${end_date}`);
    expect(document.activeElement).toBe(byRole('button', `Date: Last Month, ${start_date} to ${end_date}`));
    await click(byRole('button', 'Filters'));
    const period = await until(() => byRole('group', 'Period'));
    expect(byRole('button', 'Last Month', period).getAttribute('aria-pressed')).toBe('true');
    await click(byRole('button', 'Today', period));
    await until(() => location.search === '?panel=open');
  });

  test('starts the export that the address asks for, once', async () => {
    app.answer('GET /attendance', { data: page() });
    await app.open(`${everything}&export=excel`);
    // It ends here, as a simulated page has no workers.
    await untilText('Failed to export Excel file');
    expect(location.search).toBe('?start_date=&end_date=');
  });

  test('shows a company as unknown only when all have loaded without it', async () => {
    let arrive = () => {};
    app.answer('GET /companies/all', { when: new Promise<void>((resolve) => (arrive = resolve)) });
    await app.open(`${everything}&company_id=1`);
    await until(() => maybeByRole('button', /Company: 1$/));
    arrive();
    await until(() => maybeByRole('button', /Company: [A-Z]/));
    expect(text()).not.toContain('Unknown Company');
    await app.open(`${everything}&company_id=999999`);
    await until(() => maybeByRole('button', /Company: Unknown Company$/));
  });

  test('resets the filters to today with Clear Filters', async () => {
    await openAll(`${everything}&panel=open&event_type=check-in`);
    await click(await until(() => byRole('button', 'Clear Filters')));
    await until(() => location.search === '?panel=open');
    expect(field('Start Date').value).toBe(today());
  });

  test('clears rejected dates with Clear Filters', async () => {
    await app.open('/attendance?panel=open');
    await type(await until(() => field('Start Date')), '2999-01-01');
    expect(text()).toContain('End date must not be before the start date');
    await click(byRole('button', 'Clear Filters'));
    await until(() => field('Start Date').value === today());
    expect(text()).not.toContain('End date must not be before the start date');
  });

  test('rejects a two-digit year without filtering by it', async () => {
    await openAll(`${everything}&panel=open`);
    await type(await until(() => field('Start Date')), '0025-10-15');
    expect(text()).toContain('Please enter the year with four digits');
    expect(field('Start Date').getAttribute('aria-invalid')).toBe('true');
    expect(location.search).toBe('?start_date=&end_date=&panel=open');
    await type(field('Start Date'), '2025-10-15');
    await until(() => location.search.includes('start_date=2025-10-15'));
    expect(text()).not.toContain('four digits');
  });

  test.each(['by leaving the field', 'with Enter'])(
    'applies a typed date only once it is finished, %s',
    async (how) => {
      await openAll('/attendance?start_date=2025-09-01&end_date=&panel=open');
      const start = await until(() => field('Start Date'));
      const [asked, entries] = [listCalls().length, history.length];
      for (const [key, day] of [
        ['1', '2025-01-01'],
        ['0', '2025-10-01'],
        ['2', '0002-10-01'],
        ['6', '2026-10-01'],
      ] as const) {
        await press(start, key);
        await type(start, day);
      }
      expect([start.value, location.search]).toEqual(['2026-10-01', '?start_date=2025-09-01&end_date=&panel=open']);
      if (how === 'with Enter') await press(start, 'Enter');
      else await act(async () => start.blur());
      await until(() => location.search.includes('start_date=2026-10-01'));
      await until(() => listCalls().length > asked);
      expect([listCalls().length, history.length]).toEqual([asked + 1, entries + 1]);
    },
  );

  test('a half-typed date gives way to the one that Back restores', async () => {
    await openAll('/attendance?start_date=2025-09-01&end_date=&panel=open');
    await type(await until(() => field('Start Date')), '2025-09-02');
    await until(() => location.search.includes('2025-09-02'));
    await press(field('Start Date'), '1');
    await type(field('Start Date'), '2025-01-02');
    await act(async () => history.back());
    await until(() => field('Start Date').value === '2025-09-01');
  });

  test('uses the new day for the first navigation after midnight', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await openAll(`${everything}&event_type=check-in`);
      vi.setSystemTime(Date.now() + 24 * 3600_000);
      await click(byRole('link', 'Attendance'));
      await until(() => listCalls().at(-1) === `/attendance?start_date=${today()}&end_date=${today()}&page=1`);
    } finally {
      vi.useRealTimers();
    }
  });

  test('keeps the other date as shown when one is changed after midnight', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await app.open('/attendance?panel=open');
      const [shown, before] = [today(), today(-3)];
      await until(() => field('End Date').value === shown);
      vi.setSystemTime(Date.now() + 24 * 3600_000);
      await type(field('Start Date'), before);
      await until(() => listCalls().at(-1) === `/attendance?start_date=${before}&end_date=${shown}&page=1`);
      expect(field('End Date').value).toBe(shown);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the selection', () => {
  /** It loads after the list. */
  const markButton = (name: string | RegExp) => until(() => byRole('button', name));

  test('covers one page only, and its label says so', async () => {
    await openAll();
    await click(field(/Select all \d+ records on this page/));
    const count = rows().length;
    await markButton(`Mark as Processed (${count})`);
    await click(await until(() => byRole('button', /^Next/)));
    await until(() => text().includes('Page 2 of'));
    expect(maybeByRole('button', /Mark as Processed/)).toBeUndefined();
    await click(byRole('button', /^Previous/));
    await until(() => text().includes('Page 1 of'));
    expect(maybeByRole('button', /Mark as Processed/)).toBeUndefined();
  });

  test('shows and sends the same records in count, confirmation, request and message', async () => {
    await openAll(`${everything}&is_processed=0`);
    const pick = allByRole('checkbox').slice(1, 3);
    for (const box of pick) await click(box);
    await click(await markButton('Mark as Processed (2)'));
    const question = await until(() => byRole('alertdialog', /Mark as Processed/));
    expect(text(question)).toContain('Mark 2 records as processed?');
    await click(byRole('button', 'Mark 2 records', question));
    await until(() => text().includes('Records marked as processed successfully'));
    const [body] = app.bodies('POST /attendance/mark-processed');
    expect(body).toEqual({ record_ids: pick.map((box) => Number(box.getAttribute('value'))) });
    await until(() => !maybeByRole('button', /Mark as Processed/) && !maybeByRole('alertdialog'));
  });

  test('reports already processed records before and after', async () => {
    app.answer('GET /attendance', { data: page(record, { ...record, id: 8, is_processed: 1 }) });
    app.answer('POST /attendance/mark-processed', { data: { updated: 1 } });
    await app.open(everything);
    await until(() => rows().length === 2);
    await click(field(/Select all/));
    await click(await markButton('Mark as Processed (2)'));
    expect(text(byRole('alertdialog'))).toContain('1 of them is already processed');
    await click(byRole('button', 'Mark 2 records'));
    await until(() => text().includes('Records marked as processed successfully (1 of 2 changed)'));
  });

  test('shows a failure in the confirmation', async () => {
    await openAll();
    app.answer('POST /attendance/mark-processed', { status: 500 });
    await click(field(/Select all/));
    await click(await markButton(/Mark as Processed/));
    await click(byRole('button', /^Mark \d+ records$/));
    await until(() => text(byRole('alertdialog')).includes('Failed to mark records as processed'));
  });

  test('keeps a later selection when a cancelled request succeeds', async () => {
    let arrive = () => {};
    const when = new Promise<void>((resolve) => (arrive = resolve));
    app.answer('GET /attendance', { data: page(record, { ...record, id: 8 }) });
    app.answer('POST /attendance/mark-processed', { data: { updated: 1 }, when });
    await app.open(everything);
    await until(() => rows().length === 2);
    const boxes = allByRole('checkbox', /^Select Check/);
    for (const box of boxes.slice(0, 1)) await click(box);
    await click(await markButton('Mark as Processed (1)'));
    await click(byRole('button', 'Mark 1 record'));
    await click(byRole('button', 'Cancel'));
    for (const box of boxes.slice(1)) await click(box);
    arrive();
    await until(() => text().includes('Records marked as processed successfully'));
    await markButton('Mark as Processed (2)');
  });

  test('sends nothing when the selection disappears behind the confirmation', async () => {
    await openAll();
    await click(field(/Select all/));
    await click(await markButton(/Mark as Processed/));
    await act(async () => history.replaceState(null, '', `${everything}&event_type=check-in`));
    await until(() => text(byRole('alertdialog')).includes('Please select records to mark as processed'));
    await click(byRole('button', 'Mark 0 records'));
    expect(app.bodies('POST /attendance/mark-processed')).toEqual([]);
  });
});

describe('one record', () => {
  test('opens with View, is in the URL, and closes back to the list', async () => {
    await openAll();
    const [first] = allByRole('button', /^View/);
    await click(first ?? document.body);
    const dialog = await until(() => byRole('dialog', /Attendance record/));
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
    await openAll(`${everything}&record=7`);
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
    await openAll(`${everything}&record=7`);
    await click(await until(() => byRole('button', 'Add Employee With This ID')));
    expect(location.pathname + location.search).toBe('/employees?add=1&employee_id=77777&company_id=3');
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
    await until(() => text(byRole('dialog')).includes('Held until 18:00. Next try: 2026-03-08 18:00:00.'));
  });
});

test('marks a doubtful clock: in the future, ahead of arrival, or long before it', () => {
  const doubt = (timestamp: string, created_at: string) =>
    clockDoubt({ timestamp, created_at }, Date.parse('2026-03-08T12:00:00Z'));
  expect(doubt('2026-03-08T13:00:00+00:00', '2026-03-08T12:00:00+00:00')).toBe('Dated in the future');
  expect(doubt('2026-03-08T12:04:00Z', '2026-03-08T12:00:00Z')).toBeUndefined();
  expect(doubt('2026-03-08 10:00:00', '2026-03-08 08:00:00')).toBe('Dated 2 hours after it arrived');
  expect(doubt('2026-03-05 08:00:00', '2026-03-08 08:00:00')).toBe('Arrived 3 days late');
  expect(doubt('2026-03-08 08:00:00', '2026-03-08 09:59:00')).toBeUndefined();
  expect(doubt('2026-03-08 08:00:00', '2026-03-08T12:00:00Z')).toBeUndefined();
  expect(doubt('', '')).toBeUndefined();
});
