// In place of an empty list of devices.

import { deviceKinds, needsApproval } from '../../../shared/contract/deviceKinds.ts';
import { kindName } from '../../../shared/words/deviceWords.ts';
import { listed } from '../../../shared/words/listed.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';

const makers = listed(deviceKinds.filter(needsApproval).map(kindName));

interface NoDevicesProps {
  isFiltered: boolean;
  /** Undefined for those who may not. */
  connect: (() => void) | undefined;
}

export function NoDevices({ isFiltered, connect }: NoDevicesProps) {
  if (isFiltered) {
    return <EmptyState icon="devices" title="No devices found" hint="Try adjusting your filters to see more devices" />;
  }
  return (
    <EmptyState
      icon="devices"
      title="No devices yet"
      hint={`Terminals of ${makers} send to Rollcall directly. Connect one: you see what to enter in its menu.`}
      action={
        connect && (
          <Button icon={<ActionIcon name="plus" />} onClick={connect}>
            Connect a Device
          </Button>
        )
      }
    />
  );
}
