// Expected time in the console: entered on the pages of a company and a person; shown in timesheets, a person's sheet,
// Who Is In and on the dashboard; and nowhere without a pattern.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { dateTitle } from '../../src/shared/words/dates.ts';
import { today } from '../../src/shared/words/days.ts';
import { describePeriod } from '../../src/shared/words/periods.ts';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
import { act, byRole, click, field, maybeByRole, text, until } from '../support/console/render.tsx';
import { clickButton, errorAt, fill, openDialog, untilText } from './steps.ts';

let app: TestConsole;
let company: number;
let anna: number;

beforeAll(async () => {
  app = await startConsole();
  const { db } = app.server;
  const added = await one<{ id: number }>(
    db,
    sql`insert into companies (name, unique_identifier, created_at)
      values ('Seaport', 'CMP-SEAPORT', '2026-01-01 00:00:00') returning id`,
  );
  company = added.id;
  const employee = await one<{ id: number }>(
    db,
    sql`insert into employees (company_id, employee_id, name, department, created_at)
      values (${company}, 'A-1', 'Anna', 'Kitchen', '2026-01-01 00:00:00') returning id`,
  );
  anna = employee.id;
});
afterAll(() => app.stop());

const heads = () => [...document.querySelectorAll('thead th')].map((head) => head.textContent?.trim());

test('without a pattern there is nothing to see', async () => {
  await app.open(`/timesheets?company_id=${company}`);
  await until(() => maybeByRole('grid', 'Timesheets'));
  expect(heads()).toContain('Total');
  expect(heads()).not.toContain('Expected');
  expect(maybeByRole('combobox', 'Days')).toBeUndefined();
  await app.open(`/presence?company_id=${company}`);
  await until(() => maybeByRole('button', /^Not seen/));
  expect(maybeByRole('button', /^Expected and not in/)).toBeUndefined();
});

test('a pattern is added on the page of the company, and what is no time is refused at its field', async () => {
  await app.open(`/companies?id=${company}&tab=day-rules`);
  await untilText('No pattern: no time is expected');
  const dialog = await openDialog('Add Pattern', 'Add Pattern');
  await fill({ 'Valid from': today(-30), Monday: '25', Tuesday: 'eight', Saturday: '8:00', Sunday: '8:00' }, dialog);
  await clickButton('Add Pattern', dialog);
  expect(errorAt('Monday', dialog)).toContain('A day has from 0:00 to 24:00 hours');
  expect(errorAt('Tuesday', dialog)).toContain('Please enter hours such as 7:30');
  await fill({ Monday: '8', Tuesday: '8:00' }, dialog);
  await clickButton('Add Pattern', dialog);
  await untilText('Pattern added');
  await untilText('56:00 a week');
  expect(app.bodies('POST /week-patterns')).toMatchObject([{ company_id: company, employee_id: null, monday: 480 }]);
});

test('the pattern of a department in which nobody is any more says so', async () => {
  const { db } = app.server;
  await db.run(
    sql`insert into week_patterns (company_id, department, valid_from, monday, tuesday, wednesday, thursday, friday,
        saturday, sunday)
      values (${company}, 'Kitchen', ${today(-30)}, 480, 480, 480, 480, 480, 480, 480)`,
  );
  const pattern = async () => {
    await app.open(`/companies?id=${company}&tab=day-rules`);
    const button = await until(() => byRole('button', 'Delete Kitchen'));
    return text(button.closest('li') ?? undefined);
  };
  expect(await pattern()).not.toContain('This department has no people');
  await db.run(sql`update employees set department = 'Canteen' where id = ${anna}`);
  await app.open('/');
  expect(await pattern()).toContain('This department has no people');
  await db.run(sql`delete from week_patterns where department = 'Kitchen'`);
});

test('free days are typed, taken over from the year before, and read from a calendar', async () => {
  const year = Number(today().slice(0, 4));
  // Avoids the days around today that the next tests look at.
  const [day, name] = today().slice(5) < '07' ? ['12-25', 'Christmas'] : ['05-01', 'Labour Day'];
  await app.open(`/companies?id=${company}&tab=day-rules`);
  const panel = await until(() => byRole('region', 'Free days'));
  const lines = await until(() => field('One day in each line', panel));
  await fill({ 'One day in each line': name }, panel);
  await clickButton('Save Free Days', panel);
  expect(errorAt('One day in each line', panel)).toContain('Line 1: please begin with a day');
  await fill({ 'One day in each line': `${year}-${day} ${name}` }, panel);
  await clickButton(`Add Those of ${year} for ${year + 1}`, panel);
  expect(lines.value).toBe(`${year}-${day} ${name}\n${year + 1}-${day} ${name}`);
  await clickButton('Save Free Days', panel);
  await untilText('Free days saved successfully');
});

test('a calendar that was deleted since it was chosen is said not to be readable', async () => {
  await app.open(`/companies?id=${company}&tab=day-rules`);
  const panel = await until(() => byRole('region', 'Free days'));
  class Deleted extends File {
    override text = () => Promise.reject(new DOMException('The file was not found', 'NotFoundError'));
  }
  const input = await until(() => field('Calendar file', panel));
  Object.defineProperty(input, 'files', { value: [new Deleted([], 'days.ics')] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  await until(() => text(panel).includes('days.ics could not be read'));
});

test('the grid, the sheet and presence show it, and leave explains it', async () => {
  await app.open(`/timesheets?company_id=${company}&start_date=${today(-7)}&end_date=${today(-1)}`);
  await until(() => maybeByRole('grid', 'Timesheets'));
  expect(heads()).toEqual(expect.arrayContaining(['Expected', 'Difference']));
  expect(heads()).not.toContain('Balance');
  expect(text(byRole('grid', 'Timesheets'))).toContain('−56:00');
  expect(text(byRole('grid', 'Timesheets'))).toContain('Not seen');

  await app.open(`/employees?id=${anna}&tab=expected-time`);
  const leave = await openDialog('Add Leave', 'Add Leave');
  await fill({ 'First day': today(-2), 'Last day': today(-3) }, leave);
  await clickButton('Add Leave', leave);
  expect(errorAt('Last day', leave)).toContain('The last day must not be before the first');
  await fill({ 'Last day': today(-1) }, leave);
  await clickButton('Add Leave', leave);
  await untilText('Leave added');
  const balance = await openDialog('Add Balance', 'Add Balance');
  await fill({ 'From the beginning of': today(-7), Hours: '-1:30', Reason: 'Agreed' }, balance);
  await clickButton('Add Balance', balance);
  await untilText('Balance carried forward');

  await app.open(`/employees?id=${anna}&tab=timesheet&start_date=${today(-7)}&end_date=${today(-1)}&day=${today(-1)}`);
  await untilText('Leave for the day.');
  expect(text(byRole('main'))).toContain('−41:30');

  await app.open(`/timesheets?company_id=${company}&mark=late`);
  await untilText('No one found');
});

test('who is missing is a figure that leads to the list', async () => {
  app.answer('GET /presence/summary', {
    change: (summary) => ({ ...Object(summary), counts: { in: 1, out: 0, not_seen: 3, missing: 2 } }),
  });
  await app.open('/');
  const figure = await until(() => byRole('link', /^Expected and not in 2/));
  expect(figure.getAttribute('href')).toBe('/presence?state=missing');
  await app.open(`/presence?company_id=${company}`);
  await click(await until(() => byRole('button', /^Expected and not in 2/)));
  await until(() => location.search.includes('state=missing'));
});

test('leave that is read names its system and its age, and is not deleted here', async () => {
  const { db } = app.server;
  const read_at = `${today(-3)} 08:00:00`;
  const [month, day] = [today().slice(0, 7), today()];
  await db.run(
    sql`insert into leaves (company_id, employee_id, first_day, last_day, is_half, minutes, source_id)
      values (${company}, ${anna}, ${day}, ${day}, false, 90, 'HR-7')`,
  );
  await db.run(
    sql`insert into leave_readings (company_id, month, source, read_at, known_until)
      values (${company}, ${month}, 'Odoo', ${read_at}, ${today(-4)})`,
  );
  await app.open(`/employees?id=${anna}&tab=expected-time`);
  const leave = await until(() => maybeByRole('region', 'Leave'));
  expect(text(leave)).toContain(`${dateTitle(day)}1:30 of each day, read from Odoo`);
  expect(text(leave)).toContain('Days since then are Not seen rather than Absent.');
  expect(maybeByRole('button', `Delete ${dateTitle(day)}`, leave)).toBeUndefined();
  expect(
    maybeByRole('button', `Delete ${describePeriod({ start_date: today(-2), end_date: today(-1) })}`, leave),
  ).toBeDefined();
});
