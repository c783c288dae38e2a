// Hashes of texts, and salts that keep what is hashed from being guessed.

import { createHash, randomBytes } from 'node:crypto';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const createSalt = (): string => randomBytes(16).toString('base64url');
