// What tells a fact from all others of its controller, so that a device may send it any number of times. It is made of
// what the device sent only: rules and zones may change, and a device that is asked again says the same.

import { createHash } from 'node:crypto';
import type { DeviceFact } from '../drivers/driver.ts';

type Identity = Pick<DeviceFact, 'code' | 'localTime' | 'kind' | 'direction' | 'raw' | 'problem'> &
  Partial<Pick<DeviceFact, 'number' | 'isNumberExtra' | 'hash'>>;

export function factKey({
  isNumberExtra,
  code,
  localTime,
  kind,
  direction,
  raw,
  hash,
  problem,
  ...fact
}: Identity): string {
  const number = isNumberExtra ? null : (fact.number ?? null);
  const parts = problem === '' ? [number, code, localTime, kind, direction] : ['unreadable', hash ?? raw];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
