// The inbox of exceptions: what it lists, and answering them with the mouse and by keyboard.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { features } from '../../src/shared/contract/features.ts';
import { describePeriod } from '../../src/shared/words/periods.ts';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
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
} from '../support/console/render.tsx';
import { clickButton, untilText } from './steps.ts';

let app: TestConsole;
let person: { id: number; company_id: number; name: string; door: number };

beforeAll(async () => {
  app = await startConsole();
  person = await one(
    app.server.db,
    sql`select employees.id, employees.company_id, employees.name, min(access_controllers.id) as door
      from employees join access_controllers on access_controllers.company_id = employees.company_id
      group by employees.id, employees.company_id, employees.name order by employees.id limit 1`,
  );
});
afterAll(() => app.stop());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Adds punches such as 'in 08:00', in UTC. */
async function punch(day: string, ...punches: string[]) {
  for (const each of punches) {
    const [direction = '', time = ''] = each.split(' ');
    await app.server.db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        values (${person.company_id}, ${person.id}, 'E', ${person.door}, ${`check-${direction}`}, ${`${day} ${time}:00`},
          ${`${day} ${time}:00`})`,
    );
  }
}

/** Makes two forgotten check-outs, 3 and 5 days ago, and one proper day. */
beforeEach(async () => {
  const { db } = app.server;
  await db.run(sql`update attendance set added_by = null, set_aside_by = null`);
  await db.run(sql`delete from corrections where undoes_id is not null`);
  await db.run(sql`delete from corrections`);
  await db.run(sql`delete from hr_deliveries`);
  await db.run(sql`delete from attendance`);
  await punch(daysAgo(6), 'in 08:00', 'out 17:10');
  await punch(daysAgo(5), 'in 08:05');
  await punch(daysAgo(3), 'in 08:03');
});

async function open(path = '/exceptions', user?: 'auditor') {
  await app.open(path, user);
  await until(() => byRole('heading', 'Exceptions'));
  await until(() => allByRole('status', /^Loading/).length === 0);
}
const rows = () => allByRole('row', /^(?!.*Employee).*Check/);
const chips = () => allByRole('button', undefined, byRole('group', 'Kind')).map((chip) => text(chip));
const missingOn = (day: string) => `Check-out missing of ${person.name} on ${day}`;
const focused = () => text(document.activeElement ?? undefined);

async function answer(submit: RegExp | string, reason = 'Forgotten') {
  const dialog = await until(() => byRole('dialog'));
  await type(field('Reason', dialog), reason);
  await clickButton(submit, dialog);
  await until(() => maybeByRole('dialog') === undefined);
}

test('lists what waits for an answer, the newest day first, with the counts of each kind', async () => {
  await open();
  await until(() => rows().length === 2);
  expect(rows().map((row) => text(row))).toEqual([
    expect.stringContaining('Check In 08:03 · usually 17:10'),
    expect.stringContaining('Check In 08:05 · usually 17:10'),
  ]);
  await until(() => chips().length > 1);
  expect(chips()).toEqual(['All 2', 'Check-out missing 2']);
  await clickButton('Check-out missing 2');
  expect(new URLSearchParams(location.search).get('kind')).toBe('no_check_out');
});

test('with keys: the row leaves once it is answered, the focus goes on to the next, and Undo brings it back', async () => {
  await open();
  await until(() => rows().length === 2 && byRole('button', 'Keyboard Shortcuts'));
  await press(document.body, 'j');
  await press(document.activeElement ?? document.body, 'i');
  await answer(/Accept As It Is/);
  await until(() => rows().length === 1);
  await until(() => focused().includes('08:05'));
  expect(app.bodies('POST /corrections')).toEqual([
    {
      corrections: [
        expect.objectContaining({ kind: 'as_is', exception: 'no_check_out', last_correction_id: 0, approvals: 0 }),
      ],
      reason: 'Forgotten',
    },
  ]);
  await clickButton('Undo');
  await until(() => rows().length === 2);
});

test('Correct suggests the usual time', async () => {
  await open();
  await click(await until(() => byRole('button', `Correct: ${missingOn(daysAgo(3))}`)));
  const dialog = await until(() => byRole('dialog', 'Add Event'));
  expect(field('Time', dialog).value).toBe('17:10');
  expect(field('Date', dialog).value).toBe(daysAgo(3));
  await answer('Add Event');
  await until(() => rows().length === 1);

  await clickButton('Answered');
  await untilText('Added by hand: Forgotten');
  await click(byRole('button', /^Undo: Added by hand/));
  await answer(/^Undo/, 'It was not');
  await untilText('Nothing was answered');
  await clickButton('Not Answered');
  await until(() => rows().length === 2);
});

test('Change Direction makes a check-out of a wrong check-in, with its key, and is undone like any answer', async () => {
  await punch(daysAgo(5), 'in 17:05');
  await open(`/exceptions?start_date=${daysAgo(5)}&end_date=${daysAgo(5)}`);
  await until(() => rows().length === 2 && byRole('button', 'Keyboard Shortcuts'));
  const [first = '', second = ''] = rows().map((row) => text(row));
  expect(first + second).toContain('17:05');
  await press(document.body, 'j');
  if (second.includes('17:05')) await press(document.activeElement ?? document.body, 'j');
  await press(document.activeElement ?? document.body, 'd');
  const dialog = await until(() => byRole('dialog', 'Change Direction'));
  expect(text(dialog)).toContain('17:05:00 becomes a check-out');
  await until(() => text(dialog).includes('9:00 worked'));
  await answer('Change Direction', 'The wrong key');
  await untilText('Nothing to answer');
  await clickButton('Answered');
  await untilText('Direction changed: The wrong key');
  await click(byRole('button', /^Undo: /));
  await answer(/^Undo/, 'It was not');
  await untilText('Nothing was answered');
});

test('a server that changes no directions is not asked to', async () => {
  app.answer('GET /auth/user', {
    change: (user) => ({ ...Object(user), features: features.filter((feature) => feature !== 'directions') }),
  });
  await open();
  await until(() => rows().length === 2);
  expect(maybeByRole('button', `Accept As It Is: ${missingOn(daysAgo(3))}`)).toBeDefined();
  expect(maybeByRole('button', `Change Direction: ${missingOn(daysAgo(3))}`)).toBeUndefined();
  app.passThrough('GET /auth/user');
});

test('adds the usual check-outs of all selected at once', async () => {
  await open();
  await click(await until(() => byRole('checkbox', /^Select all 2/)));
  await click(await until(() => byRole('button', 'Add Usual Check-Out (2)')));
  await answer('Add 2 Events');
  await untilText('Nothing to answer');
  const [body] = app.bodies('POST /corrections');
  expect(body).toMatchObject({
    corrections: [{ timestamp: `${daysAgo(3)}T17:10` }, { timestamp: `${daysAgo(5)}T17:10` }],
  });
});

test('the row leads to the sheet of the person and to the record', async () => {
  await open();
  const [row] = await until(() => rows().length === 2 && rows());
  const hrefs = allByRole('link', undefined, row).map((link) => link.getAttribute('href') ?? '');
  expect(hrefs[0]).toMatch(new RegExp(`^/employees\\?id=${person.id}&.*day=${daysAgo(3)}`));
  expect(hrefs[1]).toMatch(/^\/attendance\?company_id=.*&record=\d+$/);
});

test('the attendance list leads to the missing check-outs of its company and days', async () => {
  const quickView = () => until(() => byRole('link', 'Missing Check-Out').getAttribute('href'));
  await app.open('/attendance');
  expect(await quickView()).toBe('/exceptions?kind=no_check_out');
  const filters = `company_id=${person.company_id}&start_date=${daysAgo(5)}&end_date=${daysAgo(4)}`;
  await app.open(`/attendance?${filters}`);
  expect(await quickView()).toBe(`/exceptions?kind=no_check_out&${filters}`);
});

test('an unknown person is added in place, with that ID, and the inbox goes on', async () => {
  await app.server.db.run(sql`update attendance set employee_id = null, employee_code = '4711'
    where occurred_at >= ${daysAgo(5)}`);
  await open();
  await click(await until(() => allByRole('button', /^Add Employee: Unknown person of Unknown 4711/)[0]));
  const dialog = await until(() => byRole('dialog', 'Add Employee'));
  expect(field('Employee ID', dialog).value).toBe('4711');
  expect(location.pathname).toBe('/exceptions');
  await type(field('Name', dialog), 'Nora Newcomer');
  await clickButton('Create Employee', dialog);
  await until(() => maybeByRole('dialog') === undefined);
  expect(location.pathname).toBe('/exceptions');
  await until(() => rows().length === 2 && rows().every((row) => text(row).includes('Nora Newcomer')));
});

test('a row of a closed month says so, and offers no answer', async () => {
  const month = daysAgo(40).slice(0, 7);
  await punch(`${month}-10`, 'in 08:00');
  await app.server.db.run(
    sql`insert into closed_months (company_id, month, closed_by, closed_at)
      values (${person.company_id}, ${month}, 'Ada', '2026-01-01 00:00:00')`,
  );
  await open(`/exceptions?start_date=${month}-01&end_date=${month}-28`);
  const [row] = await until(() => rows().length === 1 && rows());
  await until(() => text(row).includes('is closed'));
  expect(allByRole('button', undefined, row)).toEqual([]);
  await app.server.db.run(sql`delete from closed_months`);
});

test('one answer is for all events of an unknown person on a day', async () => {
  await app.server.db.run(sql`delete from attendance`);
  await punch(daysAgo(3), 'in 08:00', 'out 12:00');
  await app.server.db.run(sql`update attendance set employee_id = null, employee_code = '4711'`);
  await open();
  await untilText('and 1 more event');
  await clickButton(`Ignore Event: Unknown person of Unknown 4711 on ${daysAgo(3)}`);
  await answer('Ignore 2 Events', 'A test badge');
  await untilText('Nothing to answer');
});

test('who may not correct sees no answers', async () => {
  await open('/exceptions', 'auditor');
  await until(() => rows().length === 2);
  expect(allByRole('button', /^(Correct|Ignore Event|Accept As It Is|Answer):/)).toEqual([]);
  expect(allByRole('checkbox')).toEqual([]);
});

test('says that there is nothing to answer, and of which days', async () => {
  await open(`/exceptions?start_date=${daysAgo(2)}&end_date=${daysAgo(1)}`);
  await untilText(`Nothing to answer, ${describePeriod({ start_date: daysAgo(2), end_date: daysAgo(1) })}`);
  await open('/exceptions?kind=no_check_in');
  await untilText('No exception of the kind “Check-in missing”');
  await clickButton('Show All Kinds');
  await until(() => rows().length === 2);
});

test('counts that fail are explained, and the way out of a kind stays', async () => {
  app.answer('GET /exceptions/counts', { status: 500, message: 'Out of order' });
  await app.open('/exceptions?kind=no_check_out');
  await until(() => byRole('alert', /^Not all counts could be loaded. Out of order/));
  expect(byRole('button', 'Check-out missing …').getAttribute('aria-pressed')).toBe('true');
  await click(byRole('button', /^All …/));
  await until(() => location.search === '');
  app.passThrough('GET /exceptions/counts');
  await clickButton('Retry', await until(() => byRole('alert')));
  await until(() => byRole('button', /^All \d/) && maybeByRole('alert') === undefined);
});

test('says why no companies are offered, with Retry', async () => {
  app.answer('GET /companies/all', { status: 500, message: 'Out of order' });
  app.answer('GET /companies', { status: 500, message: 'Out of order' });
  await open();
  await firstFrame();
  await click(byRole('button', 'Company: All'));
  await untilText('Failed to fetch companies');
  app.passThrough('GET /companies/all');
  app.passThrough('GET /companies');
  await clickButton('Retry');
  expect(document.activeElement).toBe(field('Company'));
  await click(field('Company'));
  await until(() => allByRole('option').length > 1);
});

test('a failure is explained and can be tried again', async () => {
  app.answer('GET /exceptions', { status: 500 });
  await open();
  const retry = await until(() => byRole('button', 'Retry'));
  app.passThrough('GET /exceptions');
  await click(retry);
  await until(() => rows().length === 2);
});
