// The filters of the attendance list, in their panel and as chips.

import { describe, expect, test, vi } from 'vitest';
import { sql } from '../../../server/platform/db/db.ts';
import { today } from '../../../src/shared/words/days.ts';
import { describePeriod, namedPeriods } from '../../../src/shared/words/periods.ts';
import { testConsole } from '../../support/console/console.tsx';
import { listen } from '../../support/console/listen.ts';
import {
  act,
  allByRole,
  byRole,
  click,
  field,
  maybeByRole,
  press,
  text,
  type,
  until,
} from '../../support/console/render.tsx';
import { clickButton, untilText } from '../steps.ts';
import { everything, listCalls, openAll, page, record } from './page.ts';

const app = testConsole();

describe('the filters', () => {
  async function choose(label: string, typed: string) {
    await click(field(label));
    await type(field(label), typed);
    await until(() => allByRole('option', new RegExp(typed)).length === 1);
    await press(field(label), 'Enter');
  }

  test('disables employee and controller until a company is chosen, loads its own, and resets them for another', async () => {
    await openAll(app, `${everything}&panel=open`);
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
    await until(() => listCalls(app).some((path) => path.includes(`company_id=${company}&employee_id=`)));

    await choose('Company', 'Atelier');
    await until(() => !location.search.includes('employee_id='));
  });

  test('names what is filtered as the records do, until its options have loaded', async () => {
    let arrive = () => {};
    const when = new Promise<void>((resolve) => (arrive = resolve));
    const ofCompany = ['GET /companies/{id}/employees', 'GET /companies/{id}/access-controllers'] as const;
    for (const key of ['GET /companies/all', ...ofCompany] as const) app.answer(key, { data: [], when });
    const names = {
      company: { id: 1, name: 'Acme' },
      employee: { id: 5, name: 'Anna', employee_id: 'E5' },
      access_controller: { id: 9, name: 'Gate' },
    };
    app.answer('GET /attendance', { data: page({ ...record, ...names }) });
    await openAll(app, `${everything}&company_id=1&employee_id=5&access_controller_id=9`);
    for (const chip of ['Company: Acme', 'Employee: Anna', 'Access Controller: Gate']) await untilText(chip);
    arrive();
    await untilText('Company: Unknown Company');
    expect(text()).toContain('Employee: Anna');
  });

  test('finds a company that was typed before the companies loaded', async () => {
    let arrive = () => {};
    app.answer('GET /companies/all', { when: new Promise<void>((resolve) => (arrive = resolve)) });
    await openAll(app, `${everything}&panel=open`);
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

  test('leaves keys to the entering of characters that need several', async () => {
    await openAll(app, `${everything}&panel=open`);
    await click(await until(() => field('Company')));
    await type(field('Company'), 'Ash');
    await until(() => maybeByRole('option', /Ashdown/));
    for (const key of ['ArrowDown', 'Enter', 'Escape']) await press(field('Company'), key, { isComposing: true });
    expect([field('Company').value, location.search]).toEqual(['Ash', '?start_date=&end_date=&panel=open']);
    await press(field('Company'), 'Enter');
    await until(() => location.search.includes('company_id='));
  });

  test('shows a failed load and a search without matches differently', async () => {
    app.answer('GET /companies/all', { status: 500 });
    app.answer('GET /companies', { status: 500 });
    await openAll(app, `${everything}&panel=open`);
    await click(await until(() => field('Company')));
    await type(field('Company'), 'Ashdown');
    await until(() => text(byRole('listbox')) === 'Failed to fetch companies');

    app.passThrough('GET /companies/all');
    await clickButton('Retry');
    await choose('Company', 'Ashdown');
    await click(field('Company'));
    await type(field('Company'), 'No such company');
    await press(field('Company'), 'Enter');
    expect([field('Company').value, text(byRole('listbox'))]).toEqual(['No such company', 'Nothing matches']);
  });

  test.each([
    ['GET /companies/{id}/employees', 'Employee', 'employees'],
    ['GET /companies/{id}/access-controllers', 'Access Controller', 'controllers'],
  ] as const)('says why %s failed, with Retry', async (key, label, what) => {
    app.answer(key, { status: 500, message: 'Out of order' });
    await app.open('/attendance?company_id=1&panel=open');
    await untilText(`The ${what} could not be loaded. Out of order`);
    app.passThrough(key);
    await clickButton('Retry');
    await click(await until(() => !field(label).disabled && field(label)));
    await until(() => allByRole('option').length > 1);
  });

  test('sends each filter under its own name and returns to page 1', async () => {
    await openAll(app, `${everything}&panel=open&page=2`);
    await type(await until(() => field('Event Type')), 'check-out');
    await type(field('Status'), '0');
    await until(() => listCalls(app).at(-1) === '/attendance?event_type=check-out&is_processed=0&page=1');
  });

  test('rejects an end before the start at its field and leaves the list unchanged', async () => {
    await openAll(app, '/attendance?start_date=2020-01-02&end_date=&panel=open');
    const asked = listCalls(app).length;
    await type(await until(() => field('End Date')), '2020-01-01');
    expect(text()).toContain('End date must not be before the start date');
    expect(field('End Date').getAttribute('aria-invalid')).toBe('true');
    expect([listCalls(app).length, location.search.includes('end_date=2020')]).toEqual([asked, false]);
  });

  test('lists and names the events of unknown employees for employee 0', async () => {
    const unknown = { ...record, employee: null, employee_code: '77777' };
    app.answer('GET /attendance', { data: page(unknown) });
    await openAll(app, `${everything}&employee_id=0`);
    expect(listCalls(app)).toEqual(['/attendance?employee_id=0&page=1']);
    await untilText('Employee: Unknown Employee');
  });

  test('names no filter that the call would not apply', async () => {
    await openAll(app, `${everything}&employee_id=somebody&event_type=lunch&is_processed=perhaps`);
    expect(listCalls(app)).toEqual(['/attendance?page=1']);
    expect(text()).not.toMatch(/Employee: |Event Type: |Status: /);
    expect(maybeByRole('button', /^Remove filter/)).toBeUndefined();
  });

  test('shows filters as chips; removing one restores its default', async () => {
    await openAll(app, `${everything}&event_type=check-in`);
    expect(byRole('button', 'Filters').dataset.count).toBe('1');
    await click(await until(() => byRole('button', 'Remove filter Event Type: Check In')));
    await until(() => !location.search.includes('event_type'));
    expect(maybeByRole('button', /Event Type/)).toBeUndefined();
    expect(byRole('button', 'Filters').dataset.count).toBeUndefined();
    expect(document.activeElement).toBe(byRole('button', 'Filters'));
  });

  test('opens the field of a chip in place, beside an open panel too', async () => {
    // Not everybody has left on this day, or filtering would not change the number of records.
    const day = '2001-02-03';
    const add = (type: string, time: string) =>
      app.server.db.run(
        sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
            created_at)
          select access_controllers.company_id, employees.id, 'E', access_controllers.id, ${type}, ${time}, ${time}
          from access_controllers join employees on employees.company_id = access_controllers.company_id
          order by employees.id desc, access_controllers.id limit 1`,
      );
    for (const hour of ['08', '09']) await add('check-in', `${day} ${hour}:00:00`);
    await add('check-out', `${day} 17:00:00`);
    await openAll(app, `?start_date=${day}&end_date=${day}&event_type=check-in&panel=open`);
    const chip = await until(() => byRole('button', 'Event Type: Check In'));
    await click(chip);
    const editor = document.querySelector<HTMLElement>('[role=dialog]') ?? document.body;
    await until(() => document.activeElement === field('Event Type', editor));
    const said = listen();
    await type(field('Event Type', editor), 'check-out');
    await until(() => location.search.includes('event_type=check-out'));
    await until(() => said.some((words) => /^[\d,]+ found$/.test(words)));
    await press(field('Event Type', editor), 'Escape');
    await until(() => document.activeElement === byRole('button', 'Event Type: Check Out'));
  });

  test('offers periods by name in the chip of the date, and in the panel', async () => {
    const { start_date = '', end_date = '' } = namedPeriods(today()).at(-1) ?? {};
    await openAll(app);
    await click(await until(() => byRole('button', 'Date: All Days')));
    await click(byRole('button', 'Last Month'));
    await until(() => location.search === `?start_date=${start_date}&end_date=${end_date}`);
    expect(document.activeElement).toBe(
      byRole('button', `Date: Last Month, ${describePeriod({ start_date, end_date })}`),
    );
    await click(byRole('button', 'Filters'));
    const period = await until(() => byRole('group', 'Period'));
    expect(byRole('button', 'Last Month', period).getAttribute('aria-pressed')).toBe('true');
    await click(byRole('button', 'Today', period));
    await until(() => location.search === '?panel=open');
  });

  test('starts the export that the address asks for, once', async () => {
    app.answer('GET /attendance', { data: page() });
    await app.open(`${everything}&export=excel`);
    // The export fails here, since a simulated page has no workers.
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
    await openAll(app, `${everything}&panel=open&event_type=check-in`);
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
    await openAll(app, `${everything}&panel=open`);
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
      await openAll(app, '/attendance?start_date=2025-09-01&end_date=&panel=open');
      const start = await until(() => field('Start Date'));
      const [asked, entries] = [listCalls(app).length, history.length];
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
      await until(() => listCalls(app).length > asked);
      expect([listCalls(app).length, history.length]).toEqual([asked + 1, entries + 1]);
    },
  );

  test('a half-typed date gives way to the one that Back restores', async () => {
    await openAll(app, '/attendance?start_date=2025-09-01&end_date=&panel=open');
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
      await openAll(app, `${everything}&event_type=check-in`);
      vi.setSystemTime(Date.now() + 24 * 3600_000);
      await click(byRole('link', 'Attendance'));
      await until(() => listCalls(app).at(-1) === `/attendance?start_date=${today()}&end_date=${today()}&page=1`);
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
      await until(() => listCalls(app).at(-1) === `/attendance?start_date=${before}&end_date=${shown}&page=1`);
      expect(field('End Date').value).toBe(shown);
    } finally {
      vi.useRealTimers();
    }
  });
});
