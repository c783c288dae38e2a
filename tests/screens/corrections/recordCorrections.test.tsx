// An attendance record is corrected where it is shown: set aside, completed by another event, and undone.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { one, sql } from '../../../server/platform/db/db.ts';
import { testConsole } from '../../support/console/console.tsx';
import { byRole, field, maybeByRole, text, until } from '../../support/console/render.tsx';
import { clickButton, errorAt, fill, openDialog, untilText } from '../steps.ts';

const app = testConsole();

const list = '/attendance?start_date=&end_date=';
/** The address that shows one record. */
const pathTo = ({ id, company_id, employee_id }: Stored) =>
  `${list}&company_id=${company_id}&employee_id=${employee_id}&record=${id}`;
const call = 'POST /corrections';

interface Stored {
  id: number;
  company_id: number;
  employee_id: number;
}

/** Opens a known employee's oldest record that is neither set aside nor added. */
async function openRecord(): Promise<{ id: number; dialog: HTMLElement }> {
  const stored = await one<Stored>(
    app.server.db,
    sql`select id, company_id, employee_id from attendance where employee_id is not null and set_aside_by is null and added_by is null
      order by occurred_at, id limit 1`,
  );
  await app.open(pathTo(stored));
  const dialog = await until(() => byRole('dialog', 'Attendance Record'));
  await until(() => maybeByRole('button', 'Ignore Event', dialog));
  return { id: stored.id, dialog };
}

async function setAside(reason: string): Promise<void> {
  const dialog = await openDialog('Ignore Event', 'Ignore Event');
  await until(() => text(dialog).includes('What changes'));
  await fill({ Reason: reason }, dialog);
  await clickButton('Ignore Event', dialog);
}

test('sets an event aside for a reason, shows who did it and why, and undoes it from the message', async () => {
  const { id, dialog } = await openRecord();
  await setAside('Pressed the wrong key');
  await until(() => text(dialog).includes('Applied'));
  expect(app.bodies(call)).toEqual([
    {
      corrections: [{ kind: 'set_aside', record_id: id, day: expect.any(String), last_correction_id: 0, approvals: 0 }],
      reason: 'Pressed the wrong key',
    },
  ]);
  expect(text(dialog)).toMatch(/Set aside: Check (In|Out) at .*Applied/);
  await until(() => document.querySelector('tr s'));
  expect(text(byRole('table'))).toContain('Set aside · ');

  await clickButton('Undo');
  await untilText('Correction undone');
  await until(() => text(dialog).includes('Undid correction'));
  await until(() => maybeByRole('button', 'Ignore Event', dialog));
  await until(() => !document.querySelector('tr s'));
});

test('says that an undo from the message waits for a second person, where it does', async () => {
  await openRecord();
  await setAside('Pressed the wrong key twice');
  await untilText('Correction saved successfully');
  app.answer(call, { data: { corrections: [], waiting: 1 } });
  await clickButton('Undo');
  await untilText('Saved. It waits for a second person.');
  expect(text()).not.toContain('Correction undone');
});

test('asks for no preview of what is being saved, as the server would find it done', async () => {
  await openRecord();
  let finish = () => {};
  app.answer(call, { when: new Promise<void>((resolve) => (finish = resolve)), data: { corrections: [], waiting: 1 } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const dialog = await openDialog('Ignore Event', 'Ignore Event');
  await fill({ Reason: 'Typed in no time' }, dialog);
  await clickButton('Ignore Event', dialog);
  await until(() => app.bodies(call).length > 0);
  const previews = () => app.bodies('POST /corrections/preview').length;
  const before = previews();
  await vi.advanceTimersByTimeAsync(1000);
  finish();
  await untilText('Saved. It waits for a second person.');
  expect(previews()).toBe(before);
});

test('needs a reason, and a time', async () => {
  const { dialog } = await openRecord();
  await clickButton('Add Event Here', dialog);
  const form = await until(() => byRole('dialog', 'Add Event'));
  expect(text(form)).toContain('Enter the time to see what changes');
  await clickButton('Add Event', form);
  expect(errorAt('Reason', form)).toBe('Reason is required');
  expect(errorAt('Time', form)).toBe('Time is required');
  expect(app.bodies(call)).toEqual([]);
});

test('puts the server’s complaint at its field, and changes nothing', async () => {
  const { dialog } = await openRecord();
  await clickButton('Add Event Here', dialog);
  const form = await until(() => byRole('dialog', 'Add Event'));
  await fill({ Date: '2999-01-01', Time: '17:00', Reason: 'Forgot the card' }, form);
  await until(() => text(form).includes('This time is in the future'));
  await clickButton('Add Event', form);
  await until(() => errorAt('Time', form) === 'This time is in the future');
  expect(document.activeElement).toBe(field('Time', form));
});

test('adds the other end of a pair, which the list then marks', async () => {
  const { dialog } = await openRecord();
  await clickButton('Add Event Here', dialog);
  const form = await until(() => byRole('dialog', 'Add Event'));
  await fill({ Time: '00:01', Reason: 'Forgot the card' }, form);
  await until(() => text(form).includes('What changes'));
  await clickButton('Add Event', form);
  await untilText('Correction saved successfully');
  await until(() => text(byRole('table')).includes('Added by hand'));
});

test('tells who corrected the same day meanwhile, and looks again', async () => {
  const { dialog } = await openRecord();
  const message = 'Anna: Olga added a check-out at 17:00 meanwhile. Nothing was changed. Please look at the day again';
  app.answer(call, { status: 409, message });
  await setAside('Held the card twice');
  await until(() => text(byRole('alert')).includes(message));
  const reads = () => app.seen.filter(({ key }) => key === 'GET /attendance/{id}').length;
  const before = reads();
  await clickButton('Look Again');
  await until(() => !maybeByRole('dialog', 'Ignore Event'));
  await until(() => reads() > before);
  expect(text(dialog)).not.toContain('Held the card twice');
});

test('says that a correction waits for a second person', async () => {
  await openRecord();
  const waiting = { corrections: [], waiting: 1 };
  app.answer('POST /corrections/preview', { data: { days: [], needs_second_person: 1 } });
  app.answer(call, { data: waiting });
  const dialog = await openDialog('Ignore Event', 'Ignore Event');
  await until(() => text(dialog).includes('It counts only when a second person has approved.'));
  await fill({ Reason: 'Pressed the wrong key' }, dialog);
  await clickButton('Ignore Event', dialog);
  await untilText('Saved. It waits for a second person.');
});

describe('offers no corrections', () => {
  test('where the server does not announce them, and asks for none', async () => {
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
    const { id } = await one<{ id: number }>(app.server.db, sql`select min(id) as id from attendance`);
    await app.open(`${list}&record=${id}`);
    const dialog = await until(() => byRole('dialog', 'Attendance Record'));
    await until(() => text(dialog).includes('Record ID'));
    expect(maybeByRole('button', 'Ignore Event')).toBeUndefined();
    expect(app.seen.some(({ key }) => key === 'GET /corrections')).toBe(false);
  });

  test('to those who may only view, but shows what others did', async () => {
    const { id } = await one<{ id: number }>(
      app.server.db,
      sql`select attendance_id as id from corrections where kind = 'set_aside' order by id limit 1`,
    );
    const role = {
      id: 1,
      name: 'viewer',
      is_system: false,
      permissions: [{ name: 'attendance.view' }, { name: 'companies.view' }],
    };
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), roles: [role] }) });
    await app.open(`${list}&record=${id}`);
    const dialog = await until(() => byRole('dialog', 'Attendance Record'));
    await until(() => text(dialog).includes('Pressed the wrong key'));
    for (const name of ['Ignore Event', 'Add Event Here', /^Undo/]) expect(maybeByRole('button', name)).toBeUndefined();
  });
});
