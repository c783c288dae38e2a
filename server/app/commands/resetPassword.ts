// Sets a new password for a user who cannot get a reset link: no mail server, or the only administrator.

import { createPassword, createPasswords } from '../../platform/access/passwords.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { type Config, ConfigError } from '../config.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { tellOwner } from '../../features/people/accountMails.ts';
import { findCredentials } from '../../features/people/credentialQueries.ts';
import { setPassword } from '../../features/people/userQueries.ts';
import { openWithPermissions } from './openWithPermissions.ts';

/** Also ends the user's sessions. */
export async function resetPassword(config: Config, email: string | undefined): Promise<void> {
  if (email === undefined) throw new ConfigError('Usage: reset-password <e-mail>');
  const db = await openWithPermissions(config);
  try {
    const user = await findCredentials(db, email);
    if (!user) throw new ConfigError(`There is no user with the e-mail ${email}`);
    const { id } = user;
    const password = createPassword();
    const passwordHash = await createPasswords().hash(password);
    await db.tx(async (queries) => {
      await lockRow(queries, 'users', id, 'change');
      await setPassword(queries, id, passwordHash);
      const now = new Date();
      await tellOwner(queries, user.email, 'password', now);
      const act = { caller: null, requestId: 'command line', now };
      await audit(queries, { ...act, action: 'users.reset_password', subject: 'users', subjectId: id });
    });
    console.log(`The new password of ${user.email} is ${password}`);
  } finally {
    await db.close();
  }
}
