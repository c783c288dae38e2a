// What is seldom done with exported files, behind a button beside the exports.

import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Menu } from '../../platform/ui/overlays/Menu.tsx';

export function MoreActions({ onVerify }: { onVerify(): void }) {
  return (
    <Menu
      aria-label="More Actions"
      icon={<ActionIcon name="more" />}
      items={[{ label: 'Verify File', icon: <ActionIcon name="file" />, onSelect: onVerify }]}
    />
  );
}
