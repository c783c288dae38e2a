// A person's stored data: shown by section, downloaded whole or not at all, and offered only to people who may see it.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { one, sql } from '../../../server/platform/db/db.ts';
import { startConsole, type TestConsole } from '../../support/console/console.tsx';
import { allByRole, byRole, click, maybeByRole, text, until } from '../../support/console/render.tsx';
import { card, clickButton, untilText } from '../steps.ts';

const rowsCall = 'GET /employees/{id}/personal-data/{section}';
const summaryCall = 'GET /employees/{id}/personal-data';

let app: TestConsole;
let id: number;
let name: string;
const files: Blob[] = [];

beforeAll(async () => {
  app = await startConsole();
  ({ id, name } = await one<{ id: number; name: string }>(
    app.server.db,
    sql`select employees.id, name from employees join attendance on attendance.employee_id = employees.id
      where deleted_at is null order by employees.id limit 1`,
  ));
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return '#';
  });
  // A simulated page would follow the link instead of downloading.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterAll(() => app.stop());

/** Opens the tab on the employee's page. */
async function openPersonalData(): Promise<HTMLElement> {
  await app.open(`/employees?id=${id}&tab=personal-data`);
  await until(() => byRole('link', 'Personal Data'));
  await untilText('Viewing it is recorded in the audit log.');
  return byRole('main');
}

const sections = (dialog: HTMLElement) => allByRole('listitem', undefined, byRole('list', 'What is stored', dialog));

test('shows why it did not load, with Retry', async () => {
  app.answer(summaryCall, { status: 500, message: 'Out of order' });
  const report = await openPersonalData();
  await until(() => byRole('alert', undefined, report));
  expect(text(report)).toContain('Out of order');
  app.passThrough(summaryCall);
  await clickButton('Retry', report);
  await until(() => sections(report).length > 0);
});

test('offers no file if a page of it fails, and tries again', async () => {
  const report = await openPersonalData();
  await until(() => sections(report).length > 0);
  const before = files.length;
  app.answer(rowsCall, { status: 500, message: 'Out of order' });
  await clickButton('Download JSON', report);
  await until(() => byRole('alert', undefined, report));
  expect(text(byRole('alert', undefined, report))).toContain('Out of order');
  expect(files.length).toBe(before);
  app.passThrough(rowsCall);
  await clickButton('Retry', report);
  await untilText('Exported');
  expect(files.length).toBe(before + 1);
});

test('cancels a download, and offers no file then', async () => {
  const report = await openPersonalData();
  await until(() => sections(report).length > 0);
  const before = files.length;
  let release = () => {};
  app.answer(rowsCall, { when: new Promise<void>((resolve) => (release = resolve)) });
  await clickButton('Download JSON', report);
  const running = await until(() => byRole('region', 'Export', report));
  await clickButton('Cancel', running);
  await until(() => maybeByRole('region', 'Export', report) === undefined);
  release();
  expect(files.length).toBe(before);
});

test('lists what there is with its rows, and what there is not in one line', async () => {
  const report = await openPersonalData();
  await until(() => sections(report).length > 0);
  const shown = sections(report).map((section) => text(section));
  expect(shown[0]).toBe('Employee RecordWhat was entered about the employee.1 row');
  expect(shown.some((each) => /^AttendanceCheck-ins and check-outs\..*\d rows?$/.test(each))).toBe(true);
  expect(text(report)).toContain('Nothing in: ');
  expect(text(report)).toContain('Viewing it is recorded in the audit log.');
});

test('downloads all rows as JSON', async () => {
  const report = await openPersonalData();
  await until(() => sections(report).length > 0);
  await clickButton('Download JSON', report);
  await untilText('Exported');
  const file = JSON.parse((await files.at(-1)?.text()) ?? '');
  expect(file).toMatchObject({ report: 'rollcall-personal-data-1', person: { kind: 'employees', name } });
  expect(file.read_on).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(UTC\)$/);
  expect(file.sections[0]).toMatchObject({ name: 'record', rows: [{ name }] });
  const attendance = file.sections.find((section: { name: string }) => section.name === 'attendance');
  const { total } = await one<{ total: number }>(
    app.server.db,
    sql`select count(*) as total from attendance where employee_id = ${file.person.id}`,
  );
  expect(attendance.rows.length).toBe(total);
});

test('is there for users, too', async () => {
  await app.open('/users');
  const { name: user } = app.server.users.manager;
  await click(byRole('button', `Account of ${user}`, await card(user)));
  await click(await until(() => byRole('menuitem', 'Personal Data')));
  const dialog = await until(() => byRole('dialog', /^Personal Data of /));
  await until(() => text(dialog).includes('User Account'));
  expect(text(dialog)).toContain('Audit Entries by Them');
});

test('is not offered without the permission, nor by a server that does not have it', async () => {
  app.answer('GET /auth/user', {
    change: (user) => ({ ...Object(user), features: [] }),
  });
  await app.open('/employees?id=1');
  await until(() => byRole('link', 'Details'));
  expect(maybeByRole('link', 'Personal Data')).toBeUndefined();
  const permissions = ['employees.view', 'companies.view'].map((permission, id) => ({ id, name: permission }));
  app.answer('GET /auth/user', {
    change: (user) => ({ ...Object(user), roles: [{ id: 1, name: 'clerk', permissions }] }),
  });
  await app.open('/employees?id=1');
  await until(() => byRole('link', 'Details'));
  expect(maybeByRole('link', 'Personal Data')).toBeUndefined();
});
