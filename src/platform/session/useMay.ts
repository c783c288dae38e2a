import type { EndpointKey } from '../../shared/contract/endpoints.ts';
import { may } from './permissions.ts';
import { useUser } from './useSession.ts';

/** Whether to offer a call to the signed-in user. */
export function useMay(): (call: EndpointKey) => boolean {
  const user = useUser();
  return (call) => may(user, call);
}
