// Passwords are stored as scrypt hashes.

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Semaphore } from '../concurrency/limits.ts';
import { tooManyAttempts } from '../domainErrors.ts';

/** 20 characters, 120 bits, for a user to copy once. */
export const createPassword = (): string => randomBytes(15).toString('base64url');

/** Stored instead of a hash for a user without a password: no password matches it. */
export const noPassword = '';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long without a stored hash, or with noPassword: its duration must not tell which e-mails are known. */
  verify(password: string, stored: string | undefined): Promise<boolean>;
}

interface Cost {
  log2N: number;
  r: number;
  p: number;
}

/** 32 MiB and about 0.3 s; OWASP lists it beside 2^17/8/1, which takes four times the memory. */
const usualCost: Cost = { log2N: 15, r: 8, p: 3 };

/** Insecure; for tests that sign in often. */
export const cheapCost: Cost = { log2N: 4, r: 8, p: 1 };

/** Bounds the memory that a flood of sign-ins takes: how many hashes run at once, and how many may wait. */
const atOnce = 2;
const mostWaiting = 40;

export function createPasswords(cost: Cost = usualCost): Passwords {
  const turns = new Semaphore(atOnce);
  let begun = 0;

  async function derive(...asked: Parameters<typeof deriveKey>): Promise<Buffer> {
    if (begun >= atOnce + mostWaiting)
      throw tooManyAttempts('Too many users are signing in. Please try again in a moment', 5);
    begun++;
    return turns.run(() => deriveKey(...asked)).finally(() => begun--);
  }

  async function hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const key = await derive(password, salt, cost);
    return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
  }

  const noUser = ['scrypt', cost.log2N, cost.r, cost.p, randomBytes(16).toString('base64url'), ''].join('$');

  return {
    hash,
    async verify(password, stored) {
      const [, log2N, r, p, salt = '', expected = ''] = (stored || noUser).split('$');
      const key = await derive(password, Buffer.from(salt, 'base64url'), {
        log2N: Number(log2N),
        r: Number(r),
        p: Number(p),
      });
      const expectedKey = Buffer.from(expected, 'base64url');
      return expectedKey.length === key.length && timingSafeEqual(expectedKey, key);
    },
  };
}

function deriveKey(password: string, salt: Buffer, { log2N, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** log2N;
  return new Promise((resolve, reject) => {
    // NFKC: keyboards differ in how they encode an accent.
    scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r + 2 ** 20 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
