// The confirmation of somebody who is signed in that it is they themselves, and nobody who found their session open. It
// is made by POST /auth/confirm, works once, and for its user alone.

import type { Caller } from '../../platform/access/caller.ts';
import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/records/domainErrors.ts';
import { instantOf, plusMinutes } from '../../platform/time/instants.ts';
import { isPasswordSet } from './credentialQueries.ts';
import { hasFactor } from './requiredFactor.ts';
import { takeTicket } from './tickets.ts';

interface Confirming {
  readonly caller: Caller;
  readonly now: Date;
}

const freshMinutes = 10;

/** Whether the session began minutes ago. */
export async function isFreshlySignedIn(queries: Queries, { caller, now }: Confirming): Promise<boolean> {
  const since = instantOf(plusMinutes(now, -freshMinutes));
  const session = sql`select 1 from sessions where token_hash = ${caller.session} and created_at > ${since}`;
  return (await maybeOne(queries, session)) !== undefined;
}

/** Uses the confirmation up. */
export async function takeConfirmation(
  queries: Queries,
  { caller, now }: Confirming,
  confirmation: string,
): Promise<void> {
  const ticket = await takeTicket(queries, confirmation, 'confirmed', now);
  if (ticket?.userId !== caller.id) throw invalid({ confirmation: 'Please confirm first that it is you' });
}

/**
 * Before somebody gets a lasting way into the account: another e-mail, where links for a forgotten password go, or an API
 * token. Who has neither a password nor a second factor, and comes in by single sign-on, can only sign in again.
 */
export async function assertOwner(queries: Queries, request: Confirming, confirmation = ''): Promise<void> {
  if (!(await canConfirm(queries, request.caller)) && (await isFreshlySignedIn(queries, request))) return;
  await takeConfirmation(queries, request, confirmation);
}

async function canConfirm(queries: Queries, { id }: Caller): Promise<boolean> {
  const able = sql`select id from users where id = ${id} and (${isPasswordSet} or ${hasFactor(sql`users.id`)})`;
  return (await maybeOne(queries, able)) !== undefined;
}
