// Looks for secrets in every answer, to all accounts of the kit: fields named like one, and the secrets that the kit
// itself sent.

import type { CallKey } from '../../src/shared/contract/calls.ts';
import { isObject } from '../../src/shared/contract/decode.ts';

export interface SecretSearch {
  /** A secret that the kit sends, and that no answer may contain. */
  know(secret: string): void;
  search(key: CallKey, payload: unknown): void;
  /** The first field with a secret, by call. */
  readonly found: ReadonlyMap<CallKey, string>;
  readonly searched: ReadonlySet<CallKey>;
}

/** Both password_hash and passwordHash, but neither password_changed_at nor has_webhook_secret, which is a flag. */
const secretName =
  /^(?!has_|is_)(?:.+_)?(?:password|passwd|password_(?:hash|digest)|secret|token|hash|salt|private_key|api_key)$/;
const isSecretName = (name: string) => secretName.test(name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase());

/** '********' instead of the secret itself. */
const masked = /^[*•.x\s]*$/i;

/** Hashes of the audit's chain, which are there to be compared. */
const chained: ReadonlySet<CallKey> = new Set(['GET /audit/{id}', 'GET /audit/head', 'GET /audit/chain']);

export function createSecretSearch(): SecretSearch {
  const known = new Set<string>();
  const found = new Map<CallKey, string>();
  const searched = new Set<CallKey>();

  const isSecret = (key: CallKey, name: string, value: unknown): boolean => {
    if (typeof value !== 'string') return false;
    const isPublic = masked.test(value) || (chained.has(key) && /^(?:previous_)?hash$/.test(name));
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
      // Signing in is there to show one.
      const isSignIn = key === 'POST /auth/login' && isObject(payload);
      const answer = isSignIn ? { ...payload, token: undefined } : payload;
      const field = firstSecret(key, answer);
      if (field !== undefined) found.set(key, field);
    },
  };
}
