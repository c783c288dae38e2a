// What the list of doors has besides, where the server has devices: unknown codes, a device to connect, the filter by
// state.

import { useState } from 'react';
import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { labelOf } from '../../platform/ui/option.ts';
import { trouble } from '../../shared/contract/devices.ts';
import { ListTabs } from '../devices/ListTabs.tsx';
import { claimOptions } from '../devices/words.ts';

const ConnectDialog = lazyPart('The form', () => import('../devices/connect/ConnectDialog.tsx'));

export default function DoorTools() {
  const mayConnect = useCanCall()('POST /access-controllers/{id}/device/pairing');
  const [isConnecting, setConnecting] = useState(false);
  return (
    <>
      <ListTabs current="" />
      {mayConnect && (
        <Button icon={<ActionIcon name="plus" />} onClick={() => setConnecting(true)}>
          Connect a Device
        </Button>
      )}
      {isConnecting && <ConnectDialog onClose={() => setConnecting(false)} />}
    </>
  );
}

const states = [{ value: '', label: 'Any State' }, { value: trouble, label: 'In Trouble' }, ...claimOptions];

/** Narrows the list to what is wrong. */
export const ClaimFilter = ({ value, onChange }: { value: string; onChange(claim: string): void }) => (
  <FilterSelect label="State" value={value} options={states} onChange={onChange} />
);

export const claimFilterInWords = (claim: string) => (claim ? [{ label: 'State', value: labelOf(states, claim) }] : []);
