// The signed-in user behind a request, and what they may do.

import type { Permission } from '../../src/contract/permissions.ts';

export interface Caller {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly permissions: ReadonlySet<string>;
  /** The hash of the token that authenticated the request. */
  readonly session: string;
  /** Where the request came from. */
  readonly address: string;
}

export const can = (caller: Caller, permission: Permission): boolean => caller.permissions.has(permission);
