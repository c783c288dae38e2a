// The second step: what to enter in the device. Without an address that devices can call there is nothing to enter.

import type { DeviceKind } from '../../../../shared/contract/deviceKinds.ts';
import type { DeviceSetup } from '../../../../shared/contract/devices.ts';
import { Banner } from '../../../../platform/ui/feedback/Banner.tsx';
import { valuesOf } from '../kinds.ts';
import { deviceUrl, type DeviceUrl } from './deviceUrl.ts';
import { WebhookValues } from './WebhookValues.tsx';

interface ValuesStepProps {
  controllerId: number;
  setup: DeviceSetup;
  kind: DeviceKind;
}

export function ValuesStep({ controllerId, setup, kind }: ValuesStepProps) {
  const Values = valuesOf(kind);
  if (!Values) return <WebhookValues controllerId={controllerId} setup={setup} />;
  const url = deviceUrl(setup.devices_url);
  if (!url) return <NoListener />;
  return (
    <>
      {url.isLocal && <OnlyHere url={url} />}
      <Values controllerId={controllerId} setup={setup} url={url} />
    </>
  );
}

function NoListener() {
  return (
    <Banner tone="warning">
      This server does not listen for devices yet, so there is nothing to enter. Ask whoever runs it to start it again
      with <strong>DEVICES_PORT=4001</strong>, or another free port; docs/deployment.md says how. Then come back to this
      page.
    </Banner>
  );
}

function OnlyHere({ url }: { url: DeviceUrl }) {
  return (
    <Banner tone="warning">
      {url.host} is the server's own computer, and a device on the network cannot reach it. Start the server with{' '}
      <strong>DEVICES_HOST=0.0.0.0</strong> and set <strong>DEVICES_URL</strong> to its address in your network, such as
      http://192.168.1.10:{url.port}.
    </Banner>
  );
}
