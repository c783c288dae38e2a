// Looks for secrets in every answer to any account of the kit: fields that are named like one, and secrets that the kit
// itself sent.

import type { CallKey } from '../../src/shared/contract/calls.ts';
import { isObject } from '../../src/shared/contract/decode.ts';

export interface SecretSearch {
  /** Registers a secret that the kit sends, and that no answer may contain. */
  know(secret: string): void;
  search(key: CallKey, payload: unknown): void;
  /** The first field with a secret, by call. */
  readonly found: ReadonlyMap<CallKey, string>;
  readonly searched: ReadonlySet<CallKey>;
}

/** Matches both password_hash and passwordHash, but not password_changed_at or has_webhook_secret, which is a flag. */
const secretName =
  /^(?!has_|is_)(?:.+_)?(?:password|passwd|password_(?:hash|digest)|secret|token|hash|salt|private_key|api_key)$/;
const isSecretName = (name: string) => secretName.test(name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase());

/** Matches '********' instead of a secret. */
const masked = /^[*•.x\s]*$/i;

/** The hashes of the audit's chain are meant to be compared, and its entries say by name which API token acted. */
const publicInAudit = /^(?:(?:previous_)?hash|api_token)$/;

export function createSecretSearch(): SecretSearch {
  const known = new Set<string>();
  const found = new Map<CallKey, string>();
  const searched = new Set<CallKey>();

  const isSecret = (key: CallKey, name: string, value: unknown): boolean => {
    if (typeof value !== 'string') return false;
    const isPublic = masked.test(value) || (key.startsWith('GET /audit') && publicInAudit.test(name));
    return known.has(value) || (isSecretName(name) && !isPublic);
  };

  function firstSecret(key: CallKey, value: unknown, path: readonly string[] = []): string | undefined {
    if (isSecret(key, path.at(-1) ?? '', value)) return path.join('.');
    const nested = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
    for (const [name, item] of nested) {
      const field = firstSecret(key, item, [...path, name]);
      if (field !== undefined) return field;
    }
    return undefined;
  }

  return {
    found,
    searched,
    know: (secret) => known.add(secret),
    search(key, payload) {
      searched.add(key);
      if (found.has(key)) return;
      // Signing in is supposed to return a token.
      const isSignIn = key === 'POST /auth/login' && isObject(payload);
      const answer = isSignIn ? { ...payload, token: undefined } : payload;
      const field = firstSecret(key, answer);
      if (field !== undefined) found.set(key, field);
    },
  };
}
