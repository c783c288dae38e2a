// The doors in trouble and the devices that wait for approval, of one company or of all.

import { useResource } from '../../platform/hooks/useResource.ts';
import { useCanCall, useHasFeature } from '../../platform/session/permissions.ts';
import type { Page } from '../../shared/contract/decode.ts';
import { type ConnectedDevice, type Device, trouble } from '../../shared/contract/devices.ts';

export interface Trouble {
  doors: Page<ConnectedDevice> | undefined;
  waiting: readonly Device[];
  /** Nothing is known yet: the list waits, or it would be moved down. */
  isLoading: boolean;
}

const mostShown = 3;

export function useTrouble(companyId: string, isWanted: boolean): Trouble {
  const seesDoors = useHasFeature('trouble') && isWanted;
  const seesWaiting = useCanCall()('GET /devices/waiting') && isWanted;
  const query = { claim: trouble, per_page: mostShown, ...(companyId && { company_id: Number(companyId) }) } as const;
  const doors = useResource('GET /devices', seesDoors ? { query } : null);
  const waiting = useResource('GET /devices/waiting', seesWaiting ? {} : null);
  const isLoading = [doors, waiting].some(({ data, loading }) => loading && !data);
  return { doors: doors.data, waiting: waiting.data ?? [], isLoading };
}
