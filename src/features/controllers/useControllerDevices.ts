// Reads the devices of the controllers in a list, by controller, in one call once the list is there.

import { useMemo } from 'react';
import { useResource } from '../../platform/hooks/useResource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import type { AccessController } from '../../shared/contract/controllers.ts';
import type { ConnectedDevice } from '../../shared/contract/devices.ts';

export interface ControllerDevices {
  /** Whether nothing is known yet, or it could not be loaded. */
  isLoading: boolean;
  of: ReadonlyMap<number, ConnectedDevice>;
  /** The kind of claim that the list is filtered by; '' for none. */
  claim: string;
}

/** Undefined if the server has no devices, or the user may not see them. */
export function useControllerDevices(
  controllers: readonly Pick<AccessController, 'id'>[] | undefined,
  claim: string,
): ControllerDevices | undefined {
  const canRead = useCanCall()('GET /devices');
  const ids = controllers?.map(({ id }) => id) ?? [];
  const { data } = useResource(
    'GET /devices',
    canRead && ids.length > 0 ? { query: { controller_ids: ids.join(','), per_page: ids.length } } : null,
  );
  return useMemo(() => {
    if (!canRead) return undefined;
    return { isLoading: !data, of: new Map(data?.data.map((device) => [device.controller.id, device])), claim };
  }, [canRead, data, claim]);
}
