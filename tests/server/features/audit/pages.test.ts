// The calls that show the audit: its pages and filters, one entry, its head and its chain.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import type { AuditLine } from '../../../../src/shared/contract/audit.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token = '';
  let me = 0;
  let now = Date.parse('2026-11-20T08:00:00Z');

  beforeAll(async () => {
    // Requests are a minute apart.
    server = await startServer({ createDatabase: create, clock: () => new Date((now += 60_000)) });
    token = await server.signIn(server.users.administrator);
    me = (await page({})).entries[0]?.user_id ?? 0;
    await write('POST /settings', {
      key: 'canteen',
      value: 'Größe',
      type: 'string',
      description: '',
      is_public: false,
    });
    const { id } = await setting('canteen');
    await write(`PUT /settings/${id}`, { value: 'closed', description: 'At noon', is_public: false });
    await write('POST /roles', { name: 'porter', display_name: 'Porter', description: '', permissions: [] });
    await server.ask('POST /auth/login', { body: { email: server.users.manager.email, password: 'wrong' } });
    await server.ask('POST /auth/login', { body: { email: 'nobody@rollcall.example', password: 'wrong' } });
  });
  afterAll(() => server.stop());

  const setting = async (key: string) =>
    answerDecoder('GET /settings/{keyOrId}')((await server.ask(`GET /settings/${key}`, { token })).json.data);

  async function write(key: string, body: object) {
    const { status, json } = await server.ask(key, { token, body });
    expect([key, status, json.message]).toEqual([key, key.startsWith('POST') ? 201 : 200, json.message]);
  }

  async function page(query: Record<string, string | number>) {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const { status, json } = await server.ask(`GET /audit?${search}`, { token });
    expect([status, json.message]).toEqual([200, '']);
    return answerDecoder('GET /audit')(json.data);
  }
  const actions = async (query: Record<string, string | number>) =>
    (await page(query)).entries.map(({ action }) => action);
  const entry = async (id: number) =>
    answerDecoder('GET /audit/{id}')((await server.ask(`GET /audit/${id}`, { token })).json.data);
  const idOf = async (action: string) => (await page({ action })).entries[0]?.id ?? 0;

  test.each([
    ['before=999999999', 'before'],
    ['before=x', 'before'],
    ['limit=0', 'limit'],
    ['from=yesterday', 'from'],
    ['to=2026-11-20', 'to'],
    ['from=2026-13-41T00:00:00Z', 'from'],
    ['from=0000-01-01T00:00:00Z', 'from'],
    ['subject_id=x', 'subject_id'],
  ])('refuses %s', async (query, field) => {
    const { status, json } = await server.ask(`GET /audit?${query}`, { token });
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, [field]]);
  });

  test.each(['ids=1,x', 'ids=,', `ids=${Array.from({ length: 1_001 }, (_, id) => id).join()}`, 'limit=-1', 'after=x'])(
    'refuses a chain of %.40s',
    async (query) => {
      expect((await server.ask(`GET /audit/chain?${query}`, { token })).status).toBe(422);
    },
  );

  test('entry 0 does not exist, nor does one whose id is not a number', async () => {
    expect((await server.ask('GET /audit/0', { token })).status).toBe(404);
    expect((await server.ask('GET /audit/999999999', { token })).status).toBe(404);
    expect((await server.ask('GET /audit/tail', { token })).status).toBe(404);
  });

  test('pages follow one another without a gap while entries arrive', async () => {
    const known = (await page({ limit: 200 })).entries.map(({ id }) => id);
    const read: number[] = [];
    for (let next: number | null = null, isFirst = true; isFirst || next !== null; isFirst = false) {
      const { entries, next: following }: { entries: AuditLine[]; next: number | null } = await page({
        limit: 2,
        ...(next !== null && { before: next }),
      });
      read.push(...entries.map(({ id }) => id));
      next = following;
      await server.ask('POST /auth/login', { body: { email: server.users.auditor.email, password: 'wrong' } });
    }
    expect(read).toEqual(known);
    expect(read).toEqual([...read].sort((one, other) => other - one));
  });

  test('says who did what, to which record, from where', async () => {
    const [line] = (await page({ action: 'settings.edit' })).entries;
    expect(line).toMatchObject({
      user_id: me,
      user_name: server.users.administrator.name,
      user_email: server.users.administrator.email,
      address: '127.0.0.1',
      subject: 'settings',
      subject_name: 'canteen',
      changed: ['value', 'description'],
    });
    expect(line?.at).toMatch(/^2026-11-20T08:\d\d:00Z$/);
  });

  test('filters by person, action, thing, record and time, and by several of them', async () => {
    const { id } = await setting('canteen');
    const { id: other } = await setting('business_timezone');
    expect(await actions({ subject: 'settings', subject_id: id })).toEqual(['settings.edit', 'settings.create']);
    expect(await actions({ subject: 'settings', subject_id: other })).toEqual([]);
    expect(await actions({ subject: 'roles' })).toEqual(['roles.create']);
    expect(await actions({ subject: 'settings', subject_id: id, user_id: me })).toHaveLength(2);
    expect(await actions({ subject: 'settings', subject_id: id, action: 'settings.create' })).toHaveLength(1);
    expect(await actions({ subject: 'roles', action: 'settings.create' })).toEqual([]);
    expect(await actions({ user_id: 999_999 })).toEqual([]);
    expect(await actions({ user_id: me, action: 'auth.login' })).toHaveLength(1);
    expect(new Set(await actions({ user_id: 0 }))).toEqual(new Set(['auth.login_failed']));
    const { at } = await entry(await idOf('roles.create'));
    const after = new Date(Date.parse(at) + 1_000).toISOString();
    expect(await actions({ subject: 'roles', from: at, to: after })).toEqual(['roles.create']);
    expect(await actions({ subject: 'roles', to: at })).toEqual([]);
    expect(await actions({ subject: 'roles', from: after })).toEqual([]);
  });

  test.each([
    ['grosse', ['settings.edit', 'settings.create']],
    ['CANTEEN noon', ['settings.edit']],
    ['noon nowhere', []],
    ['anteen', []],
    ['porter', ['roles.create']],
    ['Role added', ['roles.create']],
  ])('searches for %s', async (q, found) => {
    expect(await actions({ q })).toEqual(found);
  });

  test('searches e-mails and addresses, but neither hashes nor names of fields', async () => {
    expect(await actions({ q: server.users.administrator.email })).toContain('roles.create');
    expect(await actions({ q: '127.0.0.1' })).toContain('roles.create');
    const { hash } = await entry(await idOf('roles.create'));
    expect(await actions({ q: hash })).toEqual([]);
    expect(await actions({ q: 'is_public' })).toEqual([]);
  });

  test('an entry has its values, and those that were erased are missing', async () => {
    const id = await idOf('settings.edit');
    expect(await entry(id)).toMatchObject({
      before: { key: 'canteen', value: 'Größe' },
      after: { key: 'canteen', value: 'closed', description: 'At noon' },
    });
    await server.db.run(sql`delete from audit_values where entry_id = ${id}`);
    expect(await entry(id)).toMatchObject({
      user_name: server.users.administrator.name,
      user_email: null,
      address: null,
      before: { key: 'canteen', value: { erased: true } },
    });
    expect(await actions({ q: 'noon' })).toEqual([]);
  });

  test('the chain has the exact texts that were hashed, up to the head', async () => {
    const head = answerDecoder('GET /audit/head')((await server.ask('GET /audit/head', { token })).json.data);
    let previous = '';
    let last = 0;
    while (last < head.id) {
      const { json } = await server.ask(`GET /audit/chain?after=${last}&limit=3`, { token });
      for (const line of answerDecoder('GET /audit/chain')(json.data)) {
        expect([line.id, line.previous_hash]).toEqual([last + 1, previous]);
        expect(
          createHash('sha256')
            .update(previous + line.entry)
            .digest('hex'),
        ).toBe(line.hash);
        for (const [salt, value] of line.values)
          expect(line.entry).toContain(
            createHash('sha256')
              .update(salt + JSON.stringify(value))
              .digest('hex'),
          );
        [previous, last] = [line.hash, line.id];
      }
    }
    expect(previous).toBe(head.hash);
    const some = await server.ask('GET /audit/chain?ids=3,1,999999', { token });
    expect(answerDecoder('GET /audit/chain')(some.json.data).map(({ id }) => id)).toEqual([1, 3]);
  });
});
