// Describes the rules for reading a device's events, with the dialog to change them. Events read before keep their
// meaning until somebody reads them again.

import { useState } from 'react';
import { Link } from 'wouter';
import { doorAddress } from '../../../platform/records/recordLinkTo.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { lazyPart } from '../../../platform/ui/lazyPart.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';
import type { DeviceTabProps } from '../addresses.ts';
import { ReinterpretPart } from '../reinterpret/reinterpretPart.ts';
import { rulesInWords } from '../words.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';

const RulesDialog = lazyPart('The form', () => import('./RulesDialog.tsx'));

export default function RulesTab({ setup }: DeviceTabProps) {
  const canCall = useCanCall();
  const mayReadAgain = canCall('POST /access-controllers/{id}/device/reinterpret');
  const [isSaved, setSaved] = useState(false);
  const { rules } = setup;
  if (!rules) {
    return (
      <EmptyState
        icon="controllers"
        title="No device is connected yet"
        hint={
          <>
            <Link href={doorAddress(setup.controller.id, 'connect')}>Connect one</Link> to say how its events are read.
          </>
        }
      />
    );
  }
  return (
    <Panel
      title="How its events are read"
      aside={
        canCall('PUT /access-controllers/{id}/device') && (
          <DialogButton size="small" label="Change Rules">
            {(close) => <RulesDialog setup={setup} rules={rules} onSaved={() => setSaved(true)} onClose={close} />}
          </DialogButton>
        )
      }
    >
      <div className={layout.stack3}>
        {isSaved && mayReadAgain && setup.last_event_at !== '' && (
          <Banner
            tone="good"
            action={
              <DialogButton size="small" label="Read Past Events Again">
                {(close) => <ReinterpretPart controllerId={setup.controller.id} day="" onClose={close} />}
              </DialogButton>
            }
          >
            New events are read by the changed rules. Past ones stay as they were read.
          </Banner>
        )}
        <Facts
          items={[{ label: 'Time zone', value: rules.kind !== 'webhook' && setup.zone }, ...rulesInWords(rules)]}
        />
      </div>
    </Panel>
  );
}
