// Where a gateway sends signed events, and a command that sends one.

import { useRef } from 'react';
import type { DeviceSetup } from '../../../../shared/contract/devices.ts';
import { CopyButton } from '../../../../platform/ui/CopyButton.tsx';
import { curlLines } from './curlLines.ts';
import { SecretAddress } from './SecretAddress.tsx';
import { Values } from './Values.tsx';
import * as s from './WebhookValues.module.css';

interface WebhookValuesProps {
  controllerId: number;
  setup: DeviceSetup;
}

export function WebhookValues({ controllerId, setup }: WebhookValuesProps) {
  const command = useRef<HTMLPreElement>(null);
  return (
    <SecretAddress controllerId={controllerId} setup={setup} kind="webhook" noun="secret">
      {(secret) => {
        const lines = curlLines(setup.webhook_url, secret);
        return (
          <>
            <Values
              items={[
                { label: 'Address', value: setup.webhook_url, copies: true },
                secret
                  ? { label: 'Secret', value: secret, copies: true }
                  : { label: 'Secret', value: setup.has_secret ? 'Set' : 'None' },
              ]}
            />
            <div>
              <p className={s.head}>
                This command sends one event, signed as docs/events.md describes.
                <CopyButton name="the command" text={lines} shown={command} />
              </p>
              <pre ref={command} tabIndex={0} role="region" aria-label="Command" className={s.command}>
                {lines}
              </pre>
            </div>
          </>
        );
      }}
    </SecretAddress>
  );
}
