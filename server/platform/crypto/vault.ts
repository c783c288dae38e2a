// Seals secrets before they are stored, so that reading the database alone does not reveal them.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export interface Vault {
  seal(text: string): string;
  /** Undefined if the text was sealed with an unknown key, or is not sealed. */
  open(sealed: string): string | undefined;
  /** Reseals a text with the current key. Returns it unchanged if that key sealed it, undefined if it does not open. */
  renew(sealed: string): string | undefined;
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** Whether the text looks like one that a vault sealed, with any key. */
export const isSealed = (text: string): boolean =>
  text.startsWith(`${version}.`) && /^[\w-]{38,}$/.test(text.slice(version.length + 1));

/** `secret` should have at least 32 random characters. The `former` ones only open what they sealed. */
export function createVault(secret: string, former: readonly string[] = []): Vault {
  const key = keyOf(secret);
  const keys = [key, ...former.map(keyOf)];
  const seal = (text: string) => {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${version}.${sealed.toString('base64url')}`;
  };
  const open = (sealed: string) => keys.map((each) => openWith(each, sealed)).find((text) => text !== undefined);
  return {
    seal,
    open,
    renew(sealed) {
      if (openWith(key, sealed) !== undefined) return sealed;
      const opened = open(sealed);
      return opened === undefined ? undefined : seal(opened);
    },
  };
}

const keyOf = (secret: string) => createHash('sha256').update(`rollcall secrets ${secret}`).digest();

function openWith(key: Buffer, sealed: string): string | undefined {
  if (!isSealed(sealed)) return undefined;
  const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
    return text.toString('utf8');
  } catch {
    return undefined;
  }
}
