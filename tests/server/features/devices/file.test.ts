// Punches from a file: attlog.dat as terminals write it, and a CSV with named columns.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { dryRunDone } from '../../../../src/shared/contract/call.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { createCompany, type Door, fact } from './intake/company.ts';

const key = 'POST /access-controllers/{id}/device/file';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let companies = 0;
  beforeAll(async () => {
    // The clock is in the year of the events.
    server = await startServer({ createDatabase: create, clock: () => new Date('2026-11-27T12:00:00Z') });
    token = await server.signIn(server.users.administrator);
  });
  afterAll(() => server.stop());

  const company = () => createCompany(server.db, `Company ${++companies}`);
  interface File {
    name?: string;
    header?: readonly string[];
    lines: readonly string[];
    separator?: string;
  }
  const send = ({ controllerId }: Door, { name = '1_attlog.dat', header = [], ...file }: File, dry_run: boolean) =>
    server.ask(`POST /access-controllers/${controllerId}/device/file`, {
      token,
      body: {
        name,
        header,
        rows: file.lines.map((text, index) => ({ line: index + 1, cells: text.split(file.separator ?? '\t') })),
        dry_run,
      },
    });
  async function upload(door: Door, file: File, { dryRun = false } = {}) {
    const { status, json } = await send(door, file, dryRun);
    expect([status, json.message]).toEqual([200, dryRun ? dryRunDone : 'Lines of the file stored']);
    return answerDecoder(key)(json.data);
  }
  const day = '2026-11-20';
  const punches = [`      7\t${day} 08:00:00\t1\t0\t1\t0`, `      7\t${day} 17:00:00\t1\t1\t1\t0`];

  test('lines of attlog.dat are tried without any change, stored once, and told from what the device sent', async () => {
    const { addDoor, hear, attendance, employ, device } = await company();
    await employ('7');
    const door = await addDoor();
    await hear(door, [fact(`7 in ${day} 08:00:00`)], `${day} 08:00:05`);
    const before = await device(door);
    const lines = [...punches, `9\t${day} 09:00:00\t1\t0\t15\t0`, `9\t${day} 09:00:00\t1\t255\t15\t0`];
    const tried = await upload(door, { lines }, { dryRun: true });
    expect(tried).toEqual({
      readable: 4,
      known: 1,
      check_ins: 1,
      check_outs: 1,
      not_taken: [{ outcome: 'no_direction', events: 1 }],
      codes: ['7', '9'],
      unknown_codes: ['9'],
      days: [day],
      unreadable: [],
    });
    expect(await attendance()).toEqual([`7 in ${day} 08:00:00`]);
    expect(await upload(door, { lines })).toEqual(tried);
    const stored = [`7 in ${day} 08:00:00`, `9 in ${day} 09:00:00`, `7 out ${day} 17:00:00`];
    expect(await attendance()).toEqual(stored);
    expect(await upload(door, { lines })).toMatchObject({ known: 4, check_ins: 0, check_outs: 0, not_taken: [] });
    expect(await attendance()).toEqual(stored);
    expect(await device(door)).toEqual(before);
    // The same event sent by the device afterwards is recognized.
    await hear(door, [fact(`7 out ${day} 17:00:00`)], `${day} 17:00:05`);
    expect(await attendance()).toEqual(stored);
    const entries = await server.db.all(
      sql`select action from audit where action = 'devices.file' and subject_id = ${door.controllerId}`,
    );
    expect(entries).toHaveLength(2);
  });

  test('lines that cannot be read are named, and change nothing else', async () => {
    const { addDoor, attendance } = await company();
    const door = await addDoor();
    const lines = ['CheckSum=77', 'rubbish', ...punches, `7\t${day} 25:00:00\t1\t0\t1\t0`, `7\t${day} 18:00:00\t1`];
    const { readable, unreadable } = await upload(door, { lines });
    expect(readable).toBe(2);
    expect(unreadable).toEqual([
      { line: 2, reason: 'It has 1 field between tabs, and a line of attlog.dat has 6' },
      { line: 5, reason: 'Its time cannot be read' },
      { line: 6, reason: 'It has 3 fields between tabs, and a line of attlog.dat has 6' },
    ]);
    expect(await attendance()).toEqual([`7 in ${day} 08:00:00`, `7 out ${day} 17:00:00`]);
  });

  test('a CSV is read by the names of its columns', async () => {
    const { addDoor, hear, attendance } = await company();
    const door = await addDoor();
    await hear(door, [fact(`00042 in ${day} 08:00:00`)], `${day} 08:00:05`);
    const header = ['Direction', 'Name', 'User ID', 'Date', 'Time'];
    const lines = [
      `in,Bee,00042,${day},08:00:00`,
      `C/Out,Bee,00042,2026/11/20,17:00`,
      `maybe,Bee,00042,${day},18:00:00`,
    ];
    const csv = { name: 'old.csv', header, lines, separator: ',' };
    expect(await upload(door, csv)).toMatchObject({
      readable: 3,
      known: 1,
      check_outs: 1,
      not_taken: [{ outcome: 'no_direction', events: 1 }],
    });
    expect(await attendance()).toEqual([`00042 in ${day} 08:00:00`, `00042 out ${day} 17:00:00`]);
    expect(await upload(door, csv)).toMatchObject({ known: 3 });
    const { status, json } = await send(door, { ...csv, header: ['Name', 'When'] }, false);
    expect(status).toBe(422);
    expect(json.errors).toMatchObject({ header: [expect.stringContaining('code, time, direction')] });
  });

  test('a CSV may write the day beside a column that has both day and time', async () => {
    const { addDoor, attendance } = await company();
    const lines = [`20/11/2026,${day} 08:00:00,7,in`, `${day},2026/11/20 17:00,7,out`];
    const csv = { header: ['Date', 'Date/Time', 'User ID', 'Direction'], lines, separator: ',' };
    expect(await upload(await addDoor(), csv)).toMatchObject({ readable: 2, unreadable: [] });
    expect(await attendance()).toEqual([`7 in ${day} 08:00:00`, `7 out ${day} 17:00:00`]);
  });

  test('a CSV may name people by any employee ID, and not by their names', async () => {
    const { addDoor, attendance, employ } = await company();
    const [slash, long] = ['DE/1001', `${'9'.repeat(40)}-x`];
    await employ(slash);
    await employ(long);
    const lines = [`${slash},${day} 08:00:00,in`, `${long},${day} 08:01:00,in`, `Bee Lee,${day} 08:02:00,in`];
    const csv = { header: ['code', 'time', 'direction'], lines, separator: ',' };
    const door = await addDoor();
    expect(await upload(door, csv)).toMatchObject({ readable: 2, unknown_codes: [], unreadable: [{ line: 3 }] });
    expect(await attendance()).toEqual([`${slash} in ${day} 08:00:00`, `${long} in ${day} 08:01:00`]);
    expect(await upload(door, csv)).toMatchObject({ known: 2 });
  });

  test('the examples of the documents say the same', async () => {
    const documents = readFileSync('docs/devices/README.md', 'utf8');
    const [attlog = '', csv = ''] = [...documents.matchAll(/```\n((?:SN=|code,)[^`]+)\n```/g)].map(([, text]) => text);
    const { addDoor, attendance } = await company();
    const door = await addDoor();
    await server.db.run(sql`update devices set serial = 'CQZ7224460123' where id = ${door.deviceId}`);
    expect(await upload(door, { lines: attlog.split('\n') })).toMatchObject({ check_ins: 1, check_outs: 1 });
    expect(await attendance()).toEqual(['00042 in 2026-11-20 08:01:12', '00042 out 2026-11-20 17:03:40']);
    const [header = '', ...lines] = csv.split('\n');
    expect(await upload(door, { header: header.split(','), lines, separator: ',' })).toMatchObject({
      readable: 2,
      known: 2,
    });
  });

  test('a file of another terminal is refused, by its name or by what is in it', async () => {
    const { addDoor, attendance } = await company();
    const door = await addDoor();
    await server.db.run(sql`update devices set serial = 'AAGT193960011' where id = ${door.deviceId}`);
    const others = [
      { name: 'BBHT200000001_attlog.dat', lines: punches },
      { lines: ['SN=BBHT200000001', ...punches] },
      { header: ['code', 'time', 'serial'], lines: [`7;${day} 08:00;BBHT200000001`], separator: ';' },
    ];
    for (const file of others) {
      const { status, json } = await send(door, file, false);
      expect(status).toBe(422);
      expect(json.errors).toEqual({
        name: [
          'This file is from terminal BBHT200000001, but the terminal of this controller is AAGT193960011. Nothing was stored',
        ],
      });
    }
    expect(await attendance()).toEqual([]);
    await upload(door, { name: 'AAGT193960011_attlog.dat', lines: ['SN=aagt193960011', ...punches] });
    expect(await attendance()).toHaveLength(2);
  });

  test('events from before the start date are left out, and neither they nor old history raise claims and exceptions', async () => {
    const { companyId, addDoor, attendance, fates } = await company();
    const door = await addDoor();
    await server.db.run(
      sql`update device_rules set counts_from = '2024-01-01' where controller_id = ${door.controllerId}`,
    );
    const old = ['2023-12-31', '2024-03-04'].map((date) => `8\t${date} 08:00:00\t1\t0\t1\t0`);
    const undirected = `8\t2024-03-05 08:00:00\t1\t255\t1\t0`;
    expect(await upload(door, { lines: [...old, undirected] })).toMatchObject({
      check_ins: 1,
      not_taken: [
        { outcome: 'implausible_time', events: 1 },
        { outcome: 'no_direction', events: 1 },
      ],
    });
    expect(await attendance()).toEqual(['8 in 2024-03-04 08:00:00']);
    expect(await fates(door)).toHaveLength(2);
    const counts = await server.ask(`GET /exceptions/counts?company_id=${companyId}`, { token });
    expect(answerDecoder('GET /exceptions/counts')(counts.json.data).filter(({ total }) => total > 0)).toEqual([]);
    const { json } = await server.ask(`GET /access-controllers/${door.controllerId}/device`, { token });
    const claims = answerDecoder('GET /access-controllers/{id}/device')(json.data).claims.map(({ kind }) => kind);
    expect(claims).not.toContain('not_taken');
    expect(claims).not.toContain('unknown_codes');
  });

  test('in a closed month, it counts as a late event does', async () => {
    const { companyId, addDoor, attendance, employ } = await company();
    await employ('7');
    const door = await addDoor();
    const closing = { company_id: companyId, month: '2026-10' };
    const { status } = await server.ask('POST /closed-months', { token, body: closing });
    expect(status).toBe(201);
    await upload(door, { lines: ['7\t2026-10-20 08:00:00\t1\t0\t1\t0', '7\t2026-10-20 17:00:00\t1\t1\t1\t0'] });
    expect(await attendance()).toHaveLength(2);
    const late = await server.db.all(
      sql`select id from audit where action = 'closed_months.late_events'
        and subject_id in (select id from closed_months where company_id = ${companyId})`,
    );
    expect(late).toHaveLength(1);
  });

  test('a controller with punches of a file stays in its company, as one with a device does', async () => {
    const { addDoor, attendance } = await company();
    const other = await company();
    const { controllerId, deviceId } = await addDoor();
    await upload({ controllerId, deviceId }, { lines: punches });
    const body = { company_id: other.companyId, name: 'Moves' };
    const path = `PUT /access-controllers/${controllerId}`;
    expect(await server.ask(path, { token, body })).toMatchObject({
      status: 422,
      json: { errors: { company_id: [expect.stringContaining('Events of its device belong to the company')] } },
    });
    expect(await attendance()).toHaveLength(2);
  });

  test('punches that the terminal sent at another door are known, also at one of another company', async () => {
    const [former, present] = [await company(), await company()];
    await present.employ('7');
    const before = await former.addDoor();
    await former.hear(before, [fact(`7 in ${day} 08:00:00`)], `${day} 08:00:05`);
    const door = await present.addDoor();
    await server.db.run(sql`delete from devices where id = ${door.deviceId}`);
    await server.db.run(sql`update devices set controller_id = ${door.controllerId} where id = ${before.deviceId}`);
    await server.db.run(
      sql`insert into device_notes (controller_id, device_id, at, kind, sentence)
        values (${before.controllerId}, ${before.deviceId}, '2026-01-01 00:00:00', 'approved', '')`,
    );
    expect(await upload(door, { lines: punches })).toMatchObject({
      readable: 2,
      known: 1,
      check_ins: 0,
      check_outs: 1,
    });
    expect(await present.attendance()).toEqual([`7 out ${day} 17:00:00`]);
  });

  test('it needs the permission, the company, a device that is set up, and not too many lines', async () => {
    const { addDoor } = await company();
    const door = await addDoor();
    const path = `POST /access-controllers/${door.controllerId}/device/file`;
    const body = { name: 'a', rows: [], dry_run: true };
    for (const [user, status] of [['auditor', 403]] as const)
      expect((await server.ask(path, { token: await server.signIn(server.users[user]), body })).status).toBe(status);
    const many = Array<string>(5_001).fill(punches[0] ?? '');
    expect(await send(door, { lines: many }, true)).toMatchObject({
      status: 422,
      json: { errors: { rows: ['At most 5,000 lines are read at once'] } },
    });
    await server.db.run(sql`delete from device_rules where controller_id = ${door.controllerId}`);
    expect((await send(door, { lines: punches }, true)).status).toBe(409);
  });
});
