// New secrets by controller and kind. The server shows each once, so the screen keeps them until it is left.

import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import type { DeviceKind } from '../../../shared/contract/deviceKinds.ts';

interface SecretKeeper {
  madeFor(controllerId: number, kind: DeviceKind): string | undefined;
  /** An empty secret means that none was made. */
  keep(controllerId: number, kind: DeviceKind, secret: string): void;
  /** Called when the controller's secrets have been revoked. */
  drop(controllerId: number): void;
}

interface Made {
  controllerId: number;
  kind: DeviceKind;
  secret: string;
}

export const MadeSecrets = createContext<SecretKeeper | null>(null);

export function useSecretKeeper(): SecretKeeper {
  const [made, setMade] = useState<readonly Made[]>([]);
  const madeFor = useCallback(
    (controllerId: number, kind: DeviceKind) =>
      made.findLast((each) => each.controllerId === controllerId && each.kind === kind)?.secret,
    [made],
  );
  const keep = useCallback((controllerId: number, kind: DeviceKind, secret: string) => {
    if (secret) setMade((before) => [...before, { controllerId, kind, secret }]);
  }, []);
  const drop = useCallback((controllerId: number) => {
    setMade((before) => before.filter((each) => each.controllerId !== controllerId));
  }, []);
  return useMemo(() => ({ madeFor, keep, drop }), [madeFor, keep, drop]);
}

export function useMadeSecrets(): SecretKeeper {
  const keeper = useContext(MadeSecrets);
  if (!keeper) throw new Error('useMadeSecrets() needs MadeSecrets around');
  return keeper;
}
