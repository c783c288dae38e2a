// The provider of single sign-on, as the environment of the server names it.

import { isIP } from 'node:net';
import type { PrivateHosts } from '../http/outbound.ts';

export interface IdentityProvider {
  /** Name in the login page's button: "Sign in with …". */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes to request, separated by spaces. */
  readonly scope: string;
  /** Claim that confirms that the e-mail belongs to the person. */
  readonly verifiedClaim: string;
}

const maxName = 40;

/** Throws an error that names the environment variable and never repeats the secret. */
export function readIdentityProvider(
  value: (variable: string) => string | undefined,
  { publicUrl, allowed }: { publicUrl: string | undefined; allowed: PrivateHosts },
): IdentityProvider | undefined {
  const issuer = value('OIDC_ISSUER');
  if (issuer === undefined) return undefined;
  const { hostname } = issuerOf(issuer, allowed);
  const [clientId, clientSecret] = [value('OIDC_CLIENT_ID'), value('OIDC_CLIENT_SECRET')];
  if (clientId === undefined) throw new Error('OIDC_ISSUER requires OIDC_CLIENT_ID, which the provider gives');
  if (clientSecret === undefined) throw new Error('OIDC_ISSUER requires OIDC_CLIENT_SECRET, which the provider gives');
  if (publicUrl === undefined)
    throw new Error('OIDC_ISSUER requires PUBLIC_URL, where the provider sends people back to');
  const name = value('OIDC_NAME') ?? hostname;
  if (name.length > maxName) throw new Error(`OIDC_NAME must have at most ${maxName} characters`);
  const scope = value('OIDC_SCOPE') ?? 'openid email profile';
  if (!scope.split(/\s+/).includes('openid')) throw new Error("OIDC_SCOPE must contain the word 'openid'");
  const verifiedClaim = value('OIDC_VERIFIED_CLAIM') ?? 'email_verified';
  return { name, issuer, clientId, clientSecret, scope, verifiedClaim };
}

/** Allows http only for hosts that the deployment lists, because the client secret and the tokens travel there. */
function issuerOf(text: string, { names, addresses }: PrivateHosts): URL {
  const issuer = URL.canParse(text) ? new URL(text) : undefined;
  if (!issuer || !/^https?:$/.test(issuer.protocol))
    throw new Error('OIDC_ISSUER must be a URL that begins with https://');
  if (issuer.username || issuer.password || /[?#]/.test(text))
    throw new Error('OIDC_ISSUER must end with the host or a path, and must not contain credentials');
  const host = issuer.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isListed = names.has(host) || (isIP(host) > 0 && addresses.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'));
  if (issuer.protocol === 'http:' && !isListed)
    throw new Error(`OIDC_ISSUER must begin with https://, unless ALLOW_PRIVATE_HOSTS lists ${host}`);
  return issuer;
}
