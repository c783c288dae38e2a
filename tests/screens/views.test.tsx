// Saved views, kept by the server or by the browser.

import { describe, expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, nameOf, text, type, until } from '../support/console/render.tsx';
import { clickButton, errorAt, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();

const inSidebar = () =>
  allByRole('list', 'Saved views')
    .flatMap((list) => allByRole('link', undefined, list))
    .map(nameOf);

async function save(name: string) {
  const form = await openDialog('Save View', 'Save View');
  await fill({ Name: name }, form);
  await clickButton(/^(Save|Replace) View$/, form);
  await until(() => maybeByRole('dialog', 'Save View') === undefined && inSidebar().includes(name));
}

describe.each(['server', 'browser'])('views that the %s keeps', (keeper) => {
  const prepare = () =>
    keeper === 'browser' &&
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: ['search'] }) });

  test('can be saved, followed, replaced, renamed, put in order and deleted', async () => {
    prepare();
    await app.open('/employees?company_id=2&page=1');
    await save('Second');
    await app.open('/employees?company_id=3');
    prepare();
    await save('Third');
    expect(inSidebar()).toEqual(['Second', 'Third']);

    await click(byRole('link', 'Second'));
    await until(() => location.search === '?company_id=2');
    expect(byRole('link', 'Second').getAttribute('aria-current')).toBe('true');
    await type(field('Search employees'), 'a');
    await until(() => location.search === '?company_id=2&q=a');
    await save('Second');
    await until(() => byRole('link', 'Second').getAttribute('aria-current') === 'true');
    expect(inSidebar()).toEqual(['Second', 'Third']);
    await click(byRole('link', 'Third'));
    await click(byRole('link', 'Second'));
    await until(() => location.search === '?company_id=2&q=a');

    const all = await openDialog('Manage Saved Views', 'Saved Views');
    await click(await until(() => byRole('button', 'Move Third up', all)));
    await until(() => inSidebar()[0] === 'Third');
    await clickButton('Rename Third', all);
    await fill({ Name: '3rd' }, await until(() => byRole('dialog', 'Rename View')));
    await clickButton('Rename View', await until(() => byRole('dialog', 'Rename View')));
    await until(() => inSidebar()[0] === '3rd');
    await clickButton('Delete Second', all);
    await clickButton('Delete', await until(() => byRole('alertdialog')));
    await until(() => inSidebar().join() === '3rd');

    expect(app.seen.some((call) => call.path.startsWith('/views'))).toBe(keeper === 'server');
    await app.open('/profile');
    prepare();
    await until(() => inSidebar().join() === '3rd');
  });
});

test('moves that follow each other faster than they are saved are all made', async () => {
  for (const company of [1, 2, 3]) {
    await app.open(`/employees?company_id=${company}`);
    await save(`Company ${company}`);
  }
  const before = inSidebar().filter((name) => !name.startsWith('Company'));
  let saveFirst = () => {};
  app.answer('PUT /views/order', { when: new Promise<void>((resolve) => (saveFirst = resolve)) });
  const all = await openDialog('Manage Saved Views', 'Saved Views');
  const up = () => byRole('button', 'Move Company 3 up', all);
  await until(() => maybeByRole('button', 'Move Company 3 up', all));
  await click(up());
  await click(up());
  saveFirst();
  await until(() => inSidebar().join() === [...before, 'Company 3', 'Company 1', 'Company 2'].join());
  expect(app.bodies('PUT /views/order')).toHaveLength(2);
});

test('columns can be left out, and a view keeps that; a shared view is among those of the others', async () => {
  await app.open('/employees?view=list');
  const patience = 30_000; // for the code of the list
  const heads = () => [...document.querySelectorAll('thead th')].map((head) => head.textContent);
  await until(() => heads().includes('Department'), patience);
  await clickButton('Columns');
  await click(byRole('menuitemcheckbox', 'Department'));
  await until(() => !heads().includes('Department'));
  expect(heads()).toContain('Name');
  expect(new URLSearchParams(location.search).get('without')).toBe('department');
  await save('Short');
  await app.open('/employees?view=list');
  await until(() => heads().includes('Department'));
  await click(await until(() => byRole('link', 'Short')));
  await until(() => !heads().includes('Department'));

  const all = await openDialog('Manage Saved Views', 'Saved Views');
  await click(await until(() => byRole('button', 'Share Short', all)));
  await click(await until(() => byRole('menuitemradio', 'Viewer', all)));
  await until(() => all.textContent?.includes('shared with Viewer'));
});

test('the reason of a failed change disappears once another change is made', async () => {
  await app.open('/employees?company_id=2');
  await save('Upper');
  await app.open('/employees?company_id=3');
  await save('Lower');
  const all = await openDialog('Manage Saved Views', 'Saved Views');
  app.answer('PUT /views/order', { status: 500, message: 'Not now' });
  await click(await until(() => byRole('button', 'Move Lower up', all)));
  await until(() => text(all).includes('Not now'));
  await click(byRole('button', 'Share Lower', all));
  await click(await until(() => byRole('menuitemradio', 'Viewer', all)));
  await untilText('shared with Viewer');
  expect(text(all)).not.toContain('Not now');
});

test('says if the roles to share with could not be loaded', async () => {
  app.answer('GET /roles', { status: 500, message: 'Out of order' });
  await app.open('/employees?company_id=2');
  await save('Alone');
  const all = await openDialog('Manage Saved Views', 'Saved Views');
  const alert = await until(() => byRole('alert', /^Not all roles could be loaded. Out of order/, all));
  app.passThrough('GET /roles');
  await clickButton('Retry', alert);
  await click(byRole('button', 'Share Alone', all));
  await until(() => byRole('menuitemradio', 'Viewer', all));
});

test('a part that failed to load is named, with the reason, and can be loaded again', async () => {
  app.answer('GET /views', { status: 500, message: 'Back soon' });
  await app.open('/profile');
  await untilText('Failed to fetch saved views. Back soon');
  app.passThrough('GET /views');
  await clickButton('Retry', byRole('navigation', 'Main'));
  await until(() => !text(byRole('navigation', 'Main')).includes('Back soon'));
});

test('a name is required and has a limit; nothing is saved without filters', async () => {
  await app.open('/employees?company_id=2');
  const form = await openDialog('Save View', 'Save View');
  await clickButton('Save View', form);
  expect(errorAt('Name', form)).toContain('Name is required');
  await fill({ Name: 'x'.repeat(81) }, form);
  await clickButton('Save View', form);
  expect(errorAt('Name', form)).toContain('80');
  expect(app.bodies('POST /views')).toEqual([]);
  await app.open('/employees?page=2');
  await until(() => byRole('button', 'Refresh'));
  expect(maybeByRole('button', 'Save View')).toBeUndefined();
});
