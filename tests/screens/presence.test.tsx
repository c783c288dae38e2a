// Who Is In: counts that filter, silent controllers, and a roll call that keeps its ticks without a connection.

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { exists, one, scalar, sql } from '../../server/platform/db/db.ts';
import { instantOf, plusMinutes } from '../../server/platform/time/clock.ts';
import { stateSince, stateTone } from '../../src/features/presence/words.ts';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
import {
  act,
  allByRole,
  byRole,
  click,
  field,
  maybeByRole,
  settle,
  text,
  type,
  until,
} from '../support/console/render.tsx';
import { endRollCalls } from '../support/people/rollCalls.ts';
import { clickButton, fill, openDialog, optionsOf, untilText } from './steps.ts';

let app: TestConsole;
let company: number;

beforeAll(async () => {
  app = await startConsole();
  const { db } = app.server;
  const { id } = await one<{ id: number }>(
    db,
    sql`insert into companies (name, unique_identifier, created_at)
      values ('Seaport', 'CMP-SEAPORT', '2026-01-01 00:00:00') returning id`,
  );
  company = id;
  const door = await one<{ id: number }>(
    db,
    sql`insert into access_controllers (company_id, name, unique_identifier, location, created_at)
      values (${id}, 'Main gate', 'ACU-SEAPORT', 'Quay 1', '2026-01-01 00:00:00') returning id`,
  );
  await db.run(
    sql`insert into access_controllers (company_id, name, unique_identifier, location, created_at)
      values (${id}, 'Dead door', 'ACU-DEAD', 'Quay 2', '2026-01-01 00:00:00')`,
  );
  for (const name of ['Anna', 'Berta', 'Carl']) {
    const employee = await one<{ id: number }>(
      db,
      sql`insert into employees (company_id, employee_id, name, department, created_at)
        values (${id}, ${`${name}-1`}, ${name}, 'Kitchen', '2026-01-01 00:00:00') returning id`,
    );
    if (name === 'Carl') continue;
    const at = instantOf(plusMinutes(new Date(), -1));
    await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at)
        values (${id}, ${employee.id}, ${`${name}-1`}, ${door.id}, 'check-in', ${at}, ${at})`,
    );
  }
});
afterAll(() => app.stop());

async function onPaper(): Promise<string> {
  await act(async () => void window.dispatchEvent(new Event('beforeprint')));
  const words = text();
  await act(async () => void window.dispatchEvent(new Event('afterprint')));
  return words;
}
const people = () => allByRole('row').flatMap((row) => row.querySelector('th[scope=row]')?.textContent ?? []);
const open = async () => {
  await app.open(`/presence?company_id=${company}`);
  await until(() => people().length === 3);
};

test.each([
  ['in', '2026-11-23T08:12:30+01:00', 'In since 08:12'],
  ['out', '2026-11-22T23:50:00+01:00', 'Out since 22 Nov 23:50'],
  ['not_seen', '', 'Not seen'],
  ['on_leave', '', 'on_leave'],
])('says %s with %j as %j', (state, since, words) => {
  expect(stateSince({ state, since }, '2026-11-23')).toBe(words);
});

test('warns of somebody who is not seen only if they are expected', () => {
  const nobody = { state: 'not_seen', since: '' };
  expect([stateTone(nobody), stateTone({ ...nobody, is_missing: false })]).toEqual(['neutral', 'neutral']);
  const missing = { ...nobody, is_missing: true };
  expect([stateTone(missing), stateSince(missing)]).toEqual(['warning', 'Expected and not in']);
});

describe('Who Is In', () => {
  test('keeps the room of its counts while they load', async () => {
    let arrive = () => {};
    app.answer('GET /presence/summary', { when: new Promise<void>((resolve) => (arrive = resolve)) });
    await open();
    const counts = () => allByRole('button', undefined, byRole('group', 'State')).map((count) => text(count));
    expect(counts()).toEqual(['In …', 'Out …', 'Not seen …']);
    await until(() => people().length === 3);
    expect(await onPaper()).not.toMatch(/Not seen: \d/);
    arrive();
    await until(() => !counts().join().includes('…'));
    expect(await onPaper()).toContain('In: 2 · Out: 0 · Not seen: 1');
  });

  test('shows one line a person, and counts that filter', async () => {
    await open();
    expect(people()).toEqual(['Anna · Anna-1', 'Berta · Berta-1', 'Carl · Carl-1']);
    expect(text(byRole('table'))).toMatch(/Anna-1In since \d\d:\d\dMain gate · Quay 1Kitchen/);
    await click(await until(() => byRole('button', 'Not seen 1')));
    await until(() => people().join() === 'Carl · Carl-1');
    expect(byRole('button', 'In 2').getAttribute('aria-pressed')).toBe('false');
    await click(byRole('button', 'Not seen 1'));
    await until(() => people().length === 3);
  });

  test('names the controllers that are silent, and why', async () => {
    await open();
    const banner = await until(() => byRole('status', /silent/));
    expect(text(banner)).toContain('1 controller is silent: Dead door. People who passed it may be shown wrongly.');
    expect(text(banner)).toContain('Dead door (Seaport): It has never sent an event.');
  });

  test('narrows by name, and says also aloud how many are found', async () => {
    await open();
    await type(field('Search people'), 'ber');
    await until(() => people().join() === 'Berta · Berta-1');
    const spoken = () => allByRole('status').map((status) => text(status));
    expect(spoken()).toContain('1 found');
    await type(field('Search people'), 'nobody');
    await untilText('No one found');
    expect(spoken()).toContain('0 found');
  });

  test('refreshes itself, unless somebody turns it off', async () => {
    await open();
    const automatic = await until(() => byRole('button', 'Auto-Refresh'));
    expect(automatic.getAttribute('aria-pressed')).toBe('true');
    await click(automatic);
    await click(byRole('link', 'Employees'));
    await until(() => byRole('heading', 'Employees'));
    await click(byRole('link', 'Who Is In'));
    await until(() => byRole('button', 'Auto-Refresh').getAttribute('aria-pressed') === 'false');
  });

  test('shows why it did not load, with Retry', async () => {
    app.answer('GET /presence', { status: 500 });
    await app.open('/presence');
    await until(() => byRole('alert'));
    app.passThrough('GET /presence');
    await clickButton('Retry');
    await until(() => people().length > 0);
  });

  test('says that counts and roll calls did not load, and keeps the way out of a state', async () => {
    app.answer('GET /presence/summary', { status: 500, message: 'Out of order' });
    await app.open('/presence?state=out');
    await until(() => byRole('alert', /^Not all of it could be loaded. Out of order/));
    await click(byRole('button', 'Out …'));
    await until(() => location.search === '');
    app.passThrough('GET /presence/summary');
    await clickButton('Retry', await until(() => byRole('alert')));
    await until(() => byRole('button', /^Out \d/) && maybeByRole('alert') === undefined);
  });

  test('offers no roll call to those who may not take one', async () => {
    const permissions = ['presence.view', 'companies.view'].map((name, id) => ({ id, name }));
    const role = { id: 1, name: 'porter', permissions };
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), roles: [role] }) });
    await open();
    expect(maybeByRole('button', 'Start Roll Call')).toBeUndefined();
    expect(maybeByRole('link', 'Anna')).toBeUndefined();
    await until(() => byRole('button', 'Earlier Roll Calls'));
  });
});

describe('a roll call', () => {
  afterEach(() => endRollCalls(app.server.db));

  async function start(): Promise<void> {
    await open();
    const form = await openDialog('Start Roll Call', 'Start Roll Call');
    await untilText('2 are in at this company');
    await clickButton('Start Roll Call', form);
    await until(() => byRole('heading', 'Roll Call'));
    await untilText('0 of 2 ticked');
  }
  const box = (name: RegExp) => until(() => byRole('checkbox', name));
  const status = () => text(byRole('status', /tick/));

  test('lists who is expected, and counts others apart', async () => {
    await start();
    expect(allByRole('checkbox')).toHaveLength(2);
    await click(await box(/^Anna/));
    await untilText('1 of 2 ticked');
    await click(byRole('button', 'Everyone (3)'));
    await click(await box(/^Carl/));
    await untilText('and 1 more who was not known to be in');
    await click(byRole('button', 'Not Ticked (1)'));
    expect(allByRole('checkbox').map((each) => text(each.closest('label') ?? each))).toEqual([
      expect.stringContaining('Berta'),
    ]);
    await until(() => status() === 'All ticks are sent');
  });

  test('of thousands names few silent controllers at once, and prints everybody', async () => {
    app.answer('GET /roll-calls/{id}', {
      change: (answer) => {
        const {
          people: [one],
          ...report
        } = Object(answer);
        const people = Array.from({ length: 1_001 }, (_, id) => ({
          ...one,
          employee: { ...one.employee, id: id + 1 },
        }));
        return { ...report, people, silent: ['Gate 1', 'Gate 2', 'Gate 3', 'Gate 4'] };
      },
    });
    await start();
    await untilText('1 more: search to find them.');
    const silent = byRole('main').querySelector('details');
    expect(text(silent?.querySelector('summary') ?? undefined)).toMatch(/^4 controllers silent when it began\./);
    expect(text(silent ?? undefined)).toContain('Gate 1, Gate 2, Gate 3, Gate 4');
    await act(async () => void window.dispatchEvent(new Event('beforeprint')));
    expect(allByRole('checkbox')).toHaveLength(1_001);
    expect(text(byRole('main')).includes('Printed 20')).toBe(true);
    await act(async () => void window.dispatchEvent(new Event('afterprint')));
    expect(allByRole('checkbox')).toHaveLength(1_000);
    app.passThrough('GET /roll-calls/{id}');
  });

  test('keeps ticks while the server cannot be reached, and sends them later', async () => {
    await start();
    const key = 'POST /roll-calls/{id}/ticks';
    app.answer(key, { status: 503 });
    await click(await box(/^Anna/));
    await click(await box(/^Berta/));
    await until(() => status() === '2 ticks not sent yet');
    await until(() => byRole('alert'));
    expect(text()).toContain('2 of 2 ticked');
    const { search } = location;
    // Closes the page and reopens it later.
    const kept = { ...localStorage };
    await app.open('/profile');
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, String(value));
    app.passThrough(key);
    await app.open(`/presence${search}`);
    await untilText('2 of 2 ticked');
    await until(() => status() === 'All ticks are sent');
    expect(JSON.stringify(app.bodies(key).at(-1))).toMatch(/"is_ticked":true.*"is_ticked":true/);
  });

  test('takes back a tick of another phone, whose clock is ahead', async () => {
    await start();
    const { server } = app;
    const token = await server.signIn(server.users.administrator);
    const id = new URLSearchParams(location.search).get('roll_call');
    const anna = await scalar(server.db, sql`select id from employees where name = 'Anna' and company_id = ${company}`);
    const ticks = [{ employee_id: anna, is_ticked: true, at: new Date(Date.now() + 50_000).toISOString() }];
    await server.ask(`POST /roll-calls/${id}/ticks`, { token, body: { ticks } });
    await app.open(`/presence${location.search}`);
    await untilText('1 of 2 ticked');
    await click(await box(/^Anna/));
    await until(() => app.bodies('POST /roll-calls/{id}/ticks').length > 0);
    await until(() => status() === 'All ticks are sent');
    const isTicked = sql`select 1 from roll_call_people where roll_call_id = ${Number(id)} and is_ticked = true`;
    expect(await exists(server.db, isTicked)).toBe(false);
  });

  test('opens for somebody who may not tick any more, and keeps the ticks that they could not send', async () => {
    await start();
    app.answer('POST /roll-calls/{id}/ticks', { status: 403, message: 'Your role has changed' });
    await click(await box(/^Anna/));
    await until(() => text(byRole('alert')).includes('Your role has changed'));
    const { search } = location;
    const kept = { ...localStorage };
    await app.open('/profile');
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, String(value));
    await app.open(`/presence${search}`);
    await untilText('1 of 2 ticked');
    await until(() => status() === '1 tick not sent yet');
  });

  test('does not ask a server again and again that fails, but sends what is ticked meanwhile', async () => {
    await start();
    const key = 'POST /roll-calls/{id}/ticks';
    let answer = () => {};
    app.answer(key, { status: 503, when: () => new Promise<void>((resolve) => (answer = resolve)) });
    await click(await box(/^Anna/));
    await until(() => app.bodies(key).length === 1);
    await click(await box(/^Berta/));
    answer();
    await until(() => app.bodies(key).length === 2);
    expect(JSON.stringify(app.bodies(key)[1]).match(/employee_id/g)).toHaveLength(2);
    answer();
    await until(() => byRole('alert'));
    // Longer than a tick waits for others that follow it.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(app.bodies(key)).toHaveLength(2);
  });

  test('asks once to sign in again, and keeps ticks of whoever declines until they ask for it', async () => {
    await start();
    const key = 'POST /roll-calls/{id}/ticks';
    app.answer(key, { status: 401, message: 'Your session has ended' });
    await click(await box(/^Anna/));
    await clickButton('Cancel', await until(() => byRole('dialog', 'Sign in again')));
    await until(() => status() === '1 tick not sent yet');
    await click(await box(/^Berta/));
    await until(() => status() === '2 ticks not sent yet');
    // Longer than a tick waits for others that follow it.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(maybeByRole('dialog', 'Sign in again')).toBeUndefined();
    expect(app.bodies(key)).toHaveLength(1);
    app.passThrough(key);
    await clickButton('Retry');
    await until(() => status() === 'All ticks are sent');
  });

  test('ends in a report that is listed among the earlier ones', async () => {
    await start();
    await click(await box(/^Anna/));
    await untilText('1 of 2 ticked');
    await clickButton('End Roll Call');
    const question = await until(() => byRole('alertdialog', 'End Roll Call'));
    expect(text(question)).toContain('One expected person is not ticked.');
    await clickButton('End Roll Call', question);
    await until(() => byRole('table'));
    expect(people()).toEqual(['Berta', 'Anna', 'Carl']);
    expect(text(byRole('table'))).toMatch(/Expected, ticked.*Anna.*\d\d:\d\d:\d\d by /);
    expect(maybeByRole('checkbox')).toBeUndefined();
    await click(byRole('main').querySelector('a') ?? byRole('main'));
    const list = await openDialog('Earlier Roll Calls', 'Earlier Roll Calls');
    await until(() => text(list).includes('Seaport1 of 2 ticked'));
  });

  test('says when it was, however long ago, and that it ended on the next day', async () => {
    const { db } = app.server;
    await start();
    await click(await box(/^Anna/));
    await untilText('1 of 2 ticked');
    await clickButton('End Roll Call');
    await clickButton('End Roll Call', await until(() => byRole('alertdialog', 'End Roll Call')));
    await until(() => byRole('table'));
    const { id } = await one<{ id: number }>(db, sql`select max(id) as id from roll_calls`);
    await db.run(
      sql`update roll_calls set started_at = '2024-02-29 23:50:05', ended_at = '2024-03-01 00:20:00' where id = ${id}`,
    );
    await app.open(`/presence?roll_call=${id}`);
    await untilText('Began 2024-02-29 23:50:05 by ');
    await untilText(', ended 00:20 (1 Mar) by ');
    // A simulated page would follow the link instead of downloading.
    const following = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await clickButton('Export');
    await click(await until(() => byRole('menuitem', /^CSV(?!,)/)));
    await untilText('Exported 3 people to people-of-the-roll-call-2024-02-29.csv.');
    following.mockRestore();
  });

  test('goes on after Cancel, though its last ticks were still being sent', async () => {
    await start();
    let answer = () => {};
    app.answer('POST /roll-calls/{id}/ticks', { when: new Promise<void>((resolve) => (answer = resolve)) });
    await click(await box(/^Anna/));
    await until(() => app.bodies('POST /roll-calls/{id}/ticks').length === 1);
    await clickButton('End Roll Call');
    const question = await until(() => byRole('alertdialog', 'End Roll Call'));
    await clickButton('End Roll Call', question);
    await clickButton('Cancel', question);
    await until(() => !maybeByRole('alertdialog'));
    answer();
    await until(() => status() === 'All ticks are sent');
    await settle();
    expect(app.bodies('POST /roll-calls/{id}/end')).toEqual([]);
  });

  test('ends only after the ticks that were made while others were being sent', async () => {
    await start();
    const key = 'POST /roll-calls/{id}/ticks';
    let answer = () => {};
    app.answer(key, { when: () => new Promise<void>((resolve) => (answer = resolve)) });
    await click(await box(/^Anna/));
    await until(() => app.bodies(key).length === 1);
    await click(await box(/^Berta/));
    await clickButton('End Roll Call');
    await clickButton('End Roll Call', await until(() => byRole('alertdialog', 'End Roll Call')));
    answer();
    await until(() => app.bodies(key).length === 2);
    await settle();
    expect(app.bodies('POST /roll-calls/{id}/end')).toEqual([]);
    answer();
    await until(() => byRole('table'));
    expect(text(byRole('table'))).toMatch(/Expected, ticked.*Anna.*Berta.*Not expected/);
    expect(text()).not.toContain('do not count');
  });

  test('ends without ticks that cannot be sent only when asked again', async () => {
    await start();
    app.answer('POST /roll-calls/{id}/ticks', { status: 503 });
    await click(await box(/^Anna/));
    await untilText('1 of 2 ticked');
    await clickButton('End Roll Call');
    const question = await until(() => byRole('alertdialog', 'End Roll Call'));
    await clickButton('End Roll Call', question);
    await until(() => text(question).includes('1 tick could not be sent.'));
    expect(app.bodies('POST /roll-calls/{id}/end')).toEqual([]);
    await clickButton('End Roll Call', question);
    await until(() => app.bodies('POST /roll-calls/{id}/end').length === 1);
  });

  test('that goes on is announced on Who Is In', async () => {
    await start();
    await click(byRole('main').querySelector('a') ?? byRole('main'));
    await until(() => allByRole('link', 'Roll call of Seaport').length > 0);
  });

  test('of another company is not limited to a site of the first', async () => {
    const other = await one<{ id: number }>(app.server.db, sql`select min(id) as id from companies`);
    await open();
    const form = await openDialog('Start Roll Call', 'Start Roll Call');
    await until(() => text(form).includes('2 are in at this company'));
    await fill({ Site: 'Quay 1', Department: 'Kitchen' }, form);
    await until(() => field('Company', form).querySelector(`option[value="${other.id}"]`));
    app.answer('GET /presence/summary', { status: 500 });
    await fill({ Company: String(other.id) }, form);
    expect(text(form)).not.toContain('are in at this company');
    expect(optionsOf('Site', form)).toEqual(['All Sites']);
    await until(() => text(form).includes('The sites and departments could not be loaded.'));
    app.passThrough('GET /presence/summary');
    await clickButton('Retry', form);
    await until(() => text(form).includes('are in at this company'));
    await clickButton('Start Roll Call', form);
    await until(() => byRole('heading', 'Roll Call'));
    expect(app.bodies('POST /roll-calls')).toEqual([{ company_id: other.id, site: '', department: '' }]);
  });

  test('needs a company', async () => {
    await app.open('/presence');
    const form = await openDialog('Start Roll Call', 'Start Roll Call');
    await clickButton('Start Roll Call', form);
    await untilText('Company is required');
    expect(app.bodies('POST /roll-calls')).toEqual([]);
  });

  test('says why there is no company to choose', async () => {
    app.answer('GET /companies/all', { status: 500 });
    app.answer('GET /companies', { status: 500 });
    await app.open('/presence');
    const form = await openDialog('Start Roll Call', 'Start Roll Call');
    await until(() => text(form).includes('Failed to fetch companies'));
  });
});
