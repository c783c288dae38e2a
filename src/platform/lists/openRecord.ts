// Which record's page an address opens, and the way back to the list as it was left. The shell loads this file.

/** Undefined for the list. */
export function recordIn(search: string): number | undefined {
  const id = new URLSearchParams(search).get('id') ?? '';
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined;
}

/** The filters with which each list was last seen. */
const lastSearches = new Map<string, string>();

export const rememberList = (path: string, search: string): void => void lastSearches.set(path, search);

export const listAddress = (path: string): string => path + (lastSearches.get(path) ?? '');
