// Reads the chain from the server, all of it or the entries that a list shows. It stops at the entry that was the last
// when it began, however many arrive meanwhile.

import type { Api } from '../../../platform/api/client.ts';
import type { ChainLine } from '../../../shared/contract/audit.ts';
import type { Query } from '../../../shared/contract/calls.ts';

const perRequest = 500;
const idsPerRequest = 200;

/** Yields the whole chain in batches. */
export async function* readWhole(api: Api, lastId: number, signal: AbortSignal): AsyncGenerator<ChainLine[]> {
  for (let after = 0; after < lastId; ) {
    const query = { after, limit: perRequest };
    const { data } = await api('GET /audit/chain', { query }, { signal });
    const lines = data.filter(({ id }) => id <= lastId);
    if (lines.length === 0) return;
    yield lines;
    after = lines.at(-1)?.id ?? lastId;
  }
}

/** Finds the ids of all entries that match, oldest first. */
export async function idsOf(
  api: Api,
  filters: NonNullable<Query<'GET /audit'>>,
  lastId: number,
  signal: AbortSignal,
): Promise<number[]> {
  const ids: number[] = [];
  for (let before: number | undefined; ; ) {
    const query = { ...filters, limit: idsPerRequest, ...(before !== undefined && { before }) };
    const { data } = await api('GET /audit', { query }, { signal });
    for (const { id } of data.entries) if (id <= lastId) ids.push(id);
    if (data.next === null) return ids.sort((one, other) => one - other);
    before = data.next;
  }
}

export async function* readSome(api: Api, ids: readonly number[], signal: AbortSignal): AsyncGenerator<ChainLine[]> {
  for (let from = 0; from < ids.length; from += idsPerRequest) {
    const query = { ids: ids.slice(from, from + idsPerRequest).join() };
    yield (await api('GET /audit/chain', { query }, { signal })).data;
  }
}
