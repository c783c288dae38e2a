// Seals secrets before they are stored, so that whoever reads the database alone cannot use them.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export interface Vault {
  seal(text: string): string;
  /** Undefined if it was sealed with another key, or is no sealed text. */
  open(sealed: string): string | undefined;
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** `secret` may have any length; it should have at least 32 random characters. */
export function createVault(secret: string): Vault {
  const key = createHash('sha256').update(`rollcall secrets ${secret}`).digest();
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${sealed.toString('base64url')}`;
    },
    open(sealed) {
      if (!sealed.startsWith(`${version}.`)) return undefined;
      const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64url');
      if (bytes.length < ivBytes + tagBytes) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
        return text.toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
