// Kinds of devices: how to recognize one at the door, and what to enter there. CONTRIBUTING.md says how to add one.

import type { ReactNode } from 'react';
import { type DeviceKind, deviceKinds, isDeviceKind } from '../../../shared/contract/deviceKinds.ts';
import { kindName } from '../../../shared/words/deviceWords.ts';
import { HikvisionValues } from './values/HikvisionValues.tsx';
import { JsonValues } from './values/JsonValues.tsx';
import type { ValuesProps } from './values/Values.tsx';
import { ZktecoValues } from './values/ZktecoValues.tsx';

interface KindToConnect {
  readonly detail: string;
  /** Values to enter in a device that calls the listener. */
  readonly Values?: (props: ValuesProps) => ReactNode;
}

const rows: Readonly<Record<DeviceKind, KindToConnect>> = {
  zkteco: {
    detail: 'Terminals with a Cloud Server (ADMS) menu: also eSSL, BioMax, Identix, Granding, Solution …',
    Values: ZktecoValues,
  },
  hikvision: {
    detail: 'Terminals with an HTTP Listening menu: DS-K1T…, DS-K26…',
    Values: HikvisionValues,
  },
  json: {
    detail: 'Whatever posts JSON to an address: Control iD, newer Dahua, a gateway',
    Values: JsonValues,
  },
  webhook: {
    detail: 'A gateway of your own that signs what it sends',
  },
};

export const kindOptions = deviceKinds.map((kind) => ({
  value: kind,
  label: kindName(kind),
  detail: rows[kind].detail,
}));

export const kindOf = (value: string): DeviceKind => (isDeviceKind(value) ? value : 'zkteco');

export const valuesOf = (kind: DeviceKind): KindToConnect['Values'] => rows[kind].Values;
