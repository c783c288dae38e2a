// Decoders that only calls after the first screen need. They load with those.

import { DecodeError, type Decoder, isMissing, isObject, optional, refuse, text, within } from './decode.ts';

/** May be missing; an empty text is a value like any other. */
export function ifGiven<T>(decode: Decoder<T>): Decoder<T | undefined> {
  return (value) => (isMissing(value) ? undefined : decode(value));
}

/** Of a record that can be edited: another one whenever what an edit replaces has changed. Beyond the specification. */
export const version = optional(text);

/** Required: a body without a list or flag must not be taken for an empty list or false. */
export function stated<T>(decode: Decoder<T>): Decoder<T> {
  return (value) => (isMissing(value) ? refuse('present') : decode(value));
}

/** For answers that matter less than the success of the call. */
export function ifUnderstood<T>(decode: Decoder<T>): Decoder<T | null> {
  return (value) => {
    try {
      return isMissing(value) ? null : decode(value);
    } catch (error) {
      if (error instanceof DecodeError) return null;
      throw error;
    }
  };
}

/** PHP writes an empty map as []. */
export function mapOf<T>(decode: Decoder<T>): Decoder<Record<string, T>> {
  return (value, skip) => {
    if (isMissing(value) || (Array.isArray(value) && value.length === 0)) return {};
    if (!isObject(value)) return refuse('a map');
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, within(key, decode, item, skip)]));
  };
}
