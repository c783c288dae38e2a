// How far devices can be trusted: every claim comes from stored data, disappears with it, and is shown to callers who
// may see the company.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tooEarly } from '../../../../server/features/devices/interpret/readFact.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startWorld, type World } from '../presence/world.ts';
import { storedDevices } from './storedDevices.ts';

/** 11:00 in UTC. */
const noon = '2031-03-12 12:00';

describe.each(databases)('on $name', ({ create }) => {
  let world: World;
  let stored: ReturnType<typeof storedDevices>;
  let gate: number;

  beforeAll(async () => {
    world = await startWorld(create, noon);
    stored = storedDevices(world);
    for (const door of ['Gate', 'Depot', 'Office', 'Cellar', 'Idle']) await world.addDoor(door, `${door} road`);
    await world.employ('Anna');
    await stored.connect('Gate', 'zkteco');
    gate = await stored.addDevice('Gate', {
      heardAt: '2031-03-12 10:59:50',
      held: 100,
      capacity: 50_000,
      delays: [2, 1],
    });
  });
  afterAll(() => world.server.stop());

  const list = async (query = '', token?: string) => {
    const { status, json } = await world.ask(`GET /devices?company_id=${world.company}${query}`, undefined, token);
    expect(status).toBe(200);
    return answerDecoder('GET /devices')(json.data);
  };
  const claims = async (door: string) =>
    (await list()).data.find(({ controller }) => controller.name === door)?.claims ?? [];
  const sentences = async (door: string) =>
    (await claims(door)).map(({ kind, level, sentence }) => `${kind} ${level}: ${sentence}`);
  const counts = async (token?: string) =>
    answerDecoder('GET /devices/counts')((await world.ask('GET /devices/counts', undefined, token)).json.data);

  test('a device that calls and has no events is trusted, also by presence', async () => {
    expect(await claims('Gate')).toEqual([]);
    const [row] = (await list()).data;
    expect(row).toMatchObject({
      controller: { name: 'Gate', location: 'Gate road' },
      company: { name: 'Seaport' },
      kind: 'zkteco',
      device: { serial: 'SN-Gate', records_held: 100, drift_seconds: -1, last_heard_at: '2031-03-12T11:59:50+01:00' },
      last_event_at: '',
    });
    const { json } = await world.ask(`GET /presence/summary?company_id=${world.company}`);
    const { controllers } = answerDecoder('GET /presence/summary')(json.data);
    expect(controllers.find(({ name }) => name === 'Gate')).toMatchObject({ is_silent: false, sentence: '' });
  });

  test('a device that does not call any more is silent until it calls again', async () => {
    await stored.setDevice(gate, 'last_heard_at', '2031-03-12 07:12:00');
    const [silent] = await claims('Gate');
    expect(silent).toEqual({
      kind: 'silent',
      level: 'bad',
      sentence: 'It has not called since 08:12; it should call every 10 seconds.',
      since: '2031-03-12T08:12:00+01:00',
      evidence: { list: 'events', outcome: '', kind: '', day: '' },
    });
    const { json } = await world.ask(`GET /presence/summary?company_id=${world.company}`);
    const { controllers } = answerDecoder('GET /presence/summary')(json.data);
    expect(controllers.find(({ name }) => name === 'Gate')?.sentence).toBe(silent?.sentence);
    await stored.setDevice(gate, 'last_heard_at', '2031-03-12 10:49:59');
    expect(await sentences('Gate')).toHaveLength(1);
    await stored.setDevice(gate, 'last_heard_at', '2031-03-12 10:50:00');
    expect(await claims('Gate')).toEqual([]);
  });

  test('a controller that takes events by its webhook only is silent by its events', async () => {
    await world.punch('Anna', 'Depot', 'in', '2031-03-12 09:00');
    for (const minute of ['10', '20', '30', '40']) await world.punch('Anna', 'Depot', 'in', `2031-03-05 10:${minute}`);
    expect(await claims('Depot')).toEqual([]);
    await world.punch('Anna', 'Depot', 'in', '2031-03-05 10:50');
    expect(await sentences('Depot')).toEqual([
      'silent bad: It has sent nothing since 09:00, and sent 5 events or more in the same time a week before.',
    ]);
    await world.punch('Anna', 'Depot', 'out', '2031-03-12 11:30');
    expect(await claims('Depot')).toEqual([]);
  });

  test('a Hikvision device with heartbeats is silent without them, and one without them by its events', async () => {
    await stored.connect('Office', 'hikvision');
    const office = await stored.addDevice('Office', { kind: 'hikvision', heardAt: '2031-03-12 10:00:00' });
    await stored.addFact('Office', { device: office, at: '2031-03-12 10:00:00' });
    expect(await claims('Office')).toEqual([]);
    await stored.setDevice(office, 'sends_heartbeats', true);
    expect(await sentences('Office')).toEqual([
      'silent bad: It has not called since 11:00; it should call even without events.',
    ]);
    await stored.setDevice(office, 'last_heard_at', '2031-03-12 10:59:30');
    expect(await claims('Office')).toEqual([]);
  });

  test('a device that was set up and never heard is named, until it is', async () => {
    await stored.connect('Cellar', 'zkteco');
    expect(await sentences('Cellar')).toEqual([
      'never_heard warning: It was set up at 1 Mar 10:00 and has not called yet.',
    ]);
    await stored.addDevice('Cellar', { heardAt: '2031-03-12 11:00:00' });
    expect(await claims('Cellar')).toEqual([]);
  });

  test('a clock that is over two minutes off is named, and whether times are too early or too late', async () => {
    await stored.setDevice(gate, 'delays', JSON.stringify([1_803, 1_805, 1_950]));
    expect(await sentences('Gate')).toEqual([
      'drifting bad: Its clock is 30 minutes behind, measured on the last 3 live events: its events are stored too early. Is its time zone right?',
    ]);
    await stored.setDevice(gate, 'delays', JSON.stringify([-181, -150]));
    expect(await sentences('Gate')).toEqual([
      'drifting warning: Its clock is 3 minutes 1 second ahead, measured on the last 2 live events: its events are stored too late.',
    ]);
    await stored.setDevice(gate, 'delays', JSON.stringify([-10_799]));
    expect(await sentences('Gate')).toEqual([
      'drifting bad: Its clock is 3 hours ahead, measured on one live event: its events are stored too late. Is its time zone right?',
    ]);
    await stored.setDevice(gate, 'delays', JSON.stringify([1_800, 120]));
    expect(await claims('Gate')).toEqual([]);
  });

  test('a memory that is over 90 % full is named, and over 98 % it is bad', async () => {
    await stored.setDevice(gate, 'records_held', 49_812);
    expect(await sentences('Gate')).toEqual([
      'memory_full bad: It holds 49,812 of 50,000 records. Once it is full, it overwrites the oldest.',
    ]);
    await stored.setDevice(gate, 'records_held', 45_001);
    expect((await claims('Gate')).map(({ level }) => level)).toEqual(['warning']);
    await stored.setDevice(gate, 'records_held', 45_000);
    expect(await claims('Gate')).toEqual([]);
  });

  test('numbers that never came are named until they come, with the day where to look', async () => {
    await stored.connect('Idle', 'hikvision');
    const at = '2031-03-12 10:30:00';
    const device = await stored.addDevice('Idle', { kind: 'hikvision', heardAt: at, generation: 2, lastNumber: 160 });
    // Numbers from before they restarted make no gap.
    await stored.addFact('Idle', { device, at, number: 7_000, generation: 1 });
    for (const number of [139, 140, 158, 160]) await stored.addFact('Idle', { device, at, number, generation: 2 });
    const [gap] = await claims('Idle');
    expect(gap).toEqual({
      kind: 'number_gap',
      level: 'warning',
      sentence:
        'Numbers 141 to 157 and 159 never came. Some may be door events, if it was not told to send all events.',
      since: '2031-03-12T11:30:00+01:00',
      evidence: { list: 'reconciliation', outcome: '', kind: '', day: '2031-03-12' },
    });
    for (let number = 141; number < 158; number++) await stored.addFact('Idle', { device, at, number, generation: 2 });
    expect(await sentences('Idle')).toEqual([expect.stringContaining('Number 159 never came.')]);
    await stored.addFact('Idle', { device, at, number: 159, generation: 2 });
    expect(await claims('Idle')).toEqual([]);
    for (const number of [162, 164, 166, 168]) await stored.addFact('Idle', { device, at, number, generation: 2 });
    expect(await sentences('Idle')).toEqual([
      expect.stringContaining('Numbers 163, 165, 167 and 1 earlier range never came.'),
    ]);
    for (const number of [161, 163, 165, 167]) await stored.addFact('Idle', { device, at, number, generation: 2 });
    expect(await claims('Idle')).toEqual([]);
  });

  test('events from before the start date are no problem, unlike a clock that began again', async () => {
    const { db } = world.server;
    await stored.addFact('Gate', { at: '2031-03-12 09:30:00', outcome: 'implausible_time' });
    await db.run(sql`update device_events set reason = ${tooEarly.forSetUp}, local_time = '2031-03-01 08:00:00'
      where outcome = 'implausible_time'`);
    expect((await claims('Gate')).map(({ level, sentence, evidence }) => [level, sentence, evidence?.outcome])).toEqual(
      [
        [
          'info',
          'It sent an event at 10:30 from before its events count, so it does not count. Its rules say from which day on they do.',
          'implausible_time',
        ],
      ],
    );
    await db.run(sql`update device_events set local_time = '2000-01-01 00:07:00' where outcome = 'implausible_time'`);
    expect(await sentences('Gate')).toEqual([expect.stringContaining('with a time that cannot be right')]);
    await db.run(sql`delete from device_events where outcome = 'implausible_time'`);
  });

  test('events that are no attendance are counted by why, for seven days', async () => {
    await stored.addFact('Gate', { at: '2031-03-05 10:59:00', outcome: 'no_direction' });
    expect(await claims('Gate')).toEqual([]);
    await stored.addFact('Gate', { at: '2031-03-12 08:00:00', outcome: 'no_direction' });
    await stored.addFact('Gate', { at: '2031-03-12 09:00:00', outcome: 'no_direction' });
    await stored.addFact('Gate', { at: '2031-03-12 09:30:00', outcome: 'unreadable' });
    await stored.addFact('Gate', { at: '2031-03-12 09:30:00', outcome: 'implausible_time' });
    await stored.addFact('Gate', { at: '2031-03-12 09:30:00', outcome: 'repeat' });
    const found = await claims('Gate');
    expect(found.map(({ kind, sentence, evidence }) => [kind, evidence?.outcome, sentence])).toEqual([
      [
        'not_taken',
        'implausible_time',
        'It sent an event at 10:30 with a time that cannot be right, as happens after a power cut. It does not count.',
      ],
      [
        'not_taken',
        'no_direction',
        'It has sent 2 events since 09:00 that say neither in nor out, so they do not count. Another rule for the direction may help.',
      ],
      ['not_taken', 'unreadable', 'It sent an event at 10:30 that cannot be read. It says why.'],
    ]);
    await world.server.db.run(sql`update device_events set outcome = 'attendance' where outcome <> 'repeat'`);
    expect(await claims('Gate')).toEqual([]);
  });

  test('codes that nobody has are named until somebody has them', async () => {
    await world.punch('Nobody', 'Gate', 'in', '2031-03-12 08:00');
    await world.punch('Nobody', 'Gate', 'out', '2031-03-12 10:00');
    expect(await sentences('Gate')).toEqual([
      'unknown_codes warning: 2 events since 08:00 have the code Nobody-1, which no employee has. They count for no one.',
    ]);
    await world.server.db.run(
      sql`update attendance set employee_id = ${world.people.Anna ?? 0} where employee_code = 'Nobody-1'`,
    );
    expect(await claims('Gate')).toEqual([]);
  });

  test('trouble at a device is claimed for a week, and news for a month', async () => {
    await stored.addNote('Gate', 'memory_cleared', '2031-03-12 08:00:00', 'The records were deleted at the device.');
    await stored.addNote('Gate', 'clock_set_back', '2031-03-11 08:00:00', 'Its clock was set back by 2 hours.');
    await stored.addNote('Gate', 'firmware_changed', '2031-03-01 08:00:00', 'The firmware is now 8.0.');
    await stored.addNote('Gate', 'firmware_changed', '2031-03-02 08:00:00', 'The firmware is now 8.1.');
    await stored.addNote('Gate', 'started', '2031-03-12 08:00:00', 'It was started.');
    expect(await sentences('Gate')).toEqual([
      'memory_cleared bad: Its memory was cleared at 09:00: events that it had not sent by then are lost.',
      'clock_set_back warning: Its clock was set back by 2 hours (11 Mar 09:00). Events from around then have a wrong time.',
      'firmware_changed info: The firmware is now 8.1 (2 times, last 2 Mar 09:00). It may now send its events in another form.',
    ]);
    expect((await claims('Gate'))[1]?.evidence).toEqual({
      list: 'notes',
      outcome: '',
      kind: 'clock_set_back',
      day: '',
    });
    // Makes the notes older.
    const happenedAt = (at: string) =>
      world.server.db.run(sql`update device_notes set at = ${at} where kind <> 'started'`);
    await happenedAt('2031-03-05 10:59:00');
    expect(await sentences('Gate')).toEqual([expect.stringMatching(/^firmware_changed/)]);
    await happenedAt('2031-02-10 10:59:00');
    expect(await claims('Gate')).toEqual([]);
    await world.server.db.run(sql`delete from device_notes where kind <> 'firmware_changed'`);
  });

  test('another device at the same address is named until it is approved', async () => {
    const other = await stored.addDevice('Office', {
      kind: 'hikvision',
      serial: 'AA:BB',
      state: 'waiting',
      heardAt: '2031-03-12 10:58:00',
      firstHeardAt: '2031-03-12 10:00:00',
    });
    expect(await sentences('Office')).toEqual([
      'other_device warning: Another device (AA:BB at 10.0.0.9) has called in its place since 11:00. Its events are kept, but do not count.',
    ]);
    await stored.setDevice(other, 'state', 'replaced');
    expect(await claims('Office')).toEqual([]);
  });

  test('fifty events that all say in are named, unless the rules say so', async () => {
    for (let minute = 0; minute < 50; minute++) {
      await world.punch('Anna', 'Cellar', 'in', `2031-03-12 09:${String(minute).padStart(2, '0')}`);
    }
    expect(await sentences('Cellar')).toEqual([
      'one_direction info: Its last 50 events, since 09:00, all say in: it seems that no one presses a key. Choose another rule for the direction: first in and last out, by turns, or always in.',
    ]);
    await stored.connect('Cellar', 'zkteco', { direction: 'in' });
    expect(await claims('Cellar')).toEqual([]);
    await stored.connect('Cellar', 'zkteco');
    await world.punch('Anna', 'Cellar', 'out', '2031-03-12 11:00');
    expect(await claims('Cellar')).toEqual([]);
  });

  test('lists the worst first, then by name, narrowed by words and claim, in pages', async () => {
    await stored.setDevice(gate, 'last_heard_at', '2031-03-12 08:00:00');
    await stored.setDevice(gate, 'records_held', 46_000);
    const names = async (query = '') => (await list(query)).data.map(({ controller }) => controller.name);
    expect(await names()).toEqual(['Gate', 'Cellar', 'Depot', 'Idle', 'Office']);
    expect(await names('&claim=memory_full')).toEqual(['Gate']);
    expect(await names('&q=sn-cel')).toEqual(['Cellar']);
    expect(await names('&q=depot%20ro')).toEqual(['Depot']);
    expect(await names('&per_page=2&page=2')).toEqual(['Depot', 'Idle']);
    expect((await list('&per_page=2')).total).toBe(5);
    const ranks = ['bad', 'warning', 'info'];
    const ofDoors = (await list()).data.map((door) => door.claims.map(({ level }) => ranks.indexOf(level)));
    expect(new Set(ofDoors.flat()).size).toBeGreaterThan(1);
    expect(ofDoors).toEqual(ofDoors.map((levels) => levels.toSorted()));
  });

  test('a controller that is inactive makes no claims, and is not counted', async () => {
    const before = await counts();
    const inactive = (value: boolean) =>
      world.server.db.run(sql`update access_controllers set is_active = ${value} where id = ${world.doors.Gate ?? 0}`);
    expect(await claims('Gate')).not.toEqual([]);
    await inactive(false);
    expect(await claims('Gate')).toEqual([]);
    const { json } = await world.ask(`GET /access-controllers/${world.doors.Gate}/device`);
    expect(answerDecoder('GET /access-controllers/{id}/device')(json.data).claims).toEqual([]);
    expect(await counts()).toEqual({ ...before, silent: before.silent - 1, memory_full: before.memory_full - 1 });
    await inactive(true);
  });

  test('pages the notes of a device, the newest first, narrowed by kind', async () => {
    await stored.addNote('Gate', 'started', '2031-03-12 08:00:00', 'It was started.');
    const path = `GET /access-controllers/${world.doors.Gate}/device/notes`;
    const notes = async (query: string) =>
      answerDecoder('GET /access-controllers/{id}/device/notes')((await world.ask(`${path}?${query}`)).json.data);
    const all = await notes('per_page=2');
    expect(all.data.map(({ kind, at }) => `${kind} ${at}`)).toEqual([
      'started 2031-03-12T09:00:00+01:00',
      'firmware_changed 2031-02-10T11:59:00+01:00',
    ]);
    expect(all.total).toBe(3);
    expect((await notes('kind=firmware_changed')).data.map(({ sentence }) => sentence)).toEqual([
      'The firmware is now 8.1.',
      'The firmware is now 8.0.',
    ]);
  });

  test('a caller of other companies finds and counts none of it', async () => {
    const { server, company, doors } = world;
    const unknown = await stored.addDevice(undefined, { state: 'waiting', heardAt: '2031-03-12 10:59:00' });
    const parked = await stored.addDevice('Office', {
      kind: 'hikvision',
      serial: 'CC:DD',
      state: 'waiting',
      heardAt: '2031-03-12 10:59:00',
    });
    expect((await counts()).waiting).toBe(2);
    const token = await server.signIn(server.users.manager);
    await server.db.run(
      sql`insert into device_rules (controller_id, kind, set_up_at)
        select min(access_controllers.id), 'zkteco', '2031-03-01 09:00:00' from access_controllers
          join user_companies on user_companies.company_id = access_controllers.company_id`,
    );
    expect((await list('', token)).total).toBe(0);
    const { json } = await world.ask('GET /devices', undefined, token);
    expect(answerDecoder('GET /devices')(json.data).total).toBe(1);
    expect(JSON.stringify(json)).not.toContain('Seaport');
    const notes = await world.ask(`GET /access-controllers/${doors.Gate}/device/notes`, undefined, token);
    expect(notes.status).toBe(404);
    const theirs = await counts(token);
    await stored.setDevice(gate, 'last_heard_at', '2031-03-12 10:59:50');
    expect(await counts(token)).toEqual(theirs);
    // The manager may not approve devices, so none is shown as waiting.
    expect(theirs.waiting).toBe(0);
    await server.db.run(
      sql`insert into user_roles (user_id, role_id) select users.id, roles.id from users, roles
        where email = ${server.users.manager.email} and roles.name = 'manager'`,
    );
    expect((await counts(token)).waiting).toBe(0);
    await server.db.run(
      sql`insert into user_companies (user_id, company_id) select id, ${company} from users
        where email = ${server.users.manager.email}`,
    );
    expect((await counts(token)).waiting).toBe(1);
    for (const id of [unknown, parked]) await stored.setDevice(id, 'state', 'replaced');
  });

  test('counts the devices that wait as they are listed, of doors that were deleted too', async () => {
    await world.addDoor('Gone', '');
    const heardAt = '2031-03-12 10:59:00';
    const ids = [
      await stored.addDevice('Gone', { state: 'waiting', heardAt }),
      await stored.addDevice('Gone', { kind: 'hikvision', serial: 'EE:FF', state: 'waiting', heardAt }),
    ];
    const waiting = async () => {
      const { json } = await world.ask('GET /devices/waiting');
      const listed = answerDecoder('GET /devices/waiting')(json.data).map(({ kind }) => kind);
      expect((await counts()).waiting).toBe(listed.length);
      return listed.sort();
    };
    expect(await waiting()).toEqual(['hikvision', 'zkteco']);
    await world.ask(`DELETE /access-controllers/${world.doors.Gone}`);
    // Its secret address is closed, but a device with a serial number can be approved for another door.
    expect(await waiting()).toEqual(['zkteco']);
    for (const id of ids) await stored.setDevice(id, 'state', 'replaced');
  });

  test('runs as many statements for many devices as for few', async () => {
    const statements = async (query: string) => {
      const calls = vi.spyOn(world.server.db, 'all');
      await list(query);
      const { length } = calls.mock.calls;
      calls.mockRestore();
      return length;
    };
    const few = await statements('&per_page=1');
    for (let each = 0; each < 40; each++) {
      await world.addDoor(`Door ${each}`, '');
      await stored.connect(`Door ${each}`, 'zkteco');
      await stored.addDevice(`Door ${each}`, { heardAt: '2031-03-12 08:00:00' });
    }
    expect(await statements('&per_page=100')).toBe(few);
    expect(few).toBeLessThan(20);
  });
});
