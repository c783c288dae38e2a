// The list of devices, those that wait for approval, and the line about its device on each controller.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allByRole, byRole, click, field, maybeByRole, text, until } from '../../support/console/render.tsx';
import { card, clickButton, errorAt, fill, openDialog, optionsOf, untilText } from '../steps.ts';
import { startDeviceConsole, type DeviceConsole } from './deviceConsole.ts';

let use: DeviceConsole;
beforeAll(async () => {
  use = await startDeviceConsole();
});
afterAll(() => use.app.stop());

const rows = () => allByRole('row').flatMap((row) => row.querySelector('th[scope=row] a')?.textContent ?? []);
const row = (name: string) => until(() => allByRole('row').find((each) => text(each).includes(name)));

describe('the list', () => {
  test('shows what is wrong with each device, the worst first, and leads to it', async () => {
    await use.app.open('/devices');
    await until(() => rows().length > 1);
    const first = rows()[0] ?? '';
    await click(byRole('link', first, await row(first)));
    expect(byRole('heading', 'Devices').tagName).toBe('H1');
    await until(() => byRole('heading', first).tagName === 'H2');
    expect(allByRole('link', undefined, byRole('navigation', 'Device')).map(text)).toEqual([
      'State',
      'Connect',
      'Events',
      'Notes',
      'Reconcile',
    ]);
    expect(byRole('link', 'State').getAttribute('aria-current')).toBe('page');
  });

  test('says when a device was heard, how its clock is, and what it holds', async () => {
    const device = {
      id: 1,
      kind: 'zkteco',
      controller_id: 1,
      serial: 'ZK7',
      model: 'K40 Pro',
      firmware: 'Ver 6.60',
      address: '10.0.0.7',
      first_heard_at: '2026-01-01T00:00:00Z',
      last_heard_at: new Date(Date.now() - 65_000).toISOString(),
      drift_seconds: -180,
      records_held: 1_284,
      capacity: 50_000,
      events_offered: 0,
    };
    const claims = [
      { kind: 'firmware_changed', level: 'info', sentence: 'Its firmware changed.', since: '', evidence: null },
      { kind: 'drifting', level: 'bad', sentence: 'Its clock is 3 minutes behind.', since: '', evidence: null },
    ];
    use.app.answer('GET /devices', {
      change: (data) => {
        const page = Object(data);
        return { ...page, data: [{ ...Object(page.data[0]), kind: 'zkteco', device, claims }] };
      },
    });
    await use.app.open('/devices');
    const line = text(await row('ZKTeco K40 Pro'));
    expect(line).toContain('Clock drifts');
    expect(line).toContain('Its clock is 3 minutes behind. Show the evidence');
    expect(line).toMatch(/ZK71 min ago3 minutes behind2% full/);
  });

  test('is narrowed by company, state and search', async () => {
    await use.app.open('/devices');
    await until(() => rows().length > 1);
    const all = rows();
    await fill({ State: 'memory_full' });
    await untilText('No devices found');
    await fill({ State: '', 'Search devices': all[0] ?? 'nothing' });
    await until(() => rows().length > 0 && rows().length < all.length);
    expect(location.search).toContain('q=');
  });

  test('says how to begin where there is no device', async () => {
    use.app.answer('GET /devices', { data: { data: [], total: 0, last_page: 1, current_page: 1, per_page: 50 } });
    await use.app.open('/devices');
    await untilText('No devices yet');
    await openDialog('Connect a Device', 'Connect a Device');
  });
});

describe('a waiting device', () => {
  test('is approved for a new controller', async () => {
    await use.shakeHands('WAIT0001');
    await use.app.open('/devices');
    await untilText('1 device waits for approval');
    expect(text(byRole('heading', 'ZKTeco').closest('li') ?? document.body)).toMatch(
      /Serial numberWAIT0001.*Address127\.0\.0\.1.*First heard\d+ s ago/,
    );
    const dialog = await openDialog('Approve ZKTeco WAIT0001…', 'Approve ZKTeco');
    await until(() => optionsOf('Company', dialog).length > 2);
    await clickButton('Approve', dialog);
    expect(errorAt('Company', dialog)).toContain('Company is required');
    await fill({ Company: field('Company', dialog).querySelectorAll('option')[1]?.value ?? '' }, dialog);
    await until(() => optionsOf('Access controller', dialog).includes('A new access controller'));
    await fill({ 'Access controller': 'new' }, dialog);
    await fill({ 'Name of the access controller': 'Loading bay' }, dialog);
    await clickButton('Approve', dialog);
    await until(() => byRole('heading', 'Loading bay'));
    await untilText('Connected: ZKTeco, serial WAIT0001');
  });

  test('is forgotten after a question', async () => {
    await use.shakeHands('WAIT0002');
    await use.app.open('/devices');
    await click(await until(() => byRole('button', 'Forget ZKTeco WAIT0002')));
    await clickButton('Forget', await until(() => byRole('alertdialog', 'Forget the device?')));
    await until(() => !text().includes('waits for approval'));
  });

  test('is not shown to those who may not manage devices', async () => {
    await use.shakeHands('WAIT0003');
    const role = { id: 1, name: 'viewer', permissions: [{ id: 1, name: 'devices.view' }] };
    use.app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), roles: [role] }) });
    await use.app.open('/devices');
    await until(() => rows().length > 0);
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
    expect(link.getAttribute('href')).toBe(`/devices?controller=${id}&tab=connect`);
    expect(use.app.seen.filter(({ key }) => key === 'GET /devices')).toHaveLength(1);
  });

  test('says in one line when its device was heard', async () => {
    const found = await lineOf('Loading bay');
    const link = await until(() => byRole('link', /^ZKTeco · heard \d+ (?:s|min) ago$/, found));
    expect(link.getAttribute('href')).toMatch(/^\/devices\?controller=\d+$/);
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
