// SQL statements as values. Their text comes only from the source; interpolated values become parameters, so
// there is no injection and there are no placeholders to count.

export type Value = string | number | boolean | null;

export interface Sql {
  /** The texts around the values: one more than there are values. */
  readonly texts: readonly string[];
  readonly values: readonly Value[];
}

/** An interpolated list becomes `$1, $2, $3` (`null` if empty, which matches nothing); a statement is inlined. */
export function sql(texts: TemplateStringsArray, ...parts: (Value | readonly Value[] | Sql)[]): Sql {
  const result: { texts: [string, ...string[]]; values: Value[] } = { texts: [texts[0] ?? ''], values: [] };
  parts.forEach((part, index) => {
    append(result, isPrimitive(part) ? placeholder(part) : 'texts' in part ? part : list(part));
    append(result, { texts: [texts[index + 1] ?? ''], values: [] });
  });
  return result;
}

export function join(parts: readonly Sql[], separator: string): Sql {
  const result: { texts: [string, ...string[]]; values: Value[] } = { texts: [''], values: [] };
  parts.forEach((part, index) => {
    if (index > 0) append(result, { texts: [separator], values: [] });
    append(result, part);
  });
  return result;
}

/** The statement's text; `mark` writes the placeholder with that number in the database's own syntax. */
export function textOf({ texts }: Sql, mark: (number: number) => string): string {
  return texts.reduce((text, next, index) => text + mark(index) + next);
}

const isPrimitive = (part: Value | readonly Value[] | Sql): part is Value => typeof part !== 'object' || part === null;
const placeholder = (value: Value): Sql => ({ texts: ['', ''], values: [value] });

function list(values: readonly Value[]): Sql {
  return values.length > 0 ? join(values.map(placeholder), ', ') : { texts: ['null'], values: [] };
}

function append(target: { texts: [string, ...string[]]; values: Value[] }, { texts, values }: Sql): void {
  target.texts[target.texts.length - 1] += texts[0] ?? '';
  for (const text of texts.slice(1)) target.texts.push(text);
  for (const value of values) target.values.push(value);
}
