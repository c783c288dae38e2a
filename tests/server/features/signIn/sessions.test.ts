// Sessions: what is stored of them, who may see and end them, and the mail about a sign-in from somewhere new.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { Session } from '../../../../src/shared/contract/sessions.ts';
import { addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

const days = (count: number) => count * 24 * 60;

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let now: Date;

  beforeEach(async () => {
    now = new Date('2026-11-23T09:30:00Z');
    server = await startServer({ createDatabase: create, clock: () => now, proxies: 1 });
  });
  afterEach(() => server.stop());

  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };

  type Person = keyof TestServer['users'];

  async function signIn(person: Person, userAgent = firefox, address = '192.0.2.7'): Promise<string> {
    const { email, password } = server.users[person];
    const response = await fetch(`${server.api}/auth/login`, {
      method: 'POST',
      headers: { 'user-agent': userAgent, 'x-forwarded-for': address },
      body: JSON.stringify({ email, password }),
    });
    const { data } = JSON.parse(await response.text());
    await server.settled();
    const answer = answerDecoder('POST /auth/login')(data);
    return 'token' in answer ? answer.token : '';
  }

  const sessionsOf = async (token: string): Promise<Session[]> =>
    answerDecoder('GET /sessions')((await server.ask('GET /sessions', { token })).json.data);
  const status = async (key: string, token: string) => (await server.ask(key, { token })).status;
  const idOf = async (person: Person) =>
    (await one<{ id: number }>(server.db, sql`select id from users where email = ${server.users[person].email}`)).id;
  const actions = async () =>
    (await server.db.all<{ action: string }>(sql`select action from audit order by id`)).map(({ action }) => action);

  test('lists the own sessions, the last used first, and tells which one asks', async () => {
    const phone = await signIn('manager', safari, '2001:db8:1:2::7');
    later(10);
    const desk = await signIn('manager');
    await signIn('administrator');
    const sessions = await sessionsOf(desk);
    expect(sessions).toMatchObject([
      {
        is_current: true,
        device: 'Firefox on Linux',
        user_agent: firefox,
        began_by: 'password',
        first_address: '192.0.2.7',
        last_address: '192.0.2.7',
        created_at: '2026-11-23T09:40:00Z',
      },
      { is_current: false, device: 'Safari on iPhone', last_seen_at: '2026-11-23T09:30:00Z' },
    ]);
    expect(JSON.stringify(sessions)).not.toMatch(new RegExp(`${phone}|${desk}|hash`));
  });

  test('notes when and from where a session was last used, to the minute', async () => {
    const token = await signIn('manager');
    later(3);
    await fetch(`${server.api}/auth/user`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.9' },
    });
    expect(await sessionsOf(token)).toMatchObject([
      { first_address: '192.0.2.7', last_address: '198.51.100.9', last_seen_at: '2026-11-23T09:33:00Z' },
    ]);
  });

  test('lists no session that has run out', async () => {
    await signIn('manager');
    later(13 * 60);
    expect(await sessionsOf(await signIn('manager'))).toHaveLength(1);
  });

  test('ends one, and all others; what ended is refused with clear words', async () => {
    const tokens = [await signIn('manager'), await signIn('manager', chrome), await signIn('manager', safari)];
    const [desk = '', laptop = '', phone = ''] = tokens;
    const [session] = (await sessionsOf(desk)).filter(({ device }) => device === 'Chrome on Windows');
    expect(await status(`DELETE /sessions/${session?.id}`, desk)).toBe(200);
    const refused = await server.ask('GET /companies', { token: laptop });
    expect([refused.status, refused.json.message]).toEqual([401, 'Your session has ended. Please sign in again']);
    expect(await status(`DELETE /sessions/${session?.id}`, desk)).toBe(404);

    expect(await status('POST /sessions/end-others', desk)).toBe(200);
    expect([await status('GET /companies', phone), await status('GET /companies', desk)]).toEqual([401, 200]);
    expect((await actions()).slice(-2)).toEqual(['sessions.end', 'sessions.end_others']);
  });

  test("ends nobody else's session without the permission, not even by its id", async () => {
    const administrator = await signIn('administrator');
    const manager = await signIn('manager');
    const [session] = await sessionsOf(administrator);
    expect(await status(`DELETE /sessions/${session?.id}`, manager)).toBe(404);
    expect(await status(`DELETE /user-sessions/${session?.id}`, manager)).toBe(403);
    expect(await status(`GET /users/${await idOf('administrator')}/sessions`, manager)).toBe(403);
    expect(await status('GET /companies', administrator)).toBe(200);
  });

  test('lets administrators see and end the sessions of users', async () => {
    const administrator = await signIn('administrator');
    const [desk, phone] = [await signIn('manager'), await signIn('manager', safari)];
    const manager = await idOf('manager');
    const listed = await server.ask(`GET /users/${manager}/sessions`, { token: administrator });
    const sessions = answerDecoder('GET /users/{id}/sessions')(listed.json.data);
    expect(sessions.map(({ device, is_current }) => [device, is_current])).toEqual([
      ['Safari on iPhone', false],
      ['Firefox on Linux', false],
    ]);
    expect(await status(`DELETE /user-sessions/${sessions[1]?.id}`, administrator)).toBe(200);
    expect([await status('GET /companies', desk), await status('GET /companies', phone)]).toEqual([401, 200]);
    expect(await status(`DELETE /users/${manager}/sessions`, administrator)).toBe(200);
    expect(await status('GET /companies', phone)).toBe(401);
    expect(await status('GET /companies', administrator)).toBe(200);
  });

  test('neither shows nor ends how a stronger user signs in, nor one with companies out of sight', async () => {
    const { id: company } = await one<{ id: number }>(
      server.db,
      sql`select min(company_id) as id from user_companies where user_id = ${await idOf('manager')}`,
    );
    const keeper = await addColleague(server.db, 'Keeper', ['users.view', 'sign_in.manage'], [company], now);
    const administrator = await signIn('administrator');
    const manager = await signIn('manager');
    await server.db.run(
      sql`insert into user_companies (user_id, company_id) values (${await idOf('administrator')}, ${company})`,
    );
    for (const person of ['administrator', 'manager'] as const) {
      const token = person === 'manager' ? manager : administrator;
      const [session] = await sessionsOf(token);
      const ending = await server.ask(`DELETE /user-sessions/${session?.id}`, { token: keeper });
      expect([person, ending.status, ending.json.message]).toEqual([
        person,
        403,
        expect.stringContaining("You can't change"),
      ]);
      for (const call of ['DELETE /users/%/sessions', 'GET /users/%/sessions', 'GET /users/%/second-factors'])
        expect(await status(call.replace('%', String(await idOf(person))), keeper), `${person} ${call}`).toBe(403);
      expect(await status('GET /auth/user', token)).toBe(200);
    }
  });

  describe('a sign-in from somewhere new', () => {
    test('is mailed in plain words and audited, but not the very first', async () => {
      await server.db.run(
        sql`insert into settings (setting_key, setting_value, type, description, is_public)
          values ('business_timezone', 'Europe/Athens', 'string', '', true)
          on conflict (setting_key) do update set setting_value = excluded.setting_value`,
      );
      await signIn('manager');
      expect(server.mails).toEqual([]);
      await signIn('manager', safari, '203.0.113.5');
      expect(server.mails).toHaveLength(1);
      expect(server.mails[0]).toMatchObject({
        to: server.users.manager.email,
        subject: 'New sign-in from Safari on iPhone',
      });
      const body = server.mails[0]?.body;
      for (const words of [
        'When: 2026-11-23, 11:30 (Europe/Athens)',
        'Device: Safari on iPhone',
        'Address: 203.0.113.5',
        'How: with your password',
        'https://console.example/profile',
      ])
        expect(body).toContain(words);
      const queued = await server.db.all(sql`select recipient, subject from outbox`);
      expect(queued).toEqual([{ recipient: server.users.manager.email, subject: server.mails[0]?.subject }]);
      expect((await actions()).filter((action) => action.startsWith('auth.'))).toEqual([
        'auth.login',
        'auth.login',
        'auth.new_place',
      ]);
    });

    test('is no news in the same network within 90 days, and news again later', async () => {
      await signIn('manager');
      await signIn('manager', safari);
      expect(server.mails).toHaveLength(1);
      later(days(89));
      await signIn('manager', safari, '192.0.2.200');
      expect(server.mails).toHaveLength(1);
      later(days(91));
      await signIn('manager', safari, '192.0.2.200');
      expect(server.mails).toHaveLength(2);
      const { places } = await one<{ places: number }>(server.db, sql`select count(*) as places from sign_in_places`);
      expect(places).toBe(1);
    });

    test('fills no mailbox: five mails a day, and all are audited', async () => {
      await signIn('manager');
      later(days(2));
      for (const network of Array.from({ length: 12 }, (_, index) => index)) {
        await signIn('manager', firefox, `198.51.${network}.1`);
      }
      expect(server.mails).toHaveLength(5);
      expect((await actions()).filter((action) => action === 'auth.new_place')).toHaveLength(12);
      later(days(2));
      await signIn('manager', firefox, '203.0.113.9');
      expect(server.mails).toHaveLength(6);
    });

    test('is mailed again when a clock that was ahead has been put right', async () => {
      await signIn('manager');
      later(days(365));
      for (const network of [1, 2, 3, 4, 5]) await signIn('manager', firefox, `198.51.${network}.1`);
      later(-days(365));
      await signIn('manager', firefox, '203.0.113.9');
      expect(server.mails).toHaveLength(6);
    });

    test('mails nothing if the sign-in fails', async () => {
      await signIn('manager');
      const { email } = server.users.manager;
      await server.ask('POST /auth/login', { body: { email, password: 'not the password' } });
      expect(await server.db.all(sql`select id from outbox`)).toEqual([]);
    });
  });

  test('keeps hostile names of browsers short and on one line', async () => {
    const token = await signIn('manager', `${'x'.repeat(50)}\t<script>${'y'.repeat(900)}`);
    const [session] = await sessionsOf(token);
    expect(session?.user_agent.length).toBeLessThanOrEqual(200);
    expect(session).toMatchObject({ device: '' });
  });
});
