// Compares what was acknowledged, and what the HR system accepted, with what the database has.

import type { Databases } from './databases.ts';
import type { Seen } from './load.ts';
import { waitFor } from './waitFor.ts';

export interface Comparison {
  readonly lost: number;
  readonly doubled: number;
}

export async function compareWrites(databases: Databases, { acknowledged, marked }: Seen): Promise<Comparison> {
  const rows = await databases.query('select event_id, count(*) from attendance group by event_id');
  const stored = new Map(rows.map((row) => row.split('|')).map(([id = '', count]) => [id, Number(count)]));
  const processed = new Set(
    (await databases.query('select id from attendance where is_processed')).map((id) => Number(id)),
  );
  return {
    lost:
      [...acknowledged].filter((id) => !stored.has(id)).length + [...marked].filter((id) => !processed.has(id)).length,
    doubled: [...stored.values()].filter((count) => count > 1).length,
  };
}

interface Received {
  accepted: { id: string }[];
  repeated: number;
}

/** What the HR system accepted more, or less, than the database says, once all is delivered. */
export async function compareDeliveries(databases: Databases, hrOrigin: string): Promise<Comparison & Received> {
  await waitFor('all deliveries to be accepted', 180, async () => {
    const [waiting] = await databases.query("select count(*) from hr_deliveries where state <> 'accepted'");
    return waiting === '0' ? true : undefined;
  });
  const received: Received = JSON.parse(await (await fetch(`${hrOrigin}/records`)).text());
  const keys = await databases.query("select idempotency_key from hr_deliveries where state = 'accepted'");
  const accepted = new Set(received.accepted.map(({ id }) => id));
  return {
    ...received,
    lost: keys.filter((key) => !accepted.has(key)).length,
    doubled: [...accepted].filter((id) => !keys.includes(id)).length + (keys.length - new Set(keys).size),
  };
}
