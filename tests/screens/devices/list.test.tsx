// The list of doors, doors in trouble, devices waiting for approval, and the line about the device on each door.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allByRole, byRole, click, field, maybeByRole, settle, text, until } from '../../support/console/render.tsx';
import { card, clickButton, errorAt, fill, openDialog, optionsOf, untilText } from '../steps.ts';
import { type DeviceConsole, startDeviceConsole } from './deviceConsole.ts';
import { type Door, storeDevice } from './storedDevice.ts';

let use: DeviceConsole;
let silent: Door;
beforeAll(async () => {
  use = await startDeviceConsole();
  silent = (await storeDevice(use.app)).door;
});
afterAll(() => use.app.stop());

const trouble = () => byRole('list', 'Doors in trouble');

describe('the list of doors', () => {
  test('says above what is wrong, the worst first, and leads to it', async () => {
    await use.app.open(`/access-controllers?company_id=${silent.company_id}`);
    await until(() => trouble());
    expect(text(trouble())).toMatch(/^Silent.*It has not called since/);
    await click(byRole('link', silent.name, trouble()));
    await until(() => byRole('heading', silent.name).tagName === 'H1');
    await until(() => maybeByRole('region', 'Known problems'));
    expect(allByRole('link', undefined, byRole('navigation', 'Access Controller')).map(text)).toEqual([
      'State',
      'Events',
      'Connect',
      'Rules',
      'Reconcile',
      'Details',
      'History',
    ]);
    expect(byRole('link', 'State').getAttribute('aria-current')).toBe('page');
  });

  test('comes with what is wrong, which does not push it down afterwards', async () => {
    let answer = () => {};
    const when = new Promise<void>((resolve) => {
      answer = resolve;
    });
    use.app.answer('GET /devices/waiting', { change: (data) => data, when });
    await use.app.open('/access-controllers');
    // The devices' state is requested once the list has arrived.
    await until(() => use.app.seen.some(({ path }) => path.includes('controller_ids=')));
    expect(allByRole('article')).toEqual([]);
    expect(maybeByRole('list', 'Doors in trouble')).toBeUndefined();
    answer();
    await until(() => allByRole('article').length > 0);
    trouble();
    use.app.passThrough('GET /devices/waiting');
  });

  test('fails without waiting for what is wrong, and Retry works at once', async () => {
    let answer = () => {};
    const when = new Promise<void>((resolve) => {
      answer = resolve;
    });
    use.app.answer('GET /devices/waiting', { change: (data) => data, when });
    use.app.answer('GET /access-controllers', { status: 500 });
    await use.app.open('/access-controllers');
    await untilText('Failed to fetch data. HTTP error! status: 500');
    use.app.passThrough('GET /access-controllers');
    await clickButton('Retry');
    answer();
    await until(() => allByRole('article').length > 0);
    use.app.passThrough('GET /devices/waiting');
  });

  test('keeps the way to each door when its devices could not be loaded, and says so', async () => {
    use.app.answer('GET /devices', { status: 500, message: 'Out of order' });
    await use.app.open(`/access-controllers?company_id=${silent.company_id}`);
    const alert = await until(() => byRole('alert', /^Not everything about devices could be loaded. Out of order/));
    const link = await until(() => maybeByRole('link', silent.name, byRole('article', silent.name)));
    expect(link.getAttribute('href')).toBe(`/access-controllers?id=${silent.id}`);
    use.app.passThrough('GET /devices');
    await clickButton('Retry', alert);
    await until(() => trouble());
  });

  test('says what is wrong with a door of the page, or the claim that it is narrowed to', async () => {
    const claims = [
      { kind: 'drifting', level: 'bad', sentence: 'Its clock is 3 minutes behind.', since: '', evidence: null },
      { kind: 'memory_full', level: 'warning', sentence: 'It is nearly full.', since: '', evidence: null },
      { kind: 'firmware_changed', level: 'info', sentence: 'Its firmware changed.', since: '', evidence: null },
    ];
    use.app.answer('GET /devices', {
      change: (data) => {
        const page = Object(data);
        return { ...page, data: page.data.map((each: unknown) => ({ ...Object(each), kind: 'zkteco', claims })) };
      },
    });
    await use.app.open('/access-controllers');
    await until(() => allByRole('link', /^Clock drifts · /).length > 0);
    await use.app.open('/access-controllers?claim=memory_full');
    await until(() => allByRole('link', /^Memory nearly full · /).length > 0);
    expect(maybeByRole('list', 'Doors in trouble')).toBeUndefined();
    use.app.passThrough('GET /devices');
  });

  test('says of a door whose device was disconnected that it has none', async () => {
    use.app.answer('GET /devices', {
      change: (data) => {
        const page = Object(data);
        const without = { kind: 'zkteco', device: null, claims: [] };
        return { ...page, data: page.data.map((each: unknown) => ({ ...Object(each), ...without })) };
      },
    });
    await use.app.open('/access-controllers');
    await until(() => allByRole('link', 'ZKTeco · not connected').length > 0);
    use.app.passThrough('GET /devices');
  });

  test('is narrowed to the doors in trouble', async () => {
    await use.app.open('/access-controllers');
    await until(() => trouble());
    const total = Number(/(\d+) doors? in trouble/.exec(text())?.[1]);
    await fill({ State: 'trouble' });
    await until(() => allByRole('article').length === Math.min(total, 12) && location.search === '?claim=trouble');
    expect(use.app.seen.map(({ path }) => path)).toContainEqual(expect.stringContaining('claim=trouble'));
  });

  test('says how to begin where there is no access controller', async () => {
    use.app.answer('GET /access-controllers', {
      data: { data: [], total: 0, last_page: 1, current_page: 1, per_page: 12 },
    });
    await use.app.open('/access-controllers');
    await untilText('Get started by adding your first access controller');
    const codes = await until(() => byRole('link', 'Unknown Codes'));
    expect(codes.closest('main header')).not.toBeNull();
    await openDialog('Connect a Device', 'Connect a Device');
    use.app.passThrough('GET /access-controllers');
  });

  test('is beside the unknown codes', async () => {
    await use.app.open('/access-controllers');
    await click(await until(() => byRole('link', 'Unknown Codes')));
    await until(() => byRole('heading', 'Unknown Codes').tagName === 'H1');
  });

  test.each([
    ['/devices', '/access-controllers'],
    ['/devices?claim=silent', '/access-controllers?claim=silent'],
    ['/devices?list=codes&company_id=3', '/access-controllers?list=codes&company_id=3'],
    ['/devices?controller=1&tab=notes&kind=started', '/access-controllers?id=1&tab=history&kind=started'],
  ])('is where %s leads on to', async (old, now) => {
    await use.app.open(old);
    await until(() => location.pathname + location.search === now);
  });
});

describe('a waiting device', () => {
  test('is approved for a new controller', async () => {
    await use.shakeHands('WAIT0001');
    await use.app.open('/access-controllers');
    await untilText('1 device waits for approval');
    expect(text(byRole('list', 'Devices that wait for approval'))).toMatch(
      /ZKTeco WAIT0001 .*from 127\.0\.0\.1.*first heard \d+ s ago/,
    );
    const dialog = await openDialog('Approve ZKTeco WAIT0001', 'Approve ZKTeco');
    await until(() => optionsOf('Company', dialog).length > 2);
    await clickButton('Approve', dialog);
    expect(errorAt('Company', dialog)).toContain('Company is required');
    use.app.answer('GET /companies/{id}/access-controllers', { status: 500, message: 'Out of order' });
    await fill({ Company: field('Company', dialog).querySelectorAll('option')[1]?.value ?? '' }, dialog);
    await until(() => text(dialog).includes('The access controllers could not be loaded. Out of order'));
    use.app.passThrough('GET /companies/{id}/access-controllers');
    await clickButton('Retry', dialog);
    await until(() => optionsOf('Access controller', dialog).includes('A new access controller'));
    await fill({ 'Access controller': 'new' }, dialog);
    await fill({ 'Name of the access controller': 'Loading bay' }, dialog);
    const errors = { name: ['Too short'], location: ['Location is required'] };
    use.app.answer('POST /access-controllers', { status: 422, message: 'Please check it', errors });
    await clickButton('Approve', dialog);
    await until(() => errorAt('Name of the access controller', dialog).includes('Too short'));
    expect(text(byRole('alert', undefined, dialog))).toBe('Please check it Location is required');
    use.app.answer('POST /access-controllers', { data: {} });
    await clickButton('Approve', dialog);
    await until(() => errorAt('Access controller', dialog) === 'It has been added. Please choose it here');
    use.app.passThrough('POST /access-controllers');
    await clickButton('Approve', dialog);
    await until(() => byRole('heading', 'Loading bay'));
    await untilText('Connected: ZKTeco, serial WAIT0001');
  });

  test.each([
    {
      name: 'Loading bay 2',
      form: ['Approve ZKTeco WAIT0004', 'Approve ZKTeco', 'Approve'],
      step: 'POST /access-controllers',
      next: 'POST /access-controllers/{id}/device/pairing',
    },
    {
      name: 'Loading bay 3',
      form: ['Approve ZKTeco WAIT0004', 'Approve ZKTeco', 'Approve'],
      step: 'POST /access-controllers/{id}/device/pairing',
      next: 'POST /access-controllers/{id}/device/approve',
    },
    {
      name: 'Loading bay 4',
      form: ['Connect a Device', 'Connect a Device', 'Continue'],
      step: 'POST /access-controllers/{id}/device/pairing',
      next: 'GET /access-controllers/{id}/device',
    },
  ] as const)('is left alone once the form is closed: $name', async ({ name, form, step, next }) => {
    const [button, title, submit] = form;
    await use.shakeHands('WAIT0004');
    await use.app.open('/access-controllers');
    const dialog = await openDialog(button, title);
    await until(() => optionsOf('Company', dialog).length > 2);
    await fill({ Company: field('Company', dialog).querySelectorAll('option')[1]?.value ?? '' }, dialog);
    await until(() => optionsOf('Access controller', dialog).includes('A new access controller'));
    await fill({ 'Access controller': 'new' }, dialog);
    await fill({ 'Name of the access controller': name }, dialog);
    let arrive = () => {};
    use.app.answer(step, { when: new Promise<void>((resolve) => (arrive = resolve)) });
    await clickButton(submit, dialog);
    await until(() => use.app.bodies(step).length === 1);
    await clickButton('Cancel', dialog);
    await clickButton('Discard', await until(() => byRole('alertdialog')));
    const before = use.app.seen.length;
    arrive();
    // Its answer makes lists reload.
    await until(() => use.app.seen.length > before);
    await settle();
    expect(use.app.bodies(next)).toEqual([]);
    expect(location.pathname + location.search).toBe('/access-controllers');
  });

  test('is forgotten after a question', async () => {
    await use.shakeHands('WAIT0002');
    await use.app.open('/access-controllers');
    await click(await until(() => byRole('button', 'Forget ZKTeco WAIT0002')));
    await clickButton('Forget', await until(() => byRole('alertdialog', 'Forget Device')));
    await until(() => !text().includes('waits for approval'));
  });

  test('is not shown to those who may not manage devices', async () => {
    await use.shakeHands('WAIT0003');
    const role = {
      id: 1,
      name: 'viewer',
      permissions: ['devices.view', 'access_controllers.view'].map((name, id) => ({ id, name })),
    };
    use.app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), roles: [role] }) });
    await use.app.open('/access-controllers');
    await until(() => trouble());
    expect(text()).not.toContain('WAIT0003');
    expect(maybeByRole('button', 'Connect a Device')).toBeUndefined();
    expect(use.app.seen.map(({ key }) => key)).not.toContain('GET /devices/waiting');
  });
});

describe('a controller', () => {
  const lineOf = async (name: string) => {
    await use.app.open(`/access-controllers?q=${name}`);
    return card(name);
  };

  test('without a device leads to the panel', async () => {
    const id = await use.addController('Lonely');
    const found = await lineOf('Lonely');
    const link = await until(() => byRole('link', 'Connect a Device to Lonely', found));
    expect(link.getAttribute('href')).toBe(`/access-controllers?id=${id}&tab=connect`);
    expect(use.app.seen.filter(({ key }) => key === 'GET /devices')).toHaveLength(2);
  });

  test('says in one line when its device was heard', async () => {
    const found = await lineOf('Loading bay');
    const link = await until(() => byRole('link', /^ZKTeco · heard \d+ (?:s|min) ago$/, found));
    expect(link.getAttribute('href')).toMatch(/^\/access-controllers\?id=\d+$/);
  });

  test('says nothing of devices where the server has none', async () => {
    use.app.answer('GET /auth/user', {
      change: (user) => ({
        ...Object(user),
        features: Object(user).features.filter((name: string) => name !== 'devices'),
      }),
    });
    const found = await lineOf('Lonely');
    expect(maybeByRole('link', /Device/, found)).toBeUndefined();
    expect(use.app.seen.map(({ key }) => key).filter((key) => key.includes('device'))).toEqual([]);
  });
});
