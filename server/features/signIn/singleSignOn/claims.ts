// The provider's claims about a person: from the ID token and, where that says less, from the answer to a further
// request.

import { isObject } from '../../../../src/shared/contract/decode.ts';
import { newUserRules } from '../../../../src/shared/contract/people.ts';
import { validate } from '../../../../src/shared/contract/validate.ts';
import { normalizeEmail } from '../../people/credentialQueries.ts';

type Facts = Readonly<Record<string, unknown>>;

export interface ProviderClaims {
  readonly issuer: string;
  /** The provider's permanent id of the person. */
  readonly subject: string;
  readonly idToken: Facts;
  readonly userInfo: Facts;
}

/** The ID token takes precedence. `name` may be a path: 'realm_access.roles'. */
export function claimOf({ idToken, userInfo }: Pick<ProviderClaims, 'idToken' | 'userInfo'>, name: string): unknown {
  return lookUp(idToken, name) ?? lookUp(userInfo, name);
}

function lookUp(facts: Facts, name: string): unknown {
  if (Object.hasOwn(facts, name)) return facts[name];
  return name
    .split('.')
    .reduce<unknown>((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), facts);
}

/** The claim's text, or the texts of its list. */
export function valuesOf(claims: ProviderClaims, name: string): readonly string[] {
  const claim = claimOf(claims, name);
  return (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');
}

const rules = { email: newUserRules.email };

/** Undefined unless the provider says that this e-mail belongs to the person, and a user can have it. */
export function verifiedEmail({ idToken, userInfo }: ProviderClaims, verifiedClaim: string): string | undefined {
  const facts = Object.hasOwn(idToken, 'email') ? idToken : userInfo;
  const { email } = facts;
  const isVerified = [true, 'true', 1, '1'].some((yes) => facts[verifiedClaim] === yes);
  if (!isVerified || typeof email !== 'string' || looksLikeAnother(email)) return undefined;
  const normal = normalizeEmail(email);
  return validate(rules, { email: normal }).email ? undefined : normal;
}

/** The Kelvin sign, for example, becomes the letter k: a mailbox with it belongs to somebody else. */
const looksLikeAnother = (email: string): boolean =>
  [...email].some((letter) => letter > '\u007f' && [...normalizeEmail(letter)].some((lower) => lower <= '\u007f'));
