// Building blocks that only domains need: for records, their pages, and what writes send and receive. They are separate
// from decode.ts because every page loads that file.

import {
  DecodeError,
  type Decoder,
  integer,
  isMissing,
  isObject,
  list,
  number,
  optional,
  type Page,
  refuse,
  rowsIn,
  text,
  within,
} from './decode.ts';
import { announcedAs, nullable, setSchema } from './schema.ts';

/** A missing count is zero. */
export const count: Decoder<number> = (value) => (isMissing(value) ? 0 : number(value));
setSchema(count, () => ({ type: 'number', default: 0 }));

export function withDefault<T>(decode: Decoder<T>, fallback: T): Decoder<T> {
  const decoder: Decoder<T> = (value) => (isMissing(value) || value === '' ? fallback : decode(value));
  setSchema(decoder, (of) => ({ ...of(decode), default: fallback }));
  return decoder;
}

/** Accepts a paginator, with its numbers beside the rows or in `meta`, or a bare array as the only page. */
export function page<T>(decode: Decoder<T>): Decoder<Page<T>> {
  const rows = list(decode);
  const decoder: Decoder<Page<T>> = (value, skip) => {
    if (!isObject(value)) {
      const data = rows(value, skip);
      const total = rowsIn(value).length;
      return { data, total, last_page: 1, current_page: 1, per_page: total };
    }
    // Some lists have other facts in `meta`.
    const numbers = isObject(value.meta) && 'last_page' in value.meta ? value.meta : value;
    if (isMissing(value.data) && isMissing(numbers.total)) refuse('a list');
    const data = within('data', rows, value.data, skip);
    const sent = rowsIn(value.data).length;
    const paging = <N>(key: string, fallback: N) =>
      within(key, withDefault<number | N>(integer, fallback), numbers[key]);
    return {
      data,
      total: paging('total', sent),
      last_page: Math.max(1, paging('last_page', 1)),
      current_page: paging('current_page', 1),
      per_page: paging('per_page', sent),
    };
  };
  setSchema(decoder, (of) => {
    const count = of(integer);
    const properties = { data: of(rows), total: count, last_page: count, current_page: count, per_page: count };
    return { type: 'object', properties, required: ['data', 'total', 'last_page'] };
  });
  return decoder;
}

/** Accepts a missing value. Unlike `optional`, empty text is a value. */
export function ifGiven<T>(decode: Decoder<T>): Decoder<T | undefined> {
  const decoder: Decoder<T | undefined> = (value) => (isMissing(value) ? undefined : decode(value));
  setSchema(decoder, (of) => of(decode));
  return decoder;
}

/** Makes a field optional and marks it as beyond the specification. */
export function beyond<T>(decode: Decoder<T>): Decoder<T | undefined> {
  const decoder = optional(decode);
  setSchema(decoder, (of) => ({ ...of(decode), 'x-specification': false }));
  return decoder;
}

/**
 * Changes whenever something changes that an edit replaces. Present on records that can be edited, beyond the
 * specification.
 */
export const version = optional(text);
setSchema(version, () => ({ type: 'string', ...announcedAs('versions') }));

/** Secret in a body. No answer contains it, and an empty one keeps the stored one. */
export const secret = optional(text);
setSchema(secret, () => ({ type: 'string', format: 'password', writeOnly: true }));

/** Requires a list or flag: missing or as empty text, it must not be taken for an empty list or false. */
export function stated<T>(decode: Decoder<T>): Decoder<T> {
  const decoder: Decoder<T> = (value) => (isMissing(value) || value === '' ? refuse('present') : decode(value));
  setSchema(decoder, (of) => of(decode));
  return decoder;
}

/** Requires a value or an explicit null: leaving it out must not be taken for asking for everything. */
export function statedOrNull<T>(decode: Decoder<T>): Decoder<T | null> {
  const known = stated(decode);
  const decoder: Decoder<T | null> = (value) => (value === null ? null : known(value));
  setSchema(decoder, (of) => nullable(of(decode)));
  return decoder;
}

/** Decoded, {} would become a record of default values. */
const saysNothing = (value: unknown) => isMissing(value) || (isObject(value) && Object.keys(value).length === 0);

/** Decodes to null rather than failing, for answers that matter less than the success of the call. */
export function ifUnderstood<T>(decode: Decoder<T>): Decoder<T | null> {
  const decoder: Decoder<T | null> = (value) => {
    try {
      return saysNothing(value) ? null : decode(value);
    } catch (error) {
      if (error instanceof DecodeError) return null;
      throw error;
    }
  };
  setSchema(decoder, (of) => nullable(of(decode)));
  return decoder;
}

/** Accepts [] for an empty map, as PHP writes it. */
export function mapOf<T>(decode: Decoder<T>): Decoder<Record<string, T>> {
  const decoder: Decoder<Record<string, T>> = (value, skip) => {
    if (isMissing(value) || (Array.isArray(value) && value.length === 0)) return {};
    if (!isObject(value)) return refuse('a map');
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, within(key, decode, item, skip)]));
  };
  setSchema(decoder, (of) => ({ type: 'object', additionalProperties: of(decode) }));
  return decoder;
}

export const ids = stated(list(integer));
