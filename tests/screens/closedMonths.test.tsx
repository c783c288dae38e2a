// What the console says where a closed month keeps its days: refusals at their fields, events that were left alone, and
// what changed a month anyway.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { today } from '../../src/shared/words/days.ts';
import { monthsBefore, monthTitle } from '../../src/shared/words/months.ts';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
import { byRole, text, until } from '../support/console/render.tsx';
import { clickButton, errorAt, fill, openDialog, optionsOf, untilText } from './steps.ts';

const [month = ''] = monthsBefore(today(), 1);
const closed = `${monthTitle(month)} is closed, and this would change its days. Reopen it first`;

let app: TestConsole;
let person: { id: number; name: string; company_id: number; company: string };

beforeAll(async () => {
  app = await startConsole();
  const { db } = app.server;
  person = await one<typeof person>(
    db,
    sql`select employees.id, employees.name, company_id, companies.name as company
      from employees join companies on companies.id = company_id
      where employees.id = (select min(employee_id) from attendance)`,
  );
  for (const [employee, code] of [
    [person.id, 'Z1'],
    [null, 'Z2'],
  ] as const)
    await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        select ${person.company_id}, ${employee}, ${code}, min(id), 'check-in', ${`${month}-10 08:00:00`},
          ${`${month}-10 08:00:00`} from access_controllers where company_id = ${person.company_id}`,
    );
  const token = await app.server.signIn(app.server.users.administrator);
  const body = { company_id: person.company_id, month };
  expect((await app.server.ask('POST /closed-months', { token, body })).status).toBe(201);
});
afterAll(() => app.stop());

test('another time zone is refused at its field', async () => {
  await app.open('/settings');
  const dialog = await openDialog('Edit business_timezone', 'Edit Setting');
  await fill({ Value: 'Pacific/Kiritimati' }, dialog);
  await clickButton('Update Setting', dialog);
  await untilText(closed);
  expect(errorAt('Value', dialog)).toContain(closed);
});

test('another last day of the employment is refused at its field', async () => {
  await app.open(`/employees?company_id=${person.company_id}`);
  const dialog = await openDialog(`Edit ${person.name}`, 'Edit Employee');
  await fill({ 'Employed Until': `${month}-05` }, dialog);
  await clickButton('Update Employee', dialog);
  await untilText(closed);
  expect(errorAt('Employed Until', dialog)).toContain(closed);
});

test('a new employee is told of events that stayed nobody’s', async () => {
  await app.open('/employees');
  const dialog = await openDialog('Add Employee', 'Add Employee');
  await until(() => optionsOf('Company', dialog).includes(person.company));
  await fill({ Company: String(person.company_id), 'Employee ID': 'Z2', Name: 'Zoë Quill' }, dialog);
  await clickButton('Create Employee', dialog);
  await untilText(`1 event stays as it is: ${monthTitle(month)} is closed.`);
  expect(text()).toContain('Employee created successfully');
});

test('closing says why the closed months are not known, and not that there were no events', async () => {
  app.answer('GET /closed-months', { status: 500, message: 'Out of order' });
  await app.open(`/timesheets?company_id=${person.company_id}&close=${month}`);
  const dialog = await until(() => byRole('dialog', 'Close Months'));
  await until(() => byRole('alert', undefined, dialog));
  expect(text(dialog)).toContain('Out of order');
  expect(text(dialog)).not.toContain('There were no events');
  app.passThrough('GET /closed-months');
  await clickButton('Retry', dialog);
  await until(() => byRole('button', `Reopen ${monthTitle(month)} of ${person.company}`, dialog));
});

test('timesheets say what changed a closed month all the same', async () => {
  await app.server.db.run(
    sql`insert into closed_month_changes (closed_month_id, kind, total, first_at)
      select id, 'late_events', 2, closed_at from closed_months where month = ${month}`,
  );
  const sentence = `${monthTitle(month)} of ${person.company} is closed, and has changed: 2 events came late, since`;
  const period = `start_date=${month}-01&end_date=${month}-28`;
  await app.open(`/timesheets?${period}&company_id=${person.company_id}`);
  await untilText(sentence);
  await app.open(`/timesheets?${period}&employee_id=${person.id}`);
  await untilText(sentence);
  await app.open(`/timesheets?company_id=${person.company_id}`);
  await openDialog('Close Months', 'Close Months');
  await untilText('Changed: 2 events came late, since');
});
