// JSON Schema (2020-12) of each decoder and form rule, for the OpenAPI document. It describes the form that a server should
// send, not what the console accepts beside it. In the console's build, `setSchema` does nothing.

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
  /** No two records have the same value: everywhere, or within a company. */
  readonly 'x-unique'?: 'everywhere' | 'company';
  /** Only a server that announces the feature has it: beyond the specification. */
  readonly 'x-feature'?: string;
  readonly 'x-specification'?: boolean;
  readonly examples?: readonly unknown[];
}

/** The schema of a decoder that is part of another one. */
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

/** Of a field or a parameter that a server of the specification does not have. */
export const announcedAs = (feature: string): Schema => ({
  description: `Only where the server announces \`${feature}\``,
  'x-feature': feature,
});

export function nullable(schema: Schema): Schema {
  const isPlain = typeof schema.type === 'string' && !schema.enum;
  return isPlain ? { ...schema, type: [String(schema.type), 'null'] } : { anyOf: [schema, { type: 'null' }] };
}
