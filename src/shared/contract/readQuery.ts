// Reads a call's query from an address with the contract's own decoder. Drops unknown names and invalid values.

import { DecodeError, type Decoder } from './decode.ts';

export function readQuery<Q>(decode: Decoder<Q>, given: Readonly<Record<string, unknown>>): Q {
  const understood = Object.entries(given).filter(([name, value]) => isUnderstood(() => decode({ [name]: value })));
  return decode(Object.fromEntries(understood));
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
