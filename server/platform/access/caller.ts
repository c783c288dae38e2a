// The signed-in user behind a request, and what they may do.

import type { Permission } from '../../../src/shared/contract/permissions.ts';

export interface Caller {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly permissions: ReadonlySet<string>;
  /** Must set up a second factor before anything else, as a role of theirs asks for one. */
  readonly mustSetUpSecondFactor?: boolean;
  /** The hash of the token that authenticated the request. */
  readonly session: string;
  /** Where the request came from. */
  readonly address: string;
  /** What a machine calls with; a person has none. */
  readonly apiToken?: CallingToken;
}

interface CallingToken {
  readonly id: number;
  readonly name: string;
  /** All of its owner's; otherwise the chosen ones of these. */
  readonly hasEveryCompany: boolean;
  readonly ownerSeesAll: boolean;
}

export const can = (caller: Caller, permission: Permission): boolean => caller.permissions.has(permission);
