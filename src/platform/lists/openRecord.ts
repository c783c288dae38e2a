/** The record whose page an address opens; undefined for the list. The shell loads this file. */
export function recordIn(search: string): number | undefined {
  const id = new URLSearchParams(search).get('id') ?? '';
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined;
}
