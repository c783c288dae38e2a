// The dashboard: its figures, the first companies, and failures of each part.

import { describe, expect, test } from 'vitest';
import { dateTitle } from '../../src/shared/words/dates.ts';
import { today } from '../../src/shared/words/days.ts';
import { testConsole } from '../support/console/console.tsx';
import { byRole, click, maybeByRole, nameOf, settle, text, until } from '../support/console/render.tsx';

const app = testConsole();

const figure = (title: string) => until(() => byRole('article', title));
const panel = (title: string) => until(() => byRole('heading', title).closest('section'));
const untilFigure = (title: string, words: string) => until(() => text(byRole('article', title)).includes(words));

const companies = Array.from({ length: 7 }, (_, index) => ({
  id: index + 1,
  name: `Company ${index + 1}`,
  contact_email: `office@${index + 1}.example`,
  is_active: index !== 1,
}));

test('counts all companies and shows the first five', async () => {
  app.answer('GET /companies', { data: { data: companies, total: 40, last_page: 6 } });
  app.answer('GET /companies/all', { data: companies });
  await app.open('/');
  await untilFigure('Total Companies', '40');
  await untilFigure('Active Companies', '6');
  const shown = await panel('Companies');
  const items = [...shown.querySelectorAll('li')].map((item) => text(item));
  expect(items).toHaveLength(5);
  expect(items[0]).toMatch(/Company 1.*office@1\.example.*Active/);
  expect(items[1]).toContain('Inactive');
  await click(byRole('link', 'View all', shown));
  await until(() => byRole('heading', 'Companies'));
  expect(location.pathname).toBe('/companies');
});

test('says when only the first page can be counted', async () => {
  app.answer('GET /companies/all', { status: 404 });
  await app.open('/');
  await untilFigure('Active Companies', 'On the first page only');
});

test('offers to add the first company', async () => {
  app.answer('GET /companies', { data: [] });
  app.answer('GET /companies/all', { data: [] });
  await app.open('/');
  await until(() => text().includes('No companies found'));
  await click(byRole('button', 'Add First Company'));
  await until(() => byRole('dialog', 'Add New Company'));
  expect(location.pathname + location.search).toBe('/companies');
});

test('shows why the companies did not load, and Retry loads again', async () => {
  app.answer('GET /companies', { status: 500 });
  await app.open('/');
  const alert = await until(() => byRole('alert'));
  expect(text(alert)).toContain('Failed to fetch data');
  expect(text(await figure('Total Companies'))).toContain('Not available');
  app.passThrough('GET /companies');
  await click(byRole('button', 'Retry', alert));
  await untilFigure('Total Companies', '26');
});

/** Figures of what needs attention. */
const figures = {
  day: '2026-03-05',
  events: 312,
  events_week_before: 298,
  unknown: { events: 14, start_date: '2026-02-20', end_date: '2026-03-05' },
  hr: { failed: 3, waiting: 1 },
};

describe('recent activity', () => {
  test('is of the days until today, also once it is another day', async () => {
    const statistics = 'GET /attendance/statistics';
    const [before, after] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']; // never on the same day
    const liveIn = (business_timezone: string) =>
      app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), business_timezone }) });
    const untilAsked = (zone: string) =>
      until(() => app.seen.some(({ key, path }) => key === statistics && path.endsWith(`end_date=${today(0, zone)}`)));
    liveIn(before);
    await app.open('/');
    await untilAsked(before);
    liveIn(after);
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }));
    await untilAsked(after);
  });

  test('shows the real figure and a chart when the server provides it', async () => {
    app.answer('GET /attendance/statistics', {
      data: {
        total: 9,
        last_24_hours: 1234,
        days: [
          { date: '2026-03-04', total: 4 },
          { date: '2026-03-05', total: 5 },
        ],
      },
    });
    await app.open('/');
    await untilFigure('Recent Activity', '1,234');
    expect(text(await figure('Recent Activity'))).toContain('Events in the last 24 hours');
    const chart = await panel('Events, last 14 days');
    const days = [...chart.querySelectorAll('a')].map(nameOf);
    expect(days).toEqual(['4 Mar 2026: 4 events', '5 Mar 2026: 5 events']);
  });

  test('each bar leads to the records of its day', async () => {
    await app.open('/');
    const chart = await panel('Events, last 14 days');
    await until(() => expect(chart.querySelectorAll('a')).toHaveLength(14));
    const bar = [...chart.querySelectorAll('a')].at(-2);
    const address = bar?.getAttribute('href') ?? '';
    const [day, events] = bar ? nameOf(bar).split(': ') : [];
    const [, start = ''] = /^\/attendance\?start_date=(.{10})&end_date=\1$/.exec(address) ?? [];
    expect(day).toBe(dateTitle(start));
    await app.open(address);
    await until(() => byRole('heading', 'Attendance Management'));
    await until(() => text(byRole('main')).includes(events?.split(' ')[0] ?? 'a number'));
  });

  test.each([{ status: 404 }, { status: 405 }, { data: {} }, { data: { total_records: 9, days: [] } }])(
    'shows a marked sample figure from 10 to 59 when the server does not: %o',
    async (answer) => {
      app.answer('GET /attendance/statistics', answer);
      await app.open('/');
      await untilFigure('Recent Activity', 'Sample figure');
      const shown = Number(/Recent Activity(\d+)/.exec(text(await figure('Recent Activity')))?.[1]);
      expect(shown).toBeGreaterThanOrEqual(10);
      expect(shown).toBeLessThanOrEqual(59);
      expect(maybeByRole('heading', 'Events, last 14 days')).toBeUndefined();
    },
  );
});

describe('recent activity is not available, and no figure is made up', () => {
  test.each([{ status: 500 }, { status: 403, message: "You don't have permission to do this" }, { data: [] }])(
    'when the server answers %o',
    async (answer) => {
      app.answer('GET /attendance/statistics', answer);
      await app.open('/');
      await untilFigure('Recent Activity', 'Not available');
      expect(text(await figure('Recent Activity'))).not.toMatch(/\d/);
      expect(text()).not.toContain('Sample figure');
    },
  );
});

test.each([
  ['Events, last 14 days', 'GET /attendance/statistics'],
  ['Company URLs', 'GET /company-urls/health-statistics'],
] as const)('%s says what failed, and loads with Retry', async (title, key) => {
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
  app.answer(key, { status: 500, message: 'Out of order' });
  await app.open('/');
  const shown = await panel(title);
  await until(() => text(shown).includes('Out of order'));
  app.passThrough(key);
  await click(byRole('button', 'Retry', shown));
  await until(() => !text(shown).includes('Out of order') && !maybeByRole('button', 'Retry', shown));
});

describe('the health of the URLs', () => {
  test('shows a summary', async () => {
    app.answer('GET /company-urls/health-statistics', {
      data: { total: 6, online: 3, offline: 2, unknown: 1 },
    });
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
    await app.open('/');
    const shown = await panel('Company URLs');
    await until(() => !text(shown).includes('Loading'));
    expect(text(shown)).toMatch(/Online3.*Offline2.*Unknown1/);
  });

  test('is omitted when the server does not provide it', async () => {
    app.answer('GET /company-urls/health-statistics', { status: 404 });
    await app.open('/');
    await untilFigure('Total Companies', '26');
    expect(maybeByRole('heading', 'Company URLs')).toBeUndefined();
    expect(maybeByRole('alert')).toBeUndefined();
  });
});

describe('what needs attention', () => {
  test('is listed with what is broken first, each number as a link to its records, and none twice', async () => {
    app.answer('GET /attention', { data: figures });
    app.answer('GET /company-urls/health-statistics', { data: { total: 6, online: 3, offline: 2, unknown: 1 } });
    app.answer('GET /corrections', { data: { data: [], total: 3, last_page: 3 } });
    app.answer('GET /exceptions/counts', {
      data: [
        { kind: 'no_check_out', total: 5 },
        { kind: 'no_check_in', total: 0 },
        { kind: 'unknown_person', total: 2 },
      ],
    });
    await app.open('/');
    await until(() => text().includes('2 company URLs offline') && text().includes('7 exceptions to answer'));
    await until(() => text().includes('3 corrections of others'));
    const links = [...(await panel('Needs attention')).querySelectorAll('a')];
    expect(links.map((link) => [text(link), link.getAttribute('href')])).toEqual([
      ['3 records rejected by HR systems', '/attendance?start_date=&end_date=&hr_state=failed'],
      ['2 company URLs offline', '/companies?url_health=offline'],
      ['3 corrections of others to decide', '/exceptions?tab=corrections&for_me=1'],
      ['7 exceptions to answer', '/exceptions'],
      ['Check-out missing: 5', '/exceptions?kind=no_check_out'],
      ['Unknown person: 2', '/exceptions?kind=unknown_person'],
      ['1 record not accepted yet', '/attendance?start_date=&end_date=&hr_state=waiting'],
    ]);
    app.passThrough('GET /corrections');
  });

  test('says what it could not load, instead of that nothing needs attention', async () => {
    app.answer('GET /attention', { data: { ...figures, hr: null, unknown: { ...figures.unknown, events: 0 } } });
    const others = ['GET /exceptions/counts', 'GET /devices/counts', 'GET /corrections'] as const;
    for (const key of others) app.answer(key, { status: 500, message: 'Out of order' });
    app.answer('GET /company-urls/health-statistics', { data: { total: 1, online: 1, offline: 0, unknown: 0 } });
    await app.open('/');
    const shown = await panel('Needs attention');
    await until(() => text(shown).includes('Not all of it could be loaded. Out of order'));
    await until(() => others.every((key) => app.seen.some((call) => call.key === key && call.status === 500)));
    await settle();
    expect(text(shown)).not.toContain('Nothing needs attention');
    for (const key of others) app.passThrough(key);
    app.answer('GET /exceptions/counts', { data: [{ kind: 'no_check_out', total: 5 }] });
    await click(byRole('button', 'Retry', shown));
    await until(() => text(shown).includes('5 exceptions to answer'));
    expect(text(shown)).not.toContain('Out of order');
  });

  test('names unknown people where the server has no exceptions', async () => {
    app.answer('GET /attention', { data: figures });
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: ['attention'] }) });
    await app.open('/');
    const link = await until(() => byRole('link', '14 events of unknown people'));
    expect(link.getAttribute('href')).toBe('/attendance?start_date=2026-02-20&end_date=2026-03-05&employee_id=0');
  });

  test('says when nothing does', async () => {
    app.answer('GET /attention', { data: { ...figures, unknown: { ...figures.unknown, events: 0 }, hr: null } });
    app.answer('GET /company-urls/health-statistics', { status: 404 });
    app.answer('GET /corrections', { data: [] });
    app.answer('GET /devices/counts', { data: { silent: 0, drifting: 0, memory_full: 0, waiting: 0 } });
    app.answer('GET /exceptions/counts', { data: [] });
    await app.open('/');
    await until(() => text().includes('Nothing needs attention.'));
  });

  test('is not asked of a server that does not announce it', async () => {
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
    await app.open('/');
    await untilFigure('Total Companies', '26');
    expect(app.seen.map(({ key }) => key)).not.toContain('GET /attention');
    expect(maybeByRole('heading', 'Needs attention')).toBeUndefined();
  });
});

describe('today', () => {
  test('says that who was in could not be loaded, and tries again', async () => {
    app.answer('GET /presence/curve', { status: 500, message: 'Out of order' });
    await app.open('/');
    const shown = await panel('In the building today');
    await until(() => text(shown).includes('Out of order'));
    app.passThrough('GET /presence/curve');
    await click(byRole('button', 'Retry', shown));
    await until(() => !text().includes('Out of order'));
  });

  test('says that figures could not be loaded, and tries those again', async () => {
    app.answer('GET /attention/counts', { status: 500, message: 'Out of order' });
    await app.open('/');
    const alert = await until(() => byRole('alert', /^Not all figures could be loaded. Out of order/));
    const shown = () => byRole('list', 'Figures of today').querySelectorAll('a').length;
    await until(() => shown() === 4);
    app.passThrough('GET /attention/counts');
    await click(byRole('button', 'Retry', alert));
    await until(() => shown() === 6);
    await until(() => maybeByRole('alert') === undefined);
  });

  test('has six figures, each a link to the list that it counts', async () => {
    await app.open('/');
    const strip = await until(
      () => byRole('list', 'Figures of today').querySelectorAll('a').length === 6 && byRole('list', 'Figures of today'),
    );
    const links = [...strip.querySelectorAll('a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/presence?state=in',
      '/presence?state=out',
      '/presence?state=not_seen',
      '/exceptions',
      '/access-controllers?claim=trouble',
      '/hr-sync',
    ]);
    const [, out = ''] = /^Out ([\d,]+)$/.exec(text(links[1])) ?? [];
    await click(links[1] ?? document.body);
    await until(() => text(byRole('main')).includes(out) && location.search.includes('state=out'));
  });

  test('shows who is in the building beside what is usual, also as a table', async () => {
    const points = Array.from({ length: 48 }, (_, step) => ({
      time: `${String(Math.floor(step / 2)).padStart(2, '0')}:${step % 2 ? '30' : '00'}`,
      in: step <= 20 ? step : null,
      usual: 30,
    }));
    app.answer('GET /presence/curve', { data: { day: '2026-03-05', usual_days: 4, points } });
    app.answer('GET /attention', { data: figures });
    await app.open('/');
    await until(() => byRole('img', 'People in the building: 20 in at 10:00, usually 30'));
    const part = await panel('In the building today');
    byRole('img', /^People in the building/, part ?? undefined);
    const rows = [...(part?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(rows).toHaveLength(24);
    expect(rows[10]).toEqual(['10:00', '20', '30']);
    expect(rows[11]).toEqual(['11:00', '–', '30']);
    await until(() => text(part ?? undefined).includes('Average of the last 4 Thursdays'));
    const events = await until(() => byRole('link', '312 events today', part ?? undefined));
    expect(events.getAttribute('href')).toBe('/attendance?start_date=2026-03-05&end_date=2026-03-05');
    expect(text(part ?? undefined)).toContain('298 by this time last Thursday');
  });

  test('is absent where nobody was ever in', async () => {
    app.answer('GET /presence/curve', { data: { day: '2026-03-05', usual_days: 0, points: [] } });
    await app.open('/');
    await until(() => byRole('list', 'Figures of today'));
    await until(() => maybeByRole('heading', 'In the building today') === undefined);
  });

  test('keeps its room while it loads', async () => {
    let arrive = () => {};
    const when = new Promise<void>((resolve) => (arrive = resolve));
    for (const key of ['GET /presence/summary', 'GET /presence/curve', 'GET /companies/all'] as const)
      app.answer(key, { when });
    await app.open('/');
    const inside = await until(() => byRole('link', /^In /, byRole('list', 'Figures of today')));
    expect(text(inside)).toBe('In …');
    byRole('heading', 'In the building today');
    expect(text(byRole('article', 'Active Companies'))).toBe('Active Companies…');
    arrive();
    await until(() => /^In \d+$/.test(text(byRole('link', /^In /, byRole('list', 'Figures of today')))));
  });

  test('is not asked of a server that does not announce it', async () => {
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
    await app.open('/');
    await untilFigure('Total Companies', '26');
    expect(app.seen.map(({ key }) => key)).not.toContain('GET /presence/curve');
    expect(maybeByRole('list', 'Today')).toBeUndefined();
  });
});

describe('credentials for HR systems that expire', () => {
  const expiring = (...companies: object[]) =>
    app.answer('GET /attention', {
      change: (data) => ({ ...Object(data), hr: { failed: 0, waiting: 0, expiring: companies } }),
    });
  const company = (company_id: number, expires_on: string) => ({
    company_id,
    company_name: `C${company_id}`,
    expires_on,
  });
  const linkTo = (name: string) => until(() => maybeByRole('link', name)?.getAttribute('href'));

  test('of one company lead to its connection', async () => {
    expiring(company(7, '2026-01-31'));
    await app.open('/');
    expect(await linkTo('Credentials for the HR system of C7')).toBe('/companies?id=7&tab=hr');
    expect(text(await panel('Needs attention'))).toContain('Credentials expired on 31 Jan 2026Expired');
  });

  test('of several are one item, without those that still have time', async () => {
    expiring(company(7, '2026-01-31'), company(8, '2026-02-28'), company(9, '9999-12-31'));
    await app.open('/');
    expect(await linkTo('Credentials for the HR systems of 2 companies')).toBe('/hr-sync');
  });
});
