// Roll calls: the content of the snapshot, ticks from several phones that arrive late, twice and in any order, and the
// lasting report.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { RollCallReport } from '../../../../src/shared/contract/presence.ts';
import { endRollCalls } from '../../../support/people/rollCalls.ts';
import { databases } from '../../../support/server/databases.ts';
import { serveDatabase } from '../../../support/server/server.ts';
import { startWorld, type World } from './world.ts';

const start = '2031-03-12 12:00';
/** The instant so many seconds after the start. */
const atSecond = (seconds: number) => new Date(Date.parse('2031-03-12T11:00:00Z') + seconds * 1_000).toISOString();

describe.each(databases)('on $name', ({ create }) => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld(create, start);
    const { employ, addDoor, punch } = world;
    await addDoor('Main gate', 'Quay 1');
    await addDoor('Dead door', 'Quay 1');
    await addDoor('Depot', 'Quay 2');
    await employ('Anna', { department: 'Kitchen' });
    await employ('Berta');
    await employ('Carl');
    await employ('Doris');
    await punch('Anna', 'Main gate', 'in', '2031-03-12 08:00');
    await punch('Berta', 'Main gate', 'in', '2031-03-12 08:30');
    await punch('Carl', 'Main gate', 'in', '2031-03-12 07:00');
    await punch('Carl', 'Depot', 'out', '2031-03-12 11:00');
  });
  afterAll(() => world.server.stop());

  async function begin(fields: object = {}): Promise<RollCallReport> {
    world.setClock(start);
    await endRollCalls(world.server.db);
    const { status, json } = await world.ask('POST /roll-calls', { company_id: world.company, ...fields });
    expect([status, json.message]).toEqual([201, expect.anything()]);
    return answerDecoder('POST /roll-calls')(json.data);
  }
  const read = async (id: number) =>
    answerDecoder('GET /roll-calls/{id}')((await world.ask(`GET /roll-calls/${id}`)).json.data);
  const tick = (id: number, name: string, seconds: number, is_ticked = true, sentAfter?: number) =>
    world.ask(`POST /roll-calls/${id}/ticks`, {
      ticks: [{ employee_id: world.people[name], is_ticked, at: atSecond(seconds) }],
      ...(sentAfter !== undefined && { sent_at: atSecond(sentAfter) }),
    });
  const ticked = async (id: number) =>
    (await read(id)).people.filter(({ is_ticked }) => is_ticked).map(({ employee }) => employee.name);
  const auditEntries = async () =>
    (await one<{ n: number }>(world.server.db, sql`select count(*) as n from audit where subject = 'roll_calls'`)).n;

  test('begins with everybody of the company, and expects those who are in', async () => {
    const { roll_call, people, silent } = await begin();
    expect(roll_call).toMatchObject({
      company: { id: world.company, name: 'Seaport' },
      started_at: '2031-03-12T12:00:00+01:00',
      ended_at: '',
      expected: 2,
      ticked: 0,
      others: 0,
    });
    expect(people.map(({ employee, state }) => `${employee.name} ${state}`)).toEqual([
      'Anna in',
      'Berta in',
      'Carl out',
      'Doris not_seen',
    ]);
    expect(people[0]).toMatchObject({ since: '2031-03-12T08:00:00+01:00', site: 'Quay 1', is_ticked: false });
    expect(silent).toEqual(['Dead door']);
  });

  test('can be about one site or department', async () => {
    const names = ({ people }: RollCallReport) => people.map(({ employee }) => employee.name);
    expect(names(await begin({ site: 'Quay 2' }))).toEqual(['Carl']);
    expect(names(await begin({ department: 'Kitchen' }))).toEqual(['Anna']);
  });

  test('another one of the same people can begin a minute later', async () => {
    const { id } = (await begin()).roll_call;
    const again = async () => {
      const { json } = await world.ask('POST /roll-calls', { company_id: world.company });
      return answerDecoder('POST /roll-calls')(json.data).roll_call.id;
    };
    expect(await again()).toBe(id);
    world.setClock('2031-03-12 12:01');
    const later = await again();
    expect(later).toBeGreaterThan(id);
    // The clock was ahead and is set back.
    world.setClock('2031-03-12 11:30');
    expect(await again()).toBeGreaterThan(later);
  });

  test('counts those who were expected and others apart, and keeps who ticked and when', async () => {
    const { id } = (await begin()).roll_call;
    await tick(id, 'Anna', 5);
    const { json } = await tick(id, 'Carl', 6);
    expect(json.data).toMatchObject({ expected: 2, ticked: 1, others: 1 });
    expect((await read(id)).people[0]).toMatchObject({
      is_ticked: true,
      ticked_by: world.server.users.administrator.name,
      ticked_at: '2031-03-12T12:00:05+01:00',
    });
  });

  test('the last tick of a person by its time counts, whenever it arrives', async () => {
    const { id } = (await begin()).roll_call;
    await tick(id, 'Anna', 20);
    await tick(id, 'Anna', 10, false);
    expect(await ticked(id)).toEqual(['Anna']);
    await tick(id, 'Anna', 30, false);
    await tick(id, 'Anna', 20);
    expect(await ticked(id)).toEqual([]);
    const ticks = [
      { employee_id: world.people.Berta, is_ticked: true, at: atSecond(41) },
      { employee_id: world.people.Berta, is_ticked: false, at: atSecond(40.5) },
    ];
    await world.ask(`POST /roll-calls/${id}/ticks`, { ticks });
    expect(await ticked(id)).toEqual(['Berta']);
  });

  test('a phone whose clock is ahead has no last word', async () => {
    const { id } = (await begin()).roll_call;
    const { json } = await tick(id, 'Anna', 3 * 3_600);
    expect(json.data).toMatchObject({ ticked: 1 });
    expect((await read(id)).people[0]).toMatchObject({ ticked_at: '2031-03-12T12:00:00+01:00' });
    await tick(id, 'Anna', 5, false);
    expect(await ticked(id)).toEqual([]);
  });

  test('a phone whose clock is behind ticks when the roll call began, in the order in which it ticks', async () => {
    const { id } = (await begin()).roll_call;
    await tick(id, 'Anna', -3_600);
    expect((await read(id)).people[0]).toMatchObject({ is_ticked: true, ticked_at: '2031-03-12T12:00:00+01:00' });
    await tick(id, 'Anna', -3_599, false);
    expect(await ticked(id)).toEqual([]);
    await tick(id, 'Anna', 5);
    await tick(id, 'Anna', -3_598, false);
    expect(await ticked(id)).toEqual(['Anna']);
  });

  test('a tick that arrives twice changes nothing and is audited once', async () => {
    const { id } = (await begin()).roll_call;
    const before = await auditEntries();
    await tick(id, 'Anna', 5);
    const once = await read(id);
    const { status } = await tick(id, 'Anna', 5);
    expect([status, await auditEntries()]).toEqual([200, before + 1]);
    expect(await read(id)).toEqual(once);
  });

  test('a tick of a stranger or without a time keeps back no other one, and is reported', async () => {
    const { id } = (await begin()).roll_call;
    const good = { employee_id: world.people.Anna, is_ticked: true, at: atSecond(1) };
    const stranger = { ...good, employee_id: 999_999 };
    for (const [bad, message] of [
      [stranger, '1 of 2 ticks were left out. The person is not in the roll call'],
      [{ ...good, at: 'soon' }, '1 of 2 ticks were left out. Its time is not one in UTC'],
      [{ ...good, at: '2031-03-12T99:00:00Z' }, '1 of 2 ticks were left out. Its time is not one in UTC'],
    ] as const) {
      const { status, json } = await world.ask(`POST /roll-calls/${id}/ticks`, { ticks: [bad, good] });
      expect([status, json.message]).toEqual([200, message]);
    }
    expect(await ticked(id)).toEqual(['Anna']);
    const entries = await world.server.db.all<{ entry: string }>(
      sql`select entry from audit where action = 'roll_calls.tick' and subject_id = ${id} order by id`,
    );
    expect(entries).toHaveLength(3);
    expect(entries[0]?.entry).toContain('left_out');
  });

  test('after its end, only ticks count that were made before', async () => {
    const { id } = (await begin()).roll_call;
    world.setClock('2031-03-12 12:10');
    const ended = await world.ask(`POST /roll-calls/${id}/end`);
    expect(ended.json.data).toMatchObject({ roll_call: { ended_at: '2031-03-12T12:10:00+01:00' } });
    await tick(id, 'Anna', 599);
    await tick(id, 'Berta', 602);
    expect(await ticked(id)).toEqual(['Anna']);
    // Two phones whose clocks are 30 seconds and an hour ahead, as they say when they send.
    await tick(id, 'Berta', 629, true, 630);
    await tick(id, 'Carl', 600 + 3_599, true, 600 + 3_600);
    await tick(id, 'Doris', 632, true, 630);
    const { people } = await read(id);
    expect(await ticked(id)).toEqual(['Anna', 'Berta', 'Carl']);
    expect(people[1]).toMatchObject({ ticked_at: '2031-03-12T12:10:00+01:00' });
    await tick(id, 'Berta', 629, false, 630);
    await tick(id, 'Carl', 600 + 3_599, false, 600 + 3_600);
    world.setClock('2031-03-12 12:20');
    const before = await auditEntries();
    const again = await world.ask(`POST /roll-calls/${id}/end`);
    expect(again.json.data).toMatchObject({ roll_call: { ended_at: '2031-03-12T12:10:00+01:00', ticked: 1 } });
    expect(await auditEntries()).toBe(before);
  });

  test('the report keeps the names and the states of the day', async () => {
    const { id } = (await begin()).roll_call;
    const before = await read(id);
    await world.server.db.run(sql`update employees set name = 'Renamed' where id = ${world.people.Doris ?? 0}`);
    await world.punch('Doris', 'Depot', 'in', '2031-03-12 11:30');
    expect(await read(id)).toEqual(before);
    await world.server.db.run(sql`update employees set name = 'Doris' where id = ${world.people.Doris ?? 0}`);
    await world.server.db.run(sql`delete from attendance where employee_id = ${world.people.Doris ?? 0}`);
  });

  test('needs a company, and somebody to call', async () => {
    for (const fields of [{ company_id: null }, { site: 'Nowhere' }]) {
      const { status, json } = await world.ask('POST /roll-calls', { company_id: world.company, ...fields });
      expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['company_id']]);
    }
  });

  test('lists the newest first, and hides those of other companies', async () => {
    const { id } = (await begin()).roll_call;
    const listed = await world.ask(`GET /roll-calls?company_id=${world.company}&per_page=1`);
    expect(listed.json.data).toMatchObject({ data: [{ id }] });
    const { server } = world;
    // Somebody who may take roll calls in other companies.
    await server.db.run(
      sql`insert into role_permissions (role_id, permission_id) select roles.id, permissions.id from roles, permissions
        where roles.name = 'hr_manager' and permissions.name = 'presence.roll_call'`,
    );
    const token = await server.signIn(server.users.manager);
    expect((await world.ask('GET /roll-calls', undefined, token)).json.data).toMatchObject({ total: 0, data: [] });
    expect((await world.ask(`GET /roll-calls/${id}`, undefined, token)).status).toBe(404);
    for (const [call, body] of [
      [`/${id}/ticks`, { ticks: [] }],
      [`/${id}/end`, {}],
      ['', { company_id: world.company }],
    ] as const) {
      expect((await world.ask(`POST /roll-calls${call}`, body, token)).status).toBe(404);
    }
  });

  test('does not name a person erased while it began, and begins in no company deleted meanwhile', async () => {
    const { db } = world.server;
    await endRollCalls(db);
    await world.employ('Emil', { until: '2031-03-12' });
    world.setClock('2031-03-13 05:00');
    const token = await world.server.signIn(world.server.users.administrator);
    await world.punch('Emil', 'Depot', 'in', '2031-03-12 20:00');
    const erasure = { kind: 'employees', id: world.people.Emil, reason: 'Asked for it', last_day: '' };
    const changes = [
      () => world.ask('POST /privacy/erasures', erasure, token),
      () => world.ask(`DELETE /companies/${world.company}`, undefined, token),
    ];
    const { ask, close } = await serveDatabase(
      {
        ...db,
        async tx(work) {
          const change = changes.shift();
          if (change) expect(await change()).toMatchObject({ status: 200 });
          return db.tx(work);
        },
      },
      { clock: () => new Date('2031-03-13T04:00:00Z') },
    );
    const start = () => ask('POST /roll-calls', { token, body: { company_id: world.company } });
    const { people } = answerDecoder('POST /roll-calls')((await start()).json.data);
    expect(people.map(({ employee }) => employee.name)).toContainEqual(expect.stringMatching(/^Erased employee/));
    await endRollCalls(db);
    expect((await start()).status).toBe(404);
    await close();
  });
});
