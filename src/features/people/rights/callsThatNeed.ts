import type { Rights } from '../../../shared/contract/call.ts';
import { access } from '../../../shared/contract/access.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';

const calls: readonly Rights[] = Object.values(access);

export const callsThatNeed = (permission: Permission): readonly Rights[] =>
  calls.filter(({ needs }) => needs === permission);
