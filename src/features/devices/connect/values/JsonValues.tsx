// Address for posting JSON, whose meaning is set in the device's rules.

import { Link } from 'wouter';
import { doorAddress } from '../../../../platform/records/recordLinkTo.ts';
import { SecretAddress, secretAddressProps, Values, type ValuesProps } from './Values.tsx';

export function JsonValues({ setup, url }: ValuesProps) {
  return (
    <>
      <p>
        First set in its <Link href={doorAddress(setup.controller.id, 'rules')}>rules</Link> what in a message is the
        person, the time and the direction; they can be tried out on a pasted message. Until then all events are
        refused. Then have the device or the gateway post its events to this address.
      </p>
      <SecretAddress setup={setup} kind="json" noun="address">
        {(path) => (
          <Values
            items={[
              { label: 'URL', value: url.origin + (path ?? '/devices/json/…'), ...secretAddressProps(path) },
              { label: 'Method', value: 'POST' },
              { label: 'Content-Type', value: 'application/json' },
            ]}
          />
        )}
      </SecretAddress>
    </>
  );
}
