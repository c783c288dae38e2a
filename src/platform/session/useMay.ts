import type { CallKey } from '../../shared/contract/calls.ts';
import { may } from './permissions.ts';
import { useUser } from './useSession.ts';

/** Whether to offer a call to the signed-in user. */
export function useMay(): (call: CallKey) => boolean {
  const user = useUser();
  return (call) => may(user, call);
}
