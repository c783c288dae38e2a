// Opens sign-in by password again, for operators whose provider of single sign-on does not work.

import { audit } from '../../platform/audit/auditLog.ts';
import type { Config } from '../config.ts';
import { openPasswords } from '../../features/people/credentialQueries.ts';
import { lockRights } from '../../features/people/roleQueries.ts';
import { openWithPermissions } from './openWithPermissions.ts';

export async function openPasswordSignIn(config: Config): Promise<void> {
  const db = await openWithPermissions(config);
  try {
    const wasClosed = await db.tx(async (queries) => {
      await lockRights(queries);
      if (!(await openPasswords(queries))) return false;
      const act = { caller: null, requestId: 'command line', now: new Date() };
      await audit(queries, { ...act, action: 'single_sign_on.open_passwords', subject: 'single_sign_on' });
      return true;
    });
    console.log(wasClosed ? 'Everybody can sign in by password again' : 'Sign-in by password was not closed');
  } finally {
    await db.close();
  }
}
