// Signing in with an authenticator app and recovery codes: what is refused first, then what works.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { renewKeys } from '../../../../server/features/signIn/secondFactor/factors.ts';
import { createVault } from '../../../../server/platform/crypto/vault.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer, testKey } from '../../../support/server/server.ts';
import { secondFactors } from '../../../support/signIn/secondFactors.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let now: Date;
  let account: { email: string; password: string };
  let token: string;
  let key: string;
  let codes: readonly string[];
  const factors = secondFactors(
    () => server,
    () => now,
  );
  const { ask, done, codeOf, proofOf, demandFor, confirm, addApp, signIn } = factors;

  beforeEach(async () => {
    now = new Date('2026-11-23T12:00:00Z');
    server = await startServer({ createDatabase: create, clock: () => now, proxies: 1 });
    account = server.users.manager;
    token = await server.signIn(account);
    ({ key, codes } = await addApp(token));
    later(30);
  });
  afterEach(() => server.stop());

  function later(seconds: number) {
    now = new Date(now.getTime() + seconds * 1_000);
  }
  const prove = async (proof: object, ticket?: string) =>
    ask('POST /auth/second-factor', { ticket: ticket ?? (await demandFor(account)).ticket, proof });
  const isSignedIn = async (session: string) => (await ask('GET /auth/user', undefined, session)).status === 200;
  const actions = async () =>
    (await server.db.all<{ action: string }>(sql`select action from audit order by id`)).map(({ action }) => action);
  const mailSubjects = async () =>
    (await server.db.all<{ subject: string }>(sql`select subject from outbox order by id`)).map((mail) => mail.subject);

  test('the password alone starts no session', async () => {
    const demand = await demandFor(account);
    expect(demand.methods).toEqual(['authenticator_app', 'recovery_code']);
    expect(await isSignedIn(demand.ticket)).toBe(false);
    expect(await server.signIn(account).catch(String)).toMatch('Signing in failed');
  });

  test.each(['', '000', 'abcdef', '٠١٢٣٤٥', '999999999', "' or 1=1 --"])('refuses the code %j', async (code) => {
    const { status, json } = await prove(proofOf(code));
    expect([status, json.data]).toEqual([422, null]);
    expect(json.errors?.code?.[0]).toMatch('This code is wrong');
  });

  test('refuses codes of a clock that is two steps off, and takes those of one step', async () => {
    for (const steps of [-2, 2]) expect((await prove(proofOf(codeOf(key, steps)))).status, `${steps}`).toBe(422);
    for (const steps of [0, 1]) expect((await prove(proofOf(codeOf(key, steps)))).status, `${steps}`).toBe(200);
    later(60);
    expect((await prove(proofOf(codeOf(key, -1)))).status).toBe(422); // that step was used above
    expect((await prove(proofOf(codeOf(key)))).status).toBe(200);
  });

  test('takes each code once, also of eight at once with tickets of their own', async () => {
    const tickets = await Promise.all(Array.from({ length: 8 }, () => demandFor(account)));
    const proof = proofOf(codeOf(key));
    const answers = await Promise.all(tickets.map(({ ticket }) => prove(proof, ticket)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const replayed = await prove(proof);
    expect(replayed.json.errors?.code?.[0]).toMatch('already used');
  });

  test('takes each ticket once, for ten minutes, and only for its own user', async () => {
    const { ticket } = await demandFor(account);
    expect((await prove(proofOf(codeOf(key)), ticket)).status).toBe(200);
    later(30);
    const again = await prove(proofOf(codeOf(key)), ticket);
    expect(again.json.errors).toHaveProperty('ticket');

    const { ticket: old } = await demandFor(account);
    later(10 * 60);
    expect((await prove(proofOf(codeOf(key)), old)).json.errors).toHaveProperty('ticket');

    // The manager's code with somebody else's ticket.
    const { administrator } = server.users;
    const admin = await server.signIn(administrator);
    const other = await addApp(admin);
    later(30);
    const foreign = await demandFor(administrator);
    expect((await prove(proofOf(codeOf(key)), foreign.ticket)).status).toBe(422);
    expect((await prove(proofOf(codeOf(other.key)), foreign.ticket)).status).toBe(200);
  });

  test('a mistyped code does not end the sign-in', async () => {
    const { ticket } = await demandFor(account);
    expect((await prove(proofOf('000000'), ticket)).status).toBe(422);
    expect((await prove(proofOf(codeOf(key)), ticket)).status).toBe(200);
  });

  test('a ticket of another step signs nobody in', async () => {
    const { ticket } = await done('POST /auth/passkey/begin');
    expect((await prove(proofOf(codeOf(key)), ticket)).json.errors).toHaveProperty('ticket');
    const confirming = await done('POST /auth/confirm', { password: account.password }, token);
    if (!('second_factor' in confirming)) throw new Error('It must ask for the second factor');
    const body = { ticket: confirming.second_factor.ticket, proof: proofOf(codeOf(key)) };
    expect((await ask('POST /auth/second-factor', body)).json.errors).toHaveProperty('ticket');
  });

  test('a changed password ends a sign-in that is half done', async () => {
    const { ticket } = await demandFor(account);
    const password = 'quite another one';
    const change = { current_password: account.password, password, password_confirmation: password };
    await done('POST /auth/change-password', change, token);
    expect((await prove(proofOf(codeOf(key)), ticket)).json.errors).toHaveProperty('ticket');
  });

  test('closing passwords ends a sign-in that is half done, but for emergency accounts', async () => {
    const { ticket } = await demandFor(account);
    await server.db.run(sql`update single_sign_on_settings set closes_passwords = ${true}`);
    const refused = await prove(proofOf(codeOf(key)), ticket);
    expect([refused.status, refused.json.message]).toEqual([401, 'Sign-in by password and passkey is closed for you']);
    await server.db.run(
      sql`insert into user_roles (user_id, role_id) select users.id, roles.id from users, roles
        where email = ${account.email} and roles.name = 'administrator'`,
    );
    await server.db.run(
      sql`insert into emergency_accounts (user_id) select id from users where email = ${account.email}`,
    );
    expect((await prove(proofOf(codeOf(key)), ticket)).status).toBe(200);
  });

  test('blocks guesses for a while, even the right code', async () => {
    for (let guess = 0; guess < 10; guess++) expect((await prove(proofOf('000000'))).status).toBe(422);
    expect((await prove(proofOf(codeOf(key)))).status).toBe(429);
    expect((await prove(proofOf(codes[0] ?? '', 'recovery_code'))).status).toBe(429);
    later(15 * 60);
    expect((await prove(proofOf(codeOf(key)))).status).toBe(200);
    expect((await actions()).filter((action) => action === 'auth.second_factor_failed')).toHaveLength(10);
  });

  test('blocks guesses from many networks, too', async () => {
    const guess = async (network: number) => {
      const { ticket } = await demandFor(account);
      const answer = await fetch(`${server.api}/auth/second-factor`, {
        method: 'POST',
        headers: { 'x-forwarded-for': `198.51.100.${network}` },
        body: JSON.stringify({ ticket, proof: proofOf('000000') }),
      });
      return answer.status;
    };
    const statuses = [];
    for (let network = 1; network <= 31; network++) statuses.push(await guess(network));
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), 429]);
  });

  test('a recovery code signs in once, also of four at once, and the owner gets a mail', async () => {
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const [code = ''] = codes;
    const typed = code.toLowerCase().replaceAll('-', ' ');
    const tickets = await Promise.all(Array.from({ length: 4 }, () => demandFor(account)));
    const answers = await Promise.all(tickets.map(({ ticket }) => prove(proofOf(typed, 'recovery_code'), ticket)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const stolen = await prove(proofOf(code, 'recovery_code'));
    expect(stolen.json.errors?.code?.[0]).toMatch('already used');
    expect(await done('GET /auth/second-factors', undefined, token)).toMatchObject({ recovery_codes: 9 });
    expect(await mailSubjects()).toContain('A recovery code of your account was used');
  });

  test('new recovery codes end the old ones', async () => {
    const confirmation = await confirm(account, token, codeOf(key));
    const { recovery_codes: fresh } = await done('POST /auth/recovery-codes', { confirmation }, token);
    expect(fresh).toHaveLength(10);
    expect((await prove(proofOf(codes[3] ?? '', 'recovery_code'))).status).toBe(422);
    expect((await prove(proofOf(fresh[3] ?? '', 'recovery_code'))).status).toBe(200);
  });

  test('without a password, as after single sign-on, the second factor alone confirms a change', async () => {
    await server.db.run(sql`update users set password_hash = '' where email = ${account.email}`);
    expect(await done('GET /auth/second-factors', undefined, token)).toMatchObject({ has_password: false });
    const demand = await done('POST /auth/confirm', { password: '' }, token);
    if (!('second_factor' in demand)) throw new Error('It must ask for the second factor');
    const wrong = { ticket: demand.second_factor.ticket, proof: proofOf('000000') };
    expect((await ask('POST /auth/confirm/second-factor', wrong, token)).status).toBe(422);
    const proven = { ...wrong, proof: proofOf(codeOf(key)) };
    const { confirmation } = await done('POST /auth/confirm/second-factor', proven, token);
    await done('POST /auth/authenticator-app/remove', { confirmation }, token);
    const { status, json } = await ask('POST /auth/confirm', { password: '' }, token);
    expect([status, json.message]).toEqual([409, expect.stringMatching('no password to confirm with')]);
  });

  test('a change needs the password and the second factor, for itself alone', async () => {
    const refused = (body: object) => ask('POST /auth/authenticator-app/remove', body, token);
    const { ticket } = await demandFor(account);
    for (const confirmation of ['', 'invented', ticket]) {
      expect((await refused({ confirmation })).json.errors, confirmation).toHaveProperty('confirmation');
    }
    const wrong = await ask('POST /auth/confirm', { password: 'not mine' }, token);
    expect(wrong.json.errors).toHaveProperty('password');
    const answer = await done('POST /auth/confirm', { password: account.password }, token);
    expect(answer).toHaveProperty('second_factor');
    expect(answer).not.toHaveProperty('confirmation');

    const { administrator } = server.users;
    const admin = await server.signIn(administrator);
    await addApp(admin);
    later(600);
    const foreign = await confirm(account, token, codeOf(key));
    const stolen = await ask('POST /auth/authenticator-app/remove', { confirmation: foreign }, admin);
    expect(stolen.json.errors).toHaveProperty('confirmation');

    expect((await refused({ confirmation: foreign })).status).toBe(200);
    expect((await refused({ confirmation: foreign })).status).toBe(422);
    expect(typeof (await server.signIn(account))).toBe('string');
  });

  test('removing the last one removes the recovery codes, and mails', async () => {
    const confirmation = await confirm(account, token, codeOf(key));
    await done('POST /auth/authenticator-app/remove', { confirmation }, token);
    expect(await done('GET /auth/second-factors', undefined, token)).toMatchObject({
      authenticator_app: null,
      recovery_codes: 0,
    });
    expect(await mailSubjects()).toContain('Your account has no second factor any more');
  });

  test('setting one up ends the other sessions, which were opened without it', async () => {
    const { administrator } = server.users;
    const [one, other] = [await server.signIn(administrator), await server.signIn(administrator)];
    await addApp(one);
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false]);
  });

  test('the first one needs the password if the session is older than ten minutes', async () => {
    const { administrator } = server.users;
    const admin = await server.signIn(administrator);
    later(11 * 60);
    expect(await addApp(admin).catch(String)).toMatch('Please confirm first');
    const { key: added } = await addApp(admin, await confirm(administrator, admin));
    later(30);
    expect(await isSignedIn(await signIn(administrator, added))).toBe(true);
  });

  test('an app is set up only after a right code, and in place of the one before', async () => {
    const begin = async () => {
      const confirmation = await confirm(account, token, codeOf(key));
      return done('POST /auth/authenticator-app/begin', { confirmation }, token);
    };
    const begun = await begin();
    expect(begun.link).toContain(begun.key);
    const finish = (code: string) => ask('POST /auth/authenticator-app', { ticket: begun.ticket, code }, token);
    expect((await finish('000000')).json.errors).toHaveProperty('code');
    later(30);
    expect((await prove(proofOf(codeOf(key)))).status).toBe(200);
    const { status, json } = await finish(codeOf(begun.key));
    expect([status, json.data]).toEqual([200, { recovery_codes: [] }]);
    later(30);
    expect((await prove(proofOf(codeOf(key)))).status).toBe(422);
    expect((await prove(proofOf(codeOf(begun.key)))).status).toBe(200);
  });

  test('survives a change of the server’s key, and without the former one takes recovery codes only', async () => {
    const stored = async () =>
      (await one<{ sealed_key: string }>(server.db, sql`select sealed_key from authenticator_apps`)).sealed_key;
    const log = createLog('debug', (line) => server.log.push(line));
    const before = await stored();
    const next = createVault('the next key of the server, also long enough', [testKey]);
    await renewKeys(server.db, next, log);
    expect(await stored()).not.toBe(before);
    expect(next.open(await stored())).toBe(key);
    await renewKeys(server.db, createVault('a key that nobody knew before, long enough'), log);
    expect(server.log.at(-1)).toContain('cannot be read');
    // The server of this test still has the first key.
    const { status, json } = await prove(proofOf(codeOf(key)));
    expect([status, json.errors?.code?.[0]]).toEqual([422, expect.stringMatching('Use a recovery code')]);
    expect((await prove(proofOf(codes[0] ?? '', 'recovery_code'))).status).toBe(200);
  });

  test('keeps the key sealed, and no code or ticket in clear anywhere', async () => {
    const { ticket } = await demandFor(account);
    await prove(proofOf(codes[0] ?? '', 'recovery_code'), ticket);
    const stored = await one<{ sealed_key: string }>(server.db, sql`select sealed_key from authenticator_apps`);
    expect(stored.sealed_key).toMatch(/^v1\./);
    const everything = JSON.stringify([
      await server.db.all(sql`select * from audit`),
      await server.db.all(sql`select * from audit_values`),
      await server.db.all(sql`select * from recovery_codes`),
      await server.db.all(sql`select * from sign_in_tickets`),
      await server.db.all(sql`select * from authenticator_apps`),
      server.log,
    ]);
    for (const secret of [key, ticket, ...codes]) expect(everything).not.toContain(secret);
  });
});
