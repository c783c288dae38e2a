// The codes of authenticator apps: time-based one-time passwords, RFC 6238, with what every app supports: SHA-1, six
// digits, 30 seconds.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32 } from './base32.ts';

export const stepSeconds = 30;
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

/** The step of a code, from the one before to the one after now, as clocks differ; undefined if it is of none of them. */
export function stepOfCode(key: Buffer, typed: string, now: Date): number | undefined {
  const code = typed.replace(/\s/g, '');
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const current = stepAt(now);
  return [current - 1, current, current + 1].find((step) =>
    timingSafeEqual(Buffer.from(codeAt(key, step)), Buffer.from(code)),
  );
}

/** What an authenticator app reads from a link or a QR code. */
export function authenticatorLink(key: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = `secret=${base32(key)}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${parameters}&algorithm=SHA1&digits=${usualDigits}&period=${stepSeconds}`;
}
