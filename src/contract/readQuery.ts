// Reads a call's query from an address with the contract's own decoder. Drops unknown names and invalid values.

import { DecodeError, type Decoder } from './decode.ts';
import { endpoints, type Query } from './endpoints.ts';

type QueryKey = { [K in keyof typeof endpoints]: Query<K> extends object ? K : never }[keyof typeof endpoints];

const shapes: { readonly [K in QueryKey]: { query: Decoder<Query<K>> } } = endpoints;

export function readQuery<K extends QueryKey>(key: K, given: Readonly<Record<string, unknown>>): Query<K> {
  const { query } = shapes[key];
  const understood = Object.entries(given).filter(([name, value]) => isUnderstood(() => query({ [name]: value })));
  return query(Object.fromEntries(understood));
}

function isUnderstood(decode: () => unknown): boolean {
  try {
    decode();
    return true;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}
