// Rates how far controllers' devices can be trusted, for any number of controllers in a fixed number of statements.

import type { Claim } from '../../../../src/shared/contract/devices.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { claimsOf } from './claims.ts';
import { loadFindings, nothingFound } from './findings.ts';
import { loadVitals, type Vitals } from '../../controllers/device/vitals.ts';
import type { Clocks } from '../../../platform/time/clock.ts';

export interface Trust {
  readonly vitals: Vitals;
  readonly claims: Claim[];
}

export async function loadTrust(
  queries: Queries,
  ids: readonly number[],
  moment: { readonly clocks: Clocks; readonly now: Date },
): Promise<ReadonlyMap<number, Trust>> {
  const { now } = moment;
  // One after the other: each takes half of the connections.
  const vitals = await loadVitals(queries, ids, moment);
  const findings = await loadFindings(queries, ids, now);
  return new Map(
    [...vitals].map(([id, each]) => [
      id,
      { vitals: each, claims: claimsOf(each, findings.get(id) ?? nothingFound, now) },
    ]),
  );
}
