// Commands for devices: fetched with a poll, sent again, answered, and given up.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDeviceListener } from '../../../../server/features/devices/listener/deviceListener.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { callDevices } from '../../../support/devices/devices.ts';
import { databases } from '../../../support/server/databases.ts';
import { listen } from '../../../support/server/ports.ts';
import { type DeviceWorld, startDeviceWorld } from './world.ts';

describe.each(databases)('on $name', ({ create }) => {
  let world: DeviceWorld;
  beforeAll(async () => {
    world = await startDeviceWorld(create, '2026-08-20T07:15:32Z');
  });
  afterAll(() => world.stop());

  const poll = async () => (await world.call('GET /iclock/getrequest?SN=ZK1')).text.trim();
  const answer = (body: string) => world.call('POST /iclock/devicecmd?SN=ZK1', body);
  const command = (body: object) => world.ask(`POST /access-controllers/${world.controller}/device/commands`, body);
  const commands = async () => {
    const { data } = await world.ask(`GET /access-controllers/${world.controller}/device/commands`);
    return answerDecoder('GET /access-controllers/{id}/device/commands')(data);
  };
  const newest = async () => (await commands())[0];

  test('a count of a day is fetched once, and its answer is shown', async () => {
    expect(await poll()).toBe('OK');
    expect((await command({ command: 'count', day: '2026-08-20' })).status).toBe(201);
    expect(await newest()).toMatchObject({ kind: 'count', day: '2026-08-20', state: 'waiting', answer: '' });
    const asked = await poll();
    expect(asked).toMatch(/^C:\d+:VERIFY SUM ATTLOG StartTime=2026-08-20 00:00:00\tEndTime=2026-08-20 23:59:59$/);
    expect(await poll()).toBe('OK');
    expect(await newest()).toMatchObject({ state: 'asked' });
    const id = asked.split(':')[1];
    await answer(`ID=${id}&Return=0&CMD=VERIFY SUM&AttlogSum=123\n`);
    expect(await newest()).toMatchObject({ state: 'done', answer: 'The device holds 123 events of 2026-08-20.' });
    expect(await poll()).toBe('OK');
  });

  test('asks one thing at a time, and only for days', async () => {
    expect((await command({ command: 'count' })).status).toBe(422);
    expect((await command({ command: 'resend', day: '2026-02-30' })).status).toBe(422);
    expect((await command({ command: 'resend', day: '2026-08-19' })).status).toBe(201);
    expect((await command({ command: 'resend', day: '2026-08-18' })).status).toBe(201);
    expect(await command({ command: 'resend', day: '2026-08-19' })).toMatchObject({
      status: 409,
      message: 'The device was asked already, and did not answer yet',
    });
  });

  test('asks again after five minutes, three times in all, and then says that there was no answer', async () => {
    for (const _ of [1, 2, 3]) {
      expect(await poll()).toContain('DATA QUERY ATTLOG StartTime=2026-08-19');
      expect(await poll()).toBe('OK');
      world.later(6);
      // Makes the listener reread its memory, as after a restart.
      world.listener.changed();
    }
    expect(await poll()).toBe('OK');
    expect((await commands()).slice(0, 2)).toMatchObject([
      { day: '2026-08-18', state: 'failed', answer: 'The device did not answer.' },
      { day: '2026-08-19', state: 'failed', answer: 'The device did not answer.' },
    ]);
  });

  test('takes an answer that comes late, and of two the first', async () => {
    const late = await newest();
    await answer(`ID=${late?.id}&Return=0&CMD=DATA QUERY\n`);
    await answer(`ID=${late?.id}&Return=-1002&CMD=DATA QUERY\n`);
    expect(await newest()).toEqual({ ...late, state: 'done', answer: 'The device sends them again.' });
  });

  test('sets the clock to the time at which the device fetches it, once in ten minutes', async () => {
    world.at('2026-08-20T07:00:00Z');
    expect((await command({ command: 'set_clock' })).status).toBe(201);
    world.at('2026-08-20T07:15:32Z');
    world.listener.changed();
    // The time is 09:15:32 in Berlin.
    const asked = await poll();
    expect(asked).toMatch(/^C:\d+:SET OPTION DateTime=856084532$/);
    await answer(`ID=${asked.split(':')[1]}&Return=0&CMD=SET OPTION\n`);
    expect(await newest()).toMatchObject({ state: 'done', answer: 'The device set its clock.' });
    world.at('2026-08-20T07:09:00Z');
    expect((await command({ command: 'set_clock' })).status).toBe(429);
    world.at('2026-08-20T07:16:00Z');
    expect((await command({ command: 'set_clock' })).status).toBe(201);
  });

  test('says what a device does not know, and what went wrong', async () => {
    for (const code of [-1002, -629, -708]) {
      await world.server.db.run(
        sql`update device_commands set answered_at = '2026-08-20 08:00:00', return_code = ${code}`,
      );
      expect(await newest()).toMatchObject({ state: 'not_supported', answer: 'This device cannot do that.' });
    }
    await world.server.db.run(sql`update device_commands set return_code = -1001`);
    expect(await newest()).toMatchObject({ state: 'failed', answer: 'The device answered with the error -1001.' });
  });

  test('of two processes that a device calls at once, one alone tells it what it is asked', async () => {
    const start = '2026-08-20T08:00:00Z';
    world.at(start);
    const controller = await world.addDevice('ZKTWICE');
    const other = createDeviceListener({
      db: world.server.db,
      log: createLog('error', () => {}),
      clock: () => new Date(start),
    });
    const url = `http://127.0.0.1:${await listen(other.server)}`;
    await world.ask(`POST /access-controllers/${controller}/device/commands`, { command: 'info' });
    // Both processes have read the command before one hands it out; from here on each relies on its memory.
    await callDevices(url, 'GET /iclock/getrequest?SN=NOBODY');
    const polled = (await world.call('GET /iclock/getrequest?SN=ZKTWICE')).text.trim();
    const polledElsewhere = (await callDevices(url, 'GET /iclock/getrequest?SN=ZKTWICE')).text.trim();
    expect([polled, polledElsewhere]).toEqual([expect.stringMatching(/^C:\d+:INFO$/), 'OK']);
    const again = [1, 2, 3].map(() => callDevices(url, 'GET /iclock/getrequest?SN=ZKTWICE'));
    expect((await Promise.all(again)).map(({ text }) => text.trim())).toEqual(['OK', 'OK', 'OK']);
    other.server.closeAllConnections();
    await other.close();
  });

  test('a clock of the server that was hours ahead keeps no command back', async () => {
    world.at('2026-08-20T14:00:00Z');
    const controller = await world.addDevice('ZKAHEAD');
    const setClock = async () =>
      (await world.ask(`POST /access-controllers/${controller}/device/commands`, { command: 'set_clock' })).status;
    const pollAhead = async () => (await world.call('GET /iclock/getrequest?SN=ZKAHEAD')).text.trim();
    expect(await setClock()).toBe(201);
    expect(await pollAhead()).toContain('SET OPTION DateTime=');
    world.at('2026-08-20T08:00:00Z');
    world.listener.changed();
    const asked = await pollAhead();
    expect(asked).toContain('SET OPTION DateTime=');
    await world.call('POST /iclock/devicecmd?SN=ZKAHEAD', `ID=${asked.split(':')[1]}&Return=0&CMD=SET OPTION\n`);
    expect([await setClock(), await setClock()]).toEqual([201, 409]);
  });

  test('only connected ZKTeco devices can be asked', async () => {
    const { db } = world.server;
    await db.run(sql`update devices set kind = 'hikvision' where identity = 'ZK1'`);
    expect(await command({ command: 'info' })).toMatchObject({
      status: 409,
      message: expect.stringContaining('ZKTeco'),
    });
    await db.run(sql`update devices set kind = 'zkteco', state = 'replaced' where identity = 'ZK1'`);
    expect((await command({ command: 'info' })).status).toBe(409);
    await db.run(sql`update devices set state = 'approved' where identity = 'ZK1'`);
  });

  test('asks a device to begin again when its place changes the clock, once', async () => {
    await world.addDevice('ZKSUMMER');
    const pollSummer = async () => (await world.call('GET /iclock/getrequest?SN=ZKSUMMER')).text.trim();
    world.at('2026-10-24T12:00:00Z');
    await world.server.db.run(sql`update devices set told_offset = 120 where identity = 'ZKSUMMER'`);
    // It was asked once by a clock that was ahead.
    await world.server.db.run(
      sql`insert into device_commands (device_id, kind, text, author, created_at, answered_at, return_code)
        select id, 'check', 'CHECK', '', '2027-04-01 00:00:00', '2027-04-01 00:00:10', 0 from devices
        where identity = 'ZKSUMMER'`,
    );
    world.listener.changed();
    expect(await pollSummer()).toBe('OK');
    world.at('2026-10-25T01:00:05Z');
    expect(await pollSummer()).toMatch(/^C:\d+:CHECK$/);
    world.later(1);
    expect(await pollSummer()).toBe('OK');
    const { text } = await world.call('GET /iclock/cdata?SN=ZKSUMMER&options=all');
    expect(text).toContain('TimeZone=1');
  });

  test('asks a device to begin again when its zone is corrected twice a day, but not one that takes no notice', async () => {
    world.at('2026-09-10T08:00:00Z');
    const controller = await world.addDevice('ZKZONES', 'UTC');
    const pollZones = async () => (await world.call('GET /iclock/getrequest?SN=ZKZONES')).text.trim();
    const shakeHands = async () => (await world.call('GET /iclock/cdata?SN=ZKZONES&options=all')).text;
    const answerCheck = (asked: string) =>
      world.call('POST /iclock/devicecmd?SN=ZKZONES', `ID=${asked.split(':')[1]}&Return=0&CMD=CHECK\n`);
    const move = async (zone: string) => {
      await world.server.db.run(sql`update device_rules set zone = ${zone} where controller_id = ${controller}`);
      world.later(11);
      world.listener.changed();
    };
    await shakeHands();
    for (const [zone, told] of [
      ['Europe/Lisbon', 'TimeZone=1'],
      ['Europe/Berlin', 'TimeZone=2'],
    ] as const) {
      await move(zone);
      const asked = await pollZones();
      expect(asked).toMatch(/^C:\d+:CHECK$/);
      expect(await shakeHands()).toContain(told);
      await answerCheck(asked);
      expect(await pollZones()).toBe('OK');
    }
    await move('Europe/Athens');
    await answerCheck(await pollZones());
    for (const _ of [1, 2, 3]) {
      world.later(11);
      expect(await pollZones()).toBe('OK');
    }
  });
});
