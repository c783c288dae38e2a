// Hashes of texts, and salts that keep what is hashed from being guessed.

import { hash, randomBytes } from 'node:crypto';

export const sha256 = (text: string): string => hash('sha256', text);

export const createSalt = (): string => randomBytes(16).toString('base64url');
