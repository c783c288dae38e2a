// Compares what the HR system accepted with what the database says about it.

import type { Databases } from './databases.ts';
import type { Comparison } from './oracle.ts';
import { type ClockEvent, instantOf } from './records.ts';
import { waitFor } from './waitFor.ts';

interface Accepted {
  readonly id: string;
  readonly employee_id: string;
  readonly event_type: string;
  readonly timestamp: string;
}

interface Received {
  readonly accepted: readonly Accepted[];
  readonly repeated: number;
}

export async function received(hrOrigin: string): Promise<Received> {
  return JSON.parse(await (await fetch(`${hrOrigin}/records`)).text());
}

/** An HR system's keys start with the company. */
export const acceptedEvent = ({ id, employee_id, event_type, timestamp }: Accepted): ClockEvent => ({
  id,
  company: id.split('/')[0] ?? '',
  employee: employee_id,
  type: event_type,
  at: instantOf(new Date(timestamp)),
});

/** Waits until everything is delivered, and compares both sides. */
export async function compareDeliveries(
  databases: Databases,
  hrOrigin: string,
): Promise<Omit<Comparison, 'different'> & Received> {
  await waitFor('all deliveries to be accepted', 180, async () => {
    const [waiting] = await databases.query("select count(*) from hr_deliveries where state <> 'accepted'");
    return waiting === '0' ? true : undefined;
  });
  const { accepted, repeated } = await received(hrOrigin);
  const keys = await databases.query("select idempotency_key from hr_deliveries where state = 'accepted'");
  const ids = new Set(accepted.map(({ id }) => id));
  return {
    accepted,
    repeated,
    lost: keys.filter((key) => !ids.has(key)).length,
    doubled: [...ids].filter((id) => !keys.includes(id)).length + (keys.length - new Set(keys).size),
  };
}
