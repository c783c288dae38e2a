// Receiving events: authentication, each event's result, and that none is lost or stored twice.

import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSender } from '../../../../server/features/controllers/controllerQueries.ts';
import { storeBatch } from '../../../../server/features/devices/webhook/storeBatch.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { daysAfter } from '../../../../server/platform/time/clock.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { createCompany, fact } from './intake/company.ts';

interface Results {
  stored: number;
  duplicate: number;
  refused: number;
  results: { status: string; reason?: string; record_id?: number; employee?: string }[];
}

describe.each(databases)('on $name', ({ create }) => {
  const secret = 'a secret of the door';
  let server: TestServer;
  let token: string;
  let door: { id: number; company_id: number; unique_identifier: string };

  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    token = await server.signIn(server.users.administrator);
    door = await addDoor();
  });
  afterAll(() => server.stop());

  /** Adds a controller; several may share a secret, as the server once allowed. */
  async function addDoor({
    webhook_secret = secret,
    ...fields
  }: {
    webhook_secret?: string;
    [field: string]: unknown;
  } = {}) {
    const company = await one<{ id: number }>(server.db, sql`select max(id) as id from companies`);
    const body = { company_id: company.id, name: 'A door', ...fields };
    const { json } = await server.ask('POST /access-controllers', { token, body });
    const { id, unique_identifier } = answerDecoder('GET /access-controllers/{id}')(json.data);
    await server.db.run(sql`update access_controllers set webhook_secret = ${webhook_secret} where id = ${id}`);
    return { id, unique_identifier, company_id: company.id };
  }

  interface Sending {
    to?: string;
    key?: string;
    sentAt?: number;
    signature?: string;
    /** Signs with the second version, for this controller. */
    signedFor?: string;
  }
  async function sendText(body: string | Buffer, { to, key = secret, sentAt, signature, signedFor }: Sending = {}) {
    const timestamp = String(Math.floor((sentAt ?? Date.now()) / 1000));
    const mac = (before: string) => createHmac('sha256', key).update(before).update(body).digest('hex');
    const signed =
      signedFor === undefined ? `sha256=${mac(`${timestamp}.`)}` : `v2=${mac(`v2.${timestamp}.${signedFor}.`)}`;
    const path = `/webhooks/access-controllers/${encodeURIComponent(to ?? door.unique_identifier)}`;
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'x-rollcall-timestamp': timestamp, 'x-rollcall-signature': signature ?? signed },
      body: Uint8Array.from(Buffer.from(body)),
    });
    const json: { data: Results; message: string } = JSON.parse(await response.text());
    return { status: response.status, ...json };
  }
  const send = (events: unknown[], sending?: Sending) => sendText(JSON.stringify({ events }), sending);
  const statuses = ({ data }: { data: Results }) => data.results.map((result) => result.status);

  const event = (more: object = {}) => ({
    employee_id: '990001',
    event_type: 'check-in',
    timestamp: '2026-03-02T08:00:00+01:00',
    ...more,
  });
  const storedFor = async (code: string) =>
    (
      await one<{ total: number }>(
        server.db,
        sql`select count(*) as total from attendance where employee_code = ${code}`,
      )
    ).total;

  test.each(['2026-03-02T02:30:00z', '2026-03-02t02:30:00Z', '2026-03-02 08:00:00+0530'])(
    'accepts the time %s',
    async (timestamp) => {
      const { data } = await send([event({ employee_id: `at ${timestamp}`, timestamp })]);
      const { json } = await server.ask(`GET /attendance/${data.results[0]?.record_id}`, { token });
      expect(answerDecoder('GET /attendance/{id}')(json.data).timestamp).toBe('2026-03-02T02:30:00+00:00');
    },
  );

  test('stores an event with its instant and lists it as attendance', async () => {
    const employee = await one<{ id: number; employee_id: string }>(
      server.db,
      sql`select id, employee_id from employees where company_id = ${door.company_id} order by id limit 1`,
    );
    const { status, data } = await send([
      event({ employee_id: employee.employee_id, timestamp: '2026-03-02T08:00:00.9+05:30' }),
    ]);
    expect([status, data.stored, data.results[0]?.employee]).toEqual([200, 1, 'known']);
    const id = data.results[0]?.record_id;
    const { json } = await server.ask(`GET /attendance/${id}`, { token });
    const record = answerDecoder('GET /attendance/{id}')(json.data);
    expect(record.timestamp).toBe('2026-03-02T02:30:00+00:00');
    expect([record.employee?.employee_id, record.access_controller?.name]).toEqual([employee.employee_id, 'A door']);
  });

  test('says in lists when each controller last sent an event', async () => {
    const [silent, busy] = [await addDoor({ name: 'Silent' }), await addDoor({ name: 'Busy' })];
    for (const timestamp of ['2026-03-02T09:00:00Z', '2026-03-02T08:00:00Z'])
      await send([event({ employee_id: 'last', timestamp })], { to: busy.unique_identifier });
    const { json } = await server.ask(`GET /companies/${door.company_id}/access-controllers`, { token });
    const listed = answerDecoder('GET /companies/{id}/access-controllers')(json.data);
    const page = await server.ask(`GET /access-controllers?per_page=100&company_id=${door.company_id}`, { token });
    const paged = answerDecoder('GET /access-controllers')(page.json.data).data;
    for (const list of [listed, paged]) {
      const lastOf = ({ id }: { id: number }) => list.find((one) => one.id === id)?.last_event_at;
      expect([lastOf(silent), lastOf(busy)]).toEqual(['', '2026-03-02T09:00:00+00:00']);
    }
  });

  test('stores an event that is sent again only once, with or without an id', async () => {
    const events = [event({ event_id: 'a-1' }), event({ event_id: 'a-2' }), event(), event()];
    expect(statuses(await send(events))).toEqual(['stored', 'stored', 'stored', 'duplicate']);
    expect(statuses(await send(events))).toEqual(['duplicate', 'duplicate', 'duplicate', 'duplicate']);
    expect(await storedFor('990001')).toBe(3);
  });

  test('stores identical concurrent batches once', async () => {
    const events = Array.from({ length: 50 }, (_, index) => event({ event_id: `b-${index}`, employee_id: '990002' }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => send(turn % 2 ? events : events.toReversed())),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.reduce((sum, { data }) => sum + data.stored, 0)).toBe(50);
    expect(await storedFor('990002')).toBe(50);
  });

  test('replaces a lone surrogate, and recognizes the event again', async () => {
    const half = event({ employee_id: 'half \ud83d', event_id: undefined });
    const first = await send([half]);
    expect(statuses(first)).toEqual(['stored']);
    const [again] = (await send([half])).data.results;
    expect(again).toMatchObject({ status: 'duplicate' });
    expect(await storedFor('half \ufffd')).toBe(1);
  });

  test('keeps what was sent beside the attendance, once, with what was refused and why', async () => {
    const to = await addDoor({ name: 'A door that keeps' });
    const sent = [
      event({ event_id: 'k-1', timestamp: '2026-03-02T08:00:00.9+0530', password: 'never kept' }),
      event({ event_id: 'k-1', event_type: 'check-out' }),
      { employee_id: 'x', card: 'never kept', timestamp: '2026-03-02T08:00:00' },
      'text',
    ];
    for (const _ of [1, 2]) await send(sent, { to: to.unique_identifier });
    const { json } = await server.ask(`GET /access-controllers/${to.id}/device/events`, { token });
    const { data } = answerDecoder('GET /access-controllers/{id}/device/events')(json.data);
    expect(data.map(({ outcome, reason }) => `${outcome} ${reason}`.trim())).toEqual([
      'refused An event must be a JSON object',
      'refused event_type must be check-in or check-out',
      'refused event_id already belongs to another event of this controller',
      'attendance',
    ]);
    expect(data.at(-1)).toMatchObject({ local_time: '2026-03-02 08:00:00', zone: '+05:30', direction: 'check-in' });
    expect(data.at(-1)?.record_id).not.toBeNull();
    expect(JSON.stringify(data)).not.toContain('never kept');
  });

  test('shows the events of a controller that has moved to the company that had them', async () => {
    const [former, other] = [await createCompany(server.db, `Former ${create.name}`), door.company_id];
    for (const [company_id, name] of [
      [former.companyId, 'Anna'],
      [other, 'Bert'],
    ] as const)
      await server.ask('POST /employees', { token, body: { company_id, employee_id: 'moved', name } });
    const moving = await addDoor({ company_id: former.companyId });
    const shown = async () => {
      const { json } = await server.ask(`GET /access-controllers/${moving.id}/device/events`, { token });
      const { data } = answerDecoder('GET /access-controllers/{id}/device/events')(json.data);
      return data.map(({ employee, outcome, local_time }) => [employee?.name ?? '', outcome, local_time.slice(11)]);
    };
    const pass = (hour: string) =>
      send([event({ employee_id: 'moved', timestamp: `2026-03-02T${hour}:00:00Z` }), {}], {
        to: moving.unique_identifier,
      });
    const move = async (company_id: number) => {
      const body = { company_id, name: 'A door that moves' };
      expect((await server.ask(`PUT /access-controllers/${moving.id}`, { token, body })).status).toBe(200);
    };
    await pass('08');
    await move(other);
    expect(await shown()).toEqual([]);
    await pass('09');
    expect(await shown()).toEqual([['Bert', 'attendance', '09:00:00']]);
    await move(former.companyId);
    expect(await shown()).toEqual([
      ['', 'refused', ''],
      ['Anna', 'attendance', '08:00:00'],
    ]);
  });

  test('reconciles no refused event of a company that had the controller before', async () => {
    const former = await createCompany(server.db, `Before ${create.name}`);
    const moving = await addDoor({ company_id: former.companyId });
    await send([event({ employee_id: 'hidden', event_type: 'nonsense' })], { to: moving.unique_identifier });
    const { received_at } = await one<{ received_at: string }>(
      server.db,
      sql`select received_at from device_events where controller_id = ${moving.id}`,
    );
    // The company's day may differ from the day in UTC.
    const days = [-1, 0, 1].map((more) => daysAfter(received_at.slice(0, 10), more));
    const reconciled = () =>
      Promise.all(
        days.map((day) =>
          server.ask(`GET /access-controllers/${moving.id}/device/reconciliation?day=${day}`, { token }),
        ),
      ).then(JSON.stringify);
    expect(await reconciled()).toContain('hidden');
    const body = { company_id: door.company_id, name: 'A door that moves' };
    expect((await server.ask(`PUT /access-controllers/${moving.id}`, { token, body })).status).toBe(200);
    expect(await reconciled()).not.toContain('hidden');
  });

  test('judges a controller by no event of a company that had it before', async () => {
    const former = await createCompany(server.db, `Left ${create.name}`);
    const moving = await addDoor({ company_id: former.companyId });
    const aWeekAgo = new Date(Date.now() - 8 * 86_400_000).toISOString();
    const events = [event({ event_type: 'nonsense' }), event({ timestamp: aWeekAgo })];
    await send(events, { to: moving.unique_identifier });
    await server.db.run(
      sql`update device_events set received_at = ${aWeekAgo.slice(0, 19).replace('T', ' ')}
        where controller_id = ${moving.id} and outcome = 'attendance'`,
    );
    const judged = async () => {
      const devices = await server.ask(`GET /devices?controller_ids=${moving.id}`, { token });
      const [device] = answerDecoder('GET /devices')(devices.json.data).data;
      const controller = await server.ask(`GET /access-controllers/${moving.id}`, { token });
      const { last_event_at } = answerDecoder('GET /access-controllers/{id}')(controller.json.data);
      return [last_event_at !== '', device?.last_event_at !== '', device?.claims.map(({ kind }) => kind)];
    };
    expect(await judged()).toEqual([true, true, ['silent', 'refused']]);
    const body = { company_id: door.company_id, name: 'A door that moves' };
    expect((await server.ask(`PUT /access-controllers/${moving.id}`, { token, body })).status).toBe(200);
    expect(await judged()).toEqual([false, false, ['never_heard']]);
    await send([event({ timestamp: new Date().toISOString() })], { to: moving.unique_identifier });
    expect(await judged()).toEqual([true, true, ['unknown_codes']]);
  });

  test('a terminal at a controller that has moved counts from the day of the move', async () => {
    const former = await createCompany(server.db, `Gone ${create.name}`);
    const moving = await addDoor({ company_id: former.companyId });
    await send([event()], { to: moving.unique_identifier });
    const path = `/access-controllers/${moving.id}`;
    expect((await server.ask(`POST ${path}/device/pairing`, { token, body: { kind: 'webhook' } })).status).toBe(200);
    await server.db.run(sql`update access_controllers set created_at = '2020-01-01 00:00:00' where id = ${moving.id}`);
    await server.db.run(
      sql`update device_rules set set_up_at = '2020-01-01 00:00:00' where controller_id = ${moving.id}`,
    );
    const body = { company_id: door.company_id, name: 'A door that moves' };
    expect((await server.ask(`PUT ${path}`, { token, body })).status).toBe(200);
    expect((await server.ask(`POST ${path}/device/pairing`, { token, body: { kind: 'zkteco' } })).status).toBe(200);
    const rows = [{ line: 1, cells: ['7', '2026-03-02 08:00'] }];
    const file = { name: 'a.csv', header: ['code', 'time'], rows, dry_run: true };
    const { json } = await server.ask(`POST ${path}/device/file`, { token, body: file });
    expect(answerDecoder('POST /access-controllers/{id}/device/file')(json.data).not_taken).toEqual([
      { outcome: 'implausible_time', events: 1 },
    ]);
  });

  test('decides about the devices of the company where directions alternate', async () => {
    const gate = await createCompany(server.db, `Gates ${create.name}`);
    const door = await gate.addDoor({ direction: 'alternating' });
    await gate.hear(
      door,
      [fact('7 none 2026-03-02 08:00:00'), fact('7 none 2026-03-02 12:00:00')],
      '2026-03-02 12:00:00',
    );
    const other = await addDoor({ company_id: gate.companyId, name: 'By the webhook' });
    const checkOut = { employee_id: '7', event_type: 'check-out', timestamp: '2026-03-02T10:00:00Z' };
    await send([checkOut], { to: other.unique_identifier });
    expect(await gate.attendance()).toEqual([
      '7 in 2026-03-02 08:00:00',
      '7 out 2026-03-02 10:00:00',
      '7 in 2026-03-02 12:00:00',
    ]);
  });

  test('and a device of the same door report an event once, whichever came first', async () => {
    const gate = await createCompany(server.db, `Twice ${create.name}`);
    const door = await gate.addDoor({ direction: 'in' });
    await server.db.run(sql`update access_controllers set webhook_secret = ${secret} where id = ${door.controllerId}`);
    const { unique_identifier: to } = await one<{ unique_identifier: string }>(
      server.db,
      sql`select unique_identifier from access_controllers where id = ${door.controllerId}`,
    );
    const reported = (hour: string) => ({ ...event(), employee_id: '7', timestamp: `2026-03-02T${hour}:00:00Z` });
    await gate.hear(door, [fact('7 none 2026-03-02 08:00:00')], '2026-03-02 12:00:00');
    await send([reported('08'), reported('09')], { to });
    await gate.hear(door, [fact('7 none 2026-03-02 09:00:00')], '2026-03-02 12:00:00');
    expect(await gate.attendance()).toEqual(['7 in 2026-03-02 08:00:00', '7 in 2026-03-02 09:00:00']);
    const known = 'known The same event is attendance already';
    expect((await gate.fates(door)).sort()).toEqual(['attendance', 'attendance', known, known]);
  });

  test('rejects an event id that was used for another event', async () => {
    await send([event({ event_id: 'c-1' })]);
    const { data } = await send([event({ event_id: 'c-1', event_type: 'check-out' })]);
    expect(data.results[0]).toMatchObject({ status: 'refused', reason: expect.stringContaining('event_id') });
  });

  test('rejects an invalid event alone, with its reason', async () => {
    const bad = [
      'text',
      null,
      7,
      [],
      {},
      event({ employee_id: '' }),
      event({ employee_id: '   ' }),
      event({ employee_id: 'x'.repeat(256) }),
      event({ employee_id: {} }),
      event({ employee_id: '9900\u0000' }),
      event({ employee_id: '99\n00' }),
      event({ employee_id: Number.MAX_SAFE_INTEGER + 1 }),
      event({ event_type: 'nap' }),
      event({ event_id: '' }),
      event({ event_id: [] }),
      event({ timestamp: '2026-03-02T08:00:00' }),
      event({ timestamp: '2026-02-30T08:00:00Z' }),
      event({ timestamp: '2026-03-02T24:00:00Z' }),
      event({ timestamp: '1999-12-31T23:59:59Z' }),
      event({ timestamp: new Date(Date.now() + 25 * 3_600_000).toISOString() }),
      event({ timestamp: 1_772_438_400 }),
    ];
    const good = event({ employee_id: '990003' });
    const { status, data } = await send([...bad, good]);
    expect([status, data.stored, data.refused]).toEqual([200, 1, bad.length]);
    for (const { reason } of data.results.slice(0, -1)) expect(reason).toMatch(/must|is more|is before|JSON/);
    expect(await storedFor('990003')).toBe(1);
  });

  test('reads Latin-1, so that two codes do not become one, and past a byte order mark', async () => {
    const body = (code: string) => JSON.stringify({ events: [event({ employee_id: code, name: 'Zoë' })] });
    expect((await sendText(Buffer.from(body('Ä990016'), 'latin1'))).data.stored).toBe(1);
    expect((await sendText(`\ufeff${body('Ö990016')}`)).data.stored).toBe(1);
    expect([await storedFor('Ä990016'), await storedFor('Ö990016')]).toEqual([1, 1]);
  });

  test('accepts batches of up to 1,000 events and 1 MiB', async () => {
    const events = Array.from({ length: 1_001 }, (_, index) =>
      event({ event_id: `d-${index}`, employee_id: '990004' }),
    );
    expect((await send(events)).status).toBe(413);
    expect(await storedFor('990004')).toBe(0);
    expect((await send(events.slice(1))).data.stored).toBe(1_000);
    expect((await send([event({ employee_id: 'x'.repeat(1 << 20) })])).status).toBe(413);
  });

  test('accepts only a valid signature with a current timestamp', async () => {
    const other = await addDoor({ webhook_secret: 'another secret' });
    const mute = await addDoor({ webhook_secret: '' });
    const good = [event({ employee_id: '990005' })];
    const refused = [
      await send(good, { key: 'guessed' }),
      await send(good, { key: '' }),
      await send(good, { signature: '' }),
      await send(good, { signature: 'sha256=00' }),
      await send(good, { to: other.unique_identifier }),
      await send(good, { to: mute.unique_identifier, key: '' }),
      await send(good, { sentAt: Date.now() - 301_000 }),
      await send(good, { sentAt: Date.now() + 302_000 }),
      await send(good, { sentAt: Number.NaN }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(Array(refused.length).fill(401));
    expect(await storedFor('990005')).toBe(0);
    expect((await send(good, { sentAt: Date.now() - 290_000 })).data.stored).toBe(1);
    expect((await send(good, { to: other.unique_identifier, key: 'another secret' })).data.stored).toBe(1);
  });

  test('takes a signature of the second version at its own door only, even where two have one secret', async () => {
    const twin = await addDoor({ unique_identifier: `Gate 7.ü/${create.name}` });
    const body = JSON.stringify({ events: [event({ employee_id: '990015' })] });
    const at = (to: string, sending: Sending) => sendText(body, { to, ...sending }).then(({ status }) => status);
    const own = door.unique_identifier;
    expect(await at(twin.unique_identifier, { signedFor: own })).toBe(401);
    expect(await at(own, { signedFor: twin.unique_identifier })).toBe(401);
    expect(await at(own, { signedFor: '' })).toBe(401);
    expect(await at(own, { signedFor: own, key: 'guessed' })).toBe(401);
    expect(await at(own, { signedFor: own, sentAt: Date.now() - 301_000 })).toBe(401);
    // A signature of one version does not pass as the other.
    const seconds = Math.floor(Date.now() / 1000);
    const first = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    expect(await at(own, { sentAt: seconds * 1000, signature: `v2=${first}` })).toBe(401);
    expect(await storedFor('990015')).toBe(0);
    expect(await at(own, { signedFor: own })).toBe(200);
    expect(await at(twin.unique_identifier, { signedFor: twin.unique_identifier })).toBe(200);
    expect(await storedFor('990015')).toBe(2);
  });

  test('rejects unknown, inactive and deleted controllers', async () => {
    expect((await send([event()], { to: 'ACU-NOBODY' })).status).toBe(404);
    const asleep = await addDoor({ is_active: false });
    expect((await send([event()], { to: asleep.unique_identifier })).status).toBe(403);
    const gone = await addDoor();
    await server.ask(`DELETE /access-controllers/${gone.id}`, { token });
    expect((await send([event()], { to: gone.unique_identifier })).status).toBe(404);
    const got = await fetch(`${server.url}/webhooks/access-controllers/${door.unique_identifier}`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('stores nothing of a slow request whose controller was closed, moved or given a secret meanwhile', async () => {
    const { db } = server;
    const changes = [
      sql`deleted_at = '2026-03-02 08:00:00'`,
      sql`is_active = false`,
      sql`webhook_secret = 'new'`,
      sql`company_id = (select min(id) from companies)`,
    ];
    for (const change of changes) {
      const { id, unique_identifier } = await addDoor();
      const sender = await findSender(db, unique_identifier);
      if (!sender) throw new Error('It sends nothing');
      await db.run(sql`update access_controllers set ${change} where id = ${id}`);
      const storing = storeBatch(db, sender, [event({ employee_id: '990006' })], new Date());
      await expect(storing).rejects.toMatchObject({ reason: 'unavailable' });
    }
    expect(await storedFor('990006')).toBe(0);
  });

  test.each(['', '[]', '{}', '{"events":{}}', '{"events":[]}', '{"events":'])(
    'the body %j is refused whole',
    async (body) => {
      expect((await sendText(body)).status).toBe(400);
    },
  );

  test('limits the rate of wrong signatures', async () => {
    const statusesSeen = new Set<number>();
    for (let turn = 0; turn < 70; turn++) statusesSeen.add((await send([event()], { key: 'guess' })).status);
    expect(statusesSeen).toEqual(new Set([401, 429]));
    // A rejected sender causes no more writes.
    const { most } = await one<{ most: number }>(server.db, sql`select max(attempts) as most from login_attempts`);
    expect(most).toBe(61);
    expect((await send([event()])).status).toBe(200);
  });

  const addEmployee = (employee_id: string, more: object = {}) =>
    server.ask('POST /employees', {
      token,
      body: { company_id: door.company_id, employee_id, name: 'Late Comer', ...more },
    });

  test('accepts the event of the controller script', async () => {
    const args = ['scripts/controller.mjs', door.unique_identifier, secret, '990007', 'check-out'];
    const env = { ...process.env, SERVER: server.url };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout).toMatch(/^200 /);
    expect(await storedFor('990007')).toBe(1);
  });

  test('keeps the event of an unknown employee and links it once they are added', async () => {
    const { data } = await send([event({ employee_id: '990006' })]);
    expect(data.results[0]?.employee).toBe('unknown');
    const find = async () => {
      const { json } = await server.ask(`GET /attendance/${data.results[0]?.record_id}`, { token });
      return { code: json.data, record: answerDecoder('GET /attendance/{id}')(json.data) };
    };
    expect((await find()).record.employee).toBeNull();
    expect((await find()).code).toMatchObject({ employee_code: '990006' });
    const unknown = await server.ask('GET /attendance?employee_id=0&per_page=100', { token });
    expect(answerDecoder('GET /attendance')(unknown.json.data).data.map(({ id }) => id)).toContain(
      data.results[0]?.record_id,
    );
    expect((await addEmployee('990006')).status).toBe(201);
    expect((await find()).record.employee).toMatchObject({ name: 'Late Comer', employee_id: '990006' });
  });

  test('links an event only to the employee with its number in the controller’s company', async () => {
    const { id: elsewhere } = await one<{ id: number }>(server.db, sql`select min(id) as id from companies`);
    const ownerOf = async (record: number | null | undefined) => {
      const { json } = await server.ask(`GET /attendance/${record}`, { token });
      return answerDecoder('GET /attendance/{id}')(json.data).employee?.name;
    };
    const sendOne = async (timestamp: string) =>
      (await send([event({ employee_id: '990008', timestamp })])).data.results[0];

    await addEmployee('990008', { company_id: elsewhere, name: 'Namesake, there before' });
    const first = await sendOne('2026-03-02T08:00:00Z');
    expect(first?.employee).toBe('unknown');
    await server.db.run(sql`update employees set employee_id = 'gone' where employee_id = '990008'`);
    await addEmployee('990008', { company_id: elsewhere, name: 'Namesake, added later' });
    expect(await ownerOf(first?.record_id)).toBeUndefined();

    const { json } = await addEmployee('990008', { name: 'Owner' });
    expect(await ownerOf(first?.record_id)).toBe('Owner');
    const { id } = answerDecoder('GET /employees/{id}')(json.data);
    await server.ask(`DELETE /employees/${id}`, { token });
    const second = await sendOne('2026-03-02T09:00:00Z');
    expect(second?.employee).toBe('unknown');
    await addEmployee('990008', { name: 'Successor' });
    expect(await ownerOf(first?.record_id)).toBe('Owner');
    expect(await ownerOf(second?.record_id)).toBe('Successor');
  });

  test('stores the same events sent 16 times at once in another order, without a deadlock', async () => {
    const events = Array.from({ length: 1_000 }, (_, index) =>
      event({ employee_id: '992000', event_id: `same-${index}` }),
    );
    const shuffled = () => [...events].sort(() => Math.random() - 0.5);
    const before = await countDeadlocks();
    // All requests arrive while their company is locked; then they start at the same moment.
    const { sending } = await server.db.tx(async (queries) => {
      await queries.run(sql`update companies set name = name where id = ${door.company_id}`);
      const sending = Array.from({ length: 16 }, () => send(shuffled()));
      if (server.db.dialect === 'postgres') await wait(1_000);
      return { sending };
    });
    const answers = await Promise.all(sending);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await storedFor('992000')).toBe(1_000);
    expect(await countDeadlocks()).toBe(before);
  });

  async function countDeadlocks(): Promise<number> {
    if (server.db.dialect === 'sqlite') return 0;
    await wait(1_100); // PostgreSQL reports them once a second.
    const row = sql`select deadlocks as total from pg_stat_database where datname = current_database()`;
    return (await one<{ total: number }>(server.db, row)).total;
  }

  test('answers other calls while one controller’s batches wait', async () => {
    if (server.db.dialect === 'sqlite') return; // It runs one transaction at a time.
    const answered: number[] = [];
    const batches = Array.from({ length: 20 }, (_, index) => [event({ event_id: `queued-${index}` })]);
    const { sending } = await server.db.tx(async (queries) => {
      await queries.run(sql`update access_controllers set name = name where id = ${door.id}`);
      const sending = batches.map((batch) => send(batch).then(({ status }) => answered.push(status)));
      await expect.poll(() => answered).toEqual([429, 429, 429, 429]);
      for (let call = 0; call < 10; call++) expect((await server.ask('GET /companies', { token })).status).toBe(200);
      return { sending };
    });
    await Promise.all(sending);
    expect(answered.slice(4)).toEqual(Array.from({ length: 16 }, () => 200));
  });

  test('links all events that arrive while the employee is added', async () => {
    for (let round = 0; round < 10; round++) {
      const code = `99100${round}`;
      const sendings = Array.from({ length: 4 }, (_, index) =>
        send([event({ employee_id: code, event_id: `${code}-${index}` })]),
      );
      const [added] = await Promise.all([addEmployee(code), ...sendings]);
      expect(added.status).toBe(201);
    }
    const { total } = await one<{ total: number }>(
      server.db,
      sql`select count(*) as total from attendance where employee_code like '99100%' and employee_id is null`,
    );
    expect(total).toBe(0);
    expect(await storedFor('991005')).toBe(4);
  });
});
