// Address for a gateway's signed events, with a command that sends one.

import { useRef } from 'react';
import { CopyButton } from '../../../../platform/ui/CopyButton.tsx';
import { RawText } from '../../../../platform/ui/data/RawText.tsx';
import type { DeviceSetup } from '../../../../shared/contract/devices.ts';
import { SecretAddress, Values } from './Values.tsx';
import * as layout from '../../../../platform/ui/layout/layout.module.css';

export function WebhookValues({ setup }: { setup: DeviceSetup }) {
  const command = useRef<HTMLDivElement>(null);
  return (
    <SecretAddress setup={setup} kind="webhook" noun="secret">
      {(secret) => {
        const lines = curlLines(setup.webhook_url, secret);
        return (
          <>
            <Values
              items={[
                { label: 'Address', value: setup.webhook_url, copies: true },
                { label: 'Secret', value: secret ?? (setup.has_secret ? 'Set' : 'None'), copies: secret !== undefined },
              ]}
            />
            <div className={layout.stack2}>
              <p className={layout.row}>
                This command sends one event, signed as docs/events.md describes.
                <CopyButton name="the command" text={lines} textRef={command} />
              </p>
              <div ref={command}>
                <RawText label="Command" text={lines} />
              </div>
            </div>
          </>
        );
      }}
    </SecretAddress>
  );
}

/**
 * Builds a command for a POSIX shell with curl and openssl that sends one signed event. Without the secret, it says
 * where to put it.
 */
const curlLines = (url: string, secret = 'the secret'): string =>
  [
    `secret=${quoted(secret)}`,
    `door=${quoted(decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)))}`,
    `body='{"events":[{"employee_id":"00101","event_type":"check-in","timestamp":"'$(date -u +%Y-%m-%dT%H:%M:%SZ)'"}]}'`,
    'time=$(date +%s)',
    `signature=$(printf '%s' "v2.$time.$door.$body" | openssl dgst -sha256 -hmac "$secret" -r | cut -d' ' -f1)`,
    `curl -H 'Content-Type: application/json' -H "X-Rollcall-Timestamp: $time" \\`,
    `  -H "X-Rollcall-Signature: v2=$signature" -d "$body" ${quoted(url)}`,
  ].join('\n');

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
