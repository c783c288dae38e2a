// Removes all second factors of somebody who lost them: by an administrator, or on the server's command line.

import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { tellOwner } from '../../people/accountMails.ts';
import { endSessionsOf } from '../../people/sessionQueries.ts';
import { deleteAuthenticator } from './authenticatorQueries.ts';
import { findFactors, hasFactor } from './factorQueries.ts';
import { deleteRecoveryCodes } from './recoveryCodes.ts';

interface Person {
  readonly id: number;
  readonly email: string;
}

/** Also ends the person's sessions. Answers whether there was anything to remove. */
export async function resetFactors(queries: Queries, { id, email }: Person, now: Date): Promise<boolean> {
  const factors = await findFactors(queries, id);
  if (!hasFactor(factors) && factors.recoveryCodes === 0) return false;
  await deleteAuthenticator(queries, id);
  await queries.run(sql`delete from passkeys where user_id = ${id}`);
  await deleteRecoveryCodes(queries, id);
  await endSessionsOf(queries, id, '');
  await tellOwner(queries, email, 'factorReset', now);
  return true;
}
