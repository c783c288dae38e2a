// What is asked of the provider: its addresses, and who came back with a code. Nothing is kept between two sign-ins, so
// new keys of the provider are known at once.

import * as oauth from 'oauth4webapi';
import type { IdentityProvider } from '../../../platform/access/identityProvider.ts';
import type { SafeRequest } from '../../../platform/http/outbound.ts';
import { claimOf, type Said } from './claims.ts';
import { asFailure } from './explainFailure.ts';
import { providerFetch } from './providerFetch.ts';

export interface Asking {
  readonly provider: IdentityProvider;
  readonly safeRequest: SafeRequest;
  /** Where the provider sends people back to. */
  readonly callbackUrl: string;
}

/** The secrets of a half-done sign-in. */
export interface Proofs {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export const newProofs = (): Proofs => ({
  state: oauth.generateRandomState(),
  nonce: oauth.generateRandomNonce(),
  verifier: oauth.generateRandomCodeVerifier(),
});

/** Clocks may differ by as much. */
const toleranceSeconds = 30;

/** What is no https address is refused, unless the issuer itself is none. */
const isHttps = ({ issuer }: IdentityProvider) => issuer.startsWith('https:');

const optionsOf = ({ provider, safeRequest }: Asking) => ({
  [oauth.customFetch]: providerFetch(safeRequest),
  [oauth.allowInsecureRequests]: !isHttps(provider),
});

/** Its addresses and what it can do, from its published description. */
export async function describeProvider(asking: Asking): Promise<oauth.AuthorizationServer> {
  try {
    const issuer = new URL(asking.provider.issuer);
    const response = await oauth.discoveryRequest(issuer, optionsOf(asking));
    const described = await oauth.processDiscoveryResponse(issuer, response);
    oauth.checkProtocol(new URL(described.authorization_endpoint ?? ''), isHttps(asking.provider));
    return described;
  } catch (error) {
    throw asFailure(error, 'unreachable');
  }
}

/** Where the person's browser goes to. */
export async function addressToSignIn(asking: Asking, proofs: Proofs): Promise<string> {
  const { authorization_endpoint = '' } = await describeProvider(asking);
  const address = new URL(authorization_endpoint);
  const parameters = {
    client_id: asking.provider.clientId,
    redirect_uri: asking.callbackUrl,
    response_type: 'code',
    scope: asking.provider.scope,
    state: proofs.state,
    nonce: proofs.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(proofs.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

interface Return {
  /** The query that the provider sent the browser back with. */
  readonly search: URLSearchParams;
  readonly proofs: Proofs;
  readonly now: Date;
  /** The claims that should be known. */
  readonly wanted: readonly string[];
}

/** Who came back. Throws unless the provider's signed word about it fits this sign-in in every respect. */
export async function whoCameBack(asking: Asking, { search, proofs, now, wanted }: Return): Promise<Said> {
  const described = await describeProvider(asking);
  const options = optionsOf(asking);
  const client: oauth.Client = {
    client_id: asking.provider.clientId,
    [oauth.clockSkew]: Math.round((now.getTime() - Date.now()) / 1000),
    [oauth.clockTolerance]: toleranceSeconds,
  };
  try {
    const code = oauth.validateAuthResponse(described, client, search, proofs.state);
    const response = await oauth.authorizationCodeGrantRequest(
      described,
      client,
      clientProof(described, asking.provider.clientSecret),
      code,
      asking.callbackUrl,
      proofs.verifier,
      options,
    );
    const expected = { expectedNonce: proofs.nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(described, client, response, expected);
    await oauth.validateApplicationLevelSignature(described, response, options);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (!claims) throw new Error('The provider sent no ID token');
    if (claims.iat > now.getTime() / 1000 + toleranceSeconds)
      throw new Error('The provider says that it will issue the ID token later than now');
    const said = { issuer: asking.provider.issuer, subject: subjectOf(claims), idToken: claims, userInfo: {} };
    const isAllKnown = wanted.every((name) => claimOf(said, name) !== undefined);
    if (isAllKnown || !described.userinfo_endpoint) return said;
    const asked = await oauth.userInfoRequest(described, client, tokens.access_token, options);
    return { ...said, userInfo: await oauth.processUserInfoResponse(described, client, claims.sub, asked) };
  } catch (error) {
    throw asFailure(error, 'untrusted');
  }
}

/** As the specification limits it. */
function subjectOf({ sub }: oauth.IDToken): string {
  if (!/^[\x20-\x7e]{1,255}$/.test(sub)) throw new Error('The provider gave a subject that cannot be one');
  return sub;
}

/** In the header, which every provider must know, unless it names only other ways. */
function clientProof({ token_endpoint_auth_methods_supported: known }: oauth.AuthorizationServer, secret: string) {
  const isPosted = known?.includes('client_secret_post') && !known.includes('client_secret_basic');
  return isPosted ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}
