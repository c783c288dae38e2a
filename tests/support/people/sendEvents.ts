// Sends events as a controller does, signed with the secret of its door.

import { sql } from '../../../server/platform/db/sql.ts';
import { signatureOf } from '../../../server/platform/crypto/hashes.ts';
import type { TestServer } from '../server/server.ts';

const secret = 'a secret of the door';

export interface SentEvent {
  readonly employee_id: string;
  readonly event_type: 'check-in' | 'check-out';
  /** An instant with its offset. */
  readonly timestamp: string;
}

export async function sendEvents(
  { url, db }: Pick<TestServer, 'url' | 'db'>,
  controller: number,
  events: readonly SentEvent[],
  now: Date,
): Promise<void> {
  const [door] = await db.all<{ unique_identifier: string }>(
    sql`update access_controllers set webhook_secret = ${secret}, is_active = true where id = ${controller} returning unique_identifier`,
  );
  const body = JSON.stringify({ events });
  const at = String(Math.floor(now.getTime() / 1_000));
  const response = await fetch(`${url}/webhooks/access-controllers/${door?.unique_identifier}`, {
    method: 'POST',
    headers: { 'x-rollcall-timestamp': at, 'x-rollcall-signature': signatureOf(secret, at, body) },
    body,
  });
  if (response.status !== 200) throw new Error(`The events were refused: ${await response.text()}`);
}
