// Continues a sign-in after the first proof of identity: with a demand for the second factor, or with a session.
// Sessions start only here, whatever the proof was.

import type { Answer } from '../../../src/shared/contract/calls.ts';
import { features } from '../../../src/shared/contract/features.ts';
import type { SignedIn } from '../../../src/shared/contract/login.ts';
import type { CurrentUser, User } from '../../../src/shared/contract/session.ts';
import { audit, type Received, signedOutActor } from '../../platform/audit/auditLog.ts';
import { createToken } from '../../platform/crypto/hashes.ts';
import type { Queries } from '../../platform/db/db.ts';
import { unauthenticated } from '../../platform/domainErrors.ts';
import { singleLine } from '../../platform/log/log.ts';
import { addMail } from '../../platform/mail/outboxQueries.ts';
import { Reply, type Services } from '../../platform/records/endpoint.ts';
import { plusMinutes } from '../../platform/time/clock.ts';
import { isSecondFactorDue, mayUsePassword } from '../people/credentialQueries.ts';
import { permissionsOf, type SignInMethod, startSession } from '../people/sessionQueries.ts';
import { loadUser } from '../people/userQueries.ts';
import { currentClocks, type Moment, visibleZones } from '../settings/clocks.ts';
import { deviceName, newSignInMail, recordSignIn } from './newSignIns.ts';
import { demandSecondFactor } from './secondFactor/demand.ts';

interface SignInContext extends Pick<Services, 'publicUrl' | 'log' | 'showMail'>, Received {
  readonly userAgent: string;
}

type EnteringUser = Pick<User, 'id' | 'email'>;

/** Half a day: after that, it is no longer news. */
const mailMinutes = 12 * 60;

/** Call it again at every step: sign-in by password may have been closed meanwhile. */
export async function assertMaySignIn(queries: Queries, userId: number, how: SignInMethod): Promise<void> {
  if (how !== 'single_sign_on' && !(await mayUsePassword(queries, userId)))
    throw unauthenticated('Sign-in by password and passkey is closed for you');
}

/**
 * Call it in the transaction that ensures that the proof still holds. A passkey that verified its user is a second
 * factor as well.
 */
export async function continueSignIn(
  queries: Queries,
  request: SignInContext,
  user: EnteringUser,
  how: SignInMethod,
): Promise<Answer<'POST /auth/login'> | Reply<SignedIn>> {
  await assertMaySignIn(queries, user.id, how);
  const demand =
    how === 'passkey' ? undefined : await demandSecondFactor(queries, request, user.id, 'second_factor', how);
  return demand ? { second_factor: demand } : completeSignIn(queries, request, user, how);
}

/** Starts the session. Call it in the transaction that ensures that the proof still holds. */
export async function completeSignIn(
  queries: Queries,
  context: SignInContext,
  user: EnteringUser,
  beganBy: SignInMethod,
): Promise<Reply<SignedIn>> {
  const { now, requestId, address } = context;
  const { id, email } = user;
  const { token, hash } = createToken();
  const userAgent = singleLine(context.userAgent);
  const device = deviceName(userAgent);
  const session = { userId: id, tokenHash: hash, beganBy, device, userAgent, address };
  const sessionId = await startSession(queries, session, now);
  const source = { device, address };
  const { isNew, isWorthMail } = await recordSignIn(queries, id, source, now);
  const clocks = await currentClocks(queries);
  const place = { ...source, beganBy, at: now };
  const mail = isWorthMail ? newSignInMail(email, place, clocks.ofInstallation, context.publicUrl) : undefined;
  if (mail) await addMail(queries, mail, now, plusMinutes(now, mailMinutes));
  const loaded = await loadUser(queries, id);
  if (!loaded) throw unauthenticated();
  const caller = { ...loaded, permissions: await permissionsOf(queries, id), session: hash, address };

  const actor = signedOutActor(context, user);
  const after = { session_id: sessionId, began_by: beganBy, device };
  await audit(queries, actor, 'auth.login', 'users', { subjectId: id, after });
  const ofPlace = { subjectId: id, after: { ...after, is_mailed: isWorthMail } };
  if (isNew) await audit(queries, actor, 'auth.new_place', 'users', ofPlace);
  const signedIn = { token, user: await withFeatures(queries, loaded, { caller, clocks }) };
  return new Reply(signedIn, {
    async afterwards() {
      if (!mail) return;
      context.log.info('mail queued', { request_id: requestId, subject: mail.subject });
      context.showMail?.(mail);
    },
  });
}

/** Tells the console what this server offers beyond the specification, and what it requires of the user. */
export async function withFeatures(queries: Queries, user: User, seen: Omit<Moment, 'now'>): Promise<CurrentUser> {
  const zones = (await visibleZones(queries, seen)).map(({ clock }) => clock.zone);
  return {
    ...user,
    features: [...features],
    business_timezone: zones.length > 1 ? seen.clocks.ofInstallation.zone : (zones[0] ?? ''),
    time_zones: zones,
    second_factor_due: await isSecondFactorDue(queries, user.id),
  };
}
