// Building blocks for decoders, which turn a server's answer into typed data or throw a DecodeError that names the
// field. They are strict about meaning and lenient about form.

import { nullable, setSchema } from './schema.ts';

/** Drops list rows that cannot be decoded if `skip` is given; otherwise one such row makes the whole list fail. */
export type Decoder<T> = (value: unknown, skip?: Skip) => T;
/** Receives each row of the answer's list that cannot be decoded. */
export type Skip = (row: DecodeError) => void;
export type Decoded<D> = D extends Decoder<infer T> ? T : never;

/** Thrown for an answer or request that cannot be decoded, with the path of the failing part. */
export class DecodeError extends Error {
  readonly expected: string;
  /** Path from the outermost key inwards: ['data', 3, 'name']. */
  readonly path: (string | number)[] = [];

  constructor(expected: string) {
    super(expected);
    this.name = 'DecodeError';
    this.expected = expected;
  }

  get field(): string {
    return this.path.join('.') || 'answer';
  }
}

export function refuse(expected: string): never {
  throw new DecodeError(expected);
}

export function within<T>(key: string | number, decode: Decoder<T>, value: unknown, skip?: Skip): T {
  try {
    return decode(value, skip);
  } catch (error) {
    if (error instanceof DecodeError) error.path.unshift(key);
    throw error;
  }
}

export const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Missing text is empty; numbers and booleans become text. */
export const text: Decoder<string> = (value) => {
  if (isMissing(value)) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return refuse('text');
};
setSchema(text, () => ({ type: 'string' }));

export const nonEmptyText: Decoder<string> = (value) => text(value) || refuse('non-empty text');
setSchema(nonEmptyText, () => ({ type: 'string', minLength: 1 }));

export const number: Decoder<number> = (value) => {
  const given = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof given === 'number' && Number.isFinite(given) ? given : refuse('a number');
};
setSchema(number, () => ({ type: 'number' }));

export const integer: Decoder<number> = (value) => {
  const given = number(value);
  return Number.isSafeInteger(given) ? given : refuse('a whole number');
};
setSchema(integer, () => ({ type: 'integer' }));

/** A missing flag is false. */
export const flag: Decoder<boolean> = (value) => {
  if (isMissing(value)) return false;
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  if (value === false || value === 0 || value === '0' || value === 'false' || value === '') return false;
  return refuse('true or false');
};
setSchema(flag, () => ({ type: 'boolean' }));

/** A flag with a default other than false. */
export function flagOr(missing: boolean): Decoder<boolean> {
  const decoder: Decoder<boolean> = (value) => (isMissing(value) ? missing : flag(value));
  setSchema(decoder, () => ({ type: 'boolean', default: missing }));
  return decoder;
}

export function oneOf<const T extends string>(...words: T[]): Decoder<T> {
  const decoder: Decoder<T> = (value) => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
    return words.find((known) => known === word) ?? refuse(`one of ${words.join(', ')}`);
  };
  setSchema(decoder, () => ({ type: 'string', enum: words }));
  return decoder;
}

/** Accepts unknown words as sent, since a newer server may know more. */
export function wordOr<T extends string>(known: Decoder<T>): Decoder<string> {
  const decoder: Decoder<string> = (value) => {
    try {
      return known(value);
    } catch (error) {
      if (error instanceof DecodeError) return nonEmptyText(value);
      throw error;
    }
  };
  setSchema(decoder, (of) => of(known));
  return decoder;
}

/** Turns null, missing and empty text into null. */
export function maybe<T>(decode: Decoder<T>): Decoder<T | null> {
  const decoder: Decoder<T | null> = (value) => (isMissing(value) || value === '' ? null : decode(value));
  setSchema(decoder, (of) => nullable(of(decode)));
  return decoder;
}

/** Accepts a missing value. Null and an empty query parameter count as missing, not as false. */
export function optional<T>(decode: Decoder<T>): Decoder<T | undefined> {
  const decoder: Decoder<T | undefined> = (value) => (isMissing(value) || value === '' ? undefined : decode(value));
  setSchema(decoder, (of) => of(decode));
  return decoder;
}

export const nothing: Decoder<null> = () => null;
setSchema(nothing, () => ({ description: 'It is not read' }));

type Fields = Record<string, Decoder<unknown>>;
type OptionalKeys<F extends Fields> = { [K in keyof F]: undefined extends Decoded<F[K]> ? K : never }[keyof F];
export type Shape<F extends Fields> = { [K in Exclude<keyof F, OptionalKeys<F>>]: Decoded<F[K]> } & {
  [K in OptionalKeys<F>]?: Decoded<F[K]>;
};
/** Flattens the type, so that editors show the fields instead of their derivation. */
type Plain<T> = { [K in keyof T]: T[K] };

/** Drops unknown fields. */
export function object<F extends Fields>(fields: F): Decoder<Plain<Shape<F>>> {
  const entries = Object.entries(fields);
  const decoder: Decoder<Plain<Shape<F>>> = (value) => {
    if (!isObject(value)) return refuse('an object');
    const result: Record<string, unknown> = {};
    for (const [key, decode] of entries) {
      const decoded = within(key, decode, value[key]);
      if (decoded !== undefined) result[key] = decoded;
    }
    return result as Plain<Shape<F>>;
  };
  setSchema(decoder, (of) => {
    const properties = Object.fromEntries(entries.map(([key, decode]) => [key, of(decode)]));
    const acceptsMissing = (decode: Decoder<unknown>) => {
      try {
        decode(undefined);
        return true;
      } catch {
        return false;
      }
    };
    const required = entries.filter(([, decode]) => !acceptsMissing(decode)).map(([key]) => key);
    return { type: 'object', properties, ...(required.length > 0 && { required }) };
  });
  return decoder;
}

export function rowsIn(value: unknown): unknown[] {
  if (isMissing(value)) return [];
  const rows = isObject(value) ? value.data : value;
  return Array.isArray(rows) ? rows : refuse('a list');
}

/** Accepts a bare array or a paginator's rows. A missing list is empty. */
export function list<T>(decode: Decoder<T>): Decoder<T[]> {
  const decoder: Decoder<T[]> = (value, skip) =>
    rowsIn(value).flatMap((row, index) => {
      try {
        return [within(index, decode, row)];
      } catch (error) {
        if (!skip || !(error instanceof DecodeError)) throw error;
        skip(error);
        return [];
      }
    });
  setSchema(decoder, (of) => ({ type: 'array', items: of(decode) }));
  return decoder;
}

export interface Page<T> {
  data: T[];
  total: number;
  last_page: number;
  current_page: number;
  per_page: number;
}

/** Accepts the value itself or wrapped by name: { user: {…} }. */
export function bareOrUnder<T>(key: string, decode: Decoder<T>): Decoder<T> {
  const decoder: Decoder<T> = (value) =>
    isObject(value) && isObject(value[key]) ? within(key, decode, value[key]) : decode(value);
  setSchema(decoder, (of) => of(decode));
  return decoder;
}
