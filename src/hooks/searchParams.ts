// Page and filters of a list as the address has them; what the address does not say is at its default.

export type Params = Readonly<Record<string, string | number>>;

/** Literal defaults are only examples of their type. */
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
