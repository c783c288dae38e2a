// Values to enter in a ZKTeco device or one of its other brands.

import { Values, type ValuesProps } from './Values.tsx';

export function ZktecoValues({ url }: Pick<ValuesProps, 'url'>) {
  return (
    <>
      <p>
        On the device, open <strong>Menu</strong>, then <strong>Comm.</strong>, then{' '}
        <strong>Cloud Server Setting</strong>. Some models call it <strong>ADMS</strong>.
      </p>
      <Values
        items={[
          {
            label: 'Device Type Setting',
            value: 'T&A PUSH',
            note: 'In the menu System; A&C PUSH if it opens doors. Choose it first: a change can erase what the device holds',
          },
          { label: 'Server Mode', value: 'ADMS', note: 'Not every model asks' },
          { label: 'Enable Domain Name', value: url.isName ? 'On' : 'Off' },
          {
            label: 'Server Address',
            value: url.isName ? url.origin : url.host,
            copies: true,
            note: url.isName
              ? `Without /iclock, which the device adds. A model that asks for the port too takes ${url.host} here`
              : 'Without /iclock, which the device adds',
          },
          { label: 'Server Port', value: url.port, copies: true },
          { label: 'Enable Proxy Server', value: 'Off' },
          {
            label: 'HTTPS',
            value: url.isEncrypted ? 'On' : 'Off',
            note: url.isEncrypted ? 'Many models do not support it, and then cannot call' : undefined,
          },
        ]}
      />
      <p>
        Leave the menu, and switch the device off and on: it reads some settings, and its time zone, only when it
        starts. Then it calls by itself within a minute.
      </p>
    </>
  );
}
