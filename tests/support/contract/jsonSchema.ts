// Validates values against the part of JSON Schema (2020-12) that the OpenAPI document uses. An unknown keyword is an
// error.

import type { Schema } from '../../../src/shared/contract/schema.ts';
import { isRecord } from '../console/dialects.ts';

/** The faults of a value, each with its path; empty if the value is valid. `document` is what $refs point into. */
export function faultsOf(schema: Schema, value: unknown, document: unknown, path = ''): string[] {
  const inner = (part: Schema, of: unknown, name?: string | number) =>
    faultsOf(part, of, document, name === undefined ? path : `${path}.${name}`);
  const fault = (expected: string) => [
    `${path || '.'} is ${JSON.stringify(value)?.slice(0, 80)}, which is not ${expected}`,
  ];
  const { $ref, type, properties = {}, required = [], additionalProperties, items, anyOf, allOf } = schema;
  const faults: string[] = [];
  if ($ref !== undefined) faults.push(...inner(resolve(document, $ref), value));
  if (type !== undefined && ![type].flat().some((each) => hasType(value, String(each)))) return fault(String(type));
  if (schema.enum && !schema.enum.includes(value)) faults.push(...fault(`one of ${schema.enum.join(', ')}`));
  if (schema.format === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(String(value))) faults.push(...fault('a date'));
  if (typeof value === 'string' && value.length < (schema.minLength ?? 0)) faults.push(...fault('a longer text'));
  if (typeof value === 'string' && value.length > (schema.maxLength ?? Infinity))
    faults.push(...fault('a shorter text'));
  if (typeof value === 'string' && schema.pattern && !new RegExp(schema.pattern, 'u').test(value))
    faults.push(...fault(`like ${schema.pattern}`));
  if (typeof value === 'number' && value < (schema.minimum ?? -Infinity)) faults.push(...fault('a greater number'));
  if (typeof value === 'number' && value > (schema.maximum ?? Infinity)) faults.push(...fault('a lesser number'));
  if (isRecord(value)) {
    for (const name of required) if (!(name in value)) faults.push(`${path}.${name} is missing`);
    for (const [name, item] of Object.entries(value)) {
      const part = properties[name] ?? additionalProperties;
      if (part) faults.push(...inner(part, item, name));
    }
  }
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) faults.push(...fault(`at least ${schema.minItems} items`));
    if (value.length > (schema.maxItems ?? Infinity)) faults.push(...fault(`at most ${schema.maxItems} items`));
    if (items) faults.push(...value.flatMap((item, index) => inner(items, item, index)));
  }
  for (const part of allOf ?? []) faults.push(...inner(part, value));
  const choices = anyOf?.map((part) => inner(part, value));
  if (choices?.every((each) => each.length > 0)) faults.push(...choices.flat());
  return faults;
}

export function resolve(document: unknown, ref: string): Schema {
  const steps = ref.replace(/^#\//, '').split('/');
  const found = steps.reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), document);
  if (!ref.startsWith('#/') || !isRecord(found)) throw new Error(`${ref} leads nowhere`);
  return found;
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

const isText = (value: unknown) => typeof value === 'string';
const isSize = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isList = (of: (item: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(of);
const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];
const isType = (value: unknown) => types.some((type) => type === value);
const isSchema = (value: unknown): boolean => badKeywords(value).length === 0;
const isMap = (value: unknown) => isRecord(value) && Object.values(value).every(isSchema);

const keywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  $ref: isText,
  type: (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
  enum: (value) => Array.isArray(value) && value.length > 0 && new Set(value).size === value.length,
  format: isText,
  minLength: isSize,
  maxLength: isSize,
  pattern: (value) => isText(value) && Boolean(new RegExp(String(value), 'u')),
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  properties: isMap,
  required: (value) => isList(isText)(value) && new Set([value].flat()).size === [value].flat().length,
  additionalProperties: isSchema,
  items: isSchema,
  minItems: isSize,
  maxItems: isSize,
  anyOf: isList(isSchema),
  allOf: isList(isSchema),
  default: () => true,
  description: isText,
  examples: Array.isArray,
  readOnly: (value) => typeof value === 'boolean',
  writeOnly: (value) => typeof value === 'boolean',
  'x-unique': (value) => value === 'everywhere' || value === 'company',
  'x-feature': isText,
  'x-specification': (value) => typeof value === 'boolean',
};

/** The keywords of a schema that JSON Schema does not know, or whose values it does not allow. */
export function badKeywords(schema: unknown): string[] {
  if (!isRecord(schema)) return ['It is no object'];
  return Object.entries(schema).flatMap(([name, value]) => (keywords[name]?.(value) ? [] : [name]));
}
