import { type Endpoint, endpoints } from '../../../shared/contract/endpoints.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';

const calls: readonly Endpoint[] = Object.values(endpoints);

export const callsThatNeed = (permission: Permission): readonly Endpoint[] =>
  calls.filter(({ needs }) => needs === permission);
