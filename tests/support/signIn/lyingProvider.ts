// A provider that says whatever a test wants, including what a real one never would.

import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { IdentityProvider } from '../../../server/platform/access/identityProvider.ts';
import { json, type ScriptedServer, startScriptedServer } from '../console/scriptedServer.ts';

export interface Lies {
  /** Changes its published description. */
  description?: object;
  /** Changes what the ID token says. */
  claims?: object;
  /** Changes the ID token's header. */
  header?: object;
  /** Signs with a key that it does not publish. */
  hasForeignKey?: boolean;
  /** Signs with the client's secret, as HS256. */
  hasSharedKey?: boolean;
  /** Replaces the ID token. */
  idToken?: string | null;
  /** Changes the answer to the code. */
  tokens?: object;
  /** The answer of its userinfo endpoint; without it, there is no such endpoint. */
  userInfo?: object;
  /** Answers to whole paths, whatever the request. */
  answers?: Record<string, ScriptedServer['answer']>;
}

export interface LyingProvider {
  config: IdentityProvider;
  lies: Lies;
  /** The address to which it sends back a browser that came to this one. */
  sendBack(address: string, change?: Record<string, string>): string;
  stop(): Promise<void>;
}

const secret = 'a-client-secret-of-32-characters!';
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });

export async function startLyingProvider(clock: () => Date): Promise<LyingProvider> {
  const [own, foreign] = [newKey(), newKey()];
  const server = await startScriptedServer();
  const issuer = server.base;
  let nonce = '';

  const claims = () => {
    const now = Math.floor(clock().getTime() / 1000);
    const known = { iss: issuer, sub: 'ada', aud: 'rollcall', iat: now, exp: now + 300, nonce };
    return { ...known, email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace', ...lying.lies.claims };
  };
  const description = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    ...(lying.lies.userInfo && { userinfo_endpoint: `${issuer}/me` }),
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...lying.lies.description,
  });

  server.answer = (response, request) => {
    const [path = ''] = request.path.split('?');
    const { lies } = lying;
    const scripted = lies.answers?.[path];
    if (scripted) return scripted(response, request);
    if (path === '/.well-known/openid-configuration') return json(200, description())(response);
    if (path === '/keys') return json(200, { keys: [publicKey(own.publicKey)] })(response);
    if (path === '/me') return json(200, { sub: 'ada', ...lies.userInfo })(response);
    const key = lies.hasSharedKey ? secret : (lies.hasForeignKey ? foreign : own).privateKey;
    const id_token = lies.idToken === undefined ? tokenOf(claims(), key, lies.header) : lies.idToken;
    return json(200, { access_token: 'x', token_type: 'Bearer', expires_in: 300, id_token, ...lies.tokens })(response);
  };

  const lying: LyingProvider = {
    config: {
      name: 'Example ID',
      issuer,
      clientId: 'rollcall',
      clientSecret: secret,
      scope: 'openid email profile',
      verifiedClaim: 'email_verified',
    },
    lies: {},
    sendBack(address, change = {}) {
      const { searchParams } = new URL(address);
      nonce = searchParams.get('nonce') ?? '';
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      const said = { code: 'a code', state: searchParams.get('state') ?? '', iss: issuer, ...change };
      for (const [name, value] of Object.entries(said)) if (value) back.searchParams.set(name, value);
      return back.href;
    },
    stop: server.stop,
  };
  return lying;
}

const publicKey = (key: KeyObject) => ({ ...key.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' });

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function tokenOf(claims: object, key: KeyObject | string, header: object = {}): string {
  const head = { alg: typeof key === 'string' ? 'HS256' : 'RS256', kid: 'own', ...header };
  const text = `${encoded(head)}.${encoded(claims)}`;
  if (head.alg === 'none') return `${text}.`;
  const signature =
    typeof key === 'string' ? createHmac('sha256', key).update(text).digest() : sign('sha256', Buffer.from(text), key);
  return `${text}.${signature.toString('base64url')}`;
}
