// The set-up panel: choose the kind, enter the values in the device, and wait for its first call and its first event.

import { useState } from 'react';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useReloadWhile } from '../../../platform/hooks/useReloadWhile.ts';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import type { DeviceTabProps } from '../device/deviceTab.ts';
import { RulesPanel } from '../rules/RulesPanel.tsx';
import { KindStep } from './KindStep.tsx';
import { Step } from './Step.tsx';
import { ValuesStep } from './values/ValuesStep.tsx';
import { WaitStep } from './wait/WaitStep.tsx';
import * as s from './ConnectTab.module.css';

/** In milliseconds: so that the panel follows the device without delay. */
const pause = 2_500;

/** Where the server listens for no devices, none can call; one that did before is still shown. */
const canBeHeard = ({ rules, device, devices_url }: DeviceTabProps['setup']) =>
  rules?.kind === 'webhook' || device !== null || devices_url !== '';

export function ConnectTab(props: DeviceTabProps) {
  const { setup, controllerId } = props;
  const mayManage = useCanCall()('POST /access-controllers/{id}/device/pairing');
  const [isChoosing, setChoosing] = useState(setup.rules === null);
  useReloadWhile(mayManage && !isChoosing, props, pause);
  if (!mayManage) {
    return (
      <EmptyState
        icon="lock"
        title="You may see devices, but not connect them"
        hint="Ask an administrator for access."
      />
    );
  }
  const { rules } = setup;
  return (
    <>
      <ol className={s.steps}>
        <Step number={1} title="What kind of device is it?" isOpen>
          <KindStep
            controllerId={controllerId}
            setup={setup}
            isChoosing={isChoosing}
            onChange={() => setChoosing(true)}
            onChosen={() => setChoosing(false)}
          />
        </Step>
        <Step
          number={2}
          title={`Enter these values in ${rules?.kind === 'webhook' ? 'your gateway' : 'the device'}`}
          isOpen={rules !== null && !isChoosing}
        >
          {rules && <ValuesStep controllerId={controllerId} setup={setup} kind={rules.kind} />}
        </Step>
        <Step
          number={3}
          title={rules?.kind === 'webhook' ? 'Wait for the first event' : 'Wait for the device to call'}
          isOpen={rules !== null && !isChoosing && canBeHeard(setup)}
        >
          {rules && <WaitStep controllerId={controllerId} setup={setup} kind={rules.kind} />}
        </Step>
      </ol>
      {rules && !isChoosing && <RulesPanel controllerId={controllerId} setup={setup} rules={rules} />}
    </>
  );
}
