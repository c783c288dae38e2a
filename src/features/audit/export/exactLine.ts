// A line of an exported audit: an entry as it was hashed, and its personal values. Lines of a selection also have the
// hash of the entry before, which is not in the file.

import type { SaltedValue } from '../../../shared/contract/audit/entry.ts';

export interface ExactLine {
  readonly previous_hash?: string;
  readonly hash: string;
  readonly entry: string;
  readonly values: readonly SaltedValue[];
}

export const lineText = ({ previous_hash, hash, entry, values }: ExactLine, isSelection: boolean): string =>
  JSON.stringify({ ...(isSelection && { previous_hash }), hash, entry, values });

/** Undefined for anything else, such as a line with a field twice or one more, or written in another way. */
export function readLine(text: string): ExactLine | undefined {
  const line = parsed(text);
  if (typeof line !== 'object' || line === null) return undefined;
  if (!('hash' in line && 'entry' in line && 'values' in line)) return undefined;
  const { hash, entry, values } = line;
  const previous = 'previous_hash' in line ? line.previous_hash : undefined;
  if (typeof hash !== 'string' || typeof entry !== 'string' || !Array.isArray(values)) return undefined;
  if (!values.every(isSaltedValue) || !['string', 'undefined'].includes(typeof previous)) return undefined;
  const exact = { hash, entry, values, ...(typeof previous === 'string' && { previous_hash: previous }) };
  return lineText(exact, previous !== undefined) === text ? exact : undefined;
}

const isSaltedValue = (pair: unknown): pair is SaltedValue =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
