// Passkeys on the server: forged answers first, then signing in with one as the second factor and alone.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { passkeySite } from '../../../../server/features/signIn/secondFactor/passkeys.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { databases, once } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { createSoftPasskey, type SoftPasskey, secondFactors } from '../../../support/signIn/secondFactors.ts';

const lies = [
  ['the wrong origin', { origin: 'https://console.example.evil.example' }, 'wrong origin'],
  ['the same host without https', { origin: 'http://console.example' }, 'wrong origin'],
  ['the wrong site', { site: 'evil.example' }, 'wrong site'],
  ['another challenge', { challenge: 'bm90aGluZw' }, 'wrong challenge'],
  ['the creation of a passkey', { type: 'webauthn.create' }, 'wrong kind'],
  ['nobody there', { flags: 0x04 }, 'nobody was there'],
] as const;

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let account: { email: string; password: string };
  let token: string;
  let passkey: SoftPasskey;
  const { ask, done, demandFor, confirm, addPasskey, addApp } = secondFactors(
    () => server,
    () => new Date(),
  );

  beforeEach(async () => {
    server = await startServer({ createDatabase: create });
    account = server.users.manager;
    token = await server.signIn(account);
    passkey = createSoftPasskey();
  });
  afterEach(() => server.stop());

  async function asked() {
    const { ticket, passkey: request } = await demandFor(account);
    if (!request) throw new Error('No passkey was asked for');
    return { ticket, challenge: request.challenge, request };
  }
  type Said = Parameters<SoftPasskey['answer']>[0];
  async function prove(said: Partial<Said> = {}, by = passkey) {
    const { ticket, challenge } = await asked();
    const proof = { method: 'passkey', code: '', passkey: by.answer({ challenge, ...said }) };
    return ask('POST /auth/second-factor', { ticket, proof });
  }
  async function signInAlone(said: Partial<Said> = {}, by = passkey) {
    const { ticket, passkey: request } = await done('POST /auth/passkey/begin');
    const answer = by.answer({ challenge: request.challenge, ...said });
    return { body: { ticket, passkey: answer }, ...(await ask('POST /auth/passkey', { ticket, passkey: answer })) };
  }
  const faults = async () => {
    const audited = await server.db.all<{ entry: string }>(
      sql`select entry from audit where action in ('auth.second_factor_failed', 'auth.login_failed') order by id`,
    );
    return audited.map(({ entry }): unknown => JSON.parse(entry).after.fault);
  };

  const creations = [
    ...lies.filter(([, , fault]) => fault !== 'wrong kind' && fault !== 'nobody was there'),
    ['an answer instead of a creation', { type: 'webauthn.get' }, 'wrong kind'],
    ['nobody there', { flags: 0x44 }, 'nobody was there'],
  ] as const;

  test.each(creations)('refuses to add one with %s', async (_, said, fault) => {
    const { ticket, challenge } = await done('POST /auth/passkeys/begin', { confirmation: '' }, token);
    const body = { ticket, name: 'Key ring', passkey: passkey.create({ challenge, ...said }) };
    const { status, json } = await ask('POST /auth/passkeys', body, token);
    expect([status, json.errors?.passkey]).toEqual([422, [`This passkey was not accepted: ${fault}`]]);
  });

  test('refuses to add one with an unusable key, another id, a replayed ticket, or twice', async () => {
    const add = async (change: object) => {
      const { ticket, challenge } = await done('POST /auth/passkeys/begin', { confirmation: '' }, token);
      const body = { ticket, name: 'Key ring', passkey: { ...passkey.create({ challenge }), ...change } };
      return { body, ...(await ask('POST /auth/passkeys', body, token)) };
    };
    const small = createSoftPasskey(-257).create({ challenge: 'x' }).public_key;
    const bad = [
      { public_key: 'AAAA' },
      { public_key: small },
      { algorithm: -37 },
      { id: 'another' },
      { authenticator_data: 'AA' },
    ];
    for (const change of bad) expect((await add(change)).status, JSON.stringify(change)).toBe(422);
    const { body, status } = await add({});
    expect(status).toBe(200);
    expect((await ask('POST /auth/passkeys', body, token)).status).toBe(422);
    const confirmation = async () => {
      const answer = await done('POST /auth/confirm', { password: account.password }, token);
      if (!('second_factor' in answer) || !answer.second_factor.passkey) throw new Error('It must ask for the passkey');
      const { ticket, passkey: request } = answer.second_factor;
      const proof = { method: 'passkey', code: '', passkey: passkey.answer({ challenge: request.challenge }) };
      return (await done('POST /auth/confirm/second-factor', { ticket, proof }, token)).confirmation;
    };
    await expect(addPasskey(token, passkey, await confirmation())).rejects.toThrow('This passkey is known already');
  });

  test('a user has at most twenty, also if several were begun at once', async () => {
    const begin = () => done('POST /auth/passkeys/begin', { confirmation: '' }, token);
    const begun = [await begin(), await begin()];
    for (let index = 0; index < 19; index++)
      await server.db.run(
        sql`insert into passkeys (user_id, name, credential_id, public_key, algorithm, counter, created_at)
          select id, 'Key', ${`key ${index}`}, '', -7, 0, '2026-01-01 00:00:00' from users where email = ${account.email}`,
      );
    const statuses: number[] = [];
    for (const { ticket, challenge } of begun) {
      const body = { ticket, name: 'Key ring', passkey: createSoftPasskey().create({ challenge }) };
      statuses.push((await ask('POST /auth/passkeys', body, token)).status);
    }
    expect(statuses).toEqual([200, 409]);
  });

  test.each(lies)('refuses one as the second factor with %s', async (_, said, fault) => {
    await addPasskey(token, passkey);
    const { status, json } = await prove(said);
    expect([status, json.data]).toEqual([422, null]);
    expect(await faults()).toEqual([fault]);
    expect((await prove()).status).toBe(200);
  });

  test('refuses a signature by another key, one of other data, and a passkey of somebody else', async () => {
    await addPasskey(token, passkey);
    const { challenge, ticket } = await asked();
    const stranger = createSoftPasskey();
    const forged = { ...stranger.answer({ challenge }), id: passkey.id };
    const moved = {
      ...passkey.answer({ challenge }),
      authenticator_data: passkey.answer({ challenge, counter: 9 }).authenticator_data,
    };
    const noise = { ...passkey.answer({ challenge }), signature: 'AAAA' };
    const admin = await server.signIn(server.users.administrator);
    await addPasskey(admin, stranger);
    for (const answer of [forged, moved, noise, stranger.answer({ challenge })]) {
      const proof = { method: 'passkey', code: '', passkey: answer };
      expect((await ask('POST /auth/second-factor', { ticket, proof })).status).toBe(422);
    }
    expect(await faults()).toEqual(['wrong signature', 'wrong signature', 'wrong signature', 'unknown passkey']);
  });

  test('refuses a copy, which is noticed by its counter, and says so in the audit', async () => {
    await addPasskey(token, passkey);
    for (const counter of [4, 7]) expect((await prove({ counter })).status, `${counter}`).toBe(200);
    for (const counter of [7, 5, 0]) {
      const { status, json } = await prove({ counter });
      expect([status, json.errors?.passkey?.[0]], `${counter}`).toEqual([422, expect.stringMatching('a copy of it')]);
    }
    expect((await signInAlone({ counter: 6 })).status).toBe(422);
    expect(await faults()).toEqual(['cloned', 'cloned', 'cloned', 'cloned']);
    expect((await signInAlone({ counter: 8 })).status).toBe(200);
  });

  test.each([-7, -8, -257] as const)('takes one with the algorithm %i, that does not count', async (algorithm) => {
    const other = createSoftPasskey(algorithm);
    const { codes } = await addPasskey(token, other);
    expect(codes).toHaveLength(10);
    const { request } = await asked();
    expect(request).toMatchObject({ rp_id: 'console.example', credentials: [other.id] });
    for (let use = 0; use < 2; use++) expect((await prove({}, other)).status).toBe(200);
  });

  test.each(lies)('refuses to sign in by one alone with %s', async (_, said, fault) => {
    await addPasskey(token, passkey);
    const { status, json } = await signInAlone(said);
    expect([status, json.data]).toEqual([422, null]);
    expect(await faults()).toEqual([fault]);
  });

  test('alone it must have checked its user, as the second factor it need not', async () => {
    await addPasskey(token, passkey);
    const { status, json } = await signInAlone({ flags: 0x01 });
    expect([status, json.errors?.passkey?.[0]]).toEqual([422, expect.stringMatching('did not check who you are')]);
    expect(await faults()).toEqual(['user not verified']);
    expect((await prove({ flags: 0x01 })).status).toBe(200);
  });

  test('alone it signs in once for each ticket, also of eight at once, and an unknown one never', async () => {
    await addPasskey(token, passkey);
    const { status, json, body } = await signInAlone();
    expect([status, json.data]).toEqual([
      200,
      expect.objectContaining({ user: expect.objectContaining({ email: account.email }) }),
    ]);
    expect((await ask('POST /auth/passkey', body)).json.errors).toHaveProperty('ticket');
    const begun = await done('POST /auth/passkey/begin');
    const answer = passkey.answer({ challenge: begun.passkey.challenge });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask('POST /auth/passkey', { ticket: begun.ticket, passkey: answer })),
    );
    expect(answers.filter((each) => each.status === 200)).toHaveLength(1);
    expect((await signInAlone({}, createSoftPasskey())).json.errors?.passkey?.[0]).toMatch('not known here');
  });

  test('attempts count against an address, unless they end in a session', async () => {
    await addPasskey(token, passkey);
    const counted = async () => {
      const counters = await server.db.all<{ attempts: number }>(
        sql`select attempts from login_attempts order by attempts`,
      );
      return counters.map(({ attempts }) => attempts).filter((attempts) => attempts > 0);
    };
    const before = await counted();
    expect((await signInAlone()).status).toBe(200);
    expect(await counted()).toEqual(before);
    expect((await signInAlone({ flags: 0x01 })).status).toBe(422);
    expect(await counted()).toEqual([...before, 2]);
  });

  test('are named, listed with their last use, renamed, and removed by their owner only', async () => {
    await addPasskey(token, passkey);
    await prove();
    const listed = async () => (await done('GET /auth/second-factors', undefined, token)).passkeys;
    const [first] = await listed();
    expect(first).toMatchObject({ name: 'Key ring', last_used_at: expect.stringMatching(/^20.*Z$/) });
    const path = `/auth/passkeys/${first?.id}`;
    expect((await ask(`PUT ${path}`, { name: ' ' }, token)).json.errors).toHaveProperty('name');
    expect((await ask(`PUT ${path}`, { name: 'Blue key' }, token)).status).toBe(200);
    const admin = await server.signIn(server.users.administrator);
    await addApp(admin);
    expect((await ask(`PUT ${path}`, { name: 'Mine' }, admin)).status).toBe(404);
    expect((await ask(`POST ${path}/remove`, { confirmation: '' }, admin)).status).toBe(404);
    expect((await ask(`POST ${path}/remove`, { confirmation: '' }, token)).status).toBe(422);
    expect((await listed())[0]?.name).toBe('Blue key');
    expect(await confirm(account, token, 'no code').catch(String)).toMatch('wrong');
  });
});

once(() => {
  test.each([
    ['https://console.example/rollcall', { id: 'console.example', origin: 'https://console.example' }],
    ['https://console.example:8443', { id: 'console.example', origin: 'https://console.example:8443' }],
    ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
    ['http://console.example', undefined],
    ['https://192.0.2.7', undefined],
    ['http://127.0.0.1:4000', undefined],
    ['https://[2001:db8::1]', undefined],
    ['', undefined],
  ])('at %s the site of passkeys is %o', (publicUrl, site) => {
    expect(passkeySite(publicUrl)).toEqual(site);
  });
});
