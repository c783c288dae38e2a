// A new user's form: they are invited by mail, or get a password from whoever adds them.

import type { Body } from '../../../shared/contract/calls.ts';
import { newUserRules } from '../../../shared/contract/people.ts';
import type { Check } from '../../../shared/contract/validate.ts';

const unlessInvited =
  (check: Check): Check =>
  (value, all) =>
    all.signIn === 'invite' ? undefined : check(value, all);

export const addUserRules = { ...newUserRules, password: newUserRules.password.map(unlessInvited) };

type NewUser = Omit<Body<'POST /users'>, 'invite'> & { signIn: string };

/** Without an invitation, it is as the specification has it. */
export function newUser({ signIn, password, ...values }: NewUser): Body<'POST /users'> {
  return signIn === 'invite' ? { ...values, password: '', invite: true } : { ...values, password };
}
