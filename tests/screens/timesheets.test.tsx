// Timesheets: people by days, a person's sheet, and the same sheet with a server that computes none.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../server/platform/db/db.ts';
import { answerDecoder } from '../../src/shared/contract/calls.ts';
import type { TimesheetRow } from '../../src/shared/contract/timesheets.ts';
import { shortDayTitle } from '../../src/shared/words/dates.ts';
import { today } from '../../src/shared/words/days.ts';
import { daysIn } from '../../src/shared/words/periods.ts';
import { hoursAndMinutes, shortClockOn } from '../../src/shared/words/workedTime.ts';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
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
} from '../support/console/render.tsx';
import { clickButton, untilText } from './steps.ts';

/** A period with the days of the sample. */
const days = { start_date: today(-6), end_date: today() };
const period = `start_date=${days.start_date}&end_date=${days.end_date}`;

let app: TestConsole;
let rows: readonly TimesheetRow[];
beforeAll(async () => {
  app = await startConsole();
  const token = await app.server.signIn(app.server.users.administrator);
  const { json } = await app.server.ask(`GET /timesheets?${period}`, { token });
  rows = answerDecoder('GET /timesheets')(json.data).data;
});
afterAll(() => app.stop());

/** The row of somebody who came on several days, and who left on one of them: on Monday, some only came. */
function someone(): TimesheetRow {
  const row = rows.find((each) => each.days.length > 1 && each.worked_minutes > 0);
  if (!row) throw new Error('The sample has nobody who worked');
  return row;
}

const grid = () => until(() => maybeByRole('grid', 'Timesheets'));
const cellAt = (row: number, column: number) => document.querySelector(`[data-cell="${row} ${column}"]`);
const focusedCell = () => document.activeElement?.getAttribute('data-cell');
const asked = (key: string) => app.seen.filter((call) => call.key === key).map(({ path }) => path);

describe('people by days', () => {
  test('each person has the days and the totals that the server answers', async () => {
    await app.open(`/timesheets?${period}`);
    const lines = allByRole('row', undefined, await grid()).slice(1);
    expect(lines).toHaveLength(rows.length);
    for (const [index, row] of rows.entries()) {
      const line = text(lines[index]);
      expect(line).toContain(row.employee.name);
      expect(line).toContain(hoursAndMinutes(row.worked_minutes));
      for (const day of row.days) {
        const cell = text(lines[index]?.querySelector(`[data-day="${day.day}"]`) ?? undefined);
        const isOpenOnly = day.is_open && day.worked_minutes === 0;
        expect(cell).toContain(isOpenOnly ? 'Still in' : hoursAndMinutes(day.worked_minutes));
        expect(cell).toContain(shortClockOn(day.day, day.first_in).slice(0, 5));
      }
    }
  });

  test('keeps the days of what it shows until those of another period are there', async () => {
    await app.open(`/timesheets?${period}`);
    const shown = await grid();
    const before = text(shown);
    let arrive = () => {};
    app.answer('GET /timesheets', { when: new Promise<void>((resolve) => (arrive = resolve)) });
    await clickButton('Last Month');
    await until(() => shown.getAttribute('aria-busy') === 'true');
    expect(text(shown)).toBe(before);
    arrive();
    await until(() => document.querySelectorAll('thead th').length > 28);
    expect(shown.getAttribute('aria-busy')).toBe(null);
    app.passThrough('GET /timesheets');
  });

  test('names the company as its people do, until the companies have loaded', async () => {
    let arrive = () => {};
    app.answer('GET /companies/all', { when: new Promise<void>((resolve) => (arrive = resolve)) });
    const { company } = someone();
    await app.open(`/timesheets?company_id=${company.id}&${period}`);
    await grid();
    await act(async () => void window.dispatchEvent(new Event('beforeprint')));
    expect(text()).toContain(`Company: ${company.name}`);
    await act(async () => void window.dispatchEvent(new Event('afterprint')));
    expect(text()).not.toContain('Unknown Company');
    arrive();
    app.passThrough('GET /companies/all');
  });

  test('the grid is one stop of Tab; keys move in it, and Enter opens the day of the person', async () => {
    await app.open(`/timesheets?${period}`);
    const stops = () => [...document.querySelectorAll('[data-cell][tabindex="0"]')];
    await grid();
    expect(stops()).toEqual([cellAt(0, 0)]);
    const start = cellAt(0, 0);
    if (start) await press(start, 'Home');
    const last = rows.length - 1;
    const keys: readonly (readonly [key: string, cell: string])[] = [
      ['ArrowDown', '1 0'],
      ['ArrowRight', '1 1'],
      ['End', '1 8'],
      ['ArrowRight', '1 8'],
      ['PageDown', `${Math.min(11, last)} 8`],
      ['Home', `${Math.min(11, last)} 0`],
      ['ArrowUp', `${Math.min(11, last) - 1} 0`],
      ['PageUp', '0 0'],
    ];
    for (const [key, cell] of keys) {
      await press(document.activeElement ?? document.body, key);
      expect([key, focusedCell()]).toEqual([key, cell]);
      expect(stops().map((stop) => stop.getAttribute('data-cell'))).toEqual([cell]);
    }

    const { employee, days: worked } = someone();
    const day = worked[0]?.day ?? '';
    const cell = await until(() => document.querySelector(`[data-employee="${employee.id}"][data-day="${day}"]`));
    await press(cell, 'Enter');
    const toggle = await until(() => byRole('button', shortDayTitle(day)));
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(toggle);
    expect(text()).toContain(employee.name);
  });

  test('a period steps by its own length, and what is filtered is asked of the server', async () => {
    await app.open('/timesheets?start_date=2026-11-01&end_date=2026-11-30');
    await untilText('November 2026');
    await clickButton('Previous Period');
    await untilText('October 2026');
    expect(location.search).toBe('?start_date=2026-10-01&end_date=2026-10-31');
    await type(field('Length'), 'week');
    await untilText('28 Sep – 4 Oct 2026');
    await clickButton('Next Period');
    await untilText('5 – 11 Oct 2026');
    await type(field('Search people'), 'zz top');
    await untilText('No one found');
    expect(asked('GET /timesheets').at(-1)).toBe(
      '/timesheets?start_date=2026-10-05&end_date=2026-10-11&page=1&per_page=50&q=zz+top',
    );
  });

  test('a person who came and has not left is still in, instead of having worked nothing', async () => {
    const day = someone().days[0]?.day ?? '';
    const open = {
      day,
      first_in: `${day}T08:02:00+00:00`,
      last_out: '',
      worked_minutes: 0,
      break_minutes: 0,
      is_open: true,
      exceptions: [],
    };
    const rowWith = { ...someone(), days: [open], worked_minutes: 0 };
    app.answer('GET /timesheets', { change: (page) => ({ ...Object(page), data: [rowWith] }) });
    await app.open(`/timesheets?${period}`);
    const cell = (await grid()).querySelector(`[data-day="${day}"]`);
    expect(text(cell ?? undefined)).toMatch(/Still in.*:02–$/);
    expect(text(cell ?? undefined)).not.toContain('0:00');
    expect(cell?.querySelector('[title]')?.getAttribute('title')).toMatch(/^In \d\d:02, Still in$/);
    app.passThrough('GET /timesheets');
  });

  test('a period without events says so, and leads to last week with the same filters', async () => {
    const empty = (page: unknown) => ({ ...Object(page), data: [{ ...someone(), days: [] }], last_page: 1 });
    // The sample's days fall in last week only on some weekdays.
    await app.server.db.run(sql`insert into attendance
        (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
      select company_id, id, employee_id,
        (select min(id) from access_controllers where company_id = employees.company_id),
        'check-in', ${`${today(-7)} 12:00:00`}, ${`${today(-7)} 12:00:00`}
      from employees where name like '%a%'`);
    app.answer('GET /timesheets', { change: empty });
    await app.open('/timesheets?start_date=2001-01-01&end_date=2001-01-07&q=a');
    await untilText('No one has events in this period.');
    app.passThrough('GET /timesheets');
    await click(byRole('link', 'Last Week'));
    await until(() => byRole('button', 'Last Week').getAttribute('aria-pressed') === 'true');
    expect(location.search).toContain('q=a');
    await until(() => !text().includes('has events in this period'));
  });

  test('a failure is shown with Retry', async () => {
    app.answer('GET /timesheets', { status: 500, message: 'The database is away' });
    await app.open('/timesheets');
    await untilText('The database is away');
    app.passThrough('GET /timesheets');
    await clickButton('Retry');
    await grid();
  });
});

describe("one person's sheet", () => {
  const figures = () =>
    allByRole('row')
      .map((row) => [...row.querySelectorAll('th, td')].map((cell) => text(cell)))
      .filter((cells) => cells.length > 2);

  test('is the same with a server of the specification, which is asked for nothing else', async () => {
    const { employee } = someone();
    const address = `/timesheets?employee_id=${employee.id}&${period}`;
    await app.open(address);
    await until(() => byRole('heading', employee.name));
    const length = 1 + someone().days.length;
    const ours = await until(() => figures().length === length && figures());
    expect(asked('GET /timesheets/{id}')).toHaveLength(1);

    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
    await app.open(address);
    await until(() => byRole('heading', employee.name));
    await until(() => figures().length === length);
    expect(figures()).toEqual(ours);
    const keys = app.seen.map(({ key }) => key);
    expect(keys).toContain('GET /attendance');
    expect(keys.filter((key) => /timesheets|corrections|exceptions/.test(key))).toEqual([]);
    expect(maybeByRole('link', 'All People')).toBeUndefined();
  });

  test('has each day of the period, and a day opens to its events and what they come to', async () => {
    const { employee, days: worked } = someone();
    await app.open(`/timesheets?employee_id=${employee.id}&${period}`);
    await until(() => byRole('heading', employee.name));
    await until(() => figures().length > 1);
    for (const day of daysIn(days)) byRole('button', shortDayTitle(day));
    const day = worked.find(({ worked_minutes }) => worked_minutes > 0);
    await clickButton(shortDayTitle(day?.day ?? ''));
    expect(byRole('button', shortDayTitle(day?.day ?? '')).getAttribute('aria-expanded')).toBe('true');
    expect(allByRole('link', /^View Check In at/).length).toBeGreaterThan(0);
  });

  test('a night in which clocks go back is in order, and its records are among those of their own date', async () => {
    const { employee } = someone();
    const event = { controller: 'Gate', is_manual: false, is_set_aside: false };
    const [start, pause, end] = ['2026-10-24T22:00:00+02:00', '2026-10-25T02:50:00+02:00', '2026-10-25T06:00:00+01:00'];
    const again = '2026-10-25T02:10:00+01:00';
    const night = {
      ...{ day: '2026-10-24', first_in: start, last_out: end, worked_minutes: 520, break_minutes: 20, is_open: false },
      ...{ exceptions: [], hr_difference: '', last_correction_id: 0, approvals: 0 },
      events: [start, pause, again, end].map((timestamp, index) => ({
        ...{ ...event, id: index + 1, timestamp, event_type: index % 2 === 0 ? 'check-in' : 'check-out' },
      })),
      pairs: [
        { from: start, until: pause, minutes: 290 },
        { from: again, until: end, minutes: 230 },
      ],
      breaks: [{ from: pause, until: again, minutes: 20 }],
    };
    app.answer('GET /timesheets/{id}', { change: (sheet) => ({ ...Object(sheet), days: [night] }) });
    await app.open(`/timesheets?employee_id=${employee.id}&start_date=2026-10-24&end_date=2026-10-25&day=2026-10-24`);
    await until(() => maybeByRole('button', shortDayTitle('2026-10-24')));
    const spans = () => allByRole('listitem').map((item) => text(item));
    await until(() => spans().some((words) => words.includes('Break')));
    expect(spans().filter((words) => /Worked|Break/.test(words))).toEqual([
      expect.stringContaining('22:00 – 02:50 +1'),
      expect.stringContaining('02:50 +1 – 02:10 +1'),
      expect.stringContaining('02:10 +1 – 06:00 +1'),
    ]);
    const addresses = allByRole('link', /^View Check/).map((link) => link.getAttribute('href') ?? '');
    expect(addresses.map((address) => new URLSearchParams(address.split('?')[1]).get('start_date'))).toEqual([
      '2026-10-24',
      '2026-10-25',
      '2026-10-25',
      '2026-10-25',
    ]);
    app.passThrough('GET /timesheets/{id}');
  });

  test.each([
    ['of our server', 'GET /timesheets/{id}', (user: unknown) => user],
    ['of the specification', 'GET /attendance', (user: unknown) => ({ ...Object(user), features: [] })],
  ] as const)('its file is read anew, as what is shown may be hours old: %s', async (_, call, change) => {
    app.answer('GET /auth/user', { change });
    await app.open(`/employees?id=${someone().employee.id}&tab=timesheet&${period}`);
    await clickButton('Export', await until(() => byRole('main')));
    const before = asked(call).length;
    await click(await until(() => byRole('menuitem', /^Excel/)));
    await until(() => asked(call).length > before);
    app.passThrough('GET /auth/user');
  });

  test('a day whose only event waits for a second person has no hours yet', async () => {
    const { employee, company } = someone();
    const { db, ask, signIn, users } = app.server;
    await db.run(
      sql`insert into day_rules (company_id, starts_at, repeat_seconds, needs_second_person)
        values (${company.id}, '00:00', 60, true)`,
    );
    const leapDay = '2020-02-29';
    const added = { kind: 'add', employee_id: employee.id, event_type: 'check-in', timestamp: `${leapDay}T08:00` };
    const token = await signIn(users.administrator);
    const body = { corrections: [added], reason: 'The door was open' };
    expect((await ask('POST /corrections', { token, body })).json.data).toMatchObject({ waiting: 1 });

    await app.open(`/timesheets?employee_id=${employee.id}&start_date=${leapDay}&end_date=${leapDay}&day=${leapDay}`);
    await untilText('The door was open');
    await untilText('No events on this day');
    expect(figures().slice(1)).toEqual([]);
    await db.run(sql`delete from day_rules where company_id = ${company.id}`);
  });

  test('leads to the neighbours and back to all people', async () => {
    const { employee, company } = someone();
    await app.open(`/timesheets?employee_id=${employee.id}&company_id=${company.id}&${period}`);
    const neighbours = await until(() => {
      const buttons = allByRole('button', /^(Previous|Next) Person: /);
      return buttons.length > 0 && buttons;
    });
    const name = neighbours[0]?.title.split(': ')[1] ?? '';
    if (neighbours[0]) await click(neighbours[0]);
    await until(() => byRole('heading', name));
    await click(byRole('link', 'All People'));
    await grid();
    expect(location.search).toBe(`?company_id=${company.id}&${period}`);
  });

  test.each([
    ['of our server', 'GET /timesheets/{id}', (user: unknown) => user],
    ['of the specification', 'GET /attendance', (user: unknown) => ({ ...Object(user), features: [] })],
  ] as const)('another period never stands over the days of the last one: %s', async (_, call, change) => {
    app.answer('GET /auth/user', { change });
    await app.open(`/employees?id=${someone().employee.id}&tab=timesheet&${period}`);
    await until(() => maybeByRole('button', 'Export'));
    app.answer(call, { status: 500, message: 'Out of order' });
    await clickButton('Previous Period');
    await untilText('Out of order');
    expect(maybeByRole('button', 'Export')).toBeUndefined();
    app.passThrough(call);
  });

  test('a failure is shown with Retry, with any server', async () => {
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
    app.answer('GET /attendance', { status: 403, message: 'Not for you' });
    await app.open(`/timesheets?employee_id=${someone().employee.id}`);
    await untilText('Not for you');
    app.answer('GET /attendance', { status: 422, message: 'No such days' });
    await app.open(`/timesheets?employee_id=${someone().employee.id}`);
    await untilText('No such days');
    app.passThrough('GET /attendance');
    await clickButton('Retry');
    await until(() => byRole('heading', someone().employee.name));
  });
});

test('without timesheets the screen of all people says where one person is found', async () => {
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
  await app.open('/timesheets');
  await untilText('one person at a time');
  expect(byRole('link', 'Employees', byRole('main')).getAttribute('href')).toBe('/employees');
});
