// HR System Sync: each company's status, syncing one or all, failures, and the schedule.

import { beforeEach, describe, expect, test } from 'vitest';
import { useSync } from '../../src/features/hr/sync/useSync.ts';
import { currentToasts } from '../../src/platform/hooks/toasts.ts';
import { company as decodeCompany } from '../../src/shared/contract/companies.ts';
import { moment } from '../../src/shared/words/moment.ts';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, settle, text, type, until } from '../support/console/render.tsx';
import { json, startScriptedServer } from '../support/console/scriptedServer.ts';
import { acting, renderHook } from '../unit/platform/hooks/support.tsx';
import { clickButton, untilText } from './steps.ts';

const app = testConsole();

const statusCall = 'GET /hr-sync/companies/{id}/status';
const companyCall = 'POST /hr-sync/companies/{id}';
const allCall = 'POST /hr-sync/all';
const retryCall = 'POST /hr-sync/companies/{id}/retry';

/** An answer with every field in the specification. */
const configured = { has_hr_url: true, hr_url: 'https://hr.alder.example/in', today_attendance_count: 1234 };
const unconfigured = { has_hr_url: false, hr_url: null, today_attendance_count: 7 };

const company = (id: number, name: string) => ({ id, name, unique_identifier: `CMP-${id}` });
const companies = (...names: string[]) => ({ data: names.map((name, index) => company(index + 1, name)) });

const button = (name: string) => byRole('button', name);
const isRefused = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
const reasonOf = (name: string) => button(name).getAttribute('aria-description');
const untilReady = (name: string) => until(() => !isRefused(name));
async function panel(title: string): Promise<HTMLElement> {
  const heading = await until(() => byRole('heading', title));
  return heading.closest('section') ?? heading;
}

/** The row of a company in the table. */
const rowOf = (name: string) =>
  until(() => {
    const headers = [...document.querySelectorAll('th[scope=row]')];
    return headers.find((header) => header.textContent?.startsWith(name))?.closest('tr');
  });

/** Without features, so the console asks for each company's status separately. */
beforeEach(() => {
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
  app.answer('GET /companies', companies('Alder'));
});

/** Opens the screen with one company, Alder, that can be synced. */
async function openReady(): Promise<void> {
  app.answer(statusCall, { data: configured });
  await app.open('/hr-sync');
  await untilReady('Sync Alder');
}

/** The text of the row below. */
const below = (row: HTMLElement) => text(row.nextElementSibling ?? undefined);

const last_error = { at: '2026-05-12T19:30:00Z', sentence: 'The HR system did not answer' };

describe('a company', () => {
  test("with an HR system shows its URL and today's records", async () => {
    await openReady();
    const row = await rowOf('Alder');
    expect(text(row)).toContain('HR System Configured');
    expect(text(row)).toContain("Today's Records1,234");
    expect(byRole('link', /^https/, row).getAttribute('href')).toBe('https://hr.alder.example/in');
  });

  test('is not called fine, and has no columns of results, where the server tells none', async () => {
    const headers = () => [...byRole('table').querySelectorAll('thead th')].map((header) => header.textContent);
    await openReady();
    await until(() => text().includes('HR System Configured'));
    expect(headers()).toEqual(['Company', 'HR system', "Today's Records", 'Actions']);
    expect(text()).toMatch(/Configured1Not configured0Records today1,234/);
    expect(text()).not.toMatch(/With problems|Fine/);
    app.answer(statusCall, { data: { ...configured, failed: 0 } });
    await app.open('/hr-sync');
    await until(() => headers().length === 7);
    expect(headers().slice(3, 6)).toEqual(['Will retry', 'Rejected', 'Last result']);
    expect(text()).toContain('With problems0Waiting0Fine1Not configured0');
  });

  test('without an HR system cannot be synced, and the button says why', async () => {
    app.answer(statusCall, { data: unconfigured });
    await app.open('/hr-sync');
    const row = await rowOf('Alder');
    await until(() => text(row).includes('Not Configured'));
    expect(text(row)).toContain("Today's Records7");
    expect(maybeByRole('link', /^https/, row)).toBeUndefined();
    expect(reasonOf('Sync Alder')).toBe('No HR URL is configured');
    await clickButton('Sync Alder');
    expect(app.bodies(companyCall)).toEqual([]);
  });

  test('whose status does not load is marked, cannot be synced, and can be reloaded', async () => {
    app.answer(statusCall, { status: 500 });
    await app.open('/hr-sync');
    const row = await rowOf('Alder');
    await until(() => text(row).includes('Status unavailable'));
    expect(text(row)).toContain('Not Configured');
    expect(text(row)).toContain("Today's Records0");
    expect(isRefused('Sync Alder')).toBe(true);

    app.answer(statusCall, { data: configured });
    await clickButton('Load the status of Alder again');
    await until(() => text(row).includes('HR System Configured'));
    expect(text(row)).not.toContain('Status unavailable');
    expect(document.activeElement).toBe(row);
  });

  test('names the states of its records and the last result when the server provides them', async () => {
    app.answer(statusCall, {
      data: {
        ...configured,
        is_running: false,
        waiting: 3,
        failed: 2,
        last_success: '2026-05-12 18:30:00',
        last_error: { at: '2026-05-12 19:30:00', sentence: 'The HR system did not answer' },
      },
    });
    await app.open('/hr-sync');
    const row = await rowOf('Alder');
    await until(() => text(row).includes('HR System Configured'));
    expect(text(row)).toMatch(/Will retry3 records not accepted yet: Alder.*Rejected2 records need a manual retry/);
    expect(text(row)).toMatch(/Last success 12 May( 2026| 18:30)/);
    expect(below(row)).toMatch(/Last error 12 May( 2026| 19:30): The HR system did not answer/);
    expect(below(row)).toContain('2 records rejected. They need a manual retry.');
  });

  test.each([
    ['failed altogether', { last_success: '2026-05-12T18:30:00Z', last_error }, true],
    ['failed in part', { last_success: last_error.at, last_error }, false],
    ['succeeded after a failure', { last_success: '2026-05-12T20:30:00Z', last_error }, false],
  ])('whose last sync %s says so by the error', async (_, status, isFailed) => {
    app.answer(statusCall, { data: { ...configured, ...status } });
    await app.open('/hr-sync');
    const row = await rowOf('Alder');
    await until(() => text(row).includes('HR System Configured'));
    const badge = [...row.querySelectorAll('span')].find((each) => each.textContent === 'HR System Configured');
    expect(badge?.className).toMatch(/good/);
    expect(below(row)).toContain('Last error');
    expect(row.nextElementSibling?.querySelectorAll('[class*=error]')).toHaveLength(isFailed ? 1 : 0);
  });

  test('that waits with nothing to send again says when the next try is', async () => {
    const wait = { since: last_error.at, next_try: '2026-05-12 21:00:00', sentence: last_error.sentence };
    app.answer(statusCall, { data: { ...configured, waiting: 0, failed: 0, last_error, wait } });
    await app.open('/hr-sync');
    const row = await rowOf('Alder');
    await until(() => /did not answer\. Next try 12 May( 2026| 21:00)\.$/.test(below(row)));
  });

  test('whose last sync had nothing to send does not call it a success', async () => {
    app.answer(statusCall, { data: { ...configured, last_run: '2026-05-12 11:28:08', last_success: '' } });
    await app.open('/hr-sync');
    const row = await rowOf('Alder');
    await until(() => text(row).includes('HR System Configured'));
    expect(text(row)).toMatch(/Last run 12 May( 2026| 11:28), nothing to send/);
    expect(text(row)).not.toContain('Last success');
  });

  test('that another user syncs is polled until the sync ends', async () => {
    app.answer(statusCall, { data: { ...configured, is_running: true } });
    await app.open('/hr-sync');
    const row = await rowOf('Alder');
    await until(() => text(row).includes('Sync running'));
    expect(reasonOf('Sync Alder')).toBe('A sync is running');
    app.answer(statusCall, { data: { ...configured, is_running: false } });
    await until(() => !text(row).includes('Sync running'));
    expect(isRefused('Sync Alder')).toBe(false);
  });
});

test('requests at most four statuses at once', async () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const gates: (() => void)[] = [];
  let [underWay, mostUnderWay] = [0, 0];
  async function when() {
    mostUnderWay = Math.max(mostUnderWay, ++underWay);
    await new Promise<void>((resolve) => gates.push(resolve));
    underWay -= 1;
  }
  app.answer('GET /companies', companies(...names));
  app.answer(statusCall, { data: configured, when });
  await app.open('/hr-sync');
  await until(() => gates.length === 4);
  expect(allByRole('status', /^Loading the status of/)).toHaveLength(6);
  expect(reasonOf('Sync A')).toBe('The status is still loading');
  for (const index of names.keys()) {
    await until(() => gates[index]);
    gates[index]?.();
  }
  for (const name of names) await untilReady(`Sync ${name}`);
  expect([app.bodies(statusCall).length, mostUnderWay]).toEqual([6, 4]);
});

describe('syncing a company', () => {
  test('shows how many records were accepted, and sends no date for today', async () => {
    await openReady();
    app.answer(companyCall, { data: { success: 12, failed: 0, errors: [] } });
    await clickButton('Sync Alder');
    await untilText('Sync completed for company. Success: 12, Failed: 0');
    expect(app.bodies(companyCall)).toEqual([{}]);
    expect(text(await panel('Last Sync Results'))).toMatch(/Synced Alder, today.*Successful12.*Failed0/);
  });

  test("sends the chosen date and shows the server's error at it", async () => {
    await openReady();
    await type(field(/^Sync date \(leave empty for today\)/), '2999-01-01');
    await clickButton('Sync Alder');
    const main = byRole('main');
    await until(() => text(byRole('alert', undefined, main)).includes('must not be in the future'));
    expect(app.bodies(companyCall)).toEqual([{ date: '2999-01-01' }]);
    expect(field(/^Sync date/).getAttribute('aria-invalid')).toBe('true');
    await type(field(/^Sync date/), '2026-01-02');
    expect(field(/^Sync date/).getAttribute('aria-invalid')).not.toBe('true');
  });

  test('disables other syncs while it runs', async () => {
    let arrive = () => {};
    app.answer('GET /companies', companies('Alder', 'Birch'));
    await openReady();
    await untilReady('Sync Birch');
    const when = new Promise<void>((resolve) => (arrive = resolve));
    app.answer(companyCall, { data: { success: 1, failed: 0, errors: [] }, when });
    await clickButton('Sync Alder');
    for (const name of ['Sync Birch', 'Sync All Companies']) {
      expect(reasonOf(name)).toBe('A sync is running');
      await clickButton(name);
    }
    await clickButton('Sync Alder');
    arrive();
    await untilReady('Sync Birch');
    expect(app.bodies(companyCall)).toHaveLength(1);
    expect(app.bodies(allCall)).toEqual([]);
  });

  test.each([
    [{ status: 500 }, 'Failed to sync company. HTTP error! status: 500'],
    [{ status: 409, message: 'A sync of Alder is already running' }, 'A sync of Alder is already running'],
  ])('shows why it failed: %o', async (answer, words) => {
    await openReady();
    app.answer(companyCall, answer);
    await clickButton('Sync Alder');
    await untilText(words);
    await untilReady('Sync Alder');
  });

  test('names the first reason beside the number of those that failed', async () => {
    await openReady();
    app.answer(companyCall, { data: { success: 1, failed: 2, errors: ['Employee 7: No such person', 'Another'] } });
    await clickButton('Sync Alder');
    await until(() =>
      currentToasts().messages.some(({ text: words }) => /Failed: 2\. Employee 7: No such person$/.test(words)),
    );
  });

  test('treats an answer without success or message as a failure', async () => {
    const server = await startScriptedServer();
    server.answer = json(200, { success: false });
    const sync = await renderHook(server, () => useSync(''));
    await acting(() => sync.now.company(decodeCompany(company(1, 'Alder'))));
    await until(() => currentToasts().messages.some((message) => message.text.startsWith('Sync failed')));
    expect(sync.now.underWay).toBeUndefined();
    await server.stop();
  });

  test('shows five errors and the number of the rest', async () => {
    await openReady();
    const errors = Array.from({ length: 8 }, (_, index) => `Reason ${index + 1}`);
    app.answer(companyCall, { data: { success: 1, failed: 8, errors } });
    await clickButton('Sync Alder');
    const results = await panel('Last Sync Results');
    await until(() => text(results).includes('... and 3 more errors'));
    expect([...results.querySelectorAll('li')].map((item) => item.textContent)).toEqual(errors.slice(0, 5));
    expect(byRole('button', 'Save All Errors', results)).toBeDefined();
  });

  test('shows the first five in their order, and those for one reason as one', async () => {
    await openReady();
    const errors = ['A', 'B', 'C', 'B', 'D', 'E', 'F', 'F', 'F'].map(
      (reason, index) => `Alder: Employee ${index}, check-in at 2026-05-12 08:00:00: ${reason}`,
    );
    app.answer(companyCall, { data: { success: 0, failed: 9, errors } });
    await clickButton('Sync Alder');
    const results = await panel('Last Sync Results');
    await until(() => text(results).includes('... and 3 more errors'));
    const lines = [...(results.querySelector('ul')?.children ?? [])].map((item) => item.textContent ?? '');
    expect(lines.map((line) => /[A-F](?=$| — )/.exec(line)?.[0])).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(text(results)).toContain('B — 2 errors');
  });

  test('tells records that will be retried from rejected ones when the server does', async () => {
    await openReady();
    app.answer(companyCall, { data: { success: 4, failed: 3, rejected: 1, errors: [] } });
    await clickButton('Sync Alder');
    await untilText('Sync completed for company. Success: 4, Failed: 3');
    expect(text(await panel('Last Sync Results'))).toContain('Successful4Failed3Will retry2Rejected1');
  });

  test('retries rejected records when the server supports it', async () => {
    await openReady();
    expect(maybeByRole('button', /^Retry/)).toBeUndefined();
    app.answer(companyCall, { data: { success: 0, failed: 2, errors: ['Employee is unknown'] } });
    app.answer(statusCall, { data: { ...configured, failed: 2 } });
    await clickButton('Sync Alder');
    await untilReady('Retry Now (2): rejected records of Alder');
    await type(field(/^Sync date/), '2026-05-11');
    app.answer(retryCall, { data: { success: 2, failed: 0, errors: [] } });
    app.answer(statusCall, { data: { ...configured, failed: 0 } });
    await clickButton('Retry Now (2): rejected records of Alder');
    await untilText('Sync completed for company. Success: 2, Failed: 0');
    await until(() => !maybeByRole('button', /^Retry/));
    expect(app.bodies(retryCall)).toEqual([{}]);
    expect(text(await panel('Last Sync Results'))).toContain(
      'Retried Alder: all days with rejected or waiting records',
    );
  });
});

describe('a company that waits for its HR system', () => {
  const wait = {
    since: '2026-05-12T17:00:00Z',
    next_try: '2026-05-12 20:05:00',
    sentence: 'Odoo does not accept the API key: it may have expired, or belong to another user or database',
  };

  beforeEach(() => {
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: ['hr_connectors'] }) });
  });

  test('says why, in full, and when the next try is; all that waits can be sent now', async () => {
    app.answer(statusCall, { data: { ...configured, waiting: 32, failed: 2, wait } });
    await app.open('/hr-sync');
    const row = (await rowOf('Alder')).nextElementSibling;
    await until(() => text(row ?? undefined).includes('32 records wait since'));
    expect(text(row ?? undefined)).toContain(`${wait.sentence}. Next try ${moment('2026-05-12 20:05:00')}.`);
    app.answer(retryCall, { data: { success: 32, failed: 0, errors: [] } });
    app.answer(statusCall, { data: { ...configured, waiting: 0, failed: 2 } });
    await clickButton('Retry Now (32): waiting records of Alder');
    await untilText('Sync completed for company. Success: 32, Failed: 0');
    expect(app.bodies(retryCall)).toEqual([{ waiting_only: true }]);
    await until(() => !maybeByRole('button', /waiting records/));
    expect(maybeByRole('button', 'Retry Now (2): rejected records of Alder')).toBeDefined();
  });

  test('a sync with nothing to send says so, and offers what waits of other days', async () => {
    app.answer(statusCall, { data: { ...configured, waiting: 32, wait } });
    await app.open('/hr-sync');
    await untilReady('Sync Alder');
    app.answer(companyCall, { data: { success: 0, failed: 0, errors: [], total: 0 } });
    app.answer(retryCall, { data: { success: 32, failed: 0, errors: [] } });
    await clickButton('Sync Alder');
    await untilText('Success: 0, Failed: 0. The day has no records to send. 32 records of other days still wait');
    await clickButton('Retry Now');
    await untilText('Sync completed for company. Success: 32, Failed: 0');
    expect(app.bodies(retryCall)).toEqual([{ waiting_only: true }]);
  });

  test('says it only once, although it is the last error as well', async () => {
    /** The text of the row below. */
    const below = (row: HTMLElement) => text(row.nextElementSibling ?? undefined);

    const last_error = { at: '2026-05-12 18:00:00', sentence: `Employee 7: ${wait.sentence}` };
    app.answer(statusCall, { data: { ...configured, waiting: 32, wait, last_error } });
    await app.open('/hr-sync');
    const row = await rowOf('Alder');
    await until(() => text(row.nextElementSibling ?? undefined).includes(wait.sentence));
    expect(below(row)).not.toContain('Last error');
    app.answer(statusCall, { data: { ...configured, waiting: 0, wait, last_error } });
    await app.open('/hr-sync');
    await untilText(`Last error ${moment(last_error.at)}: ${last_error.sentence}`);
  });

  test('offers it for records that wait for their own next try, too', async () => {
    app.answer(statusCall, { data: { ...configured, waiting: 1 } });
    await app.open('/hr-sync');
    await untilText('1 record waits for the next try.');
    expect(button('Retry Now (1): waiting records of Alder')).toBeDefined();
  });

  test('says that nothing is sent without an address, and does not offer to send it', async () => {
    app.answer(statusCall, { data: { ...unconfigured, waiting: 3, failed: 2 } });
    await app.open('/hr-sync');
    await untilText('3 records wait until an HR URL is configured.');
    for (const name of ['Retry Now (3): waiting records of Alder', 'Retry Now (2): rejected records of Alder'])
      expect([isRefused(name), reasonOf(name)]).toEqual([true, 'No HR URL is configured']);
  });

  test('offers nothing of it with another server, which might retry rejected records, too', async () => {
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
    app.answer(statusCall, { data: { ...configured, waiting: 3 } });
    await app.open('/hr-sync');
    await untilReady('Sync Alder');
    expect(maybeByRole('button', /^Retry Now/)).toBeUndefined();
  });
});

describe('what automatic attendance waits for', () => {
  const door = {
    kind: 'door',
    id: 7,
    since: '2026-05-12T07:59:00Z',
    sentence: 'Back door silent since 07:59',
  };
  const call = 'PUT /hr-sync/companies/{id}/attendance-waits';

  beforeEach(() => {
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: ['hr_state', 'hr_connectors'] }) });
  });
  const overview = (...waits: object[]) => ({
    data: [{ ...company(1, 'Alder'), date: '2026-05-12', sent_today: 0, ...configured, attendance_waits: waits }],
  });

  test('is a sentence each, and a silent door can be taken out and put back', async () => {
    const record = {
      kind: 'record',
      id: 3,
      since: door.since,
      sentence: 'A record of 12 May 08:00 is still to be sent',
    };
    app.answer('GET /hr-sync/companies', overview({ ...door, is_lifted: false }, { ...record, is_lifted: false }));
    app.answer(call, { data: null });
    await app.open('/hr-sync');
    await untilText('Automatic attendance waits: Back door silent since 07:59.');
    expect(allByRole('button', /^Do Not Wait/)).toHaveLength(1);

    app.answer('GET /hr-sync/companies', overview({ ...door, is_lifted: true }));
    await clickButton(`Do Not Wait: ${door.sentence}`);
    await untilText('Automatic attendance does not wait: Back door silent since 07:59.');
    app.answer('GET /hr-sync/companies', overview({ ...door, is_lifted: false }));
    await clickButton(`Wait Again: ${door.sentence}`);
    await until(() => maybeByRole('button', /^Do Not Wait/));
    expect(app.bodies(call)).toEqual([
      { kind: 'door', id: 7, is_lifted: true },
      { kind: 'door', id: 7, is_lifted: false },
    ]);
  });
});

describe('syncing all companies', () => {
  test('makes one call and shows progress, then the result', async () => {
    let arrive = () => {};
    await openReady();
    const when = new Promise<void>((resolve) => (arrive = resolve));
    app.answer(allCall, { data: { success: 30, failed: 1, errors: ['Alder: Employee is unknown'] }, when });
    await clickButton('Sync All Companies');
    expect(document.querySelector('progress')?.hasAttribute('value')).toBe(false);
    expect(reasonOf('Sync Alder')).toBe('A sync is running');
    arrive();
    const results = await panel('Last Sync Results');
    await until(() => text(results).includes('Alder: Employee is unknown'));
    expect(text(results)).toMatch(/Synced all companies, today.*Successful30.*Failed1/);
    expect(document.querySelector('progress')).toBeNull();
    expect(app.bodies(allCall)).toEqual([{}]);
  });

  test('shows a failure', async () => {
    await openReady();
    app.answer(allCall, { status: 500 });
    await clickButton('Sync All Companies');
    await untilText('Failed to sync all companies. HTTP error! status: 500');
  });
});

describe('Schedule Settings', () => {
  const slot = (name: RegExp) => byRole('checkbox', name);

  test("show the server's slots and turn one off and on", async () => {
    await app.open('/hr-sync');
    const settings = await panel('Schedule Settings');
    await until(() => byRole('checkbox', /^Morning/, settings));
    expect(text(settings)).toMatch(/Next sync(today|\d+ \w{3}) \d\d:\d\d.*Current slot.*Due now(Yes|No)/);
    const isOn = () => slot(/^Morning/) instanceof HTMLInputElement && field(/^Morning/).checked;
    const before = isOn();
    await click(slot(/^Morning/));
    expect(isOn()).toBe(!before);
    await until(() => app.bodies('PUT /hr-sync/schedule/{slot}/toggle').length === 1);
    expect(app.bodies('PUT /hr-sync/schedule/{slot}/toggle')).toEqual([{ enabled: !before }]);
    await until(() => app.bodies('GET /hr-sync/schedule/status').length === 2);
    await settle();
    expect(isOn()).toBe(!before);
  });

  test.each([
    ['2026-11-21', `Last run ${moment('2026-11-21')}: Done`],
    ['2026-11-21 00:00:00', `Last run ${moment('2026-11-21')}: Done`],
    ['2026-11-21 18:30:05', `Last run ${moment('2026-11-21 18:30:05')}: Done`],
  ])('show what is known about a last run on %s', async (last_run, words) => {
    const morning = { time: '12:30', enabled: true, last_run, last_result: 'Done' };
    app.answer('GET /hr-sync/schedule/status', { data: { schedules: { morning } } });
    await app.open('/hr-sync');
    await until(() => slot(/^Morning/));
    expect(text(await panel('Schedule Settings'))).toContain(words);
  });

  test('revert a rejected change and show the error', async () => {
    await app.open('/hr-sync');
    await until(() => slot(/^Evening/));
    const before = field(/^Evening/).checked;
    app.answer('PUT /hr-sync/schedule/{slot}/toggle', { status: 403, message: 'You may not' });
    await click(slot(/^Evening/));
    await untilText('You may not');
    expect(field(/^Evening/).checked).toBe(before);
  });

  test('show an error with Retry when they do not load', async () => {
    app.answer('GET /hr-sync/schedule/status', { status: 500 });
    await app.open('/hr-sync');
    const settings = await panel('Schedule Settings');
    await until(() => text(settings).includes('Failed to fetch data'));
    app.passThrough('GET /hr-sync/schedule/status');
    await click(byRole('button', 'Retry', settings));
    await until(() => byRole('checkbox', /^Morning/));
  });

  test('are omitted when the server has no schedule', async () => {
    app.answer('GET /hr-sync/schedule/status', { status: 404 });
    await openReady();
    await until(() => !text().includes('Schedule Settings'));
  });
});

test.each([
  [{ data: [] }, 'No companies found'],
  [{ status: 500 }, 'Failed to fetch companies'],
])('shows that there are no companies: %o', async (answer, words) => {
  app.answer('GET /companies', answer);
  await app.open('/hr-sync');
  await untilText(words);
});

test('is named HR Sync in the sidebar, for administrators', async () => {
  await app.open('/hr-sync');
  await until(() => byRole('heading', 'HR System Sync'));
  expect(byRole('link', 'HR Sync', byRole('navigation', 'Main')).getAttribute('aria-current')).toBe('page');
  expect(document.title).toBe('HR System Sync · Rollcall');
});

test('moves from a page past the end to the last page', async () => {
  app.passThrough('GET /companies');
  await app.open('/hr-sync?page=9');
  await untilText('Page 3 of 3');
  expect(location.search).toBe('?page=3');
});

describe('with a server that answers all companies in one call', () => {
  const overviewCall = 'GET /hr-sync/companies';
  const unreachable = 'The HR system did not answer: There is no such host';
  const failed = (id: number, name: string, record: string) => ({
    ...{
      ...company(id, name),
      ...configured,
      date: '2026-05-12',
      sent_today: 0,
      waiting: 12,
      failed: 0,
      is_running: false,
    },
    last_error: { at: '2026-05-12T19:30:00Z', sentence: `Employee ${record}: ${unreachable}` },
  });
  const date = '2026-05-12';
  const overview = [
    { ...company(1, 'Alder'), ...configured, date, sent_today: 1200, waiting: 0, failed: 0 },
    { ...company(2, 'Birch'), ...unconfigured, date, sent_today: 0, waiting: 0, failed: 0 },
    failed(3, 'Cedar', '7, check-in at 2026-05-12 08:00:00'),
    { ...company(4, 'Dogwood'), ...configured, date, sent_today: 0, waiting: 0, failed: 3 },
    failed(5, 'Elm', '9, check-out at 2026-05-12 17:00:00'),
  ];
  const names = () => [...document.querySelectorAll('tbody th')].map((each) => each.firstChild?.textContent);

  async function openOverview(): Promise<void> {
    app.passThrough('GET /auth/user');
    app.answer(overviewCall, { data: overview });
    await app.open('/hr-sync');
    await rowOf('Alder');
  }

  test('puts problems first, tells each once, and asks for no company by itself', async () => {
    await openOverview();
    expect(names()).toEqual(['Cedar', 'Dogwood', 'Elm', 'Alder', 'Birch']);
    expect(text().split(unreachable)).toHaveLength(3);
    expect(app.bodies(statusCall)).toEqual([]);
  });

  test('sums up, and each number of records leads to exactly them', async () => {
    await openOverview();
    const href = (within: ParentNode, words: RegExp) =>
      [...within.querySelectorAll('a')].find((link) => words.test(link.textContent ?? ''))?.getAttribute('href');
    const days = 'start_date=&end_date=';
    expect(href(document, /^24 records not accepted yet/)).toBe(`/attendance?${days}&hr_state=waiting`);
    expect(href(document, /^1,200 records of today that were sent/)).toBe(
      '/attendance?start_date=2026-05-12&end_date=2026-05-12&hr_state=sent',
    );
    expect(href(await rowOf('Cedar'), /^12 /)).toBe(`/attendance?${days}&company_id=3&hr_state=waiting`);
    expect(href(await rowOf('Dogwood'), /^3 /)).toBe(`/attendance?${days}&company_id=4&hr_state=failed`);
    expect(text()).toMatch(/With problems3Waiting0Fine1Not configured1/);
  });

  test('leads to the records of today by the day of each company, and of all only where that is one day', async () => {
    await openOverview();
    const [alder] = overview;
    app.answer(overviewCall, { data: [alder, { ...company(6, 'Kauri'), ...alder, id: 6, date: '2026-05-13' }] });
    await app.open('/hr-sync');
    await until(() => text().includes('Records today2,468'));
    expect(text()).toContain('Sent today2,400');
    const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
    expect(links.filter((href) => href?.startsWith('/attendance?'))).toEqual([
      '/attendance?company_id=1&start_date=2026-05-12&end_date=2026-05-12',
      '/attendance?company_id=6&start_date=2026-05-13&end_date=2026-05-13',
    ]);
  });

  test('leads from the result of a sync to its records, where these are exactly they', async () => {
    await openOverview();
    await untilReady('Sync Alder');
    const result = {
      date,
      success: 4,
      failed: 3,
      rejected: 1,
      errors: [],
      already_sent: 2,
      rejected_before: 0,
      total: 9,
    };
    app.answer(companyCall, { data: result });
    await clickButton('Sync Alder');
    const results = await panel('Last Sync Results');
    await until(() => text(results).includes('Successful4'));
    const of = `/attendance?start_date=${date}&end_date=${date}&company_id=1`;
    expect([...results.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['2 records of 2026-05-12: Will retry', `${of}&hr_state=waiting`],
      ['1 record of 2026-05-12: Rejected', `${of}&hr_state=failed`],
      ['9 records of 2026-05-12: Total', of],
    ]);
    app.answer(companyCall, { data: { ...result, total: 8, begins_later: true } });
    await clickButton('Sync Alder');
    await until(() => text(results).includes('Total8'));
    expect(results.querySelectorAll('a')).toHaveLength(0);
  });

  test('finds companies, and keeps the order while a sync changes their state', async () => {
    await openOverview();
    app.answer(overviewCall, {
      data: overview.map((each) => ({ ...each, failed: 9 })),
    });
    app.answer(companyCall, { data: { success: 1, failed: 0, errors: [] } });
    await untilReady('Sync Alder');
    await clickButton('Sync Alder');
    await until(() => text().includes('With problems5'));
    expect(names()).toEqual(['Cedar', 'Dogwood', 'Elm', 'Alder', 'Birch']);
    await type(field('Search companies'), 'elm');
    await until(() => names().length === 1);
  });
});
