// Where the server announces invitations: a link that nobody was sent opens nothing, and nobody else may send one. The kit
// invites nobody, since that would send an e-mail.

import type { SignedIn } from '../kit.ts';
import { refuses } from '../verdicts.ts';
import { checkRefused } from './intruders.ts';
import type { Writing } from './records.ts';

const token = 'conformance-invented-invitation';

/** `userId`: the kit's own user. */
export async function checkInvitations(
  { user, anonymous }: SignedIn,
  { group, intruders }: Writing,
  userId: number,
): Promise<void> {
  if (!user.features.includes('invitations')) return;
  const open = 'POST /auth/invitation';
  refuses(group, open, 'An invented link is refused', await anonymous.call(open, { body: { token } }), ['invalid']);
  const accept = 'POST /auth/invitation/accept';
  const password = 'Conformance, invented';
  const accepted = await anonymous.call(accept, { body: { token, password, password_confirmation: password } });
  refuses(group, accept, 'An invented link signs nobody in', accepted, ['invalid']);
  for (const { who, client, mustNot } of intruders) {
    for (const call of ['POST /users/{id}/invitation', 'DELETE /users/{id}/invitation'] as const)
      if (mustNot(call, false))
        checkRefused(group, call, `${who} cannot change invitations`, await client.call(call, { id: userId }));
  }
}
