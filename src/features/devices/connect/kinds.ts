// The kinds of devices, as somebody recognises what hangs at the door.

import { deviceKinds, type DeviceKind } from '../../../shared/contract/deviceKinds.ts';
import { kindName } from '../../../shared/words/deviceWords.ts';

const details: Readonly<Record<DeviceKind, string>> = {
  zkteco: 'Terminals with a Cloud Server (ADMS) menu: also eSSL, BioMax, Identix, Granding, Solution …',
  hikvision: 'Terminals with an HTTP Listening menu: DS-K1T…, DS-K26…',
  json: 'Whatever posts JSON to an address: Control iD, newer Dahua, a gateway',
  webhook: 'A gateway of your own that signs what it sends',
};

export const kindOptions = deviceKinds.map((kind) => ({ value: kind, label: kindName(kind), detail: details[kind] }));

export const kindOf = (value: string): DeviceKind => deviceKinds.find((kind) => kind === value) ?? 'zkteco';
