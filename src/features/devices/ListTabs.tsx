// Links between the list of doors and the unknown codes beside it.

import { paths } from '../../platform/boot/paths.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { LinkTabs } from '../../platform/ui/data/LinkTabs.tsx';
import { codesAddress } from './addresses.ts';

const tabs = [
  { name: '', label: 'Doors', href: paths.accessControllers },
  { name: 'codes', label: 'Unknown Codes', href: codesAddress },
];

export function ListTabs({ current }: { current: '' | 'codes' }) {
  return useCanCall()('GET /unknown-codes') && <LinkTabs label="Doors and codes" tabs={tabs} current={current} />;
}
