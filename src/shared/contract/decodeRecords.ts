// The building blocks that only domains need, for records, their pages, and what writes send and get back: apart from
// decode.ts, which every page loads.

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

/** A paginator, with its numbers beside the rows or in `meta`; a bare array is its only page. */
export function page<T>(decode: Decoder<T>): Decoder<Page<T>> {
  const rows = list(decode);
  const decoder: Decoder<Page<T>> = (value, skip) => {
    if (!isObject(value)) {
      const data = rows(value, skip);
      const total = rowsIn(value).length;
      return { data, total, last_page: 1, current_page: 1, per_page: total };
    }
    const data = within('data', rows, value.data, skip);
    const sent = rowsIn(value.data).length;
    // Other facts about a list are called meta, too.
    const numbers = isObject(value.meta) && 'last_page' in value.meta ? value.meta : value;
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

/** May be missing; an empty text is a value like any other. */
export function ifGiven<T>(decode: Decoder<T>): Decoder<T | undefined> {
  const decoder: Decoder<T | undefined> = (value) => (isMissing(value) ? undefined : decode(value));
  setSchema(decoder, (of) => of(decode));
  return decoder;
}

/** May be missing, and is beyond the specification. */
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

/** A secret of a body. No answer has it, and an empty one leaves the one that is stored. */
export const secret = optional(text);
setSchema(secret, () => ({ type: 'string', format: 'password', writeOnly: true }));

/** Required: a body without a list or flag, or with an empty text for it, must not be taken for an empty list or false. */
export function stated<T>(decode: Decoder<T>): Decoder<T> {
  const decoder: Decoder<T> = (value) => (isMissing(value) || value === '' ? refuse('present') : decode(value));
  setSchema(decoder, (of) => of(decode));
  return decoder;
}

/** Required, though it may be null: a body that leaves it out must not be taken for one that asks for everything. */
export function statedOrNull<T>(decode: Decoder<T>): Decoder<T | null> {
  const known = stated(decode);
  const decoder: Decoder<T | null> = (value) => (value === null ? null : known(value));
  setSchema(decoder, (of) => nullable(of(decode)));
  return decoder;
}

/** Makes an answer optional that matters less than the success of its call. */
export function ifUnderstood<T>(decode: Decoder<T>): Decoder<T | null> {
  const decoder: Decoder<T | null> = (value) => {
    try {
      return isMissing(value) ? null : decode(value);
    } catch (error) {
      if (error instanceof DecodeError) return null;
      throw error;
    }
  };
  setSchema(decoder, (of) => nullable(of(decode)));
  return decoder;
}

/** PHP writes an empty map as []. */
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
