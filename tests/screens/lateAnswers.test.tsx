// Answers that arrive after their form or question was closed. They must not affect whatever was opened since.

import { describe, expect, test } from 'vitest';
import type { CallKey } from '../../src/shared/contract/calls.ts';
import { today } from '../../src/shared/words/days.ts';
import { testConsole } from '../support/console/console.tsx';
import {
  allByRole,
  byRole,
  click,
  field,
  maybeByRole,
  nameOf,
  settle,
  text,
  until,
} from '../support/console/render.tsx';
import { clickButton, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();

/** Answers this call only once the returned function is called. */
function holdBack(call: CallKey): () => void {
  let arrive = () => {};
  app.answer(call, { when: new Promise<void>((resolve) => (arrive = resolve)) });
  return () => arrive();
}

async function discard(dialog: HTMLElement) {
  await clickButton('Cancel', dialog);
  await clickButton('Discard', await until(() => byRole('alertdialog', 'Discard your changes?')));
}

interface Form {
  path: string;
  button: string;
  title?: string;
  submit?: string;
  call: CallKey;
  field: string;
  /** Typed into the first form, and into the one opened since. */
  typed: readonly [string, string];
  done: string;
}

describe('a form opened again keeps what is typed', () => {
  test.each<Form>([
    {
      path: '/companies?id=1&tab=months',
      button: 'Set Up Payroll File',
      title: 'Payroll File',
      submit: 'Save Template',
      call: 'PUT /companies/{id}/payroll',
      field: 'Column 1: name',
      typed: ['Number', 'Personnel number'],
      done: 'Payroll file saved successfully',
    },
    {
      path: '/companies?id=1&tab=day-rules',
      button: 'Add Pattern',
      call: 'POST /week-patterns',
      field: 'Latest start',
      typed: ['09:00', '09:30'],
      done: 'Pattern added',
    },
    {
      path: '/employees?id=1&tab=expected-time',
      button: 'Add Leave',
      call: 'POST /leaves',
      field: 'Last day',
      typed: [today(1), today(2)],
      done: 'Leave added',
    },
    {
      path: '/employees?id=1&tab=expected-time',
      button: 'Add Balance',
      title: 'Add Balance',
      submit: 'Add Balance',
      call: 'POST /balances',
      field: 'Reason',
      typed: ['Agreed', 'From the old system'],
      done: 'Balance carried forward',
    },
  ])('$button', async ({ path, button, title = button, submit = button, call, field: label, typed, done }) => {
    const [before, after] = typed;
    const arrive = holdBack(call);
    await app.open(path);
    const first = await openDialog(button, title);
    await fill({ [label]: before }, first);
    await clickButton(submit, first);
    await until(() => app.bodies(call).length === 1);
    await discard(first);
    const second = await openDialog(button, title);
    await fill({ [label]: after }, second);
    arrive();
    await untilText(done);
    await settle();
    expect(field(label, byRole('dialog', title)).value).toBe(after);
  });

  test('Rename View', async () => {
    for (const company of [2, 3]) {
      await app.open(`/employees?company_id=${company}`);
      const form = await openDialog('Save View', 'Save View');
      await fill({ Name: `Company ${company}` }, form);
      await clickButton('Save View', form);
      await until(() => maybeByRole('link', `Company ${company}`));
    }
    const arrive = holdBack('PUT /views/{id}');
    const all = await openDialog('Manage Saved Views', 'Saved Views');
    const rename = (name: string) => openDialog(`Rename ${name}`, 'Rename View');
    const first = await rename('Company 2');
    await fill({ Name: 'Second' }, first);
    await clickButton('Rename View', first);
    await until(() => app.bodies('PUT /views/{id}').length === 1);
    await discard(first);
    const second = await rename('Company 3');
    await fill({ Name: 'Third' }, second);
    arrive();
    await until(() => maybeByRole('button', 'Rename Second', all));
    expect(field('Name', byRole('dialog', 'Rename View')).value).toBe('Third');

    // What the server says about one question must not appear in the next.
    app.answer('PUT /views/{id}', { status: 409, message: 'There is another view of this name' });
    await clickButton('Rename View', second);
    await untilText('There is another view of this name');
    await discard(second);
    await clickButton('Delete Second', all);
    expect(text(await until(() => byRole('alertdialog', 'Delete View')))).not.toContain('another view of this name');
  });
});

test('a question about another entry stays open', async () => {
  const arrive = holdBack('DELETE /leaves/{id}');
  await app.open('/employees?id=2&tab=expected-time');
  for (const day of [today(5), today(7)]) {
    const form = await openDialog('Add Leave', 'Add Leave');
    await fill({ 'First day': day, 'Last day': day }, form);
    await clickButton('Add Leave', form);
    await until(() => !maybeByRole('dialog'));
  }
  const [one, other] = await until(() => {
    const names = allByRole('button', /^Delete/, byRole('region', 'Leave')).map(nameOf);
    return names.length === 2 && names;
  });
  const ask = async (name = '') => {
    await clickButton(name);
    return until(() => byRole('alertdialog', 'Delete Leave'));
  };
  const first = await ask(one);
  await clickButton('Delete', first);
  await clickButton('Cancel', first);
  await ask(other);
  arrive();
  await until(() => !maybeByRole('button', one));
  expect(text(byRole('alertdialog', 'Delete Leave'))).toContain(other);
});

test('a deletion that ends after its page was left does not lead to the list', async () => {
  const arrive = holdBack('DELETE /employees/{id}');
  await app.open('/employees?id=3');
  await clickButton('Delete');
  const question = await until(() => byRole('alertdialog', 'Delete Employee'));
  await clickButton('Delete', question);
  await clickButton('Cancel', question);
  await click(byRole('link', 'Profile'));
  await until(() => byRole('heading', 'Change password'));
  arrive();
  await untilText('Employee deleted successfully');
  await settle();
  expect(location.pathname).toBe('/profile');
});

test('an edit that is cancelled while a plain server is asked for what is there now is not sent', async () => {
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
  await app.open('/companies');
  const names = await until(() => {
    const found = allByRole('article').map(nameOf);
    return found.length > 1 && found;
  });
  const edit = async (name: string | undefined, address: string) => {
    const form = await openDialog(`Edit ${name}`, 'Edit Company');
    await fill({ Address: address }, form);
    return form;
  };
  const arrive = holdBack('GET /companies/{id}');
  const first = await edit(names[0], 'Quay 1');
  await clickButton('Update Company', first);
  await until(() => app.seen.some(({ key }) => key === 'GET /companies/{id}'));
  await discard(first);
  const second = await edit(names[1], 'Quay 2');
  arrive();
  await clickButton('Update Company', second);
  await untilText('Company updated successfully');
  expect(app.bodies('PUT /companies/{id}')).toMatchObject([{ name: names[1], address: 'Quay 2' }]);
});

test('a roll call that was cancelled while it began does not open', async () => {
  const arrive = holdBack('POST /roll-calls');
  await app.open('/presence?company_id=1');
  const form = await openDialog('Start Roll Call', 'Start Roll Call');
  await clickButton('Start Roll Call', form);
  await until(() => app.bodies('POST /roll-calls').length === 1);
  await clickButton('Cancel', form);
  await until(() => !maybeByRole('dialog'));
  const before = app.seen.length;
  arrive();
  await until(() => app.seen.slice(before).some(({ key }) => key === 'GET /roll-calls'));
  await settle();
  expect(location.pathname + location.search).toBe('/presence?company_id=1');
});
