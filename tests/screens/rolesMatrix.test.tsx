// The matrix of roles by permissions, what a role means in words, and what the user in the form will see.

import { describe, expect, test } from 'vitest';
import { startConsole, testConsole } from '../support/console/console.tsx';
import { plain } from '../support/console/dialects.ts';
import { listen } from '../support/console/listen.ts';
import { allByRole, byRole, click, maybeByRole, text, until } from '../support/console/render.tsx';
import { card, clickButton, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();

const permission = (id: number, name: string, display_name = '') => ({
  id,
  name,
  display_name,
  module: name.split('.')[0],
});
const table = () => byRole('table', undefined, byRole('region', 'Roles by permissions'));
const rowOf = (name: string) =>
  [...byRole('row', new RegExp(`^${name}`), table()).children].slice(1).map((cell) => text(cell as HTMLElement));

describe('the matrix', () => {
  test('has a row for each permission, by module, and a column for each role', async () => {
    await app.open('/roles');
    await card('Viewer');
    await clickButton('Matrix');
    await until(() => table());
    const heads = [...table().querySelectorAll('thead th')].map((head) => head.textContent);
    expect(heads).toEqual(['Permission', 'Administrator', 'Auditor', 'HR Manager', 'Manager', 'Viewer']);
    expect(rowOf('View attendance')).toEqual(['Yes', 'Yes', 'Yes', 'Yes', 'Yes']);
    expect(rowOf('Delete employees')).toEqual(['Yes', 'No', 'Yes', 'Yes', 'No']);
    expect(rowOf('Access every company')).toEqual(['Yes', 'Yes', 'No', 'No', 'No']);
    expect([...table().querySelectorAll('th[scope=rowgroup]')].map((head) => head.textContent)).toContain('HR sync');
    await app.open('/roles');
    await until(() => table());
  });

  test('shows permissions that only another server knows by their names, also if it lists none', async () => {
    app.answer('GET /permissions/by-module', { status: 403 });
    app.answer('GET /roles', {
      data: [
        {
          id: 3,
          name: 'cook',
          display_name: 'Cook',
          permissions: [permission(1, 'lunch.order'), permission(2, 'kitchen.open')],
        },
        { id: 4, name: 'guest', display_name: 'Guest', permissions: [permission(1, 'lunch.order')] },
      ],
    });
    await app.open('/roles?view=matrix');
    await until(() => table());
    await until(() => maybeByRole('row', /^lunch\.order/));
    expect([rowOf('lunch.order'), rowOf('kitchen.open')]).toEqual([
      ['Yes', 'Yes'],
      ['Yes', 'No'],
    ]);
  });

  test('shows the roles that a search finds', async () => {
    await app.open('/roles?view=matrix&q=viewer');
    await until(() => table().querySelectorAll('thead th').length === 2);
    expect(text(table())).toContain('Viewer');
  });
});

describe('a role in words', () => {
  test('on its card: where, what, what not', async () => {
    await app.open('/roles');
    const shown = text(await card('Viewer'));
    expect(shown).toContain('In the companies that the user is assigned to.');
    expect(shown).toContain(
      'May see attendance. May not correct it, approve corrections of others, or mark records as processed.',
    );
    expect(shown).toMatch(/May do nothing about HR sync, settings,.* or \w/);
    expect(shown).not.toContain('attendance.view');
    expect(text(await card('Auditor'))).toContain('In every company, whatever companies the user is assigned to.');
  });

  test('in its dialog, as permissions are chosen', async () => {
    await app.open('/roles');
    const form = await openDialog('Add Role', 'Add Role');
    const meaning = await until(() => byRole('region', 'What this role means', form));
    expect(text(meaning)).toContain('May do nothing.');
    await click(byRole('checkbox', /settings\.edit/, form));
    expect(text(meaning)).toContain('it does not help to be allowed to change settings: that affects all companies');
    await click(byRole('checkbox', /companies\.all/, form));
    expect(text(meaning)).toContain('In every company');
    expect(text(meaning)).toContain('May change settings.');
  });
});

describe('what a user will see', () => {
  const summary = (form: HTMLElement) =>
    allByRole('status', undefined, form)
      .map((each) => text(each))
      .find((words) => words.includes('will see'));
  const choose = async (form: HTMLElement, group: string, name: RegExp) =>
    click(await until(() => byRole('checkbox', name, byRole('group', group, form))));

  test('is told as roles and companies are chosen, and the trap before all', async () => {
    await app.open('/users');
    const form = await openDialog('Add User', 'Add User');
    const said = listen();
    for (const Name of ['N', 'Ni', 'Nina']) await fill({ Name }, form);
    await until(() => maybeByRole('checkbox', /^Viewer/, form));
    expect(summary(form)).toBe('Nina will see nothing without a role');
    await choose(form, 'Roles', /^Viewer/);
    expect(summary(form)).toBe('Nina will see no company, so all lists are empty');
    // It is not announced again with each letter of the name.
    expect(said).not.toContainEqual(expect.stringMatching(/^Ni? will see/));
    expect(said).toContain(summary(form));
    await choose(form, 'Companies', /Atelier/);
    await choose(form, 'Companies', /Ashdown/);
    expect(summary(form)).toBe('Nina will see 2 companies and 9 screens');
    const panel = byRole('region', 'What will Nina see?', form);
    expect(text(panel)).toMatch(/2 companies: .*Ashdown & Vale Logistics.*Atelier Béranger|Atelier Béranger.*Ashdown/);
    expect(text(panel)).toContain('May see employees. May not add, change or delete them');

    await choose(form, 'Roles', /^Auditor/);
    expect(summary(form)).toMatch(/^Nina will see every company, whatever is chosen, and \d+ screens$/);
    expect(text(panel)).toContain(
      'Every company, also those that are added later: Auditor has access to all of them. The 2 that are chosen make no difference.',
    );
    expect(text(byRole('group', 'Roles', form))).toMatch(/Auditor.*Every company/);
  });

  test('is on the card of each user', async () => {
    await app.open('/users');
    expect(text(await card('Inès Carvalho'))).toMatch(
      /What they see: 5 companies.*HR Sync, where the server|What they see: 5 companies.*May see/,
    );
    expect(text(await card('Ada Thornbury'))).toContain('Every company, also those that are added later');
  });

  test('is not guessed at on a server with names of its own', async () => {
    const other = await startConsole(plain);
    const foreign = {
      id: 1,
      name: 'boss',
      display_name: 'Boss',
      is_system: false,
      permissions: [permission(1, 'people.write')],
    };
    other.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [], roles: [foreign] }) });
    other.answer('GET /roles', { data: [foreign] });
    await other.open('/users');
    const form = await openDialog('Add User', 'Add User');
    await choose(form, 'Roles', /^Boss/);
    expect(summary(form)).toBe('Only the server knows what This person will see');
    expect(text(byRole('region', /^What will/, form))).toContain(
      'This server names its permissions in its own way (people.write), so only the server knows',
    );
    await other.stop();
  });
});

test('one who may only view roles and users sees both, and nothing to change them', async () => {
  await app.open('/roles?view=matrix', 'auditor');
  await until(() => table());
  await untilText('Export');
  expect(maybeByRole('button', /^(Add|Edit|Delete)/)).toBeUndefined();
});
