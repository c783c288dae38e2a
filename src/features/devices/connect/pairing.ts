// Pairing a controller with a device of a kind: it begins the time in which a device can be approved, and may make a
// secret. The server shows each secret once, so the console keeps them until the page of the controller is left.

import { useSyncExternalStore } from 'react';
import { type Action, type ActionOptions, useAction } from '../../../platform/hooks/useAction.ts';
import type { Answer } from '../../../shared/contract/calls.ts';
import type { DeviceKind } from '../../../shared/contract/deviceKinds.ts';

const call = 'POST /access-controllers/{id}/device/pairing';

export function usePairing(options?: Pick<ActionOptions<Answer<typeof call>>, 'after'>): Action<typeof call> {
  const pairing = useAction(call, { quiet: true, ...options });
  return {
    ...pairing,
    async run(args) {
      const outcome = await pairing.run(args);
      if (outcome.ok) keepSecret(Number(args.id), args.body.kind, outcome.answered.data.secret);
      return outcome;
    },
  };
}

interface GeneratedSecret {
  controllerId: number;
  kind: DeviceKind;
  secret: string;
}

let generated: readonly GeneratedSecret[] = [];
const callbacks = new Set<() => void>();

function replace(next: readonly GeneratedSecret[]): void {
  generated = next;
  for (const callback of callbacks) callback();
}

/** An empty secret means that none was generated. */
function keepSecret(controllerId: number, kind: DeviceKind, secret: string): void {
  if (secret) replace([...generated, { controllerId, kind, secret }]);
}

/** Call it when the controller's secrets have been revoked, or its page is left. */
export const dropSecrets = (controllerId: number): void =>
  replace(generated.filter((each) => each.controllerId !== controllerId));

export const useGeneratedSecret = (controllerId: number, kind: DeviceKind): string | undefined =>
  useSyncExternalStore(subscribe, () => generatedFor(controllerId, kind));

const generatedFor = (controllerId: number, kind: DeviceKind) =>
  generated.findLast((each) => each.controllerId === controllerId && each.kind === kind)?.secret;

function subscribe(callback: () => void): () => void {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}
