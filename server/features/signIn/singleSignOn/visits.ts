// The two addresses that a browser visits by itself: where single sign-on starts, and where the provider sends it back to.
// Each visit ends with the address to go to next. A failure leads to the login page with its reason, and is told to log and
// audit; nothing has changed then.

import { countAttempt, forgiveAttempt, type Limit, networkOf } from '../../../platform/access/rateLimit.ts';
import { createToken } from '../../../platform/crypto/hashes.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { DomainError } from '../../../platform/records/domainErrors.ts';
import { describeError } from '../../../platform/log/log.ts';
import type { Services } from '../../../platform/records/endpoint.ts';
import { createTicket } from '../../people/tickets.ts';
import { admit } from './admit.ts';
import { askingOf } from './asking.ts';
import { SingleSignOnError } from './failure.ts';
import { addFlow, takeFlow } from './flows.ts';
import { addressToSignIn, newProofs, whoCameBack } from './provider.ts';
import { findSettings } from './settingsQueries.ts';

export interface Visit {
  readonly search: URLSearchParams;
  /** The value of the browser's cookie. */
  readonly browser: string | undefined;
  readonly address: string;
  readonly requestId: string;
  readonly now: Date;
}

export interface Way {
  readonly location: string;
  /** The cookie to set. */
  readonly browser?: string;
}

/** A company may be behind one address, and begin work at eight. */
const startLimits = (address: string): Limit[] => [
  { key: `single sign-on ${networkOf(address)}`, attempts: 300, minutes: 15 },
];
const failureLimits = (address: string): Limit[] => [
  { key: `single sign-on failed ${networkOf(address)}`, attempts: 100, minutes: 15 },
];

export async function start(services: Services, visit: Visit): Promise<Way> {
  const next = nextOf(visit.search.get('next') ?? '');
  try {
    const { db, vault } = services;
    const asking = askingOf(services);
    const challenge = visit.search.get('challenge') ?? '';
    if (!/^[0-9a-f]{64}$/.test(challenge)) throw new SingleSignOnError('failed', 'the page sent no challenge');
    await countAttempt(db, startLimits(visit.address), visit.now);
    const proofs = newProofs();
    const location = await addressToSignIn(asking, proofs);
    const browser = visit.browser ?? createToken().token;
    await addFlow(db, vault, { next, challenge, proofs }, browser, visit.now);
    return { location, browser };
  } catch (error) {
    return { location: loginPage(services, next, { 'single-sign-on': await explained(services, visit, error) }) };
  }
}

export async function comeBack(services: Services, visit: Visit): Promise<Way> {
  let next = '';
  try {
    const { db, vault } = services;
    const { search, browser = '', now } = visit;
    const asking = askingOf(services);
    const flow = await takeFlow(db, vault, { state: search.get('state') ?? '', browser }, now);
    if (!flow) throw new SingleSignOnError('expired', 'no such sign-in is under way in this browser');
    next = flow.next;
    const { maps_roles, roles_claim } = await findSettings(db);
    const { verifiedClaim } = asking.provider;
    const wanted = ['email', ...(maps_roles ? [roles_claim] : [])];
    const said = await whoCameBack(asking, { search, proofs: flow.proofs, now, wanted });
    const ticket = await db.tx(async (queries) => {
      await forgiveAttempt(queries, startLimits(visit.address), now);
      const { id } = await admit(queries, { ...visit, said, verifiedClaim });
      return createTicket(queries, { stage: 'single_sign_on', userId: id, data: flow.challenge }, now);
    });
    return { location: loginPage(services, next, { ticket }) };
  } catch (error) {
    return { location: loginPage(services, next, { 'single-sign-on': await explained(services, visit, error) }) };
  }
}

/** The console checks it again, before it goes there. */
const nextOf = (path: string) => (path.startsWith('/') && path.length <= 2_000 ? path : '');

/** What is said there is in the fragment, which browsers do not send, so that no log has it. */
function loginPage({ publicUrl }: Services, next: string, said: Record<string, string>): string {
  const query = next && `?${new URLSearchParams({ next })}`;
  return `${publicUrl}/login${query}#${new URLSearchParams(said)}`;
}

async function explained(services: Services, visit: Visit, error: unknown): Promise<string> {
  const { log } = services;
  const { address, requestId } = visit;
  if (error instanceof DomainError && error.reason === 'tooManyAttempts') return 'busy';
  if (!(error instanceof SingleSignOnError)) {
    log.error('single sign-on failed', { request_id: requestId, error: describeError(error) });
    return 'failed';
  }
  const { reason, message: detail, about } = error;
  log.warn('single sign-on failed', { address, reason, detail, user_id: about.userId, request_id: requestId });
  await recordFailure(services, visit, error);
  return reason;
}

/** A flood of them is told to the log alone. */
async function recordFailure({ db, log }: Services, visit: Visit, { reason, about }: SingleSignOnError): Promise<void> {
  const { address, requestId, now } = visit;
  try {
    await countAttempt(db, failureLimits(address), now);
    await db.tx((queries) =>
      audit(queries, {
        caller: { id: null, email: '', address },
        requestId,
        now,
        action: 'auth.single_sign_on_failed',
        subject: 'users',
        ...(about.userId !== undefined && { subjectId: about.userId }),
        after: { reason, ...(about.email !== undefined && { email: about.email }) },
      }),
    );
  } catch (error) {
    if (!(error instanceof DomainError))
      log.error('not audited', { request_id: requestId, error: describeError(error) });
  }
}
