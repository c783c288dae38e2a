// What the list of doors has besides, where the server has devices: unknown codes, a device to connect, the filter by
// state.

import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { labelOf } from '../../platform/ui/option.ts';
import { DialogButton } from '../../platform/ui/overlays/DialogButton.tsx';
import { trouble } from '../../shared/contract/devices.ts';
import { ListTabs } from '../devices/ListTabs.tsx';
import { claimOptions } from '../devices/words.ts';

const ConnectDialog = lazyPart('The form', () => import('../devices/connect/ConnectDialog.tsx'));

export default function DoorTools() {
  const mayConnect = useCanCall()('POST /access-controllers/{id}/device/pairing');
  return (
    <>
      <ListTabs current="" />
      {mayConnect && (
        <DialogButton icon={<ActionIcon name="plus" />} label="Connect a Device">
          {(close) => <ConnectDialog onClose={close} />}
        </DialogButton>
      )}
    </>
  );
}

const states = [{ value: '', label: 'Any State' }, { value: trouble, label: 'In Trouble' }, ...claimOptions];

/** Narrows the list to what is wrong. */
export const ClaimFilter = ({ value, onChange }: { value: string; onChange(claim: string): void }) => (
  <FilterSelect label="State" value={value} options={states} onChange={onChange} />
);

export const claimFilterInWords = (claim: string) => (claim ? [{ label: 'State', value: labelOf(states, claim) }] : []);
