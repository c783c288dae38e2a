// The sidebar's counts: each equals the length of the list behind its link, and is null for callers who may not see it.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deleteOldChanges, numberChanges } from '../../../../server/features/attendance/changes.ts';
import { scalar, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { textOf } from '../../../support/server/statements.ts';
import { storedDevices } from '../devices/storedDevices.ts';
import { startWorld, type World } from '../presence/world.ts';

describe.each(databases)('on $name', ({ create }) => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld(create, '2031-03-12 12:00');
    const stored = storedDevices(world);
    for (const door of ['Gate', 'Depot', 'Idle']) await world.addDoor(door, `${door} road`);
    for (const name of ['Anna', 'Bela', 'Cleo']) await world.employ(name);
    for (const door of ['Gate', 'Depot']) await stored.connect(door, 'zkteco');
    await stored.addDevice('Gate', { heardAt: '2031-03-12 10:59:50' });
    // Silent since eight o'clock in Berlin.
    await stored.addDevice('Depot', { heardAt: '2031-03-12 07:00:00' });
    for (const day of ['09', '10', '11'])
      for (const name of ['Anna', 'Bela']) await world.punch(name, 'Depot', 'in', `2031-03-${day} 07:30`);
    await world.punch('Cleo', 'Depot', 'in', '2031-03-11 07:30'); // once is not usual
    await world.punch('Bela', 'Gate', 'in', '2031-03-12 09:00');
  });
  afterAll(() => world.server.stop());

  const counts = async (token?: string) =>
    answerDecoder('GET /attention/counts')((await world.ask('GET /attention/counts', undefined, token)).json.data);
  const listed = async (filters = '') =>
    answerDecoder('GET /exceptions')(
      (await world.ask(`GET /exceptions?is_answered=false&per_page=100${filters}`)).json.data,
    ).data;
  /** Reads lists that are never kept: single people's, and of events that belong to nobody. */
  const listedAnew = async () => {
    const lists = [await listed('&kind=unknown_person')];
    for (const id of Object.values(world.people)) lists.push(await listed(`&employee_id=${id}`));
    return lists.flat();
  };
  const byRecord = (rows: readonly { kind: string; record: { id: number } }[]) =>
    rows.map(({ kind, record }) => `${kind} ${record.id}`).sort();
  const missed = async (door: string, token?: string) => {
    const { json } = await world.ask(`GET /access-controllers/${world.doors[door]}/device/missed`, undefined, token);
    return answerDecoder('GET /access-controllers/{id}/device/missed')(json.data);
  };
  const doors = async (claim: string) => {
    const call = `GET /access-controllers?company_id=${world.company}&claim=${claim}`;
    const { data, total } = answerDecoder('GET /access-controllers')((await world.ask(call)).json.data);
    expect(total).toBe(data.length);
    return data.map(({ name }) => name);
  };

  test('counts what the lists hold', async () => {
    const { exceptions, controllers, hr } = await counts();
    expect(exceptions).toBe((await listed()).length);
    expect(exceptions).toBeGreaterThan(0);
    const inTrouble = answerDecoder('GET /access-controllers')(
      (await world.ask('GET /access-controllers?claim=trouble')).json.data,
    );
    expect(controllers).toBe(inTrouble.total);
    const { waiting, failed } = answerDecoder('GET /attention')((await world.ask('GET /attention')).json.data).hr ?? {};
    expect(hr).toBe((waiting ?? 0) + (failed ?? 0));
  });

  test('follows events, answers and edits at once', async () => {
    const expectCount = async (change: number) => {
      const { exceptions } = await counts();
      expect(byRecord(await listed())).toEqual(byRecord(await listedAnew()));
      expect(exceptions).toBe((await listed()).length);
      expect(exceptions).toBe(before + change);
    };
    const ok = async (call: string, body: unknown) => {
      const { status, json } = await world.ask(call, body);
      expect({ status, json }).toMatchObject({ json: { success: true } });
    };
    let before = (await counts()).exceptions ?? 0;
    await world.punch('Anna', 'Gate', 'out', '2031-03-10 16:00');
    await expectCount(-1);
    await world.punch('Nobody', 'Gate', 'in', '2031-03-11 08:00');
    await expectCount(0);

    const open = (await listed()).find(({ kind, employee }) => kind === 'no_check_out' && employee?.name === 'Bela');
    const asIs = { kind: 'as_is', record_id: open?.record.id, exception: 'no_check_out' };
    await ok('POST /corrections', { reason: 'Left by the yard', corrections: [asIs] });
    await expectCount(-1);
    before = (await counts()).exceptions ?? 0;

    await ok(`PUT /employees/${world.people.Cleo}`, {
      ...answerDecoder('GET /employees')((await world.ask('GET /employees?q=Cleo')).json.data).data[0],
      employed_until: '2031-03-10',
    });
    await expectCount(1);
  });

  test('computes again only the days that an act may have changed', async () => {
    const { server, company, people } = world;
    const all = vi.spyOn(server.db, 'all');
    const computed = async () => {
      all.mockClear();
      await counts();
      const ofEvents = all.mock.calls.filter(([statement]) =>
        textOf(statement).includes('string_agg(cast(occurred_at'),
      );
      return ofEvents.flatMap(([{ values }]) => JSON.parse(String(values[0]))).map(({ person }) => person);
    };
    const url = { url_type: 'hr_system', url: 'http://127.0.0.1:9', description: '' };
    await world.ask(`POST /companies/${company}/urls`, url);
    await counts();
    expect((await world.ask('POST /closed-months', { company_id: company, month: '2031-01' })).status).toBe(201);
    expect((await world.ask(`POST /hr-sync/companies/${company}`, {})).json).toMatchObject({ success: true });
    // Bela's record of today was sent.
    expect(await computed()).toEqual([people.Bela]);
    expect(await computed()).toEqual([]);
    const ofAnna = await scalar(server.db, sql`select max(id) from attendance where employee_id = ${people.Anna ?? 0}`);
    await world.ask('POST /attendance/mark-processed', { record_ids: [ofAnna] });
    expect(await computed()).toEqual([people.Anna]);
    await server.db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        select company_id, id, 'Elsewhere', (select min(id) from access_controllers where company_id = employees.company_id),
          'check-in', '2031-03-11 08:00:00', '2031-03-11 08:00:00'
        from employees where company_id <> ${company} order by id limit 1`,
    );
    expect(await computed()).toHaveLength(1);
    const shown = answerDecoder('GET /companies/{id}')((await world.ask(`GET /companies/${company}`)).json.data);
    await world.ask(`PUT /companies/${company}`, { ...shown, name: 'Airport' });
    expect((await computed()).toSorted()).toEqual(Object.values(people).toSorted());
    await server.db.run(sql`delete from attendance where employee_code = 'Elsewhere'`);
    all.mockRestore();
  });

  test('follows events whose changes were forgotten before anybody asked again', async () => {
    const { db } = world.server;
    const days = '&start_date=2031-03-01&end_date=2031-03-08';
    const ofAnna = (rows: Awaited<ReturnType<typeof listed>>) =>
      byRecord(rows.filter(({ employee }) => employee?.id === world.people.Anna));
    expect(ofAnna(await listed(days))).toEqual([]);
    await world.punch('Anna', 'Gate', 'in', '2031-03-05 07:30');
    await world.punch('Bela', 'Gate', 'in', '2031-03-06 07:30');
    await numberChanges(db);
    await deleteOldChanges(db, new Date('2099-01-01T00:00:00Z'));
    const found = ofAnna(await listed(days));
    expect(found).toEqual(byRecord(await listed(`${days}&employee_id=${world.people.Anna}`)));
    expect(found).toHaveLength(1);
  });

  test('counts the days that the console lists, wherever it is tomorrow already', async () => {
    const { server, company } = world;
    const rules = { starts_at: '00:00', repeat_seconds: 60, needs_second_person: false };
    const inZone = (timezone: string) => world.ask(`PUT /companies/${company}/day-rules`, { ...rules, timezone });
    await inZone('Pacific/Kiritimati');
    // It is 13 March there, and noon on the 12th in the installation's zone.
    await world.punch('Stranger', 'Gate', 'in', '2031-03-12 11:30');
    const token = await server.signIn(server.users.administrator);
    const list = (days: string) => world.ask(`GET /exceptions?is_answered=false${days}`, undefined, token);
    const [shown, usual] = [await list('&start_date=2031-02-27&end_date=2031-03-12'), await list('')];
    const { total } = answerDecoder('GET /exceptions')(shown.json.data);
    expect(answerDecoder('GET /exceptions')(usual.json.data).total).toBe(total);
    expect((await counts(token)).exceptions).toBe(total);
    await server.db.run(sql`delete from attendance where employee_code = 'Stranger-1'`);
    await inZone('');
  });

  test('says nothing of what somebody may not see', async () => {
    const { server } = world;
    await server.db.run(
      sql`delete from role_permissions where permission_id in
        (select id from permissions where name in ('devices.view', 'hr_sync.view'))
        and role_id <> (select min(role_id) from user_roles join users on users.id = user_id
          where email = ${server.users.administrator.email})`,
    );
    const token = await server.signIn(server.users.auditor);
    expect(await counts(token)).toMatchObject({ controllers: null, hr: null });
    expect((await world.ask('GET /access-controllers?claim=trouble', undefined, token)).status).toBe(403);
  });

  test('the list of access controllers narrows to what is wrong with them', async () => {
    expect(await doors('trouble')).toEqual(['Depot']);
    expect(await doors('silent')).toEqual(['Depot']);
    expect(await doors('drifting')).toEqual([]);
    expect(await doors('no_such_claim')).toEqual([]);
  });

  test('a silent door names those who usually pass it and were seen nowhere since', async () => {
    expect(await missed('Depot')).toMatchObject({
      since: '2031-03-12T08:00:00+01:00',
      usual: 2,
      unseen: 1,
      people: [{ name: 'Anna' }],
    });
    expect(await missed('Gate')).toEqual({ since: '', usual: 0, unseen: 0, people: [] });
  });

  test('a check-out that does not come is missing once the shift is too long, without an event', async () => {
    // Bela checked in at nine.
    world.setClock('2031-03-13 00:59');
    const token = await world.server.signIn(world.server.users.administrator);
    const before = (await counts(token)).exceptions;
    world.setClock('2031-03-13 01:01');
    expect((await counts(token)).exceptions).toBe((before ?? 0) + 1);
    const { json } = await world.ask('GET /exceptions?is_answered=false', undefined, token);
    expect(answerDecoder('GET /exceptions')(json.data).total).toBe((before ?? 0) + 1);
  });
});
