// SQL statements as values. Their text comes only from the source; interpolated values become parameters, so
// there is no injection and there are no placeholders to count.

export type Dialect = 'sqlite' | 'postgres';
export type Value = string | number | boolean | null;

/**
 * Many values in one parameter, as JSON. A parameter for each would make another statement for every number of
 * values, and databases keep the statements that they prepared.
 */
export type Many = { readonly json: string } & Readonly<Record<Dialect, (placeholder: string) => string>>;

type List = readonly number[] | readonly string[];

export interface Sql {
  /** The texts around the values: one more than there are values. */
  readonly texts: readonly string[];
  readonly values: readonly (Value | Many)[];
}

/** An interpolated list is what `in (…)` needs; a statement is inlined. */
export function sql(texts: TemplateStringsArray, ...parts: (Value | List | Sql)[]): Sql {
  const result: { texts: [string, ...string[]]; values: (Value | Many)[] } = { texts: [texts[0] ?? ''], values: [] };
  parts.forEach((part, index) => {
    append(result, isPrimitive(part) ? parameter(part) : 'texts' in part ? part : list(part));
    append(result, { texts: [texts[index + 1] ?? ''], values: [] });
  });
  return result;
}

export function join(parts: readonly Sql[], separator: string): Sql {
  const result: { texts: [string, ...string[]]; values: (Value | Many)[] } = { texts: [''], values: [] };
  parts.forEach((part, index) => {
    if (index > 0) append(result, { texts: [separator], values: [] });
    append(result, part);
  });
  return result;
}

/** A name of our own schema as a part of a statement. */
export function named(name: string): Sql {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`Not a name: ${name}`);
  return { texts: [`"${name}"`], values: [] };
}

export const listed = (names: readonly string[]): Sql => join(names.map(named), ', ');

const columnTypes = ['bigint', 'integer', 'smallint', 'double precision', 'boolean', 'text', 'timestamp(0)'] as const;
export type ColumnType = (typeof columnTypes)[number];
export const isColumnType = (name: string): name is ColumnType => columnTypes.some((type) => type === name);

/**
 * The rows as a table, for `insert into … select … from`. With `on conflict`, SQLite needs a `where` before it.
 */
export function rowsOf<Column extends string>(
  columns: Readonly<Record<Column, ColumnType>>,
  rows: readonly Readonly<Record<Column, Value>>[],
): Sql {
  const types: [string, ColumnType][] = Object.entries(columns);
  return parameter({
    json: JSON.stringify(rows),
    sqlite: (placeholder) =>
      `(select ${types.map(([name]) => `value ->> '${name}' as ${name}`).join(', ')} from json_each(${placeholder})) rows`,
    postgres: (placeholder) =>
      `json_to_recordset(${placeholder}::text::json) rows(${types.map((column) => column.join(' ')).join(', ')})`,
  });
}

/** The statement's text; `mark` writes the placeholder with that number in the database's own syntax. */
export function textOf({ texts, values }: Sql, dialect: Dialect, mark: (number: number) => string): string {
  return texts.reduce((text, next, index) => {
    const value = values[index - 1];
    const placeholder = mark(index);
    return text + (isMany(value) ? value[dialect](placeholder) : placeholder) + next;
  });
}

/** What is sent for a value. */
export const boundValue = (value: Value | Many): Value => (isMany(value) ? value.json : value);

const isPrimitive = (part: Value | List | Sql): part is Value => typeof part !== 'object' || part === null;
const isMany = (value: Value | Many | undefined): value is Many => typeof value === 'object' && value !== null;
const parameter = (value: Value | Many): Sql => ({ texts: ['', ''], values: [value] });

/** An empty list becomes `null`, which matches nothing. */
function list(values: List): Sql {
  const [first] = values;
  if (first === undefined) return { texts: ['null'], values: [] };
  const type = typeof first === 'number' ? 'bigint' : 'text';
  return parameter({
    json: JSON.stringify(values),
    sqlite: (placeholder) => `select value from json_each(${placeholder})`,
    postgres: (placeholder) => `select value::${type} from json_array_elements_text(${placeholder}::text::json)`,
  });
}

function append(target: { texts: [string, ...string[]]; values: (Value | Many)[] }, { texts, values }: Sql): void {
  target.texts[target.texts.length - 1] += texts[0] ?? '';
  for (const text of texts.slice(1)) target.texts.push(text);
  for (const value of values) target.values.push(value);
}
