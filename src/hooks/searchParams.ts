// Reads the page and filters of a list from the address.

export type Params = Readonly<Record<string, string | number>>;

/** The type of the values, where the defaults are literals. */
export type Widened<P extends Params> = { [K in keyof P]: P[K] extends number ? number : string };

export function readParams<P extends Params>(search: string, defaults: P): Widened<P> {
  const given = new URLSearchParams(search);
  const entries = Object.entries(defaults).map(([name, fallback]) => {
    const text = given.get(name);
    if (text === null) return [name, fallback];
    if (typeof fallback === 'string') return [name, text];
    return [name, /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback];
  });
  return Object.fromEntries(entries);
}
