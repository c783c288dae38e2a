// The codes of authenticator apps: time-based one-time passwords, RFC 6238, with the settings that every app supports:
// SHA-1, six digits, 30 seconds.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const usualDigits = 6;

/** 160 bits, as RFC 4226 recommends. */
export const createKey = (): Buffer => randomBytes(20);

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / stepSeconds);

export function codeAt(key: Buffer, step: number, digits = usualDigits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the step of a code if it is the current one or next to it, as clocks differ. */
export function stepOfCode(key: Buffer, typed: string, now: Date): number | undefined {
  const code = typed.replace(/\s/g, '');
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const current = stepAt(now);
  return [current - 1, current, current + 1].find((step) =>
    timingSafeEqual(Buffer.from(codeAt(key, step)), Buffer.from(code)),
  );
}

/** The link that an authenticator app reads, or finds in a QR code. */
export function authenticatorLink(key: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = `secret=${base32(key)}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${parameters}&algorithm=SHA1&digits=${usualDigits}&period=${stepSeconds}`;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding, which authenticator apps read and people can type. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** Drops bits that do not fill a byte, and anything that is not a letter of base32. */
export function fromBase32(text: string): Buffer {
  const bits = [...text.toUpperCase()]
    .map((letter) => letters.indexOf(letter))
    .filter((value) => value >= 0)
    .map((value) => value.toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
