// Where the evidence for a claim is listed.

import type { Claim } from '../../../shared/contract/devices.ts';
import { codesAddressOf, deviceAddress } from '../addresses.ts';

/** Undefined if there is none, or a list that only a newer console knows. */
export function evidenceAddress(controllerId: number, { evidence }: Claim): string | undefined {
  if (!evidence) return undefined;
  const { list, outcome, kind, day } = evidence;
  switch (list) {
    case 'events':
      return deviceAddress(controllerId, 'events', given({ outcome, day }));
    case 'notes':
      return deviceAddress(controllerId, 'notes', given({ kind }));
    case 'reconciliation':
      return deviceAddress(controllerId, 'reconcile', given({ day }));
    case 'codes':
      return codesAddressOf(controllerId);
    case 'waiting':
      return deviceAddress(controllerId, 'connect');
    default:
      return undefined;
  }
}

const given = (filters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
