// The text of an API token: 'rc_', 36 random letters and digits, and a checksum of six. Secret scanners recognise it,
// and one that was cut off or mistyped is refused without asking the database. docs/api-tokens.md has the form.

import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { apiTokenPrefix } from '../../../platform/crypto/hashes.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 36;
const checksumLength = 6;
const form = new RegExp(`^${apiTokenPrefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`);

/** The part of a token that is shown later, to tell it from others. */
export const startOf = (token: string): string => token.slice(0, apiTokenPrefix.length + 5);

export function createTokenText(): string {
  const random = randomText(randomLength);
  return apiTokenPrefix + random + checksumOf(random);
}

export function isWhole(token: string): boolean {
  const [, random, checksum] = form.exec(token) ?? [];
  return random !== undefined && checksumOf(random) === checksum;
}

/** Bytes beyond a multiple of the alphabet's length are left out, so that each character is equally likely. */
function randomText(length: number): string {
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let place = 0; place < checksumLength; place++) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
