// The kit's own user who may view everything and change nothing, as far as the names of the server's permissions tell.

import type { Explored } from '../kit.ts';
import { accountOf, roleName, roles, users } from './adminKinds.ts';
import type { Intruder } from './intruders.ts';
import { named } from './kinds.ts';
import { find, newMark, type Writing } from './records.ts';

const who = 'A user who may only view';
const viewing = /[._:-](?:view|read)$/;

/** Passes nothing to `use` if there can be no such user. The user and the role are deleted in any case. */
export async function withViewer(
  kit: Explored,
  { client, group }: Writing,
  companyId: number,
  use: (viewer: Intruder | undefined) => Promise<void>,
): Promise<void> {
  const mark = newMark();
  const { email, password } = accountOf(mark);
  kit.secrets.know(password);
  const permissions =
    kit.answers['GET /permissions']?.filter(({ name }) => viewing.test(name)).map(({ id }) => id) ?? [];

  const role = permissions.length > 0 ? await addRole() : undefined;
  const user = role === undefined ? undefined : await addUser(role);
  try {
    const login =
      user === undefined ? undefined : await kit.anonymous.call('POST /auth/login', { body: { email, password } });
    const viewer = login?.ok && 'token' in login.data ? kit.withToken(login.data.token) : undefined;
    if (!viewer) {
      const reason = 'No such user could be added, or no permission of the server ends in .view or .read';
      group.skip('PUT *', `${who} cannot write`, reason);
    }
    await use(viewer && { who, client: viewer, mustNot: () => true });
  } finally {
    if (user !== undefined) await client.call('DELETE /users/{id}', { id: user });
    if (role !== undefined) await client.call('DELETE /roles/{id}', { id: role });
  }

  async function addRole(): Promise<number | undefined> {
    const body = { name: roleName(mark), display_name: named(mark), description: named(mark), permissions };
    await client.call('POST /roles', { body });
    return (await find(roles({ client, mark }), mark))?.id;
  }

  async function addUser(roleId: number): Promise<number | undefined> {
    const body = { name: named(mark), email, password, roles: [roleId], companies: [companyId] };
    await client.call('POST /users', { body });
    return (await find(users({ client, mark }), mark))?.id;
  }
}
