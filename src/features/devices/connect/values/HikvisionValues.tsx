// Values to enter in a Hikvision device.

import { SecretAddress, secretAddressProps, Values, type ValuesProps } from './Values.tsx';

export function HikvisionValues({ setup, url }: ValuesProps) {
  return (
    <>
      <p>
        In the device's web page, open <strong>Configuration</strong>, then <strong>Network</strong>, then{' '}
        <strong>HTTP Listening</strong>. Some models have it under <strong>Advanced</strong> or{' '}
        <strong>Integration</strong>. If it is in neither place, the firmware cannot send events.
      </p>
      <SecretAddress setup={setup} kind="hikvision" noun="URL">
        {(path) => (
          <Values
            items={[
              {
                label: 'Time Zone',
                value: setup.zone,
                note: 'Set it first, with NTP, in System Settings, then Time Settings: the factory sets GMT+8, and every event bears it',
              },
              {
                label: 'Event Alarm IP/Domain Name',
                value: url.host,
                copies: true,
                note: url.isName ? 'The device needs a DNS server to find it' : undefined,
              },
              { label: 'URL', value: path ?? '/devices/hikvision/…', ...secretAddressProps(path) },
              { label: 'Port', value: url.port, copies: true },
              { label: 'Protocol', value: url.isEncrypted ? 'HTTPS' : 'HTTP' },
            ]}
          />
        )}
      </SecretAddress>
      <p>Press the device's own Save. Its Test button, if it has one, is enough to be heard here.</p>
    </>
  );
}
