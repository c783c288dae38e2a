// Calls the API with the console's own client and decoders, and reports where an answer cannot be decoded.

import { createClient } from '../../src/platform/api/client.ts';
import { type ApiError, asApiError } from '../../src/platform/api/errors.ts';
import { type Answer, type Args, answerDecoder, type CallKey } from '../../src/shared/contract/calls.ts';
import { DecodeError, isObject, type Skip } from '../../src/shared/contract/decode.ts';

interface Mismatch {
  field: string;
  expected: string;
  found: unknown;
  /** Why rows cannot be read, if the problem is limited to some rows. The console then shows the others. */
  unread: readonly string[];
}

export type Result<T> =
  | { ok: true; data: T; raw: unknown }
  | { ok: false; error: ApiError; mismatch: Mismatch | undefined };

export interface KitClient {
  call<K extends CallKey>(key: K, args: Args<K>): Promise<Result<Answer<K>>>;
}

interface Connection {
  base: string;
  token: string | null;
  /** Time limit for an answer, if not the console's. */
  timeoutMs?: number;
  /** Receives each answer before it is decoded. */
  onAnswer(key: CallKey, payload: unknown): void;
}

export function createKitClient({ base, token, timeoutMs, onAnswer }: Connection): KitClient {
  return {
    async call(key, args) {
      let raw: unknown;
      const inspect = (payload: unknown) => {
        raw = payload;
        onAnswer(key, payload);
      };
      const api = createClient({ base, token: () => token, inspect, ...(timeoutMs && { timeoutMs }) });
      try {
        const { data } = await api(key, args);
        return { ok: true, data, raw };
      } catch (error) {
        return { ok: false, error: asApiError(error), mismatch: findMismatch(key, raw) };
      }
    },
  };
}

/** Returns where the payload cannot be decoded; undefined if none arrived. */
function findMismatch(key: CallKey, raw: unknown): Mismatch | undefined {
  if (raw === undefined) return undefined;
  try {
    answerDecoder(key)(raw);
    return undefined;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const { field, expected, path } = error;
    return { field, expected, found: valueAt(raw, path), unread: unreadRows(key, raw) };
  }
}

function unreadRows(key: CallKey, raw: unknown): readonly string[] {
  const unread: string[] = [];
  const skip: Skip = ({ path: [, ...field], expected }) => void unread.push(`${field.join('.')} is not ${expected}`);
  try {
    answerDecoder(key)(raw, skip);
    return unread;
  } catch {
    return [];
  }
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((found, key) => {
    if (Array.isArray(found)) return found[Number(key)];
    if (!isObject(found)) return undefined;
    // The rows of a list may be inside a paginator, which the path omits.
    return typeof key === 'number' && Array.isArray(found.data) ? found.data[key] : found[key];
  }, value);
}
