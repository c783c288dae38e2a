// Values to enter in a device, named as in its menus; long ones have a Copy button.

import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../../platform/ui/Button.tsx';
import { CopyButton } from '../../../../platform/ui/CopyButton.tsx';
import { BreakableText } from '../../../../platform/ui/data/BreakableText.tsx';
import { Banner } from '../../../../platform/ui/feedback/Banner.tsx';
import { Confirm } from '../../../../platform/ui/overlays/Confirm.tsx';
import type { DeviceKind } from '../../../../shared/contract/deviceKinds.ts';
import type { DeviceSetup } from '../../../../shared/contract/devices.ts';
import { useGeneratedSecret, usePairing } from '../pairing.ts';
import * as layout from '../../../../platform/ui/layout/layout.module.css';
import * as s from './Values.module.css';

interface DeviceValue {
  /** Name on the device. */
  label: string;
  value: string;
  /** The value is typed or pasted, not chosen in the device's menu. */
  copies?: boolean;
  note?: ReactNode;
}

export function Values({ items }: { items: readonly DeviceValue[] }) {
  return (
    <dl className={s.values}>
      {items.map((item) => (
        <Row key={item.label} {...item} />
      ))}
    </dl>
  );
}

function Row({ label, value, copies = false, note }: DeviceValue) {
  const valueRef = useRef<HTMLElement>(null);
  return (
    <div className={`${layout.ruled} ${s.row}`}>
      <dt className={s.label}>{label}</dt>
      <dd className={s.value}>
        <span ref={valueRef} className={s.text}>
          <BreakableText>{value}</BreakableText>
        </span>
        {note && <span className={`${layout.hint} ${s.note}`}>{note}</span>}
      </dd>
      {copies && (
        <dd className={s.copy}>
          <CopyButton name={label} text={value} textRef={valueRef} />
        </dd>
      )}
    </div>
  );
}

/** How to show an address that contains a secret, which may be unknown. */
export const secretAddressProps = (path: string | undefined) => (path ? { copies: true } : { note: 'With its secret' });

interface SecretAddressProps {
  setup: DeviceSetup;
  kind: DeviceKind;
  /** Noun for what contains the secret: 'address'. */
  noun: string;
  /** `secret` is undefined while this page does not know it. */
  children(secret: string | undefined): ReactNode;
}

/** Address of a device that is identified by the secret in it. The server shows the secret once, when it is made. */
export function SecretAddress({ setup, kind, noun, children }: SecretAddressProps) {
  const [isAsking, setAsking] = useState(false);
  const making = usePairing({ after: () => setAsking(false) });
  const secret = useGeneratedSecret(setup.controller.id, kind);
  const make = () => void making.run({ id: setup.controller.id, body: { kind, new_secret: true } });
  return (
    <>
      {secret ? (
        <Banner tone="warning">
          This {noun} is shown only now. Enter it in {kind === 'webhook' ? 'your gateway' : 'the device'} before you
          leave this page, and keep it to yourself: anyone who knows it can send events.
        </Banner>
      ) : (
        <Banner
          tone="warning"
          action={
            <Button size="small" busy={making.busy} onClick={setup.has_secret ? () => setAsking(true) : make}>
              {setup.has_secret ? 'New Secret' : 'Generate'}
            </Button>
          }
        >
          {setup.has_secret
            ? `The ${noun} was shown when its secret was made. If it is lost, make a new one.`
            : 'There is no secret yet, so no events can be sent.'}
        </Banner>
      )}
      {making.error && !isAsking && <Banner tone="bad">{making.error}</Banner>}
      {children(secret)}
      {isAsking && (
        <Confirm
          title="New Secret"
          message="What uses the old one is refused from then on, until the new one is entered there."
          confirmLabel="Make New Secret"
          action={making}
          onConfirm={make}
          onClose={() => {
            making.clear();
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

// The address that devices call, split into the parts their menus ask for.

export interface DeviceUrl {
  host: string;
  port: string;
  isName: boolean;
  isEncrypted: boolean;
  /** True if only this computer reaches it. */
  isLocal: boolean;
  /** 'http://192.168.1.10:4001' */
  origin: string;
}

/** Input of each vendor's values. */
export interface ValuesProps {
  setup: DeviceSetup;
  url: DeviceUrl;
}

/** Undefined if the server takes no calls from devices. */
export function deviceUrl(address: string): DeviceUrl | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, port, protocol } = new URL(address);
  const isEncrypted = protocol === 'https:';
  const shownPort = port || (isEncrypted ? '443' : '80');
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: shownPort,
    isName: !/^[\d.]+$/.test(host) && !host.includes(':'),
    isEncrypted,
    isLocal: /^(?:localhost|127\.[\d.]+|::1)$/.test(host),
    origin: `${protocol}//${hostname}:${shownPort}`,
  };
}
