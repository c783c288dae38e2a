// From a device's first request to its approval and its removal, with the console's calls and over the wire.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { type DeviceServer, startDeviceServer } from '../../../support/devices/devices.ts';
import { databases } from '../../../support/server/databases.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

const rules = {
  kind: 'zkteco',
  zone: 'Asia/Kolkata',
  ignores_offset: false,
  direction: 'key',
  readers: [],
  repeat_seconds: 30,
  half_hours: 'nothing',
  networks: '',
  silent_after_minutes: 15,
  counts_from: '2026-11-01',
  mapping: {
    events: '',
    kind: '',
    kind_words: '',
    person: '',
    time: '',
    direction: '',
    number: '',
    reader: '',
    in_words: '',
    out_words: '',
    passed: '',
    passed_words: '',
  },
};

describe.each(databases)('on $name', ({ create }) => {
  let devices: DeviceServer;
  let now = new Date('2026-08-20T06:00:00Z');
  let token: string;
  let managerToken: string;
  /** A controller of the manager's company, and one of another company. */
  let own: number;
  let foreign: number;

  beforeAll(async () => {
    devices = await startDeviceServer({ createDatabase: create, clock: () => now });
    const { server } = devices;
    token = await server.signIn(server.users.administrator);
    managerToken = await server.signIn(server.users.manager);
    await server.db.run(
      sql`insert into user_roles (user_id, role_id) select users.id, roles.id from users, roles
        where email = ${server.users.manager.email} and roles.name = 'manager'`,
    );
    const companies = sql`select company_id from user_companies join users on users.id = user_id
      where email = ${server.users.manager.email}`;
    const active = sql`select min(id) as id from access_controllers where is_active = true and company_id`;
    own = (await one<{ id: number }>(server.db, sql`${active} in (${companies})`)).id;
    foreign = (await one<{ id: number }>(server.db, sql`${active} not in (${companies})`)).id;
  });
  afterAll(() => devices.stop());

  const ask = async (key: string, body?: object, as = token) => {
    const { status, json } = await devices.server.ask(key, { token: as, ...(body && { body }) });
    return { status, data: json.data, message: json.message, errors: json.errors };
  };
  const setup = async (id: number, as = token) =>
    answerDecoder('GET /access-controllers/{id}/device')(
      (await ask(`GET /access-controllers/${id}/device`, undefined, as)).data,
    );
  const waiting = async (query = '', as = token) =>
    answerDecoder('GET /devices/waiting')((await ask(`GET /devices/waiting${query}`, undefined, as)).data);
  const shakeHands = (serial: string, more = '') =>
    devices.call(`GET /iclock/cdata?SN=${serial}&options=all&pushver=2.4.0${more}`);
  const pair = async (id: number, body: object, as = token) => {
    const { status, data, message } = await ask(`POST /access-controllers/${id}/device/pairing`, body, as);
    return {
      status,
      message,
      ...(status < 300 && answerDecoder('POST /access-controllers/{id}/device/pairing')(data)),
    };
  };
  const approve = (id: number, device: number, as = token) =>
    ask(`POST /access-controllers/${id}/device/approve`, { device_id: device }, as);
  const otherDevice = async () => {
    const { claims } = await setup(own);
    return claims.filter(({ kind }) => kind === 'other_device').flatMap(({ sentence, since }) => [sentence, since]);
  };
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };

  test('an empty setup says where devices call, and that there are no rules yet', async () => {
    expect(await setup(own)).toMatchObject({
      rules: null,
      device: null,
      waiting: [],
      pairing_until: '',
      devices_url: devices.devicesUrl,
      webhook_url: expect.stringContaining('https://console.example/webhooks/access-controllers/'),
    });
  });

  test('begins with the zone where the device hangs, and keeps it when none is said', async () => {
    const pair = (body: object) => ask(`POST /access-controllers/${own}/device/pairing`, { kind: 'zkteco', ...body });
    const refused = await pair({ zone: 'Here' });
    expect([refused.status, refused.errors]).toEqual([
      422,
      { zone: ['Please enter the name of a time zone, such as Asia/Kolkata'] },
    ]);
    expect((await pair({ zone: 'America/Bogota' })).status).toBe(200);
    await pair({});
    expect(await setup(own)).toMatchObject({ zone: 'America/Bogota', rules: { zone: 'America/Bogota' } });
    expect((await setup(own)).claims).toMatchObject([
      { sentence: 'It was set up at 06:00 and has not called yet.', since: '2026-08-20T06:00:00+00:00' },
    ]);
  });

  test('refuses rules that make no sense, each with its reason', async () => {
    const put = (changes: object) => ask(`PUT /access-controllers/${own}/device`, { ...rules, ...changes });
    for (const [changes, field, reason] of [
      [{ zone: 'Mars/Olympus' }, 'zone', 'time zone'],
      [{ networks: '10.0.0.0/33' }, 'networks', '“10.0.0.0/33” is not a network'],
      [{ networks: 'office' }, 'networks', '“office” is not a network'],
      [{ direction: 'reader' }, 'readers', 'come in or go out'],
      [{ readers: [{ reader: ' ', direction: 'in' }] }, 'readers', 'name'],
      [{ readers: [{ reader: 'r'.repeat(65), direction: 'in' }] }, 'readers', 'at most 64 characters'],
      [{ repeat_seconds: 3601 }, 'repeat_seconds', '3600'],
      [{ counts_from: '2026-02-30' }, 'counts_from', 'a day'],
      [{ counts_from: '1999-12-31' }, 'counts_from', 'after the year 1999'],
      [{ silent_after_minutes: 0 }, 'silent_after_minutes', 'from 1'],
      [{ kind: 'json' }, 'mapping.person', 'person'],
      [{ kind: 'json', mapping: { ...rules.mapping, person: 'a..b', time: 't' } }, 'mapping.person', 'path'],
      [
        { kind: 'json', mapping: { ...rules.mapping, person: 'p', time: 't', kind: 'k' } },
        'mapping.kind_words',
        'kinds',
      ],
    ] as const) {
      const { status, errors } = await put(changes);
      expect([status, errors?.[field]?.[0]], JSON.stringify(changes)).toEqual([422, expect.stringContaining(reason)]);
    }
    // The longest name that a device may have for a reader.
    expect((await put({ readers: [{ reader: 'r'.repeat(64), direction: 'in' }] })).status).toBe(200);
    expect((await put({ networks: '127.0.0.0/8, ::1' })).status).toBe(200);
    expect((await setup(own)).rules).toEqual({ ...rules, networks: '127.0.0.0/8, ::1', version: expect.any(String) });
    expect((await setup(own)).time).toBe('2026-08-20T11:30:00+05:30');
  });

  test('an unknown serial is answered 401, and waits with what it says and how much it offers', async () => {
    expect((await shakeHands('ESY4241100079')).status).toBe(401);
    later(1);
    const lines = '1\t2026-08-20 09:15:00\t0\t1\n2\t2026-08-20 09:16:00\t0\t1\n';
    const offered = await devices.call('POST /iclock/cdata?SN=esy4241100079&table=ATTLOG&Stamp=9999', lines);
    expect(offered.status).toBe(401);
    expect(await waiting()).toMatchObject([
      { kind: 'zkteco', serial: 'ESY4241100079', address: '127.0.0.1', events_offered: 2 },
    ]);
    expect(await devices.server.db.all(sql`select id from device_events`)).toEqual([]);
  });

  test('callers limited to some companies find a device by its exact serial number only', async () => {
    expect(await waiting('', managerToken)).toEqual([]);
    expect(await waiting('?serial=ESY424110007', managerToken)).toEqual([]);
    expect(await waiting('?serial=esy4241100079', managerToken)).toHaveLength(1);
    const [device] = await waiting();
    expect((await ask(`DELETE /devices/${device?.id}`, undefined, managerToken)).status).toBe(404);
    await pair(own, { kind: 'zkteco' }, managerToken);
    expect((await setup(own, managerToken)).waiting).toEqual([]);
    expect((await approve(own, device?.id ?? 0, managerToken)).status).toBe(404);
    expect((await pair(foreign, { kind: 'zkteco' }, managerToken)).status).toBe(404);
  });

  test('approves a device while the pairing is open, which then is asked for all it holds', async () => {
    const [device] = await waiting();
    const id = device?.id ?? 0;
    later(31);
    expect((await approve(own, id)).status).toBe(409);
    later(3 * 60);
    expect(await pair(own, { kind: 'zkteco' })).toMatchObject({
      setup: { pairing_until: '2026-08-20T10:02:00+00:00' },
    });
    // The clock was ahead, and is right again.
    later(-3 * 60);
    expect((await setup(own)).pairing_until).toBe('');
    expect((await approve(own, id)).status).toBe(409);
    const begun = await pair(own, { kind: 'zkteco', serial: 'ESY4241100079' }, managerToken);
    expect([begun.secret, begun.setup?.pairing_until]).toEqual(['', '2026-08-20T07:02:00+00:00']);
    expect(begun.setup?.waiting).toMatchObject([{ id }]);
    expect((await approve(own, id, managerToken)).status).toBe(200);
    expect(await setup(own)).toMatchObject({ device: { id }, waiting: [], pairing_until: '' });

    const first = await shakeHands('ESY4241100079');
    expect(first.text).toContain('ATTLOGStamp=None');
    // The device missed the answer and repeats itself.
    expect((await shakeHands('ESY4241100079')).text).toContain('ATTLOGStamp=None');
    const { text, status } = await devices.call('GET /iclock/getrequest?SN=ESY4241100079');
    expect([status, text]).toEqual([200, 'OK']);
    expect((await shakeHands('ESY4241100079')).text).toContain('ATTLOGStamp=9999');
  });

  test('pins the first key that a device sends, and refuses another with a note', async () => {
    expect((await shakeHands('ESY4241100079', '&pushcommkey=right')).status).toBe(200);
    expect((await shakeHands('ESY4241100079', '&pushcommkey=wrong')).status).toBe(403);
    expect((await shakeHands('ESY4241100079', '&pushcommkey=right')).status).toBe(200);
    const notes = await devices.server.db.all<{ kind: string; sentence: string }>(
      sql`select kind, sentence from device_notes where controller_id = ${own} order by id`,
    );
    expect(notes).toEqual([
      { kind: 'approved', sentence: expect.stringMatching(/^ESY4241100079 was approved by .+\.$/) },
      {
        kind: 'refused',
        sentence:
          'A request from 127.0.0.1 was refused because the device sent another key than before. If its key was changed, disconnect it and connect it again.',
      },
    ]);
  });

  test('refuses addresses outside the allowed networks, with one note for many', async () => {
    const put = (networks: string) => ask(`PUT /access-controllers/${own}/device`, { ...rules, networks });
    expect((await put('10.0.0.0/8, 2001:db8::/32')).status).toBe(200);
    for (const _ of [1, 2, 3]) expect((await shakeHands('ESY4241100079')).status).toBe(403);
    later(6);
    expect((await shakeHands('ESY4241100079')).status).toBe(403);
    // The clock was ahead, and is put right.
    later(-60);
    expect((await shakeHands('ESY4241100079')).status).toBe(403);
    later(60);
    const notes = await devices.server.db.all<{ sentence: string }>(
      sql`select sentence from device_notes where kind = 'refused' order by id`,
    );
    expect(notes.slice(1).map(({ sentence }) => sentence)).toEqual([
      'A request from 127.0.0.1 was refused because the address is in none of the allowed networks.',
      '3 requests, the last from 127.0.0.1, were refused because the address is in none of the allowed networks.',
      'A request from 127.0.0.1 was refused because the address is in none of the allowed networks.',
    ]);
    expect((await put('')).status).toBe(200);
    expect((await shakeHands('ESY4241100079')).status).toBe(200);
  });

  test('keeps the kind while a device is connected', async () => {
    expect((await pair(own, { kind: 'hikvision' })).status).toBe(409);
    const json = { ...rules, kind: 'json', mapping: { ...rules.mapping, person: 'p', time: 't' } };
    expect((await ask(`PUT /access-controllers/${own}/device`, json)).status).toBe(409);
  });

  test('a second device replaces the first, which waits again when it is heard', async () => {
    await shakeHands('NEW1');
    await pair(own, { kind: 'zkteco' });
    const second = (await waiting()).find(({ serial }) => serial === 'NEW1');
    expect((await approve(own, second?.id ?? 0)).status).toBe(200);
    expect(await waiting()).toEqual([]);
    later(1);
    expect((await shakeHands('ESY4241100079')).status).toBe(401);
    expect(await waiting()).toMatchObject([{ serial: 'ESY4241100079' }]);
    expect(await otherDevice()).toEqual([
      'A former device (ESY4241100079 at 127.0.0.1) calls again. Its events are kept, but do not count.',
      '',
    ]);
    // The manager sees it, since it was a device of the manager's company.
    expect(await waiting('', managerToken)).toHaveLength(1);
  });

  test('a device that waits can be forgotten', async () => {
    await shakeHands('STRAY');
    for (const { id } of await waiting()) expect((await ask(`DELETE /devices/${id}`)).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect((await ask('DELETE /devices/999999')).status).toBe(404);
  });

  test('disconnecting ends all that calls for the controller', async () => {
    expect((await ask(`POST /access-controllers/${own}/device/disconnect`)).status).toBe(200);
    const ended = await setup(own);
    expect(ended).toMatchObject({ device: null, pairing_until: '', has_secret: false });
    expect(ended.claims.map(({ kind }) => kind)).not.toContain('never_heard');
    later(1);
    expect((await shakeHands('NEW1')).status).toBe(401);
    expect(await otherDevice()).toEqual([
      'A former device (NEW1 at 127.0.0.1) calls again. Its events are kept until somebody approves it.',
      '',
    ]);
    expect((await ask(`POST /access-controllers/${own}/device/disconnect`)).status).toBe(409);
  });

  test('makes a secret address once, shows it once, and takes it back', async () => {
    const { secret = '' } = await pair(foreign, { kind: 'hikvision' });
    expect(secret).toMatch(/^\/devices\/hikvision\/[0-9a-f]{32}$/);
    expect((await pair(foreign, { kind: 'hikvision' })).secret).toBe('');
    const outcomes = async () =>
      (await devices.server.db.all<{ outcome: string }>(sql`select outcome from device_events`)).map(
        ({ outcome }) => outcome,
      );
    const punch = JSON.stringify({
      macAddress: 'a4:d5:c2:24:dd:74',
      dateTime: '2026-08-20T06:59:00+00:00',
      eventType: 'AccessControllerEvent',
      AccessControllerEvent: {
        majorEventType: 5,
        subEventType: 38,
        employeeNoString: '001',
        attendanceStatus: 'checkIn',
      },
    });
    const beat = (mac: string) => JSON.stringify({ eventType: 'heartBeat', eventState: 'active', macAddress: mac });
    expect((await devices.call(`POST ${secret}`, beat('a4:d5:c2:24:dd:74'))).status).toBe(200);
    expect((await devices.call(`POST ${secret}`, punch)).status).toBe(200);
    expect(await outcomes()).toEqual(['parked']);
    const { waiting: heard } = await setup(foreign);
    expect(heard).toMatchObject([{ kind: 'hikvision', serial: 'A4:D5:C2:24:DD:74' }]);
    expect((await approve(foreign, heard[0]?.id ?? 0)).status).toBe(200);
    expect(await outcomes()).toEqual(['attendance']);

    const { secret: other = '' } = await pair(foreign, { kind: 'hikvision', new_secret: true });
    expect(other).not.toBe(secret);
    expect((await devices.call(`POST ${secret}`, beat('a4:d5:c2:24:dd:74'))).status).toBe(404);
    expect((await devices.call(`POST ${other}`, beat('a4:d5:c2:24:dd:74'))).status).toBe(200);
    await ask(`POST /access-controllers/${foreign}/device/disconnect`);
    expect((await devices.call(`POST ${other}`, beat('a4:d5:c2:24:dd:74'))).status).toBe(404);
  });

  test('a device that was approved before it said its MAC address stays approved', async () => {
    const { secret = '' } = await pair(foreign, { kind: 'hikvision' });
    const beat = (more: object) => devices.call(`POST ${secret}`, JSON.stringify({ eventType: 'heartBeat', ...more }));
    await beat({});
    const [nameless] = (await setup(foreign)).waiting;
    expect((await approve(foreign, nameless?.id ?? 0)).status).toBe(200);
    await beat({ macAddress: 'a4:d5:c2:24:dd:77' });
    const { waiting, device } = await setup(foreign);
    expect([waiting, device]).toMatchObject([[], { id: nameless?.id, serial: 'A4:D5:C2:24:DD:77' }]);
    await ask(`POST /access-controllers/${foreign}/device/disconnect`);
  });

  test('a device that says its MAC address late is one device, and another is another', async () => {
    const { secret = '' } = await pair(foreign, { kind: 'hikvision' });
    const beat = (more: object) => devices.call(`POST ${secret}`, JSON.stringify({ eventType: 'heartBeat', ...more }));
    await beat({});
    expect((await setup(foreign)).waiting).toMatchObject([{ serial: '' }]);
    await beat({ macAddress: 'a4:d5:c2:24:dd:75' });
    await beat({});
    const { waiting: heard } = await setup(foreign);
    expect(heard).toMatchObject([{ serial: 'A4:D5:C2:24:DD:75' }]);
    expect((await approve(foreign, heard[0]?.id ?? 0)).status).toBe(200);
    await beat({ macAddress: 'a4:d5:c2:24:dd:76' });
    expect((await setup(foreign)).waiting).toMatchObject([{ serial: 'A4:D5:C2:24:DD:76' }]);
    const notes = await devices.server.db.all(sql`select kind from device_notes where kind = 'other_device'`);
    expect(notes).toHaveLength(1);
    for (let mac = 10; mac < 30; mac++) await beat({ macAddress: `a4:d5:c2:24:dd:${mac}` });
    expect((await setup(foreign)).waiting).toHaveLength(10);
    await ask(`POST /access-controllers/${foreign}/device/disconnect`);
  });

  test('a controller whose device sent events stays with its company', async () => {
    const { data } = await ask(`GET /access-controllers/${foreign}`);
    const body = answerDecoder('GET /access-controllers/{id}')(data);
    const move = (id: number, more: object) => ask(`PUT /access-controllers/${id}`, { ...body, ...more });
    const { company_id } = await one<{ company_id: number }>(
      devices.server.db,
      sql`select company_id from access_controllers where id = ${own}`,
    );
    const moved = await move(foreign, { company_id });
    expect([moved.status, moved.errors?.company_id?.[0]]).toEqual([
      422,
      expect.stringContaining('belong to the company'),
    ]);
    expect((await move(foreign, { name: 'Renamed' })).status).toBe(200);
  });

  test('makes a new secret for a webhook, which its events are signed with', async () => {
    const { secret = '', setup: shown } = await pair(own, { kind: 'webhook', new_secret: true });
    const stored = await one<{ webhook_secret: string }>(
      devices.server.db,
      sql`select webhook_secret from access_controllers where id = ${own}`,
    );
    expect([secret.length > 30, stored.webhook_secret === secret, shown?.has_secret]).toEqual([true, true, true]);
  });

  test('keeps no secret in the audit, the log or the answers that follow', async () => {
    const { secret = '' } = await pair(own, { kind: 'json' });
    const word = secret.split('/').at(-1) ?? '';
    expect(word).toHaveLength(32);
    const audited = await auditEntries(devices.server.db);
    const everything = JSON.stringify([audited, devices.server.log, await setup(own)]);
    expect(everything).not.toContain(word);
    expect(everything).toContain('device_rules.pairing');
  });
});
