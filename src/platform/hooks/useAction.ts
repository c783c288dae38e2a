// A write that the user starts, with its messages from the contract.

import type { Answer, WriteKey } from '../../shared/contract/endpoints.ts';
import { messages } from '../../shared/contract/messages/writes.ts';
import { useCall, type Action, type ActionOptions } from './useCall.ts';

export const useAction = <K extends WriteKey>(key: K, options?: ActionOptions<Answer<K>>): Action<K> =>
  useCall(key, messages[key], options);
