// Decides whose erasure to offer: it ends the account of a user who still has one, so it needs what a deletion needs.

import { useCanCall } from '../../../platform/session/permissions.ts';
import type { PersonKind } from '../../../shared/contract/privacy.ts';

export function useMayErase(): (kind: PersonKind, isDeleted: boolean) => boolean {
  const canCall = useCanCall();
  return (kind, isDeleted) =>
    canCall('POST /privacy/erasures') && (kind !== 'users' || isDeleted || canCall('DELETE /users/{id}'));
}
