// Implausible data from devices raises a claim within a few events, and misread data is read again.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../../server/platform/db/db.ts';
import { startWireWorld, type WireWorld, written } from './wireWorld.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await startWireWorld();
});
afterAll(() => world.devices.stop());

const now = '2026-09-19T15:00:00Z';
let serials = 0;
const zkteco = async (zone = 'UTC', more: object = {}) => {
  const serial = `CLAIM${++serials}`;
  return { serial, id: await world.addDoor({ serial, zone, ...more }) };
};
const hikvision = async (zone: string, more: object = {}) => {
  const serial = `A4:D5:C2:24:DD:${String(++serials).padStart(2, '0')}`;
  return { serial, id: await world.addDoor({ kind: 'hikvision', serial, zone, ...more }) };
};
const shown = (instant: number) => new Date(instant).toISOString().slice(0, 19);
const attlog = (serial: string, lines: string) =>
  world.send(written(`POST /iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`, lines));
const alert = (serial: string, dateTime: string, event?: object) =>
  world.send(
    written(
      `POST /devices/hikvision/secret-of-${serial.replaceAll(':', '-')}`,
      JSON.stringify({
        macAddress: serial,
        dateTime,
        eventType: event ? 'AccessControllerEvent' : 'heartBeat',
        eventState: 'active',
        ...(event && { AccessControllerEvent: { majorEventType: 5, subEventType: 75, ...event } }),
      }),
      'Content-Type: application/json',
    ),
  );
const punch = (serial: string, dateTime: string, code: string) => alert(serial, dateTime, { employeeNoString: code });
const signIn = () => world.devices.server.signIn(world.devices.server.users.administrator);
const readAgain = async (id: number, start_date: string, dry_run: boolean) => {
  const token = await signIn();
  const body = { start_date, end_date: start_date, dry_run };
  const { json } = await world.devices.server.ask(`POST /access-controllers/${id}/device/reinterpret`, { token, body });
  return Object(json.data).changed;
};
const setRule = async (id: number, ignored: boolean) => {
  await world.devices.server.db.run(
    sql`update device_rules set ignores_offset = ${ignored} where controller_id = ${id}`,
  );
  world.devices.listener.changed();
};

test('a device that insists on encryption raises a claim, and is told no key', async () => {
  world.at(now);
  const { serial, id } = await zkteco('UTC', { isAccess: true });
  const keys = [
    written(`POST /iclock/exchange?SN=${serial}&type=publickey`, 'PublicKey=DMCtR13RwiGI4M9TRn/3xEmk'),
    written(`POST /iclock/exchange?SN=${serial}&type=factors`, 'Factors=D/VtntwFArvfyAJku6jKdbqCUlz2'),
  ];
  for (const each of keys) expect(await world.send(each)).toBe('404 Not found');
  expect(await world.claims(id)).toEqual([
    'not_understood: It wants to encrypt what it sends, which only its vendor’s servers can read. If its menu offers ' +
      'encryption, switch that off, and then the device off and on (15:00). If events were in it, they are missing.',
  ]);
});

describe('a clock that is wrong', () => {
  test.each([
    [1.1, '1 hour 6 minutes behind'],
    [2, '2 hours behind'],
    [2.5, '2 hours 30 minutes behind'],
    [3, '3 hours behind'],
    [4, '4 hours behind'],
    [5.5, '5 hours 30 minutes behind'],
    [8, '8 hours behind'],
    [49, '2 days 1 hour behind'],
  ])('by %f hours is claimed after three punches of one request each', async (hours, said) => {
    world.at(now);
    const { serial, id } = await zkteco();
    const at = Date.parse(now) - hours * 3_600_000;
    for (const code of ['1', '2']) await attlog(serial, `${code}\t${shown(at).replace('T', ' ')}\t0\t1\n`);
    expect(await world.claims(id)).toEqual([]);
    await attlog(serial, `3\t${shown(at).replace('T', ' ')}\t0\t1\n`);
    expect(await world.claims(id)).toEqual([expect.stringMatching(`^drifting: Its clock is ${said}, measured on`)]);
    // The first event with the right time ends the claim.
    await attlog(serial, `3\t${shown(Date.parse(now) - 2_000).replace('T', ' ')}\t1\t1\n`);
    expect(await world.claims(id)).toEqual([]);
  });

  test.each([
    [0.1, '6 minutes'],
    [1, '1 hour'],
    [3, '3 hours'],
    [8, '8 hours'],
  ])('and %f hours ahead after one, also of a batch', async (hours, said) => {
    world.at(now);
    const { serial, id } = await zkteco();
    const at = shown(Date.parse(now) + hours * 3_600_000).replace('T', ' ');
    const batch = Array.from({ length: 8 }, (_, code) => `${code + 1}\t${at}\t0\t1\n`).join('');
    await attlog(serial, batch);
    expect(await world.claims(id)).toEqual([expect.stringMatching(`^drifting: Its clock is ${said} ahead`)]);
  });

  test('is not claimed of what a device kept while it was offline', async () => {
    world.at(now);
    const { serial, id } = await zkteco();
    const minutesAgo = (minutes: number) => shown(Date.parse(now) - minutes * 60_000).replace('T', ' ');
    await attlog(serial, `1\t${minutesAgo(0)}\t0\t1\n`);
    for (const minutes of [200, 170, 140, 80, 65]) await attlog(serial, `1\t${minutesAgo(minutes)}\t0\t1\n`);
    expect(await world.claims(id)).toEqual([]);
  });

  test('is measured on the heartbeats of a Hikvision device that was left in the zone of the factory', async () => {
    const { serial, id } = await hikvision('America/Sao_Paulo');
    for (const second of ['19', '49']) {
      world.at(`2026-07-14T14:33:${second}Z`);
      await alert(serial, `2026-07-14T11:33:${second}+08:00`);
    }
    world.at('2026-07-14T14:34:19Z');
    await alert(serial, '2026-07-14T11:34:19+08:00');
    expect(await world.claims(id)).toEqual([
      'drifting: Its clock is 11 hours behind, measured on the last 3 live messages: its events are stored too early. Is its time zone right?',
    ]);
    await alert(serial, '2026-07-14T11:34:19-03:00');
    expect(await world.claims(id)).not.toContainEqual(expect.stringContaining('drifting'));
  });
});

describe('an offset', () => {
  test('of the factory no longer counts after a rule, even for what came before', async () => {
    world.at('2026-07-14T14:33:20Z');
    const { serial, id } = await hikvision('America/Sao_Paulo');
    await punch(serial, '2026-07-14T11:33:19+08:00', '15');
    const before = ['15 2026-07-14 11:33:19 +08:00 -> 2026-07-14 03:33:19 attendance'];
    const after = ['15 2026-07-14 11:33:19 America/Sao_Paulo -> 2026-07-14 14:33:19 attendance'];
    expect(await world.facts(id)).toEqual(before);
    await setRule(id, true);
    expect(await readAgain(id, '2026-07-14', true)).toBe(1);
    expect(await world.facts(id)).toEqual(before);
    expect(await readAgain(id, '2026-07-14', false)).toBe(1);
    expect(await world.facts(id)).toEqual(after);
    await punch(serial, '2026-07-14T11:33:20+08:00', '16');
    expect((await world.facts(id)).at(-1)).toBe(
      '16 2026-07-14 11:33:20 America/Sao_Paulo -> 2026-07-14 14:33:20 attendance',
    );
    await setRule(id, false);
    expect(await readAgain(id, '2026-07-14', false)).toBe(2);
    expect((await world.facts(id)).at(0)).toBe(before[0]);
  });

  test('that was really a running number is taken back by reading again', async () => {
    world.at('2025-01-29T20:00:00Z');
    const { serial, id } = await zkteco('America/Bogota');
    await attlog(
      serial,
      '46\t2025-01-29 06:58:48\t0\t15\t0\t0\t0\t0\t0\t0\t10881\n8\t2025-01-29 13:15:00\t0\t1\t0\t0\t0\t0\t0\t0\t10920\n',
    );
    // Stores them as an earlier version read them.
    const { db } = world.devices.server;
    await db.run(
      sql`update device_events set number = null, zone = case when code = '8' then '+03:02' else zone end,
        occurred_at = case when code = '8' then '2025-01-29 10:13:00' else occurred_at end where controller_id = ${id}`,
    );
    await db.run(
      sql`update attendance set occurred_at = '2025-01-29 10:13:00'
        where access_controller_id = ${id} and employee_code = '8'`,
    );
    expect(await readAgain(id, '2025-01-29', false)).toBe(1);
    expect(await world.facts(id)).toEqual([
      '46 2025-01-29 06:58:48 America/Bogota -> 2025-01-29 11:58:48 attendance',
      '8 2025-01-29 13:15:00 America/Bogota -> 2025-01-29 18:15:00 attendance',
    ]);
    // The device may also send them again at any time, with their numbers.
    await attlog(serial, '8\t2025-01-29 13:15:00\t0\t1\t0\t0\t0\t0\t0\t0\t10920\n');
    expect(await world.facts(id)).toHaveLength(2);
  });

  test('that all lines stated still counts when they are read again', async () => {
    world.at('2026-08-20T09:15:00Z');
    const { serial, id } = await zkteco('Asia/Kathmandu');
    const tail = '\t0\t15\t\t0\t0\t0\t0\t0\t28800\t\n';
    await attlog(serial, `77\t2026-08-20 08:59:59${tail}78\t2026-08-20 09:00:59${tail}`);
    const stored = await world.facts(id);
    expect(stored[0]).toBe('77 2026-08-20 08:59:59 +08:00 -> 2026-08-20 00:59:59 attendance');
    expect(await readAgain(id, '2026-08-20', false)).toBe(0);
    expect(await world.facts(id)).toEqual(stored);
  });

  test('that differs from the one before is claimed, and that of summer time is not', async () => {
    world.at(now);
    const { serial, id } = await hikvision('Africa/Kampala');
    await punch(serial, '2026-09-19T17:59:00+03:00', '15');
    await alert(serial, '2026-09-19T23:29:00+08:30');
    expect(await world.claims(id)).toEqual([
      expect.stringMatching(/^two_zones: Its clock says \+08:30, and its events \+03:00 \(/),
    ]);
    const other = await hikvision('Europe/Berlin');
    await punch(other.serial, '2026-09-19T16:59:00+02:00', '15');
    await punch(other.serial, '2026-09-19T15:59:10+01:00', '15');
    expect(await world.claims(other.id)).toEqual([]);
    await punch(other.serial, '2026-09-19T14:59:20+00:00', '15');
    await punch(other.serial, '2026-09-19T22:59:20+08:00', '15');
    expect(await world.claims(other.id)).toEqual([
      expect.stringMatching(/^two_zones: An event of it says \+08:00, and those before \+00:00 \(/),
    ]);
  });
});

describe('a device', () => {
  test('that changes its protocol is claimed, and its events are taken', async () => {
    world.at(now);
    const { serial, id } = await zkteco();
    await world.send(written(`GET /iclock/cdata?SN=${serial}&options=all&pushver=2.4.0`));
    await attlog(serial, '1\t2026-09-19 14:59:50\t0\t1\n');
    expect(await world.claims(id)).toEqual([]);
    await world.send(
      written(
        `POST /iclock/cdata?SN=${serial}&table=rtlog`,
        'time=2026-09-19 14:59:55\tpin=2\tevent=0\tinoutstatus=0\tindex=7\n',
      ),
    );
    expect(await world.claims(id)).toEqual([
      expect.stringMatching(
        /^other_protocol: The device speaks the protocol of access controllers, and before it that of attendance terminals \(/,
      ),
    ]);
    expect((await world.facts(id)).map((fact) => fact.split(' ').at(-1))).toEqual(['attendance', '#7']);
  });

  test('that sends what another vendor’s devices do has it kept as unreadable', async () => {
    world.at(now);
    const { serial, id } = await zkteco();
    expect(
      await attlog(serial, '{"eventType":"AccessControllerEvent","AccessControllerEvent":{"cardNo":"8811223344"}}'),
    ).toBe('200 OK: 1');
    const terminal = await hikvision('UTC');
    await world.send(
      written(
        `POST /devices/hikvision/secret-of-${terminal.serial.replaceAll(':', '-')}`,
        '1\t2026-09-19 14:59:50\t0\t1\n',
      ),
    );
    for (const each of [id, terminal.id]) {
      expect(await world.claims(each)).toEqual([
        expect.stringMatching(/^not_taken: It sent an event at \d\d:\d\d that cannot be read/),
      ]);
      expect((await world.raws(each)).join()).not.toContain('8811223344');
    }
  });

  test('that sends what another device is, is claimed', async () => {
    world.at(now);
    const { serial, id } = await zkteco();
    const options = (said: string) =>
      world.send(written(`POST /iclock/cdata?SN=${serial}&table=options`, `~DeviceName=K40,~SerialNumber=${said}`));
    await options(serial.toLowerCase());
    expect(await world.claims(id)).toEqual([]);
    await options('OTHER9');
    expect(await world.claims(id)).toEqual([
      expect.stringMatching(`^other_device: It calls as ${serial}, and says that its serial number is OTHER9 `),
    ]);
  });

  test('whose upload is too large is refused with a claim, and nothing of it is stored', async () => {
    world.at(now);
    const { serial, id } = await zkteco();
    // The request is refused by its length before the body comes.
    const head = `POST /iclock/cdata?SN=${serial}&table=ATTLOG HTTP/1.1\r\nHost: rollcall\r\nContent-Length: 5800000\r\n\r\n`;
    expect(await world.send(head)).toMatch(/^413/);
    expect(await world.claims(id)).toEqual([
      expect.stringMatching(/^refused: A request from 127\.0\.0\.1 was refused because it is larger than 2 MiB/),
    ]);
    expect(await world.facts(id)).toEqual([]);
  });

  test('whose firmware has a name of 37 letters is shown with it', async () => {
    world.at(now);
    const { serial, id } = await zkteco();
    const tell = (firmware: string) =>
      world.send(written(`POST /iclock/cdata?SN=${serial}&table=options`, `FirmVer=${firmware}`));
    await tell('ZAM230-NF50VA-1.1.9-OCM-4000-Ver1.0.1');
    await tell('ZAM230-NF50VA-1.1.9-OCM-4000-Ver1.0.2');
    expect(await world.claims(id)).toEqual([
      expect.stringContaining('from ZAM230-NF50VA-1.1.9-OCM-4000-Ver1.0.1 to ZAM230-NF50VA-1.1.9-OCM-4000-Ver1.0.2'),
    ]);
  });

  test('may answer a command where it fetches the next one, or with what it was asked for', async () => {
    world.at(now);
    const { serial, id } = await zkteco('UTC', { isAccess: true });
    const token = await signIn();
    const ask = (command: string) =>
      world.devices.server.ask(`POST /access-controllers/${id}/device/commands`, {
        token,
        body: { command, day: '2026-09-19' },
      });
    await ask('info');
    await ask('resend');
    const told = await world.send(written(`GET /iclock/getrequest?SN=${serial}`));
    const [, info, resend] =
      /C:(\d+):GET OPTIONS ~DeviceName,FirmVer,TransactionCount,~MaxAttLogCount\nC:(\d+):DATA QUERY tablename=transaction,fielddesc=\*,filter=StartTime=2026-09-19 00:00:00,EndTime=2026-09-19 23:59:59\n$/.exec(
        told,
      ) ?? [];
    await world.send(written(`POST /iclock/getrequest?SN=${serial}`, `ID=${info}&Return=0&CMD=GET OPTIONS\n`));
    const row = (index: number) =>
      `transaction pin=5\teventtype=0\tinoutstate=0\ttime_second=858693600\tindex=${index}\n`;
    const packet = (index: number) =>
      world.send(
        written(
          `POST /iclock/querydata?SN=${serial}&type=tabledata&cmdid=${resend}&tablename=transaction&count=2&packcnt=2&packidx=${index}`,
          row(index),
        ),
      );
    const states = async () => {
      const { json } = await world.devices.server.ask(`GET /access-controllers/${id}/device/commands`, { token });
      return (Array.isArray(json.data) ? json.data : []).map((each) => Object(each).state);
    };
    expect(await packet(1)).toBe('200 OK');
    expect(await states()).toEqual(['asked', 'done']);
    expect(await packet(2)).toBe('200 OK');
    expect(await states()).toEqual(['done', 'done']);
    expect(await world.facts(id)).toHaveLength(2);
    await ask('info');
    const [, again] =
      /C:(\d+):GET OPTIONS/.exec(await world.send(written(`GET /iclock/getrequest?SN=${serial}`))) ?? [];
    const options = written(
      `POST /iclock/querydata?SN=${serial}&type=options&cmdid=${again}&tablename=options&count=1&packcnt=1&packidx=1`,
      '~DeviceName=inBio 260,FirmVer=AC Ver 5.4.3.2001,TransactionCount=42,~MaxAttLogCount=10',
    );
    expect(await world.send(options)).toBe('200 OK');
    expect(await states()).toEqual(['done', 'done', 'done']);
    const { json } = await world.devices.server.ask(`GET /access-controllers/${id}/device`, { token });
    expect(Object(json.data).device).toMatchObject({ model: 'inBio 260', records_held: 42, capacity: 100_000 });
    expect(await world.claims(id)).not.toContainEqual(expect.stringContaining('not_understood'));
  });
});
