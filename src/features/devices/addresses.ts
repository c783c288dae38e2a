// Addresses of unknown codes and of the evidence of a claim, and the props of each part of a door's page.

import { paths } from '../../platform/boot/paths.ts';
import { doorAddress } from '../../platform/records/recordLinkTo.ts';
import type { Claim, DeviceSetup } from '../../shared/contract/devices.ts';
import { addressOf } from '../../shared/words/address.ts';

export const codesAddress = addressOf(paths.accessControllers, { list: 'codes' });

/** Props of each part of a door's page that is about its device. */
export interface DeviceTabProps {
  /** Latest answer. */
  setup: DeviceSetup;
  /** The setup is being read again. */
  loading: boolean;
  reload(): void;
}

/** Address of a claim's evidence; undefined if there is none, or its list is unknown to this version of the console. */
export function evidenceAddress(controllerId: number, { evidence }: Claim): string | undefined {
  if (!evidence) return undefined;
  const { list, outcome, kind, day } = evidence;
  switch (list) {
    case 'events':
      return doorAddress(controllerId, 'events', nonEmpty({ outcome, day }));
    case 'notes':
      return doorAddress(controllerId, 'history', nonEmpty({ kind }));
    case 'reconciliation':
      return doorAddress(controllerId, 'reconcile', nonEmpty({ day }));
    case 'codes':
      return addressOf(paths.accessControllers, { list: 'codes', access_controller_id: controllerId });
    case 'waiting':
      return doorAddress(controllerId, 'connect');
    default:
      return undefined;
  }
}

const nonEmpty = (filters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
