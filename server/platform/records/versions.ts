// The version of a record: a hash of what an edit replaces, so that it reflects every change, whoever made it and
// however. It ignores what else a record shows, such as the last check of a URL.

import { createHash } from 'node:crypto';
import { calls, type EditKey } from '../../../src/shared/contract/calls.ts';
import { isObject } from '../../../src/shared/contract/decode.ts';

/**
 * `secret` stands for the secrets that the edit replaces, without giving any away: a salted hash, a sealed text, or how
 * often one was set.
 */
export function versionOf(key: EditKey, record: object, secret?: string | number): string {
  const visiblePart = hashOf(editedPart(key, record));
  return secret === undefined ? visiblePart : `${visiblePart}.${hashOf(secret)}`;
}

/** Whether both versions belong to records that look the same, apart from their secrets. */
export const looksSame = (one: string, other: string): boolean => one.split('.')[0] === other.split('.')[0];

export const hasSameSecret = (one: string, other: string): boolean => one.split('.')[1] === other.split('.')[1];

/** The body of the edit that would change nothing. */
export const editedPart = (key: EditKey, record: object): object => calls[key].body(withIds(record));

/** Replaces what a record refers to by its id, as edits have it. */
const withIds = (record: object): object =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) && value.every(isReference) ? value.map(({ id }) => id).toSorted((a, b) => a - b) : value,
    ]),
  );

const isReference = (item: unknown): item is { id: number } => isObject(item) && typeof item.id === 'number';

/** 96 bits. */
const hashOf = (value: object | string | number): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
