// Decides whose erasure to offer. Erasing a user ends their account if they still have one, so it takes the right to
// delete it.

import { useCanCall } from '../../../platform/session/permissions.ts';
import type { PersonKind } from '../../../shared/contract/privacy.ts';

export function useMayErase(): (kind: PersonKind, isDeleted: boolean) => boolean {
  const canCall = useCanCall();
  return (kind, isDeleted) =>
    canCall('POST /privacy/erasures') && (kind !== 'users' || isDeleted || canCall('DELETE /users/{id}'));
}
