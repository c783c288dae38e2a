// The audit as it was before version 18: its entries hold personal values themselves.

import { sha256 } from '../../crypto/hashes.ts';
import { one, type Queries, type Sql, sql } from '../db.ts';

export interface FormerEntry {
  id: number;
  at: string;
  user_id: number | null;
  user_email: string;
  request_id: string;
  action: string;
  subject: string;
  subject_id: number | null;
  before_json: string | null;
  after_json: string | null;
  /** Missing before version 8, where the hash covers the other columns only. */
  address?: string | null;
  previous_hash: string;
  hash: string;
}

/** The message says what is wrong with the chain. */
export class BrokenChain extends Error {}

const entriesAtOnce = 1_000;

/** Yields all entries in parts, as they may not fit into memory. Throws at the first that breaks the chain. */
export async function* checkedEntries(queries: Queries, table: Sql): AsyncGenerator<FormerEntry[]> {
  const end = await one<{ last_id: number; hash: string }>(queries, sql`select last_id, hash from audit_head`);
  let head = '';
  for (let last = 0; last < end.last_id; ) {
    const entries = await queries.all<FormerEntry>(
      sql`select * from ${table} where id > ${last} and id <= ${end.last_id} order by id limit ${entriesAtOnce}`,
    );
    if (entries.length === 0) throw new BrokenChain(`entry ${last + 1} is missing`);
    for (const entry of entries) {
      const fault = faultOf(entry, last + 1, head);
      if (fault) throw new BrokenChain(fault);
      head = entry.hash;
      last = entry.id;
    }
    yield entries;
  }
  if (head !== end.hash) throw new BrokenChain(`entry ${end.last_id} is not the last one that was written`);
}

function faultOf({ address = null, ...entry }: FormerEntry, id: number, head: string): string | undefined {
  const { previous_hash, hash, ...rest } = entry;
  if (entry.id !== id) return `entry ${id} is missing`;
  if (previous_hash !== head) return `entry ${id} does not follow the one before it`;
  // Keep the order of the columns: the hash depends on it.
  const values = [head, ...Object.values(rest), ...(address === null ? [] : [address])];
  return hash === sha256(JSON.stringify(values)) ? undefined : `entry ${id} was altered`;
}
