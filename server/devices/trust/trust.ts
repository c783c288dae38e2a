// How far controllers' devices can be trusted: for one controller or for many, in a fixed number of statements.

import type { Claim } from '../../../src/contract/entities/devices.ts';
import type { Queries } from '../../db/db.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { claimsOf } from './claims.ts';
import { loadFindings, nothingFound } from './findings.ts';
import { loadVitals, type Vitals } from './vitals.ts';

export interface Trust {
  readonly vitals: Vitals;
  readonly claims: Claim[];
}

/** By controller. */
export async function loadTrust(
  queries: Queries,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Trust>> {
  const businessTime = await currentBusinessTime(queries);
  const vitals = await loadVitals(queries, ids, now);
  const findings = await loadFindings(queries, ids, now);
  return new Map(
    [...vitals].map(([id, each]) => [
      id,
      { vitals: each, claims: claimsOf(each, findings.get(id) ?? nothingFound, { now, businessTime }) },
    ]),
  );
}

export async function claimsOfController(queries: Queries, id: number, now: Date): Promise<Claim[]> {
  return (await loadTrust(queries, [id], now)).get(id)?.claims ?? [];
}
