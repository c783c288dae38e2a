// The list of corrections: who decides on which, withdrawing and undoing; and closing months.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { one, sql } from '../../../server/platform/db/db.ts';
import { today } from '../../../src/shared/words/days.ts';
import { monthsBefore, monthTitle } from '../../../src/shared/words/months.ts';
import { startConsole, type TestConsole } from '../../support/console/console.tsx';
import { byRole, click, field, maybeByRole, settle, text, type, until } from '../../support/console/render.tsx';
import { addColleague } from '../../support/people/users.ts';
import { clickButton, errorAt, fill, openDialog, untilText } from '../steps.ts';

let app: TestConsole;
let company: number;
let olga: string;
let ada: string;
let records: number[];

/** A second person must approve; Olga and Ada have each asked to set an event aside. */
beforeAll(async () => {
  app = await startConsole();
  const { db } = app.server;
  ({ company } = await one<{ company: number }>(
    db,
    sql`select company_id as company from attendance where employee_id is not null group by company_id
      order by count(*) desc limit 1`,
  ));
  const found = await db.all<{ id: number }>(
    sql`select id from attendance where company_id = ${company} and employee_id is not null order by id limit 4`,
  );
  records = found.map(({ id }) => id);
  await db.run(
    sql`insert into day_rules (company_id, starts_at, repeat_seconds, needs_second_person)
      values (${company}, '00:00', 60, true)`,
  );
  olga = await addColleague(db, 'Olga', ['corrections.create', 'attendance.view'], [company], new Date());
  ada = await app.server.signIn(app.server.users.administrator);
  await setAside(olga, 0, 'Olga saw the camera');
  await setAside(olga, 1, 'Olga was told so');
  await setAside(ada, 2, 'Ada knows it');
});
afterAll(() => app.stop());

async function setAside(token: string, index: number, reason: string) {
  const body = { corrections: [{ kind: 'set_aside', record_id: records[index] }], reason };
  expect((await app.server.ask('POST /corrections', { token, body })).status).toBe(201);
}

const itemsOf = (list: HTMLElement) => [...list.querySelectorAll('li')];
const items = () => itemsOf(byRole('list', 'Corrections')).map((item) => text(item));
const itemOf = (reason: string) =>
  until(() => itemsOf(byRole('list', 'Corrections')).find((item) => text(item).includes(reason)));

const [lastMonth = '', monthBefore = ''] = monthsBefore(today(), 2);

/** Opens the list, which may be empty. */
async function openTab() {
  await app.open(`/exceptions?tab=corrections&company_id=${company}`);
  await until(() => byRole('heading', 'Corrections'));
}

async function open(search = '') {
  await app.open(`/exceptions?tab=corrections${search}`);
  await until(() => byRole('list', 'Corrections'));
}

test('is a tab beside the exceptions, and says how many wait for the user', async () => {
  await app.open('/exceptions');
  await until(() => byRole('link', 'For Me (2)'));
  const tabs = byRole('navigation', 'Exceptions and corrections');
  expect(byRole('link', 'Exceptions', tabs).getAttribute('aria-current')).toBe('page');
  await click(byRole('link', 'Corrections', tabs));
  await until(() => byRole('list', 'Corrections'));
  expect(items()).toHaveLength(3);
});

test('one’s own cannot be decided: the list says so, and offers to withdraw', async () => {
  await open('&state=waiting');
  const own = await itemOf('Ada knows it');
  expect(text(own)).toContain('You made this correction, so someone else decides.');
  expect(maybeByRole('button', /^Approve/, own)).toBeUndefined();
  await clickButton(/^Withdraw/, own);
  const dialog = await until(() => byRole('dialog', 'Undo Correction'));
  await fill({ Reason: 'It was right' }, dialog);
  await clickButton('Undo Correction', dialog);
  await until(() => !items().some((item) => item.includes('Ada knows it')));
  // An undo cannot be undone, so the message does not offer it.
  await untilText('Correction saved successfully');
  expect(maybeByRole('button', 'Undo')).toBeUndefined();
});

test('For Me has those of others only, and approves them together, with the hours before and after', async () => {
  await app.open('/exceptions');
  await click(await until(() => byRole('link', 'For Me (2)')));
  await until(() => byRole('list', 'Corrections'));
  expect(items().some((item) => item.includes('Ada knows it'))).toBe(false);
  await clickButton('Approve All 2…');
  const dialog = await until(() => byRole('dialog', 'Approve Corrections'));
  await until(() => /\d:\d\d worked/.test(text(dialog)));
  await click(byRole('checkbox', /Olga was told so/, dialog));
  await clickButton('Approve 1 Correction', dialog);
  await untilText('Correction approved');
  await until(() => items().length === 1);
  expect(app.bodies('POST /corrections/decide')).toMatchObject([{ ids: [expect.any(Number)], agree: true }]);
  await app.server.db.run(sql`update attendance set set_aside_by = null`);
  await app.server.db.run(
    sql`update corrections set state = 'waiting', decider_id = null, decider = '', decided_at = null
      where reason = 'Olga saw the camera'`,
  );
});

test('approves another’s correction, which then counts', async () => {
  await open();
  await clickButton(/^Approve/, await itemOf('Olga saw the camera'));
  const dialog = await until(() => byRole('dialog', 'Approve Correction'));
  expect(text(dialog)).toContain('Olga saw the camera');
  await clickButton('Approve', dialog);
  await untilText('Correction approved');
  const item = await itemOf('Olga saw the camera');
  await until(() => text(item).includes('Approved by Ada'));
  const { set_aside_by } = await one<{ set_aside_by: number | null }>(
    app.server.db,
    sql`select set_aside_by from attendance where id = ${records[0] ?? 0}`,
  );
  expect(set_aside_by).not.toBeNull();
});

test('refuses one only for a reason', async () => {
  await open();
  await clickButton(/^Refuse/, await itemOf('Olga was told so'));
  const dialog = await until(() => byRole('dialog', 'Refuse Correction'));
  await clickButton('Refuse', dialog);
  expect(errorAt('Reason', dialog)).toBe('Reason is required');
  await fill({ Reason: 'Nobody told her' }, dialog);
  await clickButton('Refuse', dialog);
  await untilText('Correction refused');
  const item = await itemOf('Olga was told so');
  await until(() => /Refused by Ada.*Nobody told her/.test(text(item)));
  await until(() => !maybeByRole('link', /^For Me/));
});

test('filters by state and by day, and explains an empty list', async () => {
  await open('&state=refused');
  expect(items()).toHaveLength(2);
  for (const item of items()) expect(item).toContain('Refused by Ada');
  await clickButton('State: Refused');
  await type(field('State'), 'waiting');
  await until(() => byRole('button', 'State: Waiting'));
  await clickButton('Remove filter State: Waiting');
  await until(() => items().length === 3);
  await app.open('/exceptions?tab=corrections&end_date=2001-01-01');
  await untilText('No corrections found');
  await clickButton('Remove filter Days: until 1 Jan 2001');
  await until(() => maybeByRole('list', 'Corrections'));
});

/** Adds an event to every company. */
const addEvents = (month: string) =>
  app.server.db.run(
    sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
      select company_id, 'Z', min(id), 'check-in', ${`${month}-10 08:00:00`}, ${`${month}-10 08:00:00`}
      from access_controllers group by company_id`,
  );

test('says what is open in a month, closes it, and reopens it for a reason', async () => {
  await app.server.db.run(sql`update corrections set state = 'refused' where state = 'waiting'`);
  await addEvents(lastMonth);
  await openTab();
  const dialog = await openDialog('Close Months', 'Close Months');
  const companies = () => itemsOf(byRole('list', /^Companies in/, dialog));
  const [month] = await until(() => companies().length === 1 && companies());
  expect(text(month)).toMatch(/exceptions? not answered|Nothing open/);
  await clickButton(/^Close \w+ \d{4}$/, dialog);
  await untilText('Month closed successfully');
  await until(() => text(companies()[0]).includes('Closed by Ada'));

  await click(await until(() => byRole('button', /^Reopen /, companies()[0])));
  const reopening = await until(() => byRole('dialog', /^Reopen /));
  await clickButton('Reopen Month', reopening);
  expect(errorAt('Reason', reopening)).toBe('Reason is required');
  await fill({ Reason: 'A card was forgotten' }, reopening);
  await clickButton('Reopen Month', reopening);
  await until(() => /Reopened by Ada.*A card was forgotten/.test(text(companies()[0])));
});

test('shows what is to be decided first, where closing was begun in that list', async () => {
  const open = { company: { id: company, name: 'Seaport' }, exceptions: 0, corrections: 1, rejected: 0 };
  app.answer('GET /open-months', { data: [open] });
  await openTab();
  const dialog = await openDialog('Close Months', 'Close Months');
  await click(await until(() => byRole('link', '1 correction to decide first', dialog)));
  await until(() => !maybeByRole('dialog'));
  expect(location.search).toContain('state=waiting');
});

test('closes a month for all companies, but those with corrections to decide', async () => {
  await app.open('/timesheets?close=');
  const dialog = await until(() => byRole('dialog', 'Close Months'));
  const companies = () => itemsOf(byRole('list', /^Companies in/, dialog));
  await until(() => app.seen.every(({ status }) => status !== undefined));
  await settle();
  const count = companies().length;
  const isRefused = (name: string) => byRole('button', name, dialog).getAttribute('aria-disabled') === 'true';
  const ofAnother = `Close ${monthTitle(monthBefore)}`;
  app.answer('GET /open-months', { status: 500 });
  await fill({ Month: monthBefore }, dialog);
  expect(isRefused(ofAnother)).toBe(true);
  await until(() => byRole('alert', undefined, dialog));
  expect(isRefused(ofAnother)).toBe(true);
  app.passThrough('GET /open-months');
  await fill({ Month: lastMonth }, dialog);

  const close = `Close ${monthTitle(lastMonth)} for ${count} Companies`;
  await until(() => maybeByRole('button', close, dialog) && !isRefused(close));
  // At the second company a proxy answers that its server is away, as it would for the others.
  const answer = { status: undefined as number | undefined, when: async () => {} };
  answer.when = async () => {
    answer.status = app.bodies('POST /closed-months').length === 2 ? 502 : undefined;
  };
  app.answer('POST /closed-months', answer);
  await clickButton(close, dialog);
  await until(() => text(dialog).includes(`Stopped after 2 of ${count} companies. What was not tried stays ticked.`));
  expect(text(dialog)).toContain('Failed to close the month. HTTP error! status: 502');
  const rest = `Close ${monthTitle(lastMonth)} for ${count - 1} Companies`;
  await until(() => maybeByRole('button', rest, dialog) && !isRefused(rest));
  app.passThrough('POST /closed-months');

  let load = () => {};
  app.answer('GET /open-months', { when: new Promise<void>((resolve) => (load = resolve)) });
  const readings = () => app.seen.filter(({ key, status }) => key === 'GET /closed-months' && status === 200).length;
  const before = readings();
  await clickButton(rest, dialog);
  await untilText(`${monthTitle(lastMonth)} closed for ${count - 1} companies`);
  expect(text(dialog)).not.toContain('Stopped after');
  expect(isRefused(rest)).toBe(true);
  await until(() => readings() > before);
  await settle();
  expect(companies()).toHaveLength(count);
  load();
  await until(() => companies().every((each) => text(each).includes('Closed by Ada')));
});

test('closes no further company once the dialog is closed', async () => {
  await addEvents(monthBefore);
  await app.open('/timesheets?close=');
  const dialog = await until(() => byRole('dialog', 'Close Months'));
  await fill({ Month: monthBefore }, dialog);
  const close = new RegExp(`^Close ${monthTitle(monthBefore)} for \\d+ Companies$`);
  await until(() => maybeByRole('button', close, dialog));
  let release = () => {};
  app.answer('POST /closed-months', { when: new Promise<void>((resolve) => (release = resolve)) });
  await clickButton(close, dialog);
  await until(() => app.bodies('POST /closed-months').length === 1);
  await clickButton('Cancel', dialog);
  release();
  await untilText('Month closed successfully');
  expect(app.bodies('POST /closed-months')).toHaveLength(1);
});
