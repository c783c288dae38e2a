// Compares an entry's before and after field by field. Lists are compared by their items, in any order.

import type { Json } from '../../../shared/contract/audit.ts';

type Kind = 'added' | 'removed' | 'changed' | 'same';

export interface Change {
  /** Path from the record to the value: ['shift', 'starts_at'] */
  readonly path: readonly string[];
  readonly kind: Kind;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

type JsonObject = { readonly [name: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isErased = (value: Json | undefined): boolean =>
  isObject(value) && value.erased === true && Object.keys(value).length === 1;

export const changesOf = (before: Json, after: Json): readonly Change[] =>
  compare([], before ?? undefined, after ?? undefined);

/** Fields that hold other records, of which only the names matter here. */
const references: ReadonlySet<string> = new Set(['companies', 'permissions', 'roles']);

function compare(path: readonly string[], before: Json | undefined, after: Json | undefined): Change[] {
  const [one, other] = [partsOf(before), partsOf(after)];
  const names = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
  const isOpened = names.length > 0 && (one ?? isNone(before)) && (other ?? isNone(after));
  if (!isOpened) return path.length === 0 ? [] : [changeOf(path, before, after)];
  if (references.has(path.at(-1) ?? ''))
    return names.map((name) =>
      changeOf(path, one && name in one ? name : undefined, other && name in other ? name : undefined),
    );
  return names.flatMap((name) => compare([...path, name], one?.[name], other?.[name]));
}

const isNone = (value: Json | undefined): boolean => value === undefined || value === null;

const changeOf = (path: readonly string[], before: Json | undefined, after: Json | undefined): Change => ({
  path,
  kind: kindOf(before, after),
  before,
  after,
});

function kindOf(before: Json | undefined, after: Json | undefined): Kind {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  return JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'changed';
}

/** The fields of an object, or what a list contains by its names. Undefined for a value to be shown as a whole. */
function partsOf(value: Json | undefined): JsonObject | undefined {
  if (isErased(value)) return undefined;
  if (isObject(value)) return value;
  if (!Array.isArray(value)) return undefined;
  const names = value.map(nameOf);
  const isNamed = new Set(names).size === names.length;
  return Object.fromEntries(
    value.map((item: Json, index) => [isNamed ? (names[index] ?? '') : String(index + 1), item]),
  );
}

const namingFields = ['display_name', 'name', 'key', 'url', 'code', 'id', 'employee_id'];

function nameOf(item: Json, index: number): string {
  if (!isObject(item)) return isErased(item) || Array.isArray(item) ? String(index + 1) : String(item);
  const field = namingFields.find((name) => ['string', 'number'].includes(typeof item[name]) && item[name] !== '');
  return field === undefined ? String(index + 1) : String(item[field]);
}
