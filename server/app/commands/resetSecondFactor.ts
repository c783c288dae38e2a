// Removes the second factors of a user who lost them, when no administrator can: the way back for the last one.

import { audit } from '../../platform/audit/auditLog.ts';
import { type Config, ConfigError } from '../config.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { findCredentials } from '../../features/people/credentialQueries.ts';
import { resetFactors } from '../../features/signIn/secondFactor/changeFactors.ts';
import { openWithPermissions } from './openWithPermissions.ts';

/** Also ends the user's sessions. */
export async function resetSecondFactor(config: Config, email: string | undefined): Promise<void> {
  if (email === undefined) throw new ConfigError('Usage: reset-second-factor <e-mail>');
  const db = await openWithPermissions(config);
  try {
    const user = await findCredentials(db, email);
    if (!user) throw new ConfigError(`There is no user with the e-mail ${email}`);
    const wasReset = await db.tx(async (queries) => {
      await lockRow(queries, 'users', user.id, 'change');
      const now = new Date();
      if (!(await resetFactors(queries, user, now))) return false;
      const act = { caller: null, requestId: 'command line', now };
      await audit(queries, { ...act, action: 'users.reset_second_factor', subject: 'users', subjectId: user.id });
      return true;
    });
    if (!wasReset) throw new ConfigError(`${user.email} has no second factor`);
    console.log(`The second factor of ${user.email} was removed. The password alone signs in now`);
  } finally {
    await db.close();
  }
}
