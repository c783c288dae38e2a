// Saved views: kept in the order chosen by their owner, and out of everyone else's reach.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const view = { name: 'Late shift', path: '/attendance', query: 'company_id=3&event_type=check-in' };

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let mine: string;
  let theirs: string;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 0 } });
    mine = await server.signIn(server.users.manager);
    theirs = await server.signIn(server.users.administrator);
  });
  beforeEach(() => server.db.run(sql`delete from saved_views`));
  afterAll(() => server.stop());

  const ask = (key: string, body?: object, token = mine) => server.ask(key, { token, ...(body && { body }) });
  const list = async (token = mine) =>
    answerDecoder('GET /views')((await ask('GET /views', undefined, token)).json.data);
  async function save(fields: object = {}): Promise<number> {
    const { json } = await ask('POST /views', { ...view, ...fields });
    return answerDecoder('POST /views')(json.data)?.id ?? 0;
  }

  test('saves, renames, repoints and deletes a view, each with a message and an audit entry', async () => {
    const id = await save();
    expect(await list()).toEqual([{ id, ...view }]);
    const renamed = await ask(`PUT /views/${id}`, { name: ' Early shift ' });
    expect(renamed.json).toMatchObject({ message: 'View saved', data: { ...view, name: 'Early shift' } });
    await ask(`PUT /views/${id}`, { query: '' });
    expect(await list()).toEqual([{ id, ...view, name: 'Early shift', query: '' }]);
    expect((await ask(`DELETE /views/${id}`)).json.message).toBe('View deleted');
    expect(await list()).toEqual([]);
    const { acts } = await one<{ acts: number }>(
      server.db,
      sql`select count(*) as acts from audit where subject = 'saved_views' and subject_id = ${id}`,
    );
    expect(acts).toBe(4);
  });

  test('puts views in order; those that are not named follow', async () => {
    const [a, b, c] = [await save(), await save(), await save()];
    const idsAfter = async (ids: number[]) => {
      expect((await ask('PUT /views/order', { ids })).status).toBe(200);
      return (await list()).map(({ id }) => id);
    };
    expect(await idsAfter([c, a, b])).toEqual([c, a, b]);
    expect(await idsAfter([b])).toEqual([b, c, a]);
    const d = await save();
    expect((await list()).map(({ id }) => id)).toEqual([b, c, a, d]);
  });

  test('keeps views from everyone else, administrators included', async () => {
    const id = await save();
    expect(await list(theirs)).toEqual([]);
    for (const [key, body] of [
      [`PUT /views/${id}`, { name: 'Taken' }],
      [`DELETE /views/${id}`, undefined],
      ['PUT /views/order', { ids: [id] }],
    ] as const) {
      expect((await ask(key, body, theirs)).status, key).toBe(404);
    }
    expect(await list()).toEqual([{ id, ...view }]);
  });

  test('a view of somebody of one company reaches nobody of another, whatever role they share', async () => {
    const { role, user } = await one<{ role: number; user: number }>(
      server.db,
      sql`select role_id as role, user_id as "user" from user_roles join users on users.id = user_id
        where email = ${server.users.manager.email} limit 1`,
    );
    const companies = await server.db.all<{ id: number; is_theirs: boolean }>(
      sql`select id, id in (select company_id from user_companies where user_id = ${user}) as is_theirs from companies`,
      ['is_theirs'],
    );
    const shareFrom = async (name: string, isTheirs: boolean) => {
      const company = companies.find(({ is_theirs }) => is_theirs === isTheirs)?.id ?? 0;
      const token = await addColleague(server.db, name, ['roles.edit'], [company], new Date());
      const saved = await ask('POST /views', { ...view, name: `View of ${name}` }, token);
      const id = answerDecoder('POST /views')(saved.json.data)?.id;
      expect((await ask(`PUT /views/${id}/role`, { role_id: role }, token)).status).toBe(200);
    };
    await shareFrom('Stranger', false);
    await shareFrom('Neighbour', true);
    expect((await list()).map(({ name, owner }) => [name, owner])).toEqual([['View of Neighbour', 'Neighbour']]);
  });

  test('shares a view with a role, which finds it after its own and cannot change it', async () => {
    const { id: role } = await one<{ id: number }>(
      server.db,
      sql`select min(role_id) as id from user_roles join users on users.id = user_id
        where email = ${server.users.manager.email}`,
    );
    const own = await save();
    const { json } = await ask('POST /views', { ...view, name: 'Shared' }, theirs);
    const id = answerDecoder('POST /views')(json.data)?.id ?? 0;
    const share = (role_id: number | null, token = theirs) => ask(`PUT /views/${id}/role`, { role_id }, token);
    expect((await share(role, mine)).status).toBe(403);
    expect((await share(987_654)).json.errors).toEqual({ role_id: ['Please choose a role'] });
    expect((await share(role)).json).toMatchObject({ message: 'View saved', data: { shared_with: { id: role } } });

    expect((await list()).map((each) => [each.id, each.owner !== undefined])).toEqual([
      [own, false],
      [id, true],
    ]);
    for (const [key, body] of [
      [`PUT /views/${id}`, { name: 'Taken' }],
      [`DELETE /views/${id}`, undefined],
      ['PUT /views/order', { ids: [id, own] }],
    ] as const) {
      expect((await ask(key, body)).status, key).toBe(404);
    }
    await share(null);
    expect((await list()).map((each) => each.id)).toEqual([own]);
    expect(await list(theirs)).toEqual([{ id, ...view, name: 'Shared' }]);
  });

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, 'name'],
    ['a query of 2,001 characters', { query: 'x'.repeat(2_001) }, 'query'],
    ['an address elsewhere', { path: 'https://elsewhere.example' }, 'path'],
    ['an address without its scheme', { path: '//elsewhere' }, 'path'],
    ['no path', { path: '' }, 'path'],
  ])('refuses %s', async (_, fields, field) => {
    const { status, json } = await ask('POST /views', { ...view, ...fields });
    expect([status, Object.keys(Object(json.errors))]).toEqual([422, [field]]);
    expect(await list()).toEqual([]);
  });

  test('keeps at most 100 for each user', async () => {
    for (let saved = 0; saved < 100; saved++) await save();
    const { status, json } = await ask('POST /views', view);
    expect([status, json.message]).toEqual([409, 'You can save up to 100 views. Please delete one first']);
    expect(await list()).toHaveLength(100);
  });
});
