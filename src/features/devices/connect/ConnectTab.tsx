// Set-up panel: choose the kind, enter the values in the device, wait for its first call and its first event.

import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useReloadWhile } from '../../../platform/hooks/useReloadWhile.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { RadioCardsField } from '../../../platform/ui/forms/RadioCardsField.tsx';
import type { DeviceKind } from '../../../shared/contract/deviceKinds.ts';
import type { DeviceSetup } from '../../../shared/contract/devices.ts';
import { kindName } from '../../../shared/words/deviceWords.ts';
import type { DeviceTabProps } from '../addresses.ts';
import { ZoneField } from '../rules/ZoneField.tsx';
import { kindOf, kindOptions, valuesOf } from './kinds.ts';
import { usePairing } from './pairing.ts';
import { deviceUrl } from './values/Values.tsx';
import { WebhookValues } from './values/WebhookValues.tsx';
import { WaitStep } from './wait/WaitStep.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './ConnectTab.module.css';

/** Milliseconds; short, so that the panel follows the device without delay. */
const pause = 2_500;

/** False if the server listens for no devices, unless one called before, which is still shown. */
const canBeHeard = ({ rules, device, devices_url }: DeviceTabProps['setup']) =>
  rules?.kind === 'webhook' || device !== null || devices_url !== '';

export default function ConnectTab(props: DeviceTabProps) {
  const { setup } = props;
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
    <ol className={`${layout.stack3} ${layout.list}`}>
      <Step number={1} title="What kind of device is it?" isOpen>
        <KindStep setup={setup} isChoosing={isChoosing} onChoosing={setChoosing} />
      </Step>
      <Step
        number={2}
        title={`Enter these values in ${rules?.kind === 'webhook' ? 'your gateway' : 'the device'}`}
        isOpen={rules !== null && !isChoosing}
      >
        {rules && <ValuesStep setup={setup} kind={rules.kind} />}
      </Step>
      <Step
        number={3}
        title={rules?.kind === 'webhook' ? 'Wait for the first event' : 'Wait for the device to call'}
        isOpen={rules !== null && !isChoosing && canBeHeard(setup)}
      >
        {rules && <WaitStep setup={setup} kind={rules.kind} />}
      </Step>
    </ol>
  );
}

interface StepProps {
  number: number;
  title: string;
  isOpen: boolean;
  children: ReactNode;
}

/** A numbered step of the set-up. Later steps show only their title. */
function Step({ number, title, isOpen, children }: StepProps) {
  return (
    <li className={clsx(s.step, !isOpen && s.later)}>
      <span aria-hidden="true" className={s.number}>
        {number}
      </span>
      <h2 className={s.title}>{title}</h2>
      {isOpen && <div className={`${layout.stack3} ${s.content}`}>{children}</div>}
    </li>
  );
}

interface KindStepProps {
  setup: DeviceSetup;
  /** False shows the kind that was chosen. */
  isChoosing: boolean;
  onChoosing(isChoosing: boolean): void;
}

/** First step: the kind of device. Continue starts the time in which a device can be approved. */
function KindStep({ setup, isChoosing, onChoosing }: KindStepProps) {
  const { rules, device } = setup;
  const pairing = usePairing({ after: () => onChoosing(false) });
  const form = useForm({
    initial: { kind: rules?.kind ?? 'zkteco', zone: '' },
    rules: {},
    send: ({ kind, zone }) =>
      pairing.run({ id: setup.controller.id, body: { kind: kindOf(kind), ...(zone && { zone }) } }),
    action: pairing,
  });
  if (!isChoosing && rules) {
    return (
      <p className={layout.row}>
        <strong>{kindName(rules.kind)}</strong>
        <Button
          size="small"
          aria-label="Change the kind of device"
          disabledReason={device ? 'Disconnect the device first' : undefined}
          onClick={() => onChoosing(true)}
        >
          Change
        </Button>
      </p>
    );
  }
  return (
    <Form form={form} label="Kind of device">
      <RadioCardsField name="kind" label="Kind" options={kindOptions} />
      {!rules && form.values.kind !== 'webhook' && <ZoneField />}
      <div className={layout.row}>
        <Button kind="primary" type="submit" busy={form.busy}>
          Continue
        </Button>
        {rules && <Button onClick={() => onChoosing(false)}>Cancel</Button>}
      </div>
    </Form>
  );
}

/** Second step: the values to enter in the device. None if devices have no address to call. */
function ValuesStep({ setup, kind }: { setup: DeviceSetup; kind: DeviceKind }) {
  const Values = valuesOf(kind);
  if (!Values) return <WebhookValues setup={setup} />;
  const url = deviceUrl(setup.devices_url);
  if (!url) {
    return (
      <Banner tone="warning">
        This server does not listen for devices yet, so there is nothing to enter. Ask its operator to restart it with{' '}
        <strong>DEVICES_PORT=4001</strong>, or another free port; docs/deployment.md says how. Then come back to this
        page.
      </Banner>
    );
  }
  return (
    <>
      {url.isLocal && (
        <Banner tone="warning">
          {url.host} is the server's own computer, and a device on the network cannot reach it. Start the server with{' '}
          <strong>DEVICES_HOST=0.0.0.0</strong> and set <strong>DEVICES_URL</strong> to its address in your network,
          such as http://192.168.1.10:{url.port}.
        </Banner>
      )}
      <Values setup={setup} url={url} />
    </>
  );
}
