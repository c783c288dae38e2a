// A lying provider, or somebody between it and us: each lie is detected, recorded, and changes nothing.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCredentials } from '../../../../../server/features/people/credentialQueries.ts';
import { sql } from '../../../../../server/platform/db/db.ts';
import { json, raw } from '../../../../support/console/scriptedServer.ts';
import { databases, once } from '../../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';
import { auditEntries } from '../../../../support/server/testDatabase.ts';
import { type Lies, type LyingProvider, startLyingProvider } from '../../../../support/signIn/lyingProvider.ts';
import { type Arrival, Visitor } from '../../../../support/signIn/visitor.ts';

const now = new Date('2026-11-23T10:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);

/** What is sent back in place of this sign-in's own values. */
type SentBack = Record<string, string>;

const lies: readonly [string, string, Lies, SentBack?][] = [
  ['another issuer in the token', 'untrusted', { claims: { iss: 'https://elsewhere.example' } }],
  ['another issuer in its description', 'unreachable', { description: { issuer: 'https://elsewhere.example' } }],
  ['another issuer in the address', 'untrusted', {}, { iss: 'https://elsewhere.example' }],
  ['no issuer in the address, though it says that it names one', 'untrusted', {}, { iss: '' }],
  ['another nonce', 'untrusted', { claims: { nonce: 'of another sign-in' } }],
  ['no nonce', 'untrusted', { claims: { nonce: undefined } }],
  ['a token for somebody else’s application', 'untrusted', { claims: { aud: 'another application' } }],
  ['a token for several, and not for us', 'untrusted', { claims: { aud: ['one', 'two'] } }],
  ['a token for several, made for another', 'untrusted', { claims: { aud: ['rollcall', 'two'], azp: 'two' } }],
  ['a token that has expired', 'untrusted', { claims: { exp: seconds - 31 } }],
  ['a token that never expires', 'untrusted', { claims: { exp: undefined } }],
  ['a token of the future', 'untrusted', { claims: { nbf: seconds + 60 } }],
  ['a token that will be issued later', 'untrusted', { claims: { iat: seconds + 60 } }],
  ['a token about nobody', 'untrusted', { claims: { sub: undefined } }],
  ['a token about an empty name', 'untrusted', { claims: { sub: '' } }],
  ['a token about a name that is too long', 'untrusted', { claims: { sub: 'x'.repeat(256) } }],
  ['a token about a name with a line break', 'untrusted', { claims: { sub: 'ada\nadministrator' } }],
  ['the algorithm none', 'untrusted', { header: { alg: 'none' } }],
  [
    'the algorithm none, which it says it uses',
    'untrusted',
    { header: { alg: 'none' }, description: { id_token_signing_alg_values_supported: ['none', 'RS256'] } },
  ],
  ['a signature by the client’s secret', 'untrusted', { hasSharedKey: true }],
  [
    'a signature by the client’s secret, which it says it makes',
    'untrusted',
    { hasSharedKey: true, description: { id_token_signing_alg_values_supported: ['HS256', 'RS256'] } },
  ],
  ['a signature by a key that it does not publish', 'untrusted', { hasForeignKey: true }],
  ['a key that it does not publish, by name', 'untrusted', { header: { kid: 'another' } }],
  ['a critical extension that nobody knows', 'untrusted', { header: { crit: ['x'], x: 1 } }],
  ['no token', 'untrusted', { idToken: null }],
  ['no token at all', 'untrusted', { tokens: { id_token: undefined } }],
  ['something that is no token', 'untrusted', { idToken: 'hello' }],
  ['a token in the address', 'untrusted', {}, { id_token: 'x.y.z' }],
  ['a message of another kind in the address', 'untrusted', {}, { response: 'x.y.z' }],
  ['an e-mail that is not verified', 'unverified', { claims: { email_verified: false } }],
  ['an e-mail of which it does not say so', 'unverified', { claims: { email_verified: undefined } }],
  ['an e-mail that is said to be verified in other words', 'unverified', { claims: { email_verified: 'yes' } }],
  ['no e-mail', 'unverified', { claims: { email: undefined } }],
  ['several e-mails', 'unverified', { claims: { email: ['ada@example.com'] } }],
  [
    'an e-mail from elsewhere than the word that it is verified',
    'unverified',
    { claims: { email: undefined }, userInfo: { email: 'ada@example.com', email_verified: false } },
  ],
  [
    'more about somebody else',
    'untrusted',
    { claims: { email: undefined }, userInfo: { sub: 'eve', email: 'ada@example.com', email_verified: true } },
  ],
  ['a code that it does not know', 'expired', { answers: { '/token': json(400, { error: 'invalid_grant' }) } }],
  ['a client that it does not know', 'refused', { answers: { '/token': json(401, { error: 'invalid_client' }) } }],
  ['a page instead of tokens', 'unreachable', { answers: { '/token': raw(200, 'text/html', '<h1>Hello</h1>') } }],
  ['an error instead of tokens', 'unreachable', { answers: { '/token': raw(500, 'text/plain', 'Oh') } }],
  ['no keys', 'unreachable', { answers: { '/keys': raw(404, 'text/plain', '') } }],
  ['a connection that it closes', 'unreachable', { answers: { '/token': (response) => void response.destroy() } }],
  ['tokens without end', 'untrusted', { answers: { '/token': json(200, { id_token: 'x'.repeat(300_000) }) } }],
];

describe.each(databases)('on $name', ({ create }) => {
  let provider: LyingProvider;
  let server: TestServer;

  beforeAll(async () => {
    provider = await startLyingProvider(() => now);
    server = await startServer({
      createDatabase: create,
      clock: () => now,
      allowPrivateHosts: '127.0.0.1',
      identityProvider: provider.config,
    });
    await server.db.run(sql`update users set email = 'ada@example.com' where email = ${server.users.manager.email}`);
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    provider.lies = {};
    await server.db.run(sql`delete from single_sign_on_links`);
    await server.db.run(sql`delete from login_attempts`);
  });

  async function signIn(told: Lies, sentBack?: SentBack): Promise<Arrival> {
    const visitor = new Visitor(server);
    const address = await visitor.start('/employees');
    provider.lies = told;
    return visitor.comeBack(provider.sendBack(address, sentBack));
  }
  const people = async () => ({
    users: await server.db.all(sql`select id, name, email from users order by id`),
    links: await server.db.all(sql`select * from single_sign_on_links`),
    tickets: await server.db.all(sql`select * from sign_in_tickets`),
    sessions: await server.db.all(sql`select token_hash from sessions`),
  });

  test('the truth gets in', async () => {
    expect(await signIn({})).toMatchObject({ failure: null, next: '/employees' });
    await server.db.run(sql`delete from sign_in_tickets`);
  });

  test.each(lies)('is found out, and changes nothing: %s', async (_, failure, told, sentBack) => {
    const before = await people();
    expect(await signIn(told, sentBack)).toEqual({ next: '/employees', ticket: null, failure });
    expect(await people()).toEqual(before);
    expect((await auditEntries(server.db)).at(-1)).toMatchObject({
      action: 'auth.single_sign_on_failed',
      after: { reason: failure },
    });
    const line = server.log.findLast((each) => each.includes('single sign-on failed')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ reason: failure, detail: expect.stringMatching(/^.{3,200}$/) });
    expect(server.log.join('')).not.toContain(provider.config.clientSecret);
  });

  test.each<[string, Lies]>([
    ['an address to sign in that is no web page', { description: { authorization_endpoint: 'javascript:alert(1)' } }],
    ['no address to sign in', { description: { authorization_endpoint: undefined } }],
    ['a page instead of its description', { answers: { '/.well-known/openid-configuration': raw(200, 'text/html') } }],
    ['a redirect instead of its description', { answers: { '/.well-known/openid-configuration': raw(302, '') } }],
  ])('nobody is sent to a provider with %s', async (_, told) => {
    provider.lies = told;
    expect(await new Visitor(server).signIn('ada', '/employees')).toEqual({
      next: '/employees',
      ticket: null,
      failure: 'unreachable',
    });
  });

  test('an e-mail that it verifies only later links nobody until then', async () => {
    expect(await signIn({ claims: { email_verified: false } })).toMatchObject({ failure: 'unverified' });
    expect(await signIn({})).toMatchObject({ failure: null });
    const ada = await findCredentials(server.db, 'ada@example.com');
    expect(await server.db.all(sql`select subject, user_id from single_sign_on_links`)).toEqual([
      { subject: 'ada', user_id: ada?.id },
    ]);
  });

  test('the provider is asked when the ID token lacks the e-mail', async () => {
    const userInfo = { email: 'ada@example.com', email_verified: true };
    expect(await signIn({ claims: { email: undefined, email_verified: undefined }, userInfo })).toMatchObject({
      failure: null,
    });
  });
});

once(() => {
  test('a provider without TLS is asked nothing, unless the deployment lists its host', async () => {
    const provider = await startLyingProvider(() => now);
    const server = await startServer({ identityProvider: provider.config });
    expect(await new Visitor(server).signIn('ada')).toMatchObject({ failure: 'unreachable' });
    await server.stop();
    await provider.stop();
  });
});
