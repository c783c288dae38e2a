// Roles with few permissions: each reaches the screens on which it may do something.

import { expect, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import type { Permission } from '../../src/shared/contract/permissions.ts';
import { today } from '../../src/shared/words/days.ts';
import { monthsBefore, monthTitle } from '../../src/shared/words/months.ts';
import { testConsole } from '../support/console/console.tsx';
import { byRole, maybeByRole, text, until } from '../support/console/render.tsx';
import { addColleague } from '../support/people/users.ts';
import { card, clickButton, fill, untilText } from './steps.ts';

const app = testConsole();

/** Opens the console as somebody with these permissions alone, in company 1. */
async function openAs(name: string, permissions: readonly Permission[], path: string) {
  localStorage.setItem('auth_token', await addColleague(app.server.db, name, permissions, [1], new Date()));
  await app.openSignedOut(path);
}

test('a payroll office, which sees timesheets and closes them, has the months of a company', async () => {
  const [month = ''] = monthsBefore(today(), 1);
  const title = monthTitle(month);
  await app.server.db.run(
    sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
      select 1, 'Z1', min(id), 'check-in', ${`${month}-10 08:00:00`}, ${`${month}-10 08:00:00`} from access_controllers
      where company_id = 1`,
  );
  await openAs('Paula', ['companies.view', 'timesheets.view', 'timesheets.close'], '/companies?id=1&tab=months');
  await until(() => byRole('region', 'Payroll file'));
  await clickButton(`Close Month: ${title}`, await until(() => byRole('region', 'Months')));
  const closing = await until(() => byRole('dialog', 'Close Months'));
  await until(() => text(closing).includes('1 exception not answered'));
  expect(maybeByRole('link', '1 exception not answered', closing)).toBeUndefined();
  await clickButton(`Close ${title}`, closing);
  await untilText('Closed by Paula');
  await clickButton('Done', closing);
  await until(() => !maybeByRole('dialog', 'Close Months'));
  await clickButton(`Reopen ${title}`, byRole('region', 'Months'));
  const dialog = await until(() => byRole('dialog', `Reopen ${title}`));
  await fill({ Reason: 'A day was missing' }, dialog);
  await clickButton('Reopen Month', dialog);
  await untilText('A day was missing');
});

test('the right to see devices alone shows their doors, and lets none be changed', async () => {
  const { id, name } = await one<{ id: number; name: string }>(
    app.server.db,
    sql`select id, name from access_controllers where company_id = 1 order by id limit 1`,
  );
  await openAs('Dina', ['devices.view'], '/access-controllers');
  const link = byRole('link', name, await card(name));
  expect(link.getAttribute('href')).toBe(`/access-controllers?id=${id}`);
  expect(maybeByRole('button', `Edit ${name}`)).toBeUndefined();
  await openAs('Dora', ['devices.view'], `/access-controllers?id=${id}`);
  await until(() => byRole('heading', name));
  for (const tab of ['State', 'Events', 'Details']) byRole('link', tab);
  expect(maybeByRole('button', 'Edit')).toBeUndefined();
});
