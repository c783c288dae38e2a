// The record that an address opens, and the way back to its list. Kept small, as the shell loads this file.

/** Returns the record whose page an address opens; undefined for the list. */
export function recordIn(search: string): number | undefined {
  const id = new URLSearchParams(search).get('id') ?? '';
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined;
}

/** Filters with which each list was last seen. */
const lastSearches = new Map<string, string>();

export const rememberList = (path: string, search: string): void => void lastSearches.set(path, search);

/** Returns the address of a record's list as it was left. */
export const listAddress = (path: string): string => path + (lastSearches.get(path) ?? '');
