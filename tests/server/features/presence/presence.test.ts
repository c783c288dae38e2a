// Who is in, who has left, who was not seen, and which controllers are silent.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { textOf } from '../../../support/server/statements.ts';
import { startWorld, type World } from './world.ts';

const noon = '2031-03-12 12:00';

describe.each(databases)('on $name', ({ create }) => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld(create, noon);
    const { employ, addDoor, punch } = world;
    await addDoor('Main gate', 'Quay 1');
    await addDoor('Side gate', 'Quay 1');
    await addDoor('Depot', '');
    await addDoor('New door', 'Quay 2');
    await employ('Anna', { department: 'Kitchen' });
    await employ('Berta', { department: 'Kitchen' });
    await employ('Carl');
    await employ('Doris');
    await employ('Emil');
    await employ('Former', { until: '2031-02-28' });
    await employ('Guest', { until: '2031-02-28' });
    await employ('Inactive', { isActive: false });

    await punch('Anna', 'Main gate', 'in', '2031-03-12 08:12:30');
    await punch('Berta', 'Side gate', 'in', '2031-03-12 06:00');
    await punch('Berta', 'Depot', 'out', '2031-03-12 11:00');
    // A night shift that ended this morning.
    await punch('Carl', 'Main gate', 'in', '2031-03-11 22:00');
    await punch('Carl', 'Main gate', 'out', '2031-03-12 06:05');
    // Left yesterday.
    await punch('Doris', 'Main gate', 'in', '2031-03-11 08:00');
    await punch('Doris', 'Main gate', 'out', '2031-03-11 17:00');
    // Came more than 16 hours ago.
    await punch('Emil', 'Main gate', 'in', '2031-03-11 19:00');
    await punch('Guest', 'Main gate', 'in', '2031-03-12 09:00');
    await punch('Inactive', 'Main gate', 'in', '2031-03-12 09:00');
  });
  afterAll(() => world.server.stop());

  const list = async (query = '') => {
    const { json } = await world.ask(`GET /presence?company_id=${world.company}${query}`);
    return answerDecoder('GET /presence')(json.data);
  };
  const states = async (query = '') =>
    (await list(query)).data.map(({ employee, state, since }) => [employee.name, state, since.slice(0, 16)].join(' '));
  const summary = async (query = '') => {
    const { json } = await world.ask(`GET /presence/summary?company_id=${world.company}${query}`);
    return answerDecoder('GET /presence/summary')(json.data);
  };

  test('tells of one person, however many others the employee ID may mean', async () => {
    const [, guest] = (await list()).data;
    expect(await states(`&employee_id=${guest?.employee.id}`)).toEqual(['Guest in 2031-03-12T09:00']);
  });

  test('lists active people by state and name', async () => {
    expect(await states()).toEqual([
      'Anna in 2031-03-12T08:12',
      'Guest in 2031-03-12T09:00',
      'Berta out 2031-03-12T11:00',
      'Carl out 2031-03-12T06:05',
      'Doris not_seen ',
      'Emil not_seen ',
    ]);
    expect((await list()).data[0]).toEqual({
      employee: { id: world.people.Anna, name: 'Anna', employee_id: 'Anna-1', department: 'Kitchen' },
      company: { id: world.company, name: 'Seaport' },
      state: 'in',
      since: '2031-03-12T08:12:30+01:00',
      controller: 'Main gate',
      site: 'Quay 1',
    });
  });

  test('narrows by state, site, department and words, in pages', async () => {
    expect(await states('&state=not_seen')).toEqual(['Doris not_seen ', 'Emil not_seen ']);
    expect(await states('&site=Depot')).toEqual(['Berta out 2031-03-12T11:00']);
    expect(await states('&department=Kitchen&state=in')).toEqual(['Anna in 2031-03-12T08:12']);
    expect(await states('&q=car')).toEqual(['Carl out 2031-03-12T06:05']);
    expect(await states('&per_page=2&page=2')).toEqual(['Berta out 2031-03-12T11:00', 'Carl out 2031-03-12T06:05']);
    expect((await list('&per_page=2')).total).toBe(6);
  });

  test('counts all who match, whatever the state, and offers every site and department', async () => {
    const all = await summary('&state=in');
    expect(all.as_of).toBe('2031-03-12T12:00:00+01:00');
    expect(all.counts).toEqual({ in: 2, out: 2, not_seen: 2 });
    expect(all.sites).toEqual([
      { name: 'Depot', in: 0 },
      { name: 'Quay 1', in: 2 },
    ]);
    expect(all.departments).toEqual([{ name: 'Kitchen', in: 1 }]);
    const kitchen = await summary('&department=Kitchen');
    expect(kitchen.counts).toEqual({ in: 1, out: 1, not_seen: 0 });
    expect(kitchen.departments).toEqual([{ name: 'Kitchen', in: 1 }]);
    expect(kitchen.sites).toEqual([
      { name: 'Depot', in: 0 },
      { name: 'Quay 1', in: 1 },
    ]);
  });

  test('an event that was set aside does not count, and one that a person added has no site', async () => {
    const { server, people } = world;
    await server.db.run(
      sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at, reason,
          state, author, created_at)
        values (${world.company}, ${people.Anna ?? 0}, 'Anna-1', '2031-03-12', 'set_aside', 'check-in',
          '2031-03-12 07:12:30', 'Not hers', 'applied', 'Ada', '2031-03-12 10:00:00')`,
    );
    await server.db.run(
      sql`update attendance set set_aside_by = (select max(id) from corrections) where employee_id = ${people.Anna ?? 0}`,
    );
    expect(await states('&q=anna')).toEqual(['Anna not_seen ']);
    await server.db.run(
      sql`update access_controllers set is_for_corrections = true where id = ${world.doors.Depot ?? 0}`,
    );
    expect((await list('&q=berta')).data[0]).toMatchObject({ controller: 'Depot', site: '' });
    await server.db.run(sql`update attendance set set_aside_by = null`);
    await server.db.run(sql`update access_controllers set is_for_corrections = false`);
  });

  test('people at a reader that guesses the last passage as the end are in until the day is over', async () => {
    const { employ, punch, server, people } = world;
    await employ('Gerda');
    await employ('Hans');
    await punch('Gerda', 'Main gate', 'in', '2031-03-12 07:00');
    await punch('Gerda', 'Main gate', 'out', '2031-03-12 11:00');
    await punch('Hans', 'Main gate', 'in', '2031-03-11 21:00');
    await punch('Hans', 'Main gate', 'out', '2031-03-11 23:00');
    expect(await states('&q=gerda')).toEqual(['Gerda out 2031-03-12T11:00']);
    const both = [people.Gerda ?? 0, people.Hans ?? 0];
    await server.db.run(sql`update attendance set guessed_by = 'first_last' where employee_id in (${both})`);
    // A guess may change with any event of the person, even one that repeats the first.
    await punch('Gerda', 'Main gate', 'in', '2031-03-12 07:00:20');
    expect(await states('&q=gerda')).toEqual(['Gerda in 2031-03-12T07:00']);
    expect(await states('&q=hans')).toEqual(['Hans not_seen ']);
  });

  test('reads again only the events of those to whom something happened', async () => {
    const all = vi.spyOn(world.server.db, 'all');
    const readAgain = async () => {
      all.mockClear();
      await list();
      const ofEvents = all.mock.calls.filter(([statement]) =>
        textOf(statement).includes('string_agg(cast(occurred_at'),
      );
      return ofEvents.flatMap(([{ values }]) => JSON.parse(String(values[0]))).map(({ person }) => person);
    };
    await list();
    expect(await readAgain()).toEqual([]);
    await world.punch('Anna', 'Main gate', 'out', '2031-03-12 11:59');
    expect(await readAgain()).toEqual([world.people.Anna]);
    expect(await readAgain()).toEqual([]);
    all.mockRestore();
    await world.server.db.run(sql`delete from attendance where occurred_at = '2031-03-12 10:59:00'`);
  });

  test('a controller is silent that sends nothing in a time in which it did a week before', async () => {
    const { punch } = world;
    const silent = async () =>
      (await summary()).controllers.flatMap(({ name, is_silent, sentence }) =>
        is_silent ? `${name}: ${sentence}` : [],
      );
    expect(await silent()).toEqual(['New door: It has never sent an event.']);
    for (const minute of ['10', '20', '30', '40']) await punch('Emil', 'Depot', 'in', `2031-03-05 11:${minute}`);
    expect(await silent()).toHaveLength(1);
    await punch('Emil', 'Depot', 'out', '2031-03-05 11:50');
    expect(await silent()).toEqual([
      'Depot: It has sent nothing since 11:00, and sent 5 events or more in the same time a week before.',
      'New door: It has never sent an event.',
    ]);
    expect((await summary('&site=Quay%202')).controllers.map(({ name }) => name)).toEqual(['New door']);
    await punch('Emil', 'New door', 'in', '2031-03-01 09:00');
    expect(await silent()).toContain('New door: It has sent nothing since 1 Mar 09:00.');
    const activate = (isActive: boolean) =>
      world.server.db.run(sql`update companies set is_active = ${isActive} where id = ${world.company}`);
    await activate(false); // its doors send nothing on purpose
    expect(await silent()).toEqual([]);
    await activate(true);
  });

  test('shows each caller the own companies only', async () => {
    const token = await world.server.signIn(world.server.users.manager);
    const [people, counts] = [
      await world.ask('GET /presence', undefined, token),
      await world.ask('GET /presence/summary', undefined, token),
    ];
    expect(answerDecoder('GET /presence')(people.json.data).total).toBeGreaterThan(0);
    expect(JSON.stringify([people.json, counts.json])).not.toMatch(/Seaport|Anna-1|Quay/);
  });

  test('the last day of an employment ends with the working day', async () => {
    const rules = { starts_at: '04:00', repeat_seconds: 60, needs_second_person: false };
    expect((await world.ask(`PUT /companies/${world.company}/day-rules`, rules)).status).toBe(200);
    await world.employ('Last', { until: '2031-03-12' });
    world.setClock('2031-03-13 03:59');
    const token = await world.server.signIn(world.server.users.administrator);
    const found = async () => {
      const { json } = await world.ask(`GET /presence?company_id=${world.company}&q=last`, undefined, token);
      return answerDecoder('GET /presence')(json.data).total;
    };
    expect(await found()).toBe(1);
    world.setClock('2031-03-13 04:00');
    expect(await found()).toBe(0);
  });
});
