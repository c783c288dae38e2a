// JSON Schema (2020-12) of decoders and form rules, for the OpenAPI document. It describes what a server should send,
// not everything that the console accepts. In the console's build, `setSchema` does nothing.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly default?: unknown;
  readonly description?: string;
  readonly writeOnly?: boolean;
  /** Where no two records may have the same value: everywhere, or within a company. */
  readonly 'x-unique'?: 'everywhere' | 'company';
  /** Marks what is beyond the specification, on servers that announce the feature. */
  readonly 'x-feature'?: string;
  readonly 'x-specification'?: boolean;
  readonly examples?: readonly unknown[];
}

/** Returns the schema of a nested decoder. */
type SchemaOf = (decoder: object) => Schema;

const schemas = new WeakMap<object, (of: SchemaOf) => Schema>();

export function setSchema(decoder: object, schema: (of: SchemaOf) => Schema): void {
  schemas.set(decoder, schema);
}

export const hasSchema = (decoder: object): boolean => schemas.has(decoder);

export function schemaOf(decoder: object, of: SchemaOf): Schema {
  const schema = schemas.get(decoder);
  if (!schema) throw new Error('This decoder has no schema: set it beside its definition');
  return schema(of);
}

/** Marks a field or parameter that servers of the bare specification do not have. */
export const announcedAs = (feature: string): Schema => ({
  description: `Only where the server announces \`${feature}\``,
  'x-feature': feature,
});

export function nullable(schema: Schema): Schema {
  const isPlain = typeof schema.type === 'string' && !schema.enum;
  return isPlain ? { ...schema, type: [String(schema.type), 'null'] } : { anyOf: [schema, { type: 'null' }] };
}
