// The places that users signed in from: a device, as far as it names itself, in a network. They are kept for 90 days
// after they were last seen, and longer while a legal hold is on the user.

import { surroundingNetworkOf } from '../../../platform/access/rateLimit.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { heldUsers } from '../../../platform/records/legalHolds.ts';
import { dateOf, instantOf, plusMinutes } from '../../../platform/time/instants.ts';

const day = 24 * 60;
const rememberedMinutes = 90 * day;
const mostMailsADay = 5;

interface Place {
  readonly device: string;
  readonly address: string;
}

interface Known {
  device: string;
  network: string;
  first_seen_at: string;
  last_seen_at: string;
}

interface Novelty {
  /** Not at the very first sign-in: everything would be new. */
  readonly isNew: boolean;
  /** Somebody who travels, or a program that changes its name, shall not fill a mailbox. */
  readonly isWorthMail: boolean;
}

/** Call it in the transaction of the sign-in. */
export async function rememberPlace(queries: Queries, userId: number, place: Place, now: Date): Promise<Novelty> {
  const { device } = place;
  const network = surroundingNetworkOf(place.address);
  const seen = instantOf(now);
  const known = await queries.all<Known>(
    sql`select device, network, first_seen_at, last_seen_at from sign_in_places where user_id = ${userId}`,
  );
  const since = plusMinutes(now, -rememberedMinutes);
  const isKnown = known.some(
    (each) => each.device === device && each.network === network && dateOf(each.last_seen_at) >= since,
  );
  const newToday = known.filter(({ first_seen_at }) => dateOf(first_seen_at) > plusMinutes(now, -day));
  await queries.run(
    sql`delete from sign_in_places where user_id = ${userId} and last_seen_at < ${instantOf(since)}
      and user_id not in (${heldUsers})`,
  );
  await queries.run(
    sql`insert into sign_in_places (user_id, device, network, first_seen_at, last_seen_at)
      values (${userId}, ${device}, ${network}, ${seen}, ${seen})
      on conflict (user_id, device, network) do update set last_seen_at = excluded.last_seen_at`,
  );
  const isNew = known.length > 0 && !isKnown;
  return { isNew, isWorthMail: isNew && newToday.length < mostMailsADay };
}
