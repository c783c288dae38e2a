// New secrets by controller and kind. The server shows each once, so the console keeps them until the page of the
// controller is left.

import { useSyncExternalStore } from 'react';
import type { DeviceKind } from '../../../shared/contract/deviceKinds.ts';

interface Made {
  controllerId: number;
  kind: DeviceKind;
  secret: string;
}

let made: readonly Made[] = [];
const callbacks = new Set<() => void>();

function replace(next: readonly Made[]): void {
  made = next;
  for (const callback of callbacks) callback();
}

/** An empty secret means that none was made. */
export function keepSecret(controllerId: number, kind: DeviceKind, secret: string): void {
  if (secret) replace([...made, { controllerId, kind, secret }]);
}

/** Call it when the controller's secrets have been revoked, or its page is left. */
export const dropSecrets = (controllerId: number): void =>
  replace(made.filter((each) => each.controllerId !== controllerId));

export const useMadeSecret = (controllerId: number, kind: DeviceKind): string | undefined =>
  useSyncExternalStore(subscribe, () => madeFor(controllerId, kind));

const madeFor = (controllerId: number, kind: DeviceKind) =>
  made.findLast((each) => each.controllerId === controllerId && each.kind === kind)?.secret;

function subscribe(callback: () => void): () => void {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}
