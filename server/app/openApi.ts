// The API as an OpenAPI 3.1 document, written from the contract: shapes come from its decoders, requirements of bodies
// from its form rules, examples from a real server, and the rest from openApiWords.ts.

import type { Call } from '../../src/shared/contract/call.ts';
import { domains } from '../../src/shared/contract/calls.ts';
import { outdated } from '../../src/shared/contract/edits.ts';
import { announcedAs, hasSchema, type Schema, schemaOf } from '../../src/shared/contract/schema.ts';
import { isFilled, type Rules, validate } from '../../src/shared/contract/validate.ts';
import { version } from '../../src/shared/version.ts';
import recorded from './openApi.examples.json' with { type: 'json' };
import { type Operation, specificationOf, withDeclaredExamples } from './openApiSpecification.ts';
import { callWords, fieldWords, introduction } from './openApiWords.ts';

/**
 * Below the API's base, open to anyone: generators and test runners do not sign in, and the document says nothing about
 * this installation that is not in the release.
 */
export const openApiPath = '/openapi.json';

const pathParameters: Readonly<Record<string, Schema>> = {
  id: { type: 'integer' },
  keyOrId: { type: 'string', description: 'The key of the setting, or its id' },
  slot: { type: 'string', examples: ['morning'] },
  section: { type: 'string' },
};

/** A request to the real server and its answer, with lists cut to their first rows. */
export interface ApiExample {
  readonly status: number;
  readonly query?: string;
  readonly body?: unknown;
  readonly answer: unknown;
}
export interface ApiExamples {
  readonly calls: Readonly<Record<string, ApiExample>>;
  /** By their status. */
  readonly refusals: Readonly<Record<string, unknown>>;
}

const envelope = (data: Schema): Schema => ({
  type: 'object',
  properties: { success: { type: 'boolean', enum: [true] }, data, message: { type: 'string' } },
  required: ['success', 'data', 'message'],
});

const refusal = (data: Schema, more: Readonly<Record<string, Schema>> = {}): Schema => ({
  type: 'object',
  properties: {
    success: { type: 'boolean', enum: [false] },
    data,
    message: { type: 'string', minLength: 1 },
    ...more,
    request_id: { type: 'string', description: 'As in the log of the server, if it has one' },
  },
  required: ['success', 'message', ...Object.keys(more)],
});

const noData: Schema = { type: 'null' };
const messages: Schema = { type: 'array', items: { type: 'string' }, minItems: 1 };
const errors: Schema = { type: 'object', additionalProperties: messages };
const json = (schema: Schema, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

const { calls: exampleCalls, refusals: exampleRefusals }: ApiExamples = recorded;

const responses = {
  Unauthenticated: {
    description: 'There is no valid token',
    content: json(refusal(noData), exampleRefusals['401']),
  },
  Forbidden: {
    description: 'The caller lacks the permission',
    content: json(refusal(noData), exampleRefusals['403']),
  },
  NotFound: {
    description: 'There is no such record, or the caller may not see it',
    content: json(refusal(noData), exampleRefusals['404']),
  },
  Invalid: {
    description: 'Something in the request is invalid; errors names the fields, each with its messages',
    content: json(refusal(noData, { errors }), exampleRefusals['422']),
  },
  Refused: {
    description:
      'Refused for another reason, such as 409 for a conflict, 429 for too many attempts, 503 while out of order',
    content: json(refusal({})),
  },
};
const refusedAs = (name: keyof typeof responses) => ({ $ref: `#/components/responses/${name}` });

/** Only the calls of the specification, and what they need. */
export const openApiSpecification = () => specificationOf(openApi());

export function openApi() {
  const components: Record<string, Schema> = {};
  const names = namesOfShapes();
  const component = (name: string, schema: () => Schema): Schema => {
    components[name] ??= withWords(name, schema());
    return { $ref: `#/components/schemas/${name}` };
  };
  const of = (decoder: object): Schema => {
    const name = names.get(decoder);
    return name === undefined ? schemaOf(decoder, of) : component(name, () => schemaOf(decoder, of));
  };
  /** Named apart from the same shape in answers, which has no rules. */
  const ofBody = (body: object, rules: Rules | undefined): Schema => {
    if (!rules) return of(body);
    const ruled = () => withRules(schemaOf(body, of), rules, of);
    const name = names.get(body);
    return name === undefined ? ruled() : component(name.endsWith('Body') ? name : `${name}Body`, ruled);
  };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [tag, { calls }] of domains) {
    for (const [key, call] of Object.entries<Call>(calls)) {
      const [method = '', path = ''] = key.split(' ');
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, call, tag, { of, ofBody }) };
    }
  }
  return withDeclaredExamples({
    openapi: '3.1.0',
    info: {
      title: 'Rollcall',
      version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/web/api/v1' }],
    tags: domains.map(([name]) => ({ name })),
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Of POST /auth/login, or an API token' },
      },
      responses,
      schemas: components,
    },
  });
}

/** Adds what openApiWords.ts says about the fields of a shape. */
function withWords(shape: string, schema: Schema): Schema {
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => [
    name,
    { ...property, ...(shape.includes(' ') ? {} : fieldWords[name]), ...fieldWords[`${shape}.${name}`] },
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Names shapes: 'Company' for the decoder of an object that a domain exports as `company`. */
function namesOfShapes(): ReadonlyMap<object, string> {
  const names = new Map<object, string>();
  for (const [, domain] of domains) {
    for (const [name, value] of Object.entries(domain)) {
      if (typeof value !== 'function' || !hasSchema(value)) continue;
      const { properties, allOf } = schemaOf(value, () => ({}));
      if (properties || allOf) names.set(value, name.charAt(0).toUpperCase() + name.slice(1));
    }
  }
  return names;
}

interface Shapes {
  of(decoder: object): Schema;
  ofBody(decoder: object, rules: Rules | undefined): Schema;
}

function operation(key: string, call: Call, tag: string, { of, ofBody }: Shapes): Operation {
  const { needs, reach, feature, impliedBy, isOpen, query, body, rules, editedRecord } = call;
  const plain = body && ofBody(body, rules);
  const written = plain && editedRecord ? withVersion(plain) : plain;
  const example = exampleCalls[key];
  const exampleQuery = new URLSearchParams(example?.query);
  const hasPath = key.includes('{');
  return {
    operationId: operationId(key),
    tags: [tag],
    summary: callWords[key]?.[0] ?? call.done ?? '',
    description: [...(callWords[key]?.slice(1) ?? []), ...sentences(call)].join(' '),
    'x-specification': !feature && !impliedBy,
    ...(feature && { 'x-feature': feature }),
    ...(needs && { 'x-permission': needs }),
    ...(reach && { 'x-every-company': true }),
    ...(isOpen && { security: [] }),
    parameters: [
      ...[...key.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter(name, 'path', pathParameters[name] ?? {})),
      ...(query ? queryParameters(schemaOf(query, of), exampleQuery) : []),
    ],
    ...(written && { requestBody: { required: !mayBeEmpty(call), content: json(written, example?.body) } }),
    responses: {
      '2XX': { description: 'Done', content: json(envelope(withWords(key, of(call.answer))), example?.answer) },
      ...(!isOpen && { '401': refusedAs('Unauthenticated'), '403': refusedAs('Forbidden') }),
      ...(hasPath && { '404': refusedAs('NotFound') }),
      ...(editedRecord && {
        '412': {
          description:
            'Where the server announces versions: somebody else has changed the record, and nothing was saved',
          content: json(
            refusal(of(outdated(editedRecord))),
            key === exampleOfEdit ? exampleRefusals['412'] : undefined,
          ),
        },
      }),
      ...((body || query) && { '422': refusedAs('Invalid') }),
      default: refusedAs('Refused'),
    },
  };
}

/** Whether a body without any field is valid. */
function mayBeEmpty({ body, rules = {} }: Call): boolean {
  if (!body || schemaOf(body, () => ({})).required) return false;
  return Object.keys(validate<Record<string, unknown>>(rules, { ...body({}) })).length === 0;
}

const exampleOfEdit = 'PUT /companies/{id}';

const parameter = (name: string, place: 'path' | 'query', schema: Schema) => ({
  name,
  in: place,
  required: place === 'path',
  schema,
});

const queryParameters = ({ properties = {} }: Schema, example: URLSearchParams) =>
  Object.entries(properties).map(([name, schema]) => {
    const value = example.get(name);
    const given = schema.type === 'integer' ? Number(value) : value;
    return { ...parameter(name, 'query', schema), ...(value !== null && { example: given }) };
  });

/** Adds the version, which an edit may send besides its own fields. */
function withVersion(body: Schema): Schema {
  const properties = { version: { type: 'string', ...announcedAs('versions') } };
  return body.properties
    ? { ...body, properties: { ...body.properties, ...properties } }
    : { allOf: [body, { type: 'object', properties }] };
}

/** Adds what the rules of a call require of each field of its body. */
function withRules(schema: Schema, rules: Rules, of: (decoder: object) => Schema): Schema {
  const properties = { ...schema.properties };
  const required = new Set(schema.required);
  for (const [name, checks = []] of Object.entries(rules)) {
    const property = properties[name];
    if (!property) throw new Error(`There are rules for ${name}, which the body does not have`);
    const facts = checks.filter(hasSchema).map((check) => of(check));
    properties[name] = fieldWith(property, facts);
    if (facts.includes(isFilled)) required.add(name);
  }
  return { ...schema, properties, ...(required.size > 0 && { required: [...required] }) };
}

function fieldWith(field: Schema, facts: readonly Schema[]): Schema {
  const merged: Schema = Object.assign({}, ...facts);
  const { minItems, minLength: _, maxLength, pattern, format, ...rest } = merged;
  const types = [field.type ?? []].flat();
  const mustBeFilled = facts.some(({ minLength }) => minLength === 1);
  const ruled: Schema = { ...field, ...rest };
  if (types.includes('array')) return { ...ruled, ...(minItems !== undefined && { minItems }) };
  if (!types.includes('string')) return mustBeFilled ? { ...ruled, type: types[0] ?? 'integer' } : ruled;
  const minLength = Math.max(0, ...facts.map((fact) => fact.minLength ?? 0));
  const limited = { ...ruled, ...(maxLength !== undefined && { maxLength }) };
  if (mustBeFilled) return { ...limited, minLength, ...(pattern && { pattern }), ...(format && { format }) };
  // A field that may be empty is valid when it is.
  const unless = pattern ?? (minLength > 0 ? `^[\\s\\S]{${minLength},}$` : undefined);
  return unless === undefined ? limited : { ...limited, pattern: `^$|${unless}` };
}

function sentences({ needs, orNeeds, reach, feature, impliedBy, isOpen }: Call): string[] {
  return [
    feature
      ? `Beyond the specification: only where the server announces \`${feature}\`.`
      : impliedBy
        ? `Beyond the specification: a server has it that sends ${impliedBy.field} in the answer of ${impliedBy.inAnswerOf}.`
        : 'Part of the specification.',
    isOpen
      ? 'Anyone may make it, without a token.'
      : needs
        ? `Needs the permission \`${needs}\`${orNeeds ? ` or \`${orNeeds}\`` : ''}.`
        : 'Everybody who has signed in may make it.',
    ...(reach ? ['Only for callers who see all companies.'] : []),
  ];
}

/** 'putCompaniesByIdHrSyncConfig' */
function operationId(key: string): string {
  const words =
    key
      .toLowerCase()
      .replace('{keyorid}', '{key}')
      .replaceAll('{', 'by-')
      .match(/[a-z]+/g) ?? [];
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}
