// Asks as the console does, through its own client and decoders, and keeps what exactly was not understood.

import { createClient } from '../../src/api/client.ts';
import { asApiError, type ApiError } from '../../src/api/errors.ts';
import { DecodeError } from '../../src/contract/decode.ts';
import { answerDecoder, type Answer, type Args, type EndpointKey } from '../../src/contract/endpoints.ts';

interface Misfit {
  field: string;
  expected: string;
  found: unknown;
}

export type Heard<T> = { ok: true; data: T; raw: unknown } | { ok: false; error: ApiError; misfit: Misfit | undefined };

/** Somebody who asks: with a token, or nobody. */
export interface Visitor {
  ask<K extends EndpointKey>(key: K, args: Args<K>): Promise<Heard<Answer<K>>>;
}

export function visitor(base: string, token: string | null, asked: Set<EndpointKey>): Visitor {
  return {
    async ask(key, args) {
      asked.add(key);
      let raw: unknown;
      const api = createClient({ base, token: () => token, inspect: (payload) => (raw = payload) });
      try {
        const { data } = await api(key, args);
        return { ok: true, data, raw };
      } catch (error) {
        return { ok: false, error: asApiError(error), misfit: misfitOf(key, raw) };
      }
    },
  };
}

/** Where the payload cannot be decoded; undefined if none arrived. */
function misfitOf(key: EndpointKey, raw: unknown): Misfit | undefined {
  if (raw === undefined) return undefined;
  try {
    answerDecoder(key)(raw);
    return undefined;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { field: error.field, expected: error.expected, found: valueAt(raw, error.path) };
  }
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((found, key) => {
    if (Array.isArray(found)) return found[Number(key)];
    if (!isObject(found)) return undefined;
    // A list may be the rows of a paginator, which the path does not mention.
    return typeof key === 'number' && Array.isArray(found.data) ? found.data[key] : found[key];
  }, value);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
