// Parts of the OpenAPI document: its examples without undeclared fields, and the specification without extensions.

import { isObject } from '../../src/shared/contract/decode.ts';
import type { Schema } from '../../src/shared/contract/schema.ts';

interface Content {
  readonly 'application/json': { readonly schema: Schema; readonly example?: unknown };
}
interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-specification': boolean;
  readonly 'x-feature'?: string;
  readonly 'x-permission'?: string;
  readonly 'x-every-company'?: boolean;
  readonly security?: readonly object[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}
/** The parts of the document that are read here. The rest stays as it is. */
interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const mapValues = <T, R>(of: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]));

/** Changes each body and each answer of the calls. */
function withContents<D extends Document>(document: D, change: (content: Content) => Content): D {
  const changed = <P extends { readonly content?: Content }>(part: P): P =>
    part.content ? { ...part, content: change(part.content) } : part;
  const ofOperation = (operation: Operation): Operation => ({
    ...operation,
    ...(operation.requestBody && { requestBody: changed(operation.requestBody) }),
    responses: mapValues(operation.responses, changed),
  });
  return { ...document, paths: mapValues(document.paths, (methods) => mapValues(methods, ofOperation)) };
}

/** Leaves out the fields of examples that no schema declares: a server may answer more than is read. */
export function withDeclaredExamples<D extends Document>(document: D): D {
  const { schemas } = document.components;
  return withContents(document, ({ 'application/json': { schema, example } }) => ({
    'application/json': { schema, ...(example !== undefined && { example: declared(example, schema) }) },
  }));

  function declared(value: unknown, schema: Schema): unknown {
    const parts = [...partsOf(schema)];
    if (Array.isArray(value)) {
      const items = parts.find((part) => part.items)?.items;
      return items ? value.map((item) => declared(item, items)) : value;
    }
    const properties: Readonly<Record<string, Schema>> = Object.assign({}, ...parts.map((part) => part.properties));
    if (!isObject(value) || Object.keys(properties).length === 0) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, item]) => {
        const property = properties[name];
        return property ? [[name, declared(item, property)]] : [];
      }),
    );
  }

  /** Yields the schema and all that it refers to or combines. */
  function* partsOf(schema: Schema): Generator<Schema> {
    yield schema;
    const named = schemas[schema.$ref?.split('/').at(-1) ?? ''];
    for (const part of [...(named ? [named] : []), ...(schema.allOf ?? []), ...(schema.anyOf ?? [])])
      yield* partsOf(part);
  }
}

const isBeyond = (schema: Schema) => schema['x-feature'] !== undefined || schema['x-specification'] === false;

/** The schema without what only servers with a feature have. */
function specified(schema: Schema): Schema {
  const { properties, required, items, anyOf, allOf, additionalProperties } = schema;
  const kept = Object.entries(properties ?? {}).filter(([, property]) => !isBeyond(property));
  const within = (parts: readonly Schema[]) => parts.filter((part) => !isBeyond(part)).map(specified);
  return {
    ...schema,
    ...(properties && { properties: mapValues(Object.fromEntries(kept), specified) }),
    ...(required && { required: required.filter((name) => kept.some(([each]) => each === name)) }),
    ...(items && { items: specified(items) }),
    ...(additionalProperties && { additionalProperties: specified(additionalProperties) }),
    ...(anyOf && { anyOf: within(anyOf) }),
    ...(allOf && {
      allOf: within(allOf).filter(({ $ref, properties: some }) => $ref || Object.keys(some ?? {}).length),
    }),
  };
}

export function specificationOf<D extends Document>(document: D): D {
  const operations = Object.entries(document.paths).map(([path, methods]) => {
    const kept = Object.entries(methods).filter(([, operation]) => operation['x-specification']);
    return [path, mapValues(Object.fromEntries(kept), withoutFeatures)] as const;
  });
  const paths = Object.fromEntries(operations.filter(([, methods]) => Object.keys(methods).length > 0));
  const { components } = document;
  const whole = withContents({ ...document, paths }, ({ 'application/json': content }) => ({
    'application/json': { ...content, schema: specified(content.schema) },
  }));
  const used = reachable(whole.paths, mapValues(components.schemas, specified));
  const tags = new Set(
    Object.values(whole.paths).flatMap((methods) => Object.values(methods).flatMap((each) => each.tags)),
  );
  return withDeclaredExamples({
    ...whole,
    tags: document.tags.filter(({ name }) => tags.has(name)),
    components: { ...components, schemas: used },
  });
}

/** Leaves out 412 as well: without versions no edit is outdated. */
function withoutFeatures({ responses, parameters, ...operation }: Operation): Operation {
  const { 412: _, ...others } = responses;
  return { ...operation, parameters: parameters.filter(({ schema }) => !isBeyond(schema)), responses: others };
}

/** Finds the shapes that the value refers to, directly or through others. */
function reachable(value: unknown, schemas: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const names = new Set<string>();
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      waiting.push(schemas[name]);
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}
