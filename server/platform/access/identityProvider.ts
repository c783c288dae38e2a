// The provider of single sign-on, as the environment of the server names it.

import { isIP } from 'node:net';
import type { PrivateHosts } from '../http/outbound.ts';

export interface IdentityProvider {
  /** Name in the login page's button: "Sign in with …". */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The scopes that it is asked for, separated by spaces. */
  readonly scope: string;
  /** The claim that says that an e-mail is the person's own. */
  readonly verifiedClaim: string;
}

/** The variables of the environment. */
interface ProviderVariables {
  readonly OIDC_ISSUER: string | undefined;
  readonly OIDC_CLIENT_ID: string | undefined;
  readonly OIDC_CLIENT_SECRET: string | undefined;
  readonly OIDC_NAME: string | undefined;
  readonly OIDC_SCOPE: string | undefined;
  readonly OIDC_VERIFIED_CLAIM: string | undefined;
}

const maxName = 40;

/** Throws an error that names the variable, and never repeats the secret. */
export function identityProvider(
  variables: ProviderVariables,
  { publicUrl, allowed }: { publicUrl: string | undefined; allowed: PrivateHosts },
): IdentityProvider | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, OIDC_SCOPE, OIDC_VERIFIED_CLAIM } = variables;
  if (OIDC_ISSUER === undefined) {
    const [stray] = Object.entries(variables).find(([, value]) => value !== undefined) ?? [];
    if (stray) throw new Error(`${stray} requires OIDC_ISSUER`);
    return undefined;
  }
  const issuer = issuerOf(OIDC_ISSUER, allowed);
  if (OIDC_CLIENT_ID === undefined) throw new Error('OIDC_ISSUER requires OIDC_CLIENT_ID, which the provider gives');
  if (OIDC_CLIENT_SECRET === undefined)
    throw new Error('OIDC_ISSUER requires OIDC_CLIENT_SECRET, which the provider gives');
  if (publicUrl === undefined)
    throw new Error('OIDC_ISSUER requires PUBLIC_URL, where the provider sends people back to');
  const name = OIDC_NAME ?? issuer.hostname;
  if (name.length > maxName) throw new Error(`OIDC_NAME must have at most ${maxName} characters`);
  const scope = OIDC_SCOPE ?? 'openid email profile';
  if (!scope.split(/\s+/).includes('openid')) throw new Error("OIDC_SCOPE must contain the word 'openid'");
  return {
    name,
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    scope,
    verifiedClaim: OIDC_VERIFIED_CLAIM ?? 'email_verified',
  };
}

/** The secret and the answer to the code travel there, so it is http only for hosts that the deployment lists. */
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
