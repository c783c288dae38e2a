// The client of the OpenID Connect provider: reads its description, sends people there, and exchanges the code that
// they come back with. Nothing is kept between two sign-ins, so the provider's new keys are known at once.

import * as oauth from 'oauth4webapi';
import type { SingleSignOnFailure } from '../../../../src/shared/contract/singleSignOn.ts';
import type { IdentityProvider } from '../../../platform/access/identityProvider.ts';
import { apiBase } from '../../../platform/http/apiPaths.ts';
import { OutboundError, type SafeRequest } from '../../../platform/http/outbound.ts';
import { errorMessage, singleLine } from '../../../platform/log/log.ts';
import type { Services } from '../../../platform/records/endpoint.ts';
import { claimOf, type ProviderClaims } from './claims.ts';

/** Below the API's base path, so that a proxy that passes on the API passes these on, too. */
export const startPath = '/auth/oidc/start';
export const callbackPath = '/auth/oidc/callback';

export const callbackUrlOf = ({ publicUrl }: Pick<Services, 'publicUrl'>) => `${publicUrl}${apiBase}${callbackPath}`;

interface ProviderClient {
  readonly provider: IdentityProvider;
  readonly safeRequest: SafeRequest;
  /** Address to which the provider redirects. */
  readonly callbackUrl: string;
}

export function providerClientOf(services: Services): ProviderClient {
  const { identityProvider: provider, safeRequest } = services;
  if (!provider) throw new SingleSignOnError('disabled', 'OIDC_ISSUER is not set');
  return { provider, safeRequest, callbackUrl: callbackUrlOf(services) };
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

/** Tolerated difference between clocks. */
const toleranceSeconds = 30;

/** Requires https, unless the issuer's own address is http. */
const isHttps = ({ issuer }: IdentityProvider) => issuer.startsWith('https:');

const optionsOf = ({ provider, safeRequest }: ProviderClient) => ({
  [oauth.customFetch]: providerFetch(safeRequest),
  [oauth.allowInsecureRequests]: !isHttps(provider),
});

/** Reads the provider's addresses and abilities from its published description. */
export async function describeProvider(client: ProviderClient): Promise<oauth.AuthorizationServer> {
  try {
    const issuer = new URL(client.provider.issuer);
    const response = await oauth.discoveryRequest(issuer, optionsOf(client));
    const described = await oauth.processDiscoveryResponse(issuer, response);
    oauth.checkProtocol(new URL(described.authorization_endpoint ?? ''), isHttps(client.provider));
    return described;
  } catch (error) {
    throw asFailure(error, 'unreachable');
  }
}

/** Returns the provider's address for the person's browser. */
export async function addressToSignIn(client: ProviderClient, proofs: Proofs): Promise<string> {
  const { authorization_endpoint = '' } = await describeProvider(client);
  const address = new URL(authorization_endpoint);
  const parameters = {
    client_id: client.provider.clientId,
    redirect_uri: client.callbackUrl,
    response_type: 'code',
    scope: client.provider.scope,
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
  /** The claims that are needed. */
  readonly claimNames: readonly string[];
}

/** Returns the person who came back. Throws unless the provider's signed answer fits this sign-in in every respect. */
export async function exchangeCode(
  client: ProviderClient,
  { search, proofs, now, claimNames }: Return,
): Promise<ProviderClaims> {
  const described = await describeProvider(client);
  const options = optionsOf(client);
  const registered: oauth.Client = {
    client_id: client.provider.clientId,
    [oauth.clockSkew]: Math.round((now.getTime() - Date.now()) / 1000),
    [oauth.clockTolerance]: toleranceSeconds,
  };
  try {
    const code = oauth.validateAuthResponse(described, registered, search, proofs.state);
    const response = await oauth.authorizationCodeGrantRequest(
      described,
      registered,
      clientProof(described, client.provider.clientSecret),
      code,
      client.callbackUrl,
      proofs.verifier,
      options,
    );
    const expected = { expectedNonce: proofs.nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(described, registered, response, expected);
    await oauth.validateApplicationLevelSignature(described, response, options);
    const idToken = oauth.getValidatedIdTokenClaims(tokens);
    if (!idToken) throw new Error('The provider sent no ID token');
    if (idToken.iat > now.getTime() / 1000 + toleranceSeconds)
      throw new Error('The provider says that it will issue the ID token later than now');
    const claims = { issuer: client.provider.issuer, subject: subjectOf(idToken), idToken, userInfo: {} };
    const isAllKnown = claimNames.every((name) => claimOf(claims, name) !== undefined);
    if (isAllKnown || !described.userinfo_endpoint) return claims;
    const answer = await oauth.userInfoRequest(described, registered, tokens.access_token, options);
    return { ...claims, userInfo: await oauth.processUserInfoResponse(described, registered, idToken.sub, answer) };
  } catch (error) {
    throw asFailure(error, 'untrusted');
  }
}

/** Checks the subject against the specification's limits. */
function subjectOf({ sub }: oauth.IDToken): string {
  if (!/^[\x20-\x7e]{1,255}$/.test(sub)) throw new Error('The provider gave a subject that cannot be one');
  return sub;
}

/** Sends the secret in the header, which every provider must accept, unless the provider names only other ways. */
function clientProof({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer, secret: string) {
  const isPosted = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return isPosted ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

interface About {
  /** The user concerned, if known. */
  readonly userId?: number;
  /** The e-mail, if the provider says that it belongs to the person. */
  readonly email?: string;
  readonly cause?: unknown;
}

/**
 * Why somebody who comes back from the provider is not signed in. The page shows the reason's message; the detail is
 * for the log, and must hold no secret.
 */
export class SingleSignOnError extends Error {
  readonly reason: SingleSignOnFailure;
  readonly about: About;

  constructor(reason: SingleSignOnFailure, detail: string, about: About = {}) {
    super(detail, { cause: about.cause });
    this.name = 'SingleSignOnError';
    this.reason = reason;
    this.about = about;
  }
}

/** Errors of a host that answered, but not as a provider does. */
const notAsProvider = new Set<string | undefined>([oauth.RESPONSE_IS_NOT_CONFORM, oauth.RESPONSE_IS_NOT_JSON]);

/** `otherwise` is the reason for errors that are not recognized here. */
function asFailure(error: unknown, otherwise: SingleSignOnFailure): SingleSignOnError {
  if (error instanceof SingleSignOnError) return error;
  const fail = (reason: SingleSignOnFailure, detail: string) =>
    new SingleSignOnError(reason, singleLine(detail), { cause: error });
  if (error instanceof OutboundError) return fail('unreachable', error.message);
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    // A code that is used again, used too late, or sent without its proof.
    const reason = error.error === 'invalid_grant' ? 'expired' : 'refused';
    return fail(reason, [error.error, error.error_description].filter(Boolean).join(': '));
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) return fail('refused', error.message);
  if (error instanceof oauth.OperationProcessingError && notAsProvider.has(error.code))
    return fail('unreachable', error.message);
  return fail(otherwise, errorMessage(error));
}

/** Providers with many keys send some ten kilobytes. */
const maxBytes = 262_144;

/** The client's `fetch`: follows no redirects, and uses http only for hosts that the deployment lists. */
const providerFetch =
  (safeRequest: SafeRequest) =>
  async (
    url: string,
    request: { method: string; headers: Record<string, string>; body?: unknown },
  ): Promise<Response> => {
    const { method, headers, body } = request;
    const answer = await safeRequest(url, {
      method,
      headers,
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      maxBytes,
      isConfidential: true,
    });
    const hasBody = answer.status !== 204 && answer.status !== 304;
    return new Response(hasBody ? answer.body : null, {
      status: answer.status,
      headers: { 'Content-Type': answer.headers['content-type'] ?? '' },
    });
  };
