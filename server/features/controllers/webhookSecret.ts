// The secret that signs the events of one controller. Another one with the same secret would take what was signed for
// this one, at least from senders of the first version of the signature, so a secret is used once. To say that one is taken
// tells that somebody has it: whoever does not see all companies can try few.

import { type Caller, can } from '../../platform/access/caller.ts';
import { countAttempt, type Limit } from '../../platform/access/rateLimit.ts';
import { hashOfToken } from '../../platform/crypto/hashes.ts';
import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { lockName } from '../../platform/db/rowLocks.ts';
import { sql } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/records/domainErrors.ts';

const newSecretLimits = ({ id }: Caller): Limit[] => [{ key: `webhook secret ${id}`, attempts: 20, minutes: 60 }];

/** Call it before the transaction: an attempt counts although it changes nothing. */
export async function countNewSecret(queries: Queries, caller: Caller, secret: string | undefined, now: Date) {
  if (secret && !can(caller, 'companies.all')) await countAttempt(queries, newSecretLimits(caller), now);
}

/** Call it in the transaction that stores the secret; `ownId` is that of the controller, unless it is new. */
export async function assertSecretIsFree(queries: Queries, secret: string | undefined, ownId = 0): Promise<void> {
  if (!secret) return;
  // Of two controllers that get it at once, the second sees the first.
  await lockName(queries, `webhook secret ${hashOfToken(secret)}`);
  const holder = await maybeOne(
    queries,
    sql`select id from access_controllers
      where webhook_secret = ${secret} and id <> ${ownId} and deleted_at is null limit 1`,
  );
  if (holder)
    throw invalid({ webhook_secret: 'Another access controller uses this secret. Please choose one of its own' });
}
