// Serial numbers are sequential and printed on the devices, so anybody can guess them: companies still stay separate.
// Two managers of one company each, and an administrator who sees both.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { one, type Sql, scalars, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';
import { type DeviceWorld, startDeviceWorld } from './world.ts';

const serial = 'ESY4241100079';

describe.each(databases)('on $name', ({ create }) => {
  let world: DeviceWorld;
  /** A company's manager and one of its doors. */
  interface Side {
    readonly token: string;
    readonly door: number;
  }
  let ours: Side;
  let theirs: Side;

  beforeEach(async () => {
    world = await startDeviceWorld(create, '2026-08-20T07:15:32Z');
    ours = await side('Ours');
    theirs = await side('Theirs');
  });
  afterEach(() => world.stop());

  const idOf = async (insert: Sql) => (await one<{ id: number }>(world.server.db, insert)).id;

  async function side(name: string): Promise<Side> {
    const company = await idOf(
      sql`insert into companies (name, unique_identifier, created_at)
        values (${name}, ${`CMP-${name}`}, '2026-01-01 00:00:00') returning id`,
    );
    const door = await idOf(
      sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
        values (${company}, ${`Gate of ${name}`}, ${`ACU-${name}`}, '2026-01-01 00:00:00') returning id`,
    );
    const rights = ['devices.view', 'devices.manage', 'access_controllers.view'] as const;
    return { door, token: await addColleague(world.server.db, name, rights, [company], world.now()) };
  }

  const ask = async (key: string, token: string, body?: object) => {
    const { status, json } = await world.server.ask(key, { token, ...(body && { body }) });
    return { status, data: json.data };
  };
  const call = () => world.call(`GET /iclock/cdata?SN=${serial}&options=all&pushver=2.4.0`);
  const pair = async ({ door, token }: Side, sought = serial) =>
    (await ask(`POST /access-controllers/${door}/device/pairing`, token, { kind: 'zkteco', serial: sought })).status;
  const waitingAt = async ({ door, token }: Side) => {
    const { data } = await ask(`GET /access-controllers/${door}/device`, token);
    return answerDecoder('GET /access-controllers/{id}/device')(data).waiting.map((device) => device.serial);
  };
  const look = async ({ token }: Pick<Side, 'token'>, sought = serial) => {
    const { status, data } = await ask(`GET /devices/waiting?serial=${sought}`, token);
    return status === 200 ? answerDecoder('GET /devices/waiting')(data).map((device) => device.serial) : status;
  };
  const approve = async ({ door, token }: Side) => {
    const { id } = await one<{ id: number }>(world.server.db, sql`select id from devices where serial = ${serial}`);
    return (await ask(`POST /access-controllers/${door}/device/approve`, token, { device_id: id })).status;
  };
  const notesAt = async ({ door, token }: Side) => {
    const { data } = await ask(`GET /access-controllers/${door}/device/notes`, token);
    return answerDecoder('GET /access-controllers/{id}/device/notes')(data)
      .data.filter(({ kind }) => kind === 'other_company' || kind === 'approved')
      .map(({ sentence }) => sentence)
      .toReversed();
  };
  const refusals = async () =>
    (await auditEntries(world.server.db, 'devices.refuse')).map(({ user_email, subject_id, after }) => ({
      user_email,
      subject_id,
      after,
    }));
  const administrator = (at: Side): Side => ({ ...at, token: world.token });

  const elsewhere = `The device with the serial number ${serial} is another company’s, or awaited there. Only somebody who sees both companies can approve it.`;
  const began = `Another company began to connect a device with the serial number ${serial}.`;

  test('a serial that another company waits for is neither seen nor approved, and both doors are told', async () => {
    expect(await pair(theirs)).toBe(200);
    await call();
    expect(await look(ours)).toEqual([]);
    expect(await notesAt(theirs)).toEqual([
      `Somebody outside this company looked for a device with the serial number ${serial}.`,
    ]);
    expect(await refusals()).toEqual([
      { user_email: 'ours@colleagues.example', subject_id: theirs.door, after: { serial } },
    ]);
    expect(await waitingAt(theirs)).toEqual([serial]);
  });

  test('of two companies that wait for the same serial, neither gets it by itself, and both are told', async () => {
    await call();
    expect(await pair(ours)).toBe(200);
    expect(await waitingAt(ours)).toEqual([serial]);
    expect(await pair(theirs)).toBe(200);
    for (const each of [ours, theirs]) expect([await waitingAt(each), await approve(each)]).toEqual([[], 404]);
    expect([await notesAt(ours), await notesAt(theirs)]).toEqual([[began], [elsewhere]]);
    expect(await refusals()).toEqual([
      { user_email: 'theirs@colleagues.example', subject_id: ours.door, after: { serial } },
    ]);

    await ask(`POST /access-controllers/${ours.door}/device/disconnect`, ours.token);
    expect([await waitingAt(theirs), await approve(theirs)]).toEqual([[serial], 200]);
  });

  test('a pairing that is over keeps nobody out', async () => {
    await call();
    expect(await pair(ours)).toBe(200);
    world.later(31);
    expect(await pair(theirs)).toBe(200);
    expect([await waitingAt(theirs), await approve(theirs)]).toEqual([[serial], 200]);
    expect(await notesAt(ours)).toEqual([]);
  });

  test('a device that was disconnected stays its company’s, whoever waits for it', async () => {
    await call();
    await pair(theirs);
    expect(await approve(theirs)).toBe(200);
    await ask(`POST /access-controllers/${theirs.door}/device/disconnect`, theirs.token);
    world.later(1);
    await call();
    expect(await look(ours)).toEqual([]);
    expect(await pair(ours)).toBe(200);
    expect([await waitingAt(ours), await approve(ours)]).toEqual([[], 404]);
    expect(await notesAt(ours)).toEqual([elsewhere]);
    expect((await notesAt(theirs)).slice(1)).toEqual([
      `Somebody outside this company looked for a device with the serial number ${serial}.`,
      began,
    ]);
    // That does not keep its owner out.
    expect(await pair(theirs)).toBe(200);
    expect([await waitingAt(theirs), await approve(theirs)]).toEqual([[serial], 200]);
    expect((await notesAt(theirs)).slice(3)).toEqual([
      `Another company waits for the device with the serial number ${serial}, too. It stays this company’s.`,
      expect.stringContaining('was approved by'),
    ]);
    expect((await refusals()).filter(({ user_email }) => user_email !== 'ours@colleagues.example')).toEqual([]);
  });

  test('a caller who sees both companies moves a device from one to the other, and both doors are told', async () => {
    await call();
    await pair(theirs);
    await approve(theirs);
    await ask(`POST /access-controllers/${theirs.door}/device/disconnect`, theirs.token);
    world.later(1);
    await call();
    expect(await pair(administrator(ours))).toBe(200);
    expect(await approve(administrator(ours))).toBe(200);
    expect((await notesAt(theirs)).slice(1)).toEqual([
      began,
      `The device with the serial number ${serial} was approved for another company.`,
    ]);
    expect((await notesAt(ours)).slice(1)).toEqual([
      expect.stringMatching(/^ESY4241100079 was approved by .+\. Another company had it before, or awaited it\.$/),
    ]);
    expect(await refusals()).toEqual([]);
    expect(await look(theirs)).toEqual([]);
  });

  test('a device that comes from another company brings none of the events that it had sent there', async () => {
    const send = (...times: string[]) =>
      world.call(
        `POST /iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`,
        times.map((time) => `7\t${time}\t0\t1\t0\n`).join(''),
      );
    const recordsOf = ({ door }: Side) =>
      scalars(
        world.server.db,
        sql`select occurred_at from attendance where access_controller_id = ${door} order by occurred_at`,
      );
    await call();
    await pair(theirs);
    await approve(theirs);
    expect((await send('2026-08-19 08:00:00', '2026-08-20 07:00:00')).text).toBe('OK: 2');
    expect(await recordsOf(theirs)).toHaveLength(2);
    await ask(`POST /access-controllers/${theirs.door}/device/disconnect`, theirs.token);
    world.later(60);
    await call();
    await pair(administrator(ours));
    expect(await approve(administrator(ours))).toBe(200);
    await call();
    expect((await send('2026-08-19 08:00:00', '2026-08-20 07:00:00', '2026-08-20 08:10:00')).text).toBe('OK: 3');
    expect([await recordsOf(theirs), await recordsOf(ours)]).toEqual([
      [expect.stringContaining('2026-08-19'), expect.stringContaining('2026-08-20')],
      [expect.stringMatching(/^2026-08-20 \d\d:10:00$/)],
    ]);
  });

  test('only so many serials can be tried in an hour, by search and by pairing alike, and one entry tells of it', async () => {
    const tried = (index: number) => `ESY42411000${String(index).padStart(2, '0')}`;
    for (let index = 0; index < 10; index++)
      expect([await look(ours, tried(index)), await pair(ours, tried(index))]).toEqual([[], 200]);
    for (const index of [10, 11, 12]) expect(await look(ours, tried(index))).toBe(429);
    expect(await pair(ours, tried(13))).toBe(429);
    const told = await auditEntries(world.server.db, 'devices.search_refused');
    expect(told).toMatchObject([{ user_email: 'ours@colleagues.example', after: { serial: tried(10) } }]);
    // Nobody else is affected, and without a number nothing is guessed.
    expect([await look(theirs), await look({ token: world.token })]).toEqual([[], []]);
    expect((await ask('GET /devices/waiting', ours.token)).status).toBe(200);
    world.later(61);
    expect(await look(ours, tried(14))).toEqual([]);
  });

  test('connecting many devices in a row is not held up', async () => {
    for (let index = 0; index < 25; index++) {
      expect([index, await pair(ours)]).toEqual([index, 200]);
      await call();
      expect([index, await approve(ours)]).toEqual([index, 200]);
      await ask(`POST /access-controllers/${ours.door}/device/disconnect`, ours.token);
      world.later(1);
    }
  });
});
