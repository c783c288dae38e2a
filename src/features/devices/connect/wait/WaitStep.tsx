// The third step: what was heard of the device, its approval, and its first event.

import { Fragment, useRef } from 'react';
import { kindOfDevice, needsApproval } from '../../../../shared/contract/deviceKinds.ts';
import type { DeviceSetup } from '../../../../shared/contract/entities/devices.ts';
import { seesAllCompanies } from '../../../../platform/lists/CompanyBadges.tsx';
import { useNow } from '../../../../platform/hooks/useNow.ts';
import { useUser } from '../../../../platform/session/session.tsx';
import { BySerial } from './BySerial.tsx';
import { ClockQuestion } from './ClockQuestion.tsx';
import { Connected } from './Connected.tsx';
import { FirstEvent } from './FirstEvent.tsx';
import { HeardDevice } from './HeardDevice.tsx';
import { isPairing } from './isPairing.ts';
import { Pairing } from './Pairing.tsx';
import { Waiting } from './Waiting.tsx';
import * as s from './WaitStep.module.css';

interface WaitStepProps {
  controllerId: number;
  setup: DeviceSetup;
  kind: string;
}

export function WaitStep({ controllerId, setup, kind }: WaitStepProps) {
  const { device } = setup;
  const knownBy = kindOfDevice(kind)?.knownBy;
  const now = useNow();
  /** It takes the focus of the button that is gone with an approval. */
  const place = useRef<HTMLDivElement>(null);
  const findsAll = seesAllCompanies(useUser()) || knownBy !== 'serial';
  // Whoever connects no other device is not offered the strangers that happen to call.
  const waiting = device && knownBy === 'serial' && !isPairing(setup, now) ? [] : setup.waiting;
  return (
    <div ref={place} tabIndex={-1} className={s.wait}>
      {device && <Connected controllerId={controllerId} device={device} kind={kind} />}
      {device && <ClockQuestion setup={setup} device={device} />}
      {(device || kind === 'webhook') && <FirstEvent controllerId={controllerId} setup={setup} kind={kind} />}
      {knownBy === 'secret' && !device && <Waiting>Waiting for the first message…</Waiting>}
      {needsApproval(kind) && (
        <>
          {waiting.map((each) => (
            <Fragment key={each.id}>
              <HeardDevice
                controllerId={controllerId}
                setup={setup}
                device={each}
                kind={kind}
                onApproved={() => place.current?.focus()}
              />
              <ClockQuestion setup={setup} device={each} />
            </Fragment>
          ))}
          {!findsAll && <BySerial controllerId={controllerId} setup={setup} kind={kind} />}
          <Pairing controllerId={controllerId} setup={setup} kind={kind} />
        </>
      )}
    </div>
  );
}
