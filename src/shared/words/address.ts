// Builds the address of a screen with list filters, for links. Empty values are kept, as they mean 'any' where the
// screen has another default, such as today's date.

type Filters = Readonly<Record<string, string | number | undefined>>;

export function addressOf(path: string, filters: Filters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
