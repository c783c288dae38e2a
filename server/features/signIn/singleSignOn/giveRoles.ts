// Gives a user the roles that the mapping says, in place of those that they had.

import type { User } from '../../../../src/shared/contract/session.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { administratorsRemain } from '../../people/grantRules.ts';
import { administratorRole, findRoles, roleId } from '../../people/roleQueries.ts';
import { setRoles } from '../../people/userQueries.ts';

interface SignIn {
  readonly now: Date;
  readonly requestId: string;
  readonly address: string;
}

/** The last administrator stays one. */
export async function giveRoles(
  queries: Queries,
  { now, requestId, address }: SignIn,
  { id, email, roles: held }: User,
  mapped: readonly number[],
): Promise<void> {
  const before = held.map((role) => role.id);
  if (isSame(before, mapped)) return;
  await setRoles(queries, id, mapped);
  const kept = (await administratorsRemain(queries)) ? mapped : [...mapped, await roleId(queries, administratorRole)];
  if (kept !== mapped) await setRoles(queries, id, kept);
  if (isSame(before, kept)) return;
  const names = async (ids: readonly number[]) => (await findRoles(queries, ids)).map((role) => role.name);
  await audit(queries, {
    caller: { id, email, address },
    requestId,
    now,
    action: 'users.map_roles',
    subject: 'users',
    subjectId: id,
    before: { roles: await names(before) },
    after: { roles: await names(kept) },
  });
}

const isSame = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.every((id) => others.includes(id));
