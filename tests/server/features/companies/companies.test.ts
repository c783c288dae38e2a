// Lists and details of companies, within the caller's scope.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { normalizeEmail } from '../../../../server/features/people/credentialQueries.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let administrator: string;
  let manager: string;
  let auditor: string;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    administrator = await server.signIn(server.users.administrator);
    manager = await server.signIn(server.users.manager);
    auditor = await server.signIn(server.users.auditor);
  });
  afterAll(() => server.stop());

  const page = async (token: string, query = '') => {
    const { json } = await server.ask(`GET /companies${query}`, { token });
    return answerDecoder('GET /companies')(json.data);
  };

  test('lists every company once across pages, and counts them', async () => {
    const first = await page(administrator);
    expect([first.per_page, first.current_page, first.data.length]).toEqual([12, 1, 12]);
    const ids: number[] = [];
    for (let number = 1; number <= first.last_page; number++) {
      ids.push(...(await page(administrator, `?page=${number}`)).data.map((company) => company.id));
    }
    expect(ids).toHaveLength(first.total);
    expect(new Set(ids).size).toBe(first.total);
    expect(first.total).toBeGreaterThanOrEqual(24);
    expect((await page(administrator, '?page=999')).data).toEqual([]);
  });

  test('limits a page to 100', async () => {
    expect((await page(administrator, '?per_page=100000')).per_page).toBe(100);
  });

  test('returns a company with its URLs and instants in UTC', async () => {
    const { data } = await page(administrator, '?per_page=100');
    expect(data.every((company) => company.urls.length > 0)).toBe(true);
    expect(new Set(data.flatMap((company) => company.urls.map((url) => url.health_status)))).toEqual(
      new Set(['online', 'offline', 'unknown']),
    );
    for (const company of data) expect(company.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(data.some((company) => !company.is_active)).toBe(true);
  });

  test.each(['offline', 'unknown'])('lists those with a URL that is %s, and counts only them', async (health) => {
    const all = (await page(administrator, '?per_page=100')).data;
    const wanted = all.filter(({ urls }) => urls.some(({ health_status }) => health_status === health));
    const found = await page(administrator, `?per_page=100&url_health=${health}`);
    expect(found.data.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    expect(found.total).toBe(wanted.length);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(all.length);
  });

  test('includes the employees only with permission to see them', async () => {
    const [company] = (await page(administrator)).data;
    const find = async (token: string) => {
      const { json } = await server.ask(`GET /companies/${company?.id}`, { token });
      return answerDecoder('GET /companies/{id}')(json.data);
    };
    expect((await find(administrator)).employees).toHaveLength(3);

    await server.db.run(
      sql`delete from role_permissions where permission_id = (select id from permissions
        where name = 'employees.view')
        and role_id = (select id from roles where name = 'auditor')`,
    );
    expect(await find(auditor)).not.toHaveProperty('employees');
  });

  test('makes a company inactive and active again, and leaves it so where an edit says nothing of it', async () => {
    const [company] = (await page(administrator)).data;
    const edit = async (change: object) => {
      const body = { name: company?.name, ...change };
      const { status, json } = await server.ask(`PUT /companies/${company?.id}`, { token: administrator, body });
      expect(status).toBe(200);
      return answerDecoder('PUT /companies/{id}')(json.data)?.is_active;
    };
    expect(await edit({ is_active: false })).toBe(false);
    expect(await edit({})).toBe(false);
    expect(await edit({ is_active: null })).toBe(false);
    expect(await edit({ is_active: true })).toBe(true);
  });

  test('ends with a full last page', async () => {
    const { total } = await page(administrator);
    const half = await page(administrator, `?per_page=${total / 2}&page=2`);
    expect([half.data.length, half.last_page]).toEqual([total / 2, 2]);
  });

  test('shows a caller with five companies five: in pages, totals, the whole list and by id', async () => {
    const own = await page(manager);
    expect([own.total, own.data.length, own.last_page]).toEqual([5, 5, 1]);
    const { json } = await server.ask('GET /companies/all', { token: manager });
    expect(new Set(answerDecoder('GET /companies/all')(json.data).map((company) => company.id))).toEqual(
      new Set(own.data.map((company) => company.id)),
    );
    for (const company of (await page(administrator, '?per_page=100')).data) {
      const isOwn = own.data.some((mine) => mine.id === company.id);
      const { status } = await server.ask(`GET /companies/${company.id}`, { token: manager });
      expect(status).toBe(isOwn ? 200 : 404);
    }
  });

  test('shows a caller without companies none', async () => {
    await server.db.run(
      sql`delete from user_companies where user_id =
        (select id from users where email = ${normalizeEmail(server.users.manager.email)})`,
    );
    const own = await page(manager);
    expect([own.total, own.data, own.last_page]).toEqual([0, [], 1]);
  });

  test('answers 403 without permission to see companies', async () => {
    await server.db.run(
      sql`delete from role_permissions where role_id = (select id from roles where name = 'hr_manager')`,
    );
    for (const call of ['GET /companies', 'GET /companies/all', 'GET /companies/1']) {
      expect((await server.ask(call, { token: manager })).status).toBe(403);
    }
  });
});
