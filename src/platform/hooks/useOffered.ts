import type { Answer, Args, ReadKey } from '../../shared/contract/calls.ts';
import { useCanCall } from '../session/permissions.ts';
import { type Resource, useResource } from './useResource.ts';

/** Reads what the server may lack, or the user may not see. */
export function useOffered<K extends ReadKey>(key: K, args: Args<K> | null): Resource<Answer<K>> {
  const isOffered = useCanCall()(key);
  return useResource(key, isOffered ? args : null);
}
