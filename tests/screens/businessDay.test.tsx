// A viewer in Auckland runs a business in Los Angeles: every day in the console is the business's.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { payrollPresets } from '../../src/shared/contract/payrollPresets.ts';
import { calendarZone } from '../../src/shared/words/days.ts';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, settle, text, type, until } from '../support/console/render.tsx';
import { startServer } from '../support/server/server.ts';
import { storeDevice } from './devices/storedDevice.ts';
import { openDialog, untilText } from './steps.ts';

/** In Auckland it is Monday, 1 June; in Los Angeles still Sunday, 31 May. */
const now = new Date('2026-05-31T20:00:00Z');
let app: TestConsole;

beforeAll(async () => {
  const sample = { employeesPerCompany: 3, days: 3, timeZone: 'America/Los_Angeles' };
  app = await startConsole(undefined, () => startServer({ sample, clock: () => now }));
});
afterAll(() => app.stop());
beforeEach(() => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  vi.useFakeTimers({ toFake: ['Date'], now, shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const daysOf = (key: string) =>
  app.seen.filter((call) => call.key === key).map(({ query }) => [query.get('start_date'), query.get('end_date')]);

test('Attendance shows its today, and from the second visit on requests no other day', async () => {
  await app.open('/attendance');
  await until(() => allByRole('button', /^View /).length > 0);
  expect(daysOf('GET /attendance').at(-1)).toEqual(['2026-05-31', '2026-05-31']);
  await app.open('/attendance');
  await until(() => allByRole('button', /^View /).length > 0);
  expect(new Set(daysOf('GET /attendance').map(String))).toEqual(new Set(['2026-05-31,2026-05-31']));
});

test('Who Is In leads to a person, whose two weeks end on its day', async () => {
  await app.open('/presence');
  await click(await until(() => allByRole('link').find(({ dataset }) => 'opens' in dataset)));
  await until(() => daysOf('GET /timesheets/{id}').length > 0);
  expect(daysOf('GET /timesheets/{id}').at(-1)).toEqual(['2026-05-18', '2026-05-31']);
});

test('Timesheets begin with its week, and the last months are those before its own', async () => {
  await app.open('/timesheets');
  await until(() => daysOf('GET /timesheets').length > 0);
  expect(daysOf('GET /timesheets').at(-1)).toEqual(['2026-05-25', '2026-05-31']);
  await click(await until(() => byRole('button', 'Last Month')));
  await until(() => daysOf('GET /timesheets').some((days) => String(days) === '2026-04-01,2026-04-30'));
});

test('the audit filters by its days and groups by them', async () => {
  await app.open('/audit?start_date=2026-05-31&end_date=2026-05-31');
  await until(() => text().includes('Sun, 31 May 2026'));
  const [asked] = app.seen.filter(({ key }) => key === 'GET /audit');
  expect([asked?.query.get('from'), asked?.query.get('to')]).toEqual([
    '2026-05-31T07:00:00.000Z',
    '2026-06-01T07:00:00.000Z',
  ]);
  expect(text()).not.toContain('1 Jun 2026');
});

const several = 'The companies are in several time zones';

test.each(['/', '/attendance', '/exceptions', '/exceptions?tab=corrections', '/presence', '/timesheets', '/hr-sync'])(
  '%s says whose time it shows, also where the companies have several',
  async (path) => {
    await app.open(path);
    await untilText('Times and dates are those of America/Los_Angeles');
    app.answer('GET /auth/user', {
      change: (user) => ({ ...Object(user), time_zones: ['Asia/Kathmandu', 'Europe/Lisbon'] }),
    });
    await app.open(path);
    await untilText(several);
    if (path === '/' || path === '/hr-sync') return;
    await app.open(`${path}${path.includes('?') ? '&' : '?'}company_id=2&start_date=2026-05-25&end_date=2026-05-31`);
    await untilText('Times and dates are by the clock of the company.');
    expect(text()).not.toContain(several);
  },
);

test('a door in another zone, and a company that has its own, have their own today', async () => {
  const { server } = app;
  const { door } = await storeDevice(app);
  await app.open(`/access-controllers?id=${door.id}&tab=reconcile`);
  await untilText('Mon, 1 Jun 2026');
  expect(byRole('button', 'Next Day').getAttribute('aria-disabled')).toBe('true');

  const token = await server.signIn(server.users.administrator);
  const body = { starts_at: '00:00', repeat_seconds: 60, needs_second_person: false, timezone: 'Asia/Kathmandu' };
  const key = `PUT /companies/${door.company_id}/day-rules`;
  expect((await server.ask(key, { token, body })).status).toBe(200);
  await app.open(`/companies?id=${door.company_id}`);
  await until(() => daysOf('GET /attendance').length > 0);
  expect(daysOf('GET /attendance').at(-1)).toEqual(['2026-06-01', '2026-06-01']);
  expect((await server.ask(key, { token, body: { ...body, timezone: '' } })).status).toBe(200);
});

describe('about a company in Kathmandu, where it is Monday, 1 June,', () => {
  let company: { id: number; name: string };
  let employee: { id: number };
  beforeAll(async () => {
    const { db } = app.server;
    company = await one(db, sql`select id, name from companies where is_active order by id limit 1`);
    employee = await one(db, sql`select id from employees where company_id = ${company.id} order by id limit 1`);
  });
  const keepTime = (zone: string) =>
    app.server.db.run(
      sql`insert into day_rules (company_id, starts_at, repeat_seconds, hours, timezone, needs_second_person)
        values (${company.id}, '00:00', 60, 'pairs', ${zone}, false)
        on conflict (company_id) do update set timezone = excluded.timezone`,
    );
  beforeEach(() => keepTime('Asia/Kathmandu'));
  afterEach(() => keepTime(''));

  const firstDay = async (button: string, title: string, label: string) => {
    const dialog = await openDialog(button, title);
    return field(label, dialog).value;
  };

  test('a pattern begins with its today', async () => {
    await app.open(`/companies?id=${company.id}&tab=day-rules`);
    expect(await firstDay('Add Pattern', 'Add Pattern', 'Valid from')).toBe('2026-06-01');
  });

  test.each([
    ['Add Pattern', 'Add Pattern', 'Valid from'],
    ['Add Leave', 'Add Leave', 'First day'],
    ['Add Balance', 'Add Balance', 'From the beginning of'],
  ])('%s of a person begins with its today', async (...names) => {
    await app.open(`/employees?id=${employee.id}&tab=expected-time`);
    await until(() => app.seen.some(({ key, status }) => key === 'GET /companies/all' && status === 200));
    await settle();
    expect(await firstDay(...names)).toBe('2026-06-01');
  });

  test('May is over: it can be closed, and its payroll file previewed', async () => {
    app.answer('GET /companies/{id}/payroll', {
      data: { template: { ...payrollPresets.csv?.template, mail_day: 0, mail_to: '' }, mail_problem: '', files: [] },
    });
    await app.open(`/companies?id=${company.id}&tab=months`);
    const month = await until(() => field('Month of the file'));
    expect(month.value).toBe('2026-05');
    await click(await until(() => byRole('button', 'Close Month: May 2026')));
    const dialog = await until(() => byRole('dialog', 'Close Months'));
    expect(field('Month', dialog).value).toBe('2026-05');
  });

  test('credentials that worked until 31 May have expired', async () => {
    const expires_on = '2026-05-31';
    const expired = 'Credentials expired on 31 May 2026';
    const { id, name } = company;
    app.answer('GET /attention', {
      change: (figures) => ({
        ...Object(figures),
        hr: { failed: 0, waiting: 0, expiring: [{ company_id: id, company_name: name, expires_on }] },
      }),
    });
    await app.open('/');
    await untilText(expired);
    app.answer('GET /hr-sync/companies', {
      change: (companies) => Object(companies).map((each: object) => ({ ...each, expires_on })),
    });
    await app.open('/hr-sync');
    await untilText(expired);
    expect(text()).toContain('Credentials expire on 31 May 2026');
    app.answer('GET /companies/{id}/hr-connection', {
      change: (connection) => ({ ...Object(connection), expires_on }),
    });
    await app.open(`/companies?id=${id}&tab=hr`);
    await untilText(expired);
  });
});

test('nothing is said where the viewer’s clock is that of the companies', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  await app.open('/presence');
  await until(() => allByRole('link').find(({ dataset }) => 'opens' in dataset));
  expect(text()).not.toContain('Times and dates');
});

test('a change of the setting counts at once', async () => {
  await app.open('/settings');
  await click(await until(() => byRole('button', 'Edit business_timezone')));
  const dialog = await until(() => byRole('dialog', 'Edit Setting'));
  await until(() => field('Value', dialog));
  await type(field('Value', dialog), 'Pacific/Auckland');
  await click(byRole('button', /^Update/, dialog));
  await until(() => calendarZone() === 'Pacific/Auckland');
  await click(byRole('link', 'Attendance'));
  await until(() => daysOf('GET /attendance').some((days) => String(days) === '2026-06-01,2026-06-01'));
});

test('with another server, days are those of the viewer', async () => {
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [], business_timezone: 'UTC' }) });
  localStorage.setItem('business_timezone', ''); // what signing in to such a server stores
  await app.open('/attendance');
  await until(() => daysOf('GET /attendance').length > 0);
  expect(daysOf('GET /attendance').at(-1)).toEqual(['2026-06-01', '2026-06-01']);
});
