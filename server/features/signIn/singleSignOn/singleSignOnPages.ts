// The two addresses that a browser itself calls: where single sign-on begins, and where the provider sends it back to.
// Each answers with a redirect, and a cookie binds the sign-in to one browser. A failure leads to the login page with
// its reason, is logged and audited, and changes nothing.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { countAttempt, forgiveAttempt, type Limit, networkOf } from '../../../platform/access/rateLimit.ts';
import { audit, type Received, signedOutActor } from '../../../platform/audit/auditLog.ts';
import { createToken, hashOfToken } from '../../../platform/crypto/hashes.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { maybeOne, type Queries, type Sql, sql } from '../../../platform/db/db.ts';
import { isUnexpired } from '../../../platform/db/moments.ts';
import { DomainError } from '../../../platform/domainErrors.ts';
import { describeError } from '../../../platform/log/log.ts';
import type { Services } from '../../../platform/records/endpoint.ts';
import { instantOf, plusMinutes } from '../../../platform/time/clock.ts';
import { createTicket } from '../../people/tickets.ts';
import { admit, findSettings } from './admit.ts';
import {
  addressToSignIn,
  callbackPath,
  exchangeCode,
  newProofs,
  type Proofs,
  providerClientOf,
  SingleSignOnError,
  startPath,
} from './provider.ts';

interface RequestInfo {
  /** Below the base path of the API. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly context: Pick<SsoRequest, 'address' | 'requestId'>;
}

interface SsoRequest extends Received {
  readonly search: URLSearchParams;
  /** The value of the browser's cookie. */
  readonly browser: string | undefined;
}

interface Redirect {
  readonly location: string;
  /** The cookie to set. */
  readonly browser?: string;
}

const pages: ReadonlyMap<string, (services: Services, request: SsoRequest) => Promise<Redirect>> = new Map([
  [startPath, beginSignIn],
  [callbackPath, handleCallback],
]);

export const isSingleSignOnPage = ({ method }: IncomingMessage, path: string) => method === 'GET' && pages.has(path);

export function createSingleSignOnPages(services: Services) {
  const isSecure = services.publicUrl.startsWith('https:');
  // Browsers accept that name only from this very host over TLS, so that no other host can choose the value.
  const name = isSecure ? '__Host-sign-in' : 'sign-in';
  const attributes = `Path=/; Max-Age=${flowMinutes * 60}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  return async (request: IncomingMessage, response: ServerResponse, { path, search, context }: RequestInfo) => {
    const browser = cookieIn(request, name);
    const redirect = await pages.get(path)?.(services, { ...context, search, browser, now: services.clock() });
    response.writeHead(303, {
      Location: redirect?.location,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      ...(redirect?.browser && { 'Set-Cookie': `${name}=${redirect.browser}; ${attributes}` }),
    });
    response.end();
  };
}

/** Accepts only values of our form. A browser keeps its value, so that two tabs can be at the provider at once. */
function cookieIn({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** High, because a whole company may share one address and begin work at eight. */
const startLimits = (address: string): Limit[] => [
  { key: `single sign-on ${networkOf(address)}`, attempts: 300, minutes: 15 },
];
const failureLimits = (address: string): Limit[] => [
  { key: `single sign-on failed ${networkOf(address)}`, attempts: 100, minutes: 15 },
];

async function beginSignIn(services: Services, request: SsoRequest): Promise<Redirect> {
  const next = nextOf(request.search.get('next') ?? '');
  try {
    const { db, vault } = services;
    const client = providerClientOf(services);
    const challenge = request.search.get('challenge') ?? '';
    if (!/^[0-9a-f]{64}$/.test(challenge)) throw new SingleSignOnError('failed', 'the page sent no challenge');
    await countAttempt(db, startLimits(request.address), request.now);
    const proofs = newProofs();
    const location = await addressToSignIn(client, proofs);
    const browser = request.browser ?? createToken().token;
    await addFlow(db, vault, { next, challenge, proofs }, browser, request.now);
    return { location, browser };
  } catch (error) {
    return { location: loginPage(services, next, { 'single-sign-on': await reportFailure(services, request, error) }) };
  }
}

async function handleCallback(services: Services, request: SsoRequest): Promise<Redirect> {
  let next = '';
  try {
    const { db, vault } = services;
    const { search, browser = '', now } = request;
    const client = providerClientOf(services);
    const flow = await takeFlow(db, vault, { state: search.get('state') ?? '', browser }, now);
    if (!flow) throw new SingleSignOnError('expired', 'no such sign-in is under way in this browser');
    next = flow.next;
    const { maps_roles, roles_claim } = await findSettings(db);
    const { verifiedClaim } = client.provider;
    const claimNames = ['email', ...(maps_roles ? [roles_claim] : [])];
    const claims = await exchangeCode(client, { search, proofs: flow.proofs, now, claimNames });
    const ticket = await db.tx(async (queries) => {
      await forgiveAttempt(queries, startLimits(request.address), now);
      const { id } = await admit(queries, { ...request, claims, verifiedClaim });
      return createTicket(queries, { stage: 'single_sign_on', userId: id, data: flow.challenge }, now);
    });
    return { location: loginPage(services, next, { ticket }) };
  } catch (error) {
    return { location: loginPage(services, next, { 'single-sign-on': await reportFailure(services, request, error) }) };
  }
}

/** The console checks it again, before it goes there. */
const nextOf = (path: string) => (path.startsWith('/') && path.length <= 2_000 ? path : '');

/** The outcome is in the fragment, which browsers do not send, so it appears in no log. */
function loginPage({ publicUrl }: Services, next: string, outcome: Record<string, string>): string {
  const query = next && `?${new URLSearchParams({ next })}`;
  return `${publicUrl}/login${query}#${new URLSearchParams(outcome)}`;
}

/** Returns the reason for the login page. */
async function reportFailure(services: Services, request: SsoRequest, error: unknown): Promise<string> {
  const { log } = services;
  const { address, requestId } = request;
  if (error instanceof DomainError && error.reason === 'tooManyAttempts') return 'busy';
  if (!(error instanceof SingleSignOnError)) {
    log.error('single sign-on failed', { request_id: requestId, error: describeError(error) });
    return 'failed';
  }
  const { reason, message: detail, about } = error;
  log.warn('single sign-on failed', { address, reason, detail, user_id: about.userId, request_id: requestId });
  await recordFailure(services, request, error);
  return reason;
}

/** Audits a limited number; beyond it, failures are only in the log. */
async function recordFailure(
  { db, log }: Services,
  request: SsoRequest,
  { reason, about }: SingleSignOnError,
): Promise<void> {
  const { email, userId: subjectId } = about;
  const details = { subjectId, after: { reason, ...(email !== undefined && { email }) } };
  try {
    await countAttempt(db, failureLimits(request.address), request.now);
    await db.tx((queries) => audit(queries, signedOutActor(request), 'auth.single_sign_on_failed', 'users', details));
  } catch (error) {
    if (!(error instanceof DomainError))
      log.error('not audited', { request_id: request.requestId, error: describeError(error) });
  }
}

const flowMinutes = 10;
const isInTime = (now: Date): Sql => isUnexpired(sql`expires_at`, flowMinutes, now);

/**
 * A half-done sign-in: the person is at the provider. It belongs to one browser, and ends with its first use or after
 * some minutes.
 */
interface Flow {
  /** The page to return to; '' for the start. */
  readonly next: string;
  /** The hash of a text that only the page keeps, so that nobody else can use the ticket. */
  readonly challenge: string;
  readonly proofs: Proofs;
}

/** `browser` is the value of its cookie. */
async function addFlow(
  queries: Queries,
  vault: Vault,
  { next, challenge, proofs }: Flow,
  browser: string,
  now: Date,
): Promise<void> {
  const { state, ...secrets } = proofs;
  await queries.run(sql`delete from single_sign_on_flows where not ${isInTime(now)}`);
  await queries.run(
    sql`insert into single_sign_on_flows (state_hash, browser_hash, secrets, next, challenge, expires_at)
      values (${hashOfToken(state)}, ${hashOfToken(browser)}, ${vault.seal(JSON.stringify(secrets))}, ${next},
        ${challenge}, ${instantOf(plusMinutes(now, flowMinutes))})`,
  );
}

/** Ends a flow; of two calls at once, only one gets it. Leaves flows of other browsers alone. */
async function takeFlow(
  queries: Queries,
  vault: Vault,
  { state, browser }: { state: string; browser: string },
  now: Date,
): Promise<Flow | undefined> {
  const row = await maybeOne<{ secrets: string; next: string; challenge: string }>(
    queries,
    sql`delete from single_sign_on_flows
      where state_hash = ${hashOfToken(state)} and browser_hash = ${hashOfToken(browser)}
        and ${isInTime(now)}
      returning secrets, next, challenge`,
  );
  const opened = row && vault.open(row.secrets);
  if (!opened) return undefined;
  const { nonce, verifier }: Omit<Proofs, 'state'> = JSON.parse(opened);
  return { next: row.next, challenge: row.challenge, proofs: { state, nonce, verifier } };
}
