// Where the server announces sessions: the kit's own user sees them and ends them, and so does an administrator. A session
// that was ended is refused.

import type { Answer } from '../../../src/shared/contract/calls.ts';
import type { Group } from '../findings.ts';
import type { KitClient } from '../client.ts';
import type { Explored } from '../kit.ts';
import { refuses, succeeds } from '../verdicts.ts';
import type { Writing } from './records.ts';

interface Account {
  readonly email: string;
  readonly password: string;
}

export async function checkSessions(kit: Explored, { group, client }: Writing, id: number, account: Account) {
  if (!kit.user.features.includes('sessions')) return;
  const first = await open();
  if (!first) return;

  await open();
  const ended = await call(first, 'POST /sessions/end-others', 'All other sessions can be ended', {});
  if (ended) await expectLeft(first, 1);

  const second = await open();
  const other = (await listed(first)).find(({ is_current }) => !is_current);
  const isEnded = other && (await call(first, 'DELETE /sessions/{id}', 'A session can be ended', { id: other.id }));
  if (second && isEnded) await expectRefused(group, second);

  const third = await open();
  const ofUser = await client.call('GET /users/{id}/sessions', { id });
  if (!succeeds(group, 'GET /users/{id}/sessions', "A user's sessions are listed", ofUser) || !ofUser.ok) return;
  const [latest] = [...ofUser.data].sort((one, two) => two.id - one.id);
  const byId = latest && (await call(client, 'DELETE /user-sessions/{id}', 'It can be ended', { id: latest.id }));
  if (third && byId) await expectRefused(group, third);
  if (await call(client, 'DELETE /users/{id}/sessions', 'All can be ended', { id })) await expectRefused(group, first);

  async function open(): Promise<KitClient | undefined> {
    const login = await kit.anonymous.call('POST /auth/login', { body: account });
    return login.ok && 'token' in login.data ? kit.withToken(login.data.token) : undefined;
  }

  async function call<K extends Parameters<typeof succeeds>[1]>(
    who: KitClient,
    key: K,
    claim: string,
    args: Parameters<typeof who.call<K>>[1],
  ): Promise<boolean> {
    return succeeds(group, key, claim, await who.call(key, args));
  }

  async function expectLeft(who: KitClient, count: number): Promise<void> {
    const sessions = await listed(who);
    group.expect('GET /sessions', 'The sessions that ended are gone', sessions.length === count, {
      detail: `${sessions.length} are listed, and ${count} is left`,
      shown: 'Your Sessions: sessions that have ended',
    });
  }
}

async function listed(who: KitClient): Promise<Answer<'GET /sessions'>> {
  const sessions = await who.call('GET /sessions', {});
  return sessions.ok ? sessions.data : [];
}

async function expectRefused(group: Group, who: KitClient): Promise<void> {
  const key = 'GET /auth/user';
  refuses(group, key, 'A session that was ended is refused', await who.call(key, {}), ['unauthenticated']);
}
