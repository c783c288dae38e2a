// Somebody who is invited by mail, for tests: adding them, their link, and what they do with it.

import { listedUser, type ListedUser } from '../../../src/shared/contract/people.ts';
import type { TestAnswer, TestServer } from '../server/server.ts';

export const invitee = { name: 'Nina Reader', email: 'nina@rollcall.example', roles: [], companies: [] };

export const inviteUser = (server: TestServer, token: string, more: object = {}): Promise<TestAnswer> =>
  server.ask('POST /users', { token, body: { ...invitee, invite: true, ...more } });

/** The user that a call answered. */
export function userIn({ status, json }: TestAnswer): ListedUser {
  if (status >= 300) throw new Error(json.message);
  return listedUser(json.data);
}

/** The token of the link that was mailed last. */
export function mailedToken({ mails }: TestServer): string {
  const link = new URL(/https:\S+#\S+/.exec(mails.at(-1)?.body ?? '')?.[0] ?? 'https://no.link');
  return new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
}

export const openInvitation = (server: TestServer, token: string): Promise<TestAnswer> =>
  server.ask('POST /auth/invitation', { body: { token } });

export const acceptInvitation = (
  server: TestServer,
  token: string,
  password = 'chosen by Nina',
  password_confirmation = password,
): Promise<TestAnswer> =>
  server.ask('POST /auth/invitation/accept', { body: { token, password, password_confirmation } });
