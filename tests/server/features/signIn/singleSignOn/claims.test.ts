// The e-mail that the provider vouches for.

import { describe, expect, test } from 'vitest';
import { verifiedEmail } from '../../../../../server/features/signIn/singleSignOn/claims.ts';

const said = (email: string) => ({
  issuer: 'https://id.example',
  subject: 'ada',
  idToken: { email, email_verified: true },
  userInfo: {},
});

describe('the verified e-mail', () => {
  test.each([
    ['mi\u212ae@rollcall.example', 'the Kelvin sign, which is a k in lower case'],
    ['mike@roll\u212aall.example', 'the Kelvin sign in the host'],
    ['mi\u1fefke@rollcall.example', 'a Greek accent, which is a backtick once it is composed'],
    ['m\u0130ke@rollcall.example', 'a dotted capital I, which is an i with a dot in lower case'],
  ])('%s is nobody’s with plain letters: %s', (email) => {
    expect(verifiedEmail(said(email), 'email_verified')).toBeUndefined();
  });

  test.each([
    ['mike@rollcall.example\u200b', 'an invisible letter'],
    ['mike\u00ad@rollcall.example', 'a soft hyphen'],
    ['mike @rollcall.example', 'a space'],
    ['mike@rollcall@example', 'a second @'],
    [`${'m'.repeat(240)}@rollcall.example`, 'more than 255 characters'],
  ])('refuses %j, which no user can have as an e-mail: %s', (email) => {
    expect(verifiedEmail(said(email), 'email_verified')).toBeUndefined();
  });

  test.each([
    ['Mike@Rollcall.Example', 'mike@rollcall.example'],
    ['Jürgen@Müller.example', 'jürgen@müller.example'],
    ['ÄRGER@rollcall.example', 'ärger@rollcall.example'],
  ])('%s is %s', (email, known) => {
    expect(verifiedEmail(said(email), 'email_verified')).toBe(known);
  });
});
