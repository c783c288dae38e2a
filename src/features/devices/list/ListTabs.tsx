// From the devices to the codes that nobody has, and back.

import { LinkTabs } from '../../../platform/lists/LinkTabs.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { codesAddress, listAddress } from '../addresses.ts';

const tabs = [
  { name: '', label: 'Devices', href: listAddress, reads: 'GET /devices' },
  { name: 'codes', label: 'Unknown Codes', href: codesAddress, reads: 'GET /unknown-codes' },
] as const;

export function ListTabs({ current }: { current: string }) {
  const canCall = useCanCall();
  const shown = tabs.filter(({ reads }) => canCall(reads));
  return shown.length > 1 && <LinkTabs label="Devices and codes" tabs={shown} current={current} />;
}
