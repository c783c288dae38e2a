// The one place where a session starts, however somebody proved who they are.

import { features } from '../../../src/shared/contract/features.ts';
import type { CurrentUser, User } from '../../../src/shared/contract/session.ts';
import type { SignedIn } from '../../../src/shared/contract/login.ts';
import { createToken } from '../../platform/access/tokens.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import type { Queries } from '../../platform/db/db.ts';
import { addMail } from '../../platform/mail/outboxQueries.ts';
import { type Beginning, startSession } from '../people/sessionQueries.ts';
import { doesLackFactor } from '../people/requiredFactor.ts';
import { loadUser } from '../people/userQueries.ts';
import { unauthenticated } from '../../platform/records/domainErrors.ts';
import { singleLine } from '../../platform/log/singleLine.ts';
import type { Reply, Services } from '../../platform/records/endpoint.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import { plusMinutes } from '../../platform/time/instants.ts';
import { deviceName } from './sessions/deviceName.ts';
import { newPlaceMail } from './sessions/newPlaceMail.ts';
import { rememberPlace } from './sessions/places.ts';

export interface Entrance extends Pick<Services, 'publicUrl' | 'log' | 'showMail'> {
  readonly now: Date;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
}

type Entering = Pick<User, 'id' | 'email'>;

/** Half a day: later it is no news. */
const mailMinutes = 12 * 60;

/** Call it in the transaction that holds the proof to be still true. */
export async function enter(
  queries: Queries,
  entrance: Entrance,
  { id, email }: Entering,
  beganBy: Beginning,
): Promise<Reply<SignedIn>> {
  const { now, requestId, address } = entrance;
  const { token, hash } = createToken();
  const userAgent = singleLine(entrance.userAgent);
  const device = deviceName(userAgent);
  const session = { userId: id, tokenHash: hash, beganBy, device, userAgent, address };
  const sessionId = await startSession(queries, session, now);
  const place = { device, address };
  const { isNew, isWorthMail } = await rememberPlace(queries, id, place, now);
  const mail = isWorthMail ? await queueMail(queries, entrance, email, { ...place, beganBy, at: now }) : undefined;
  const user = await loadUser(queries, id);
  if (!user) throw unauthenticated();

  const act = { caller: { id, email, address }, requestId, now, subject: 'users' as const, subjectId: id };
  const after = { session_id: sessionId, began_by: beganBy, device };
  await audit(queries, { ...act, action: 'auth.login', after });
  if (isNew) await audit(queries, { ...act, action: 'auth.new_place', after: { ...after, is_mailed: isWorthMail } });
  return {
    data: { token, user: await announcing(queries, user) },
    async afterwards() {
      if (!mail) return;
      entrance.log.info('mail queued', { request_id: requestId, subject: mail.subject });
      entrance.showMail?.(mail);
    },
  };
}

async function queueMail(
  queries: Queries,
  { publicUrl, now }: Entrance,
  email: string,
  place: Parameters<typeof newPlaceMail>[1],
) {
  const mail = newPlaceMail(email, place, await currentBusinessTime(queries), publicUrl);
  await addMail(queries, mail, now, plusMinutes(now, mailMinutes));
  return mail;
}

/** Tells the console what this server offers beyond the specification, and asks of the user. */
export const announcing = async (queries: Queries, user: User): Promise<CurrentUser> => ({
  ...user,
  features: [...features],
  business_timezone: (await currentBusinessTime(queries)).zone,
  second_factor_due: await doesLackFactor(queries, user.id),
});
