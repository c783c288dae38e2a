// The codes of authenticator apps by RFC 6238's test vectors, and their keys by RFC 4648's.

import { describe, expect, test } from 'vitest';
import {
  authenticatorLink,
  base32,
  codeAt,
  fromBase32,
  stepAt,
  stepOfCode,
} from '../../../../server/features/signIn/secondFactor/totp.ts';

const key = Buffer.from('12345678901234567890');

describe('codes', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at second %i are those of RFC 6238: %s', (second, code) => {
    const now = new Date(second * 1_000);
    expect(codeAt(key, stepAt(now), 8)).toBe(code);
    expect(codeAt(key, stepAt(now))).toBe(code.slice(2));
  });

  const now = new Date('2026-11-23T12:00:00Z');
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  const code = codeAt(key, stepAt(now));

  test.each([
    ['two steps early', -60, undefined],
    ['one step early', -30, 0],
    ['in time', 0, 0],
    ['one step late', 30, 0],
    ['two steps late', 60, undefined],
  ])('a clock that is %s: by %i seconds', (_, shift, expected) => {
    const step = stepOfCode(key, code, after(shift));
    expect(step).toBe(expected === undefined ? undefined : stepAt(now));
  });

  test.each(['', '12345', '1234567', 'abcdef', '      ', '٠١٢٣٤٥', '0x1234'])('%j is none', (typed) => {
    expect(stepOfCode(key, typed, now)).toBeUndefined();
  });

  test('may be typed with a space', () => {
    expect(stepOfCode(key, `${code.slice(0, 3)} ${code.slice(3)}`, now)).toBe(stepAt(now));
  });
});

describe('keys', () => {
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is %s in base32, and back', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
    expect(fromBase32(encoded).toString()).toBe(text);
    expect(fromBase32(encoded.toLowerCase()).toString()).toBe(text);
  });

  test('are in the link for apps, beside whose account it is', () => {
    const link = new URL(authenticatorLink(key, 'Rollcall & Co', 'ada@rollcall.example'));
    expect(link.protocol + link.host).toBe('otpauth:totp');
    expect(decodeURIComponent(link.pathname)).toBe('/Rollcall & Co:ada@rollcall.example');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      issuer: 'Rollcall & Co',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
