// A real OpenID provider (oidc-provider, which is certified) in this process, with its own sign-in pages.

import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';
import type { IdentityProvider } from '../../../server/platform/access/identityProvider.ts';
import { close, listen } from '../server/ports.ts';

export interface Person {
  email?: string;
  email_verified?: boolean;
  name?: string;
  [claim: string]: unknown;
}

export interface RealProvider {
  /** Rollcall's configuration for it. */
  config: IdentityProvider;
  /** People by subject, which is also their login. Any password is right. */
  people: Record<string, Person>;
  /** Makes it sign with a new key, and no longer publish the old one. */
  rotateKeys(): void;
  /** Makes it unreachable. */
  stop(): Promise<void>;
}

interface ProviderOptions {
  callbackUrl: string;
  people: Record<string, Person>;
  /** Whether the ID token has all claims, as with most companies' providers; otherwise they must be asked for. */
  hasFullIdTokens?: boolean;
}

/** Storage that provider instances share; with MemoryAdapter itself, each instance would get its own. */
class SharedMemory extends MemoryAdapter {}

const secret = 'a-client-secret-of-32-characters!';

export async function startRealProvider(options: ProviderOptions): Promise<RealProvider> {
  const { callbackUrl, people, hasFullIdTokens = true } = options;
  const http = createServer((request, response) => {
    if (request.url === '/favicon.ico') response.writeHead(204).end();
    else provider.callback()(request, response);
  });
  const issuer = `http://127.0.0.1:${await listen(http)}`;

  // Instances share their storage, so a new one is the same provider with another key.
  const withKey = (kid: string) =>
    new Provider(issuer, {
      adapter: SharedMemory,
      clients: [
        {
          client_id: 'rollcall',
          client_secret: secret,
          redirect_uris: [callbackUrl],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      conformIdTokenClaims: !hasFullIdTokens,
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: async () => ({ ...people[sub], sub }),
      }),
      jwks: { keys: [newKey(kid)] },
      cookies: { keys: ['only for tests'] },
      features: { devInteractions: { enabled: true } },
      ttl: { Session: 3_600, Grant: 3_600, Interaction: 3_600, AccessToken: 3_600, IdToken: 3_600 },
    });
  let count = 1;
  let provider = withKey('key 1');

  return {
    config: {
      name: 'Example ID',
      issuer,
      clientId: 'rollcall',
      clientSecret: secret,
      scope: 'openid email profile',
      verifiedClaim: 'email_verified',
    },
    people,
    rotateKeys() {
      count++;
      provider = withKey(`key ${count}`);
    },
    async stop() {
      if (http.listening) await close(http);
    },
  };
}

function newKey(kid: string): JsonWebKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
}
