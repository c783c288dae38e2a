// The OpenAPI document is valid and has every call, and the real server's requests and answers are as it says.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkServer } from '../../scripts/conformance/check.ts';
import { openApi, openApiSpecification } from '../../server/app/openApi.ts';
import type { Operation } from '../../server/app/openApiSpecification.ts';
import { callWords, fieldWords } from '../../server/app/openApiWords.ts';
import { apiBase } from '../../server/platform/http/apiPaths.ts';
import { access } from '../../src/shared/contract/access.ts';
import { emailLike } from '../../src/shared/contract/checks.ts';
import { features } from '../../src/shared/contract/features.ts';
import type { Schema } from '../../src/shared/contract/schema.ts';
import { isRecord } from '../support/console/dialects.ts';
import { type Call, type Reply, startProxy } from '../support/console/proxy.ts';
import { badKeywords, faultsOf, resolve } from '../support/contract/jsonSchema.ts';
import { rowsUnder } from '../support/documents.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

type Document = ReturnType<typeof openApi>;

const document: Document = JSON.parse(JSON.stringify(openApi()));
const commonResponses: Operation['responses'] = document.components.responses;

const operationsOf = ({ paths }: Document): ReadonlyMap<string, Operation> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
const operations = operationsOf(document);

/** Every value named `name` within the document. */
function* all(value: unknown, name: string): Generator<unknown> {
  if (Array.isArray(value)) for (const item of value) yield* all(item, name);
  if (!isRecord(value)) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === name) yield item;
    yield* all(item, name);
  }
}

describe('the document', () => {
  test('has every call of the contract, with who may make it, and marks the specification', () => {
    const stated = [...operations].map(([key, operation]) => [
      key,
      operation['x-permission'],
      operation['x-feature'],
      operation['x-specification'],
    ]);
    const isSpecified = (key: string, feature?: string) => !feature && !key.endsWith('/retry');
    const expected = Object.entries(access).map(([key, { needs, feature }]) => [
      key,
      needs,
      feature,
      isSpecified(key, feature),
    ]);
    expect(stated.sort()).toEqual(expected.sort());
    // The specification lists them in its point 7.
    expect(stated.filter((each) => each[3])).toHaveLength(67);
  });

  test('docs/backends.md has each feature, with all of its calls and fields', () => {
    const rows = rowsUnder('docs/backends.md', 'Features');
    expect(rows.map(([name = '']) => name.replaceAll('`', '')).sort()).toEqual([...features].sort());
    const fields = Object.values(document.components.schemas).flatMap(({ properties = {} }) =>
      Object.entries(properties),
    );
    for (const [name = '', words = ''] of rows) {
      const isOfFeature = (part: Operation | Schema) => `\`${part['x-feature']}\`` === name;
      // A method without a path shares the next one's.
      const named = [...words.matchAll(/`([A-Z]+)`(?=[^|]*?`[A-Z]+ (\/[^`]+)`)|`([A-Z]+ \/[^`]+)`/g)].map(
        ([, method, path, call]) => call ?? `${method} ${path}`,
      );
      const folders = [...words.matchAll(/calls (?:at and )?below `(\/[^`]+)`/g)].map(([, folder = '']) => folder);
      const isNamed = (key: string) =>
        named.includes(key) || folders.some((folder) => `${key.replace(/^\S+ /, '')}/`.startsWith(`${folder}/`));
      const own = [...operations].filter(([, operation]) => isOfFeature(operation)).map(([key]) => key);
      expect(own.filter((key) => !isNamed(key))).toEqual([]);
      expect(named.filter((key) => !own.includes(key) && !operations.get(key)?.['x-specification'])).toEqual([]);
      for (const [field] of fields.filter(([, schema]) => isOfFeature(schema))) expect(words).toContain(`\`${field}\``);
    }
  });

  test('is OpenAPI 3.1 with the version of the server', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(document.info).toMatchObject({ title: expect.any(String), version });
    expect(new Set(document.tags.map(({ name }) => name)).size).toBe(document.tags.length);
  });

  test('leads with every $ref to something', () => {
    const refs = [...all(document, '$ref')].map(String);
    expect(refs.length).toBeGreaterThan(500);
    for (const ref of new Set(refs)) expect(() => resolve(document, ref), ref).not.toThrow();
  });

  test('has only schemas of JSON Schema 2020-12', () => {
    const schemas = [...all(document, 'schema'), ...Object.values(document.components.schemas)];
    expect(schemas.length).toBeGreaterThan(400);
    expect(schemas.flatMap(badKeywords)).toEqual([]);
    for (const { required = [], properties = {} } of Object.values(document.components.schemas)) {
      expect(required.filter((name) => !(name in properties))).toEqual([]);
    }
  });

  test('uses every shape that it names', () => {
    const refs = new Set([...all(document, '$ref')].map(String));
    const unused = Object.entries(document.components).flatMap(([kind, parts]) =>
      kind === 'securitySchemes'
        ? []
        : Object.keys(parts)
            .map((name) => `#/components/${kind}/${name}`)
            .filter((ref) => !refs.has(ref)),
    );
    expect(unused).toEqual([]);
  });

  test('names each operation once, and each parameter of its path', () => {
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const [key, operation] of operations) {
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
      const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        declared.map(({ name, required }) => [name, required]),
        key,
      ).toEqual(names.map((name) => [name, true]));
      const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      expect(new Set(inQuery).size, key).toBe(inQuery.length);
      expect(tags, key).toEqual(expect.arrayContaining([...operation.tags]));
      expect(operation.requestBody !== undefined && key.startsWith('GET '), key).toBe(false);
      for (const status of Object.keys(operation.responses)) expect(status, key).toMatch(/^(?:[2-5]XX|\d{3}|default)$/);
    }
  });
});

describe('its words', () => {
  test('are there for each call of the specification, each read, and no call or field that is not', () => {
    const specified = [...operations].filter(([, operation]) => operation['x-specification']).map(([key]) => key);
    const reads = [...operations.keys()].filter((key) => key.startsWith('GET '));
    expect([...specified, ...reads].filter((key) => !callWords[key])).toEqual([]);
    expect(Object.keys(callWords).filter((key) => !operations.has(key))).toEqual([]);
    const summaries = Object.keys(callWords).map((key) => operations.get(key)?.summary);
    expect(summaries.filter((summary) => !/^[A-Z].*\.$/.test(summary ?? ''))).toEqual([]);
    expect([...operations].filter(([, { summary }]) => summary === '').map(([key]) => key)).toEqual([]);
    const shapes = Object.entries(document.components.schemas).map(
      ([name, { properties }]) => [name, properties] as const,
    );
    const answers = [...operations].map(([key, { responses }]) => {
      const data = responses['2XX']?.content?.['application/json'].schema.properties?.data;
      return [key, data?.properties] as const;
    });
    const named = [...shapes, ...answers].flatMap(([shape, properties]) =>
      Object.keys(properties ?? {}).flatMap((name) => [name, `${shape}.${name}`]),
    );
    expect(Object.keys(fieldWords).filter((name) => !named.includes(name))).toEqual([]);
  });

  test('say that secrets are only written', () => {
    const bodies = [...operations].flatMap(([key, { requestBody }]) => {
      const { schema = {} } = requestBody?.content['application/json'] ?? {};
      return Object.entries(wholeOf(schema).properties ?? {}).map(([name, field]) => ({
        name: `${key} ${name}`,
        field,
      }));
    });
    const secrets = bodies.filter(({ name }) => /(webhook|signing)_secret$/.test(name));
    expect(secrets.length).toBeGreaterThan(2);
    expect(secrets.filter(({ field }) => !field.writeOnly)).toEqual([]);
    const answered = Object.entries(document.components.schemas).filter(([name]) => !/Body$|^HrSyncConfig$/.test(name));
    expect([...all(answered, 'writeOnly')]).toEqual([]);
  });
});

describe('the specification alone', () => {
  const specification: Document = JSON.parse(JSON.stringify(openApiSpecification()));
  const controller =
    'id company_id name unique_identifier device_id webhook_url location description is_active latitude longitude ' +
    'crm_location_id';
  const hrConfig =
    'multiple_clock_out_mode lunch_break_detection min_break_duration_minutes max_break_duration_minutes ' +
    'sync_time_threshold_hour auto_detect_breaks';

  test('has its 67 calls, and nothing that only servers with a feature have', () => {
    const specified = [...operations].filter(([, operation]) => operation['x-specification']).map(([key]) => key);
    expect([...operationsOf(specification).keys()]).toEqual(specified);
    expect([...all(specification, 'x-feature')]).toEqual([]);
    expect(JSON.stringify(specification).length).toBeLessThan(JSON.stringify(document).length / 3);
  });

  test.each([
    ['CurrentUser', 'id name email role roles companies created_at'],
    ['ListedUser', 'id name email role roles companies created_at'],
    ['AccessController', `${controller} company`],
    ['ControllerBody', `${controller} webhook_secret`.replace('id ', '')],
    ['AttendanceRecord', 'id employee event_type timestamp access_controller company is_processed created_at'],
    ['SyncResult', 'success failed errors'],
    ['HrSyncConfigBody', hrConfig],
  ])('%s has the fields of the specification, and no other', (shape, fields) => {
    const { properties = {} } = specification.components.schemas[shape] ?? {};
    expect(Object.keys(properties).sort()).toEqual(fields.split(' ').sort());
  });

  test.each([
    ['GET /attendance', 'data employee', 'name employee_id'],
    ['GET /attendance', 'data access_controller', 'name'],
    ['GET /attendance', 'data company', 'name'],
    ['GET /hr-sync/companies/{id}/status', '', 'has_hr_url hr_url today_attendance_count'],
    ['GET /companies/{id}/hr-sync/status', 'today', 'total_records synced failed pending'],
    ['GET /companies/{id}/hr-sync/config', 'hr_sync_config', hrConfig],
    ['GET /hr-sync/schedule/status', '', 'current_slot next_sync should_run_now schedules'],
    ['GET /hr-sync/schedule/status', 'schedules', 'time enabled'],
    ['POST /companies/{id}/hr-sync/test', 'results', 'success sync_details'],
    [
      'POST /companies/{id}/hr-sync/test',
      'results sync_details',
      'employee_id total_records lunch_breaks_detected sync_mode clock_ins_to_send clock_outs_to_send',
    ],
  ])('the answer of %s has the fields of the specification, and no other: %s', (key, within, fields) => {
    const answer = operationsOf(specification).get(key)?.responses['2XX']?.content?.['application/json'].schema;
    const part = ['data', ...within.split(' ').filter(Boolean)].reduce<Schema>((schema, name) => {
      const { additionalProperties, items, ...inner } = schema.properties?.[name] ?? {};
      const found = additionalProperties ?? items ?? inner;
      return found.$ref ? resolve(specification, found.$ref) : found;
    }, answer ?? {});
    expect(Object.keys(part.properties ?? {}).sort()).toEqual(fields.split(' ').sort());
  });

  test('has what its references lead to, nothing more, and examples that fit', () => {
    const refs = new Set([...all(specification, '$ref')].map(String));
    for (const ref of refs) expect(() => resolve(specification, ref), ref).not.toThrow();
    const names = Object.keys(specification.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(names.filter((name) => !refs.has(name))).toEqual([]);
    expect([...all(specification, 'schema')].flatMap(badKeywords)).toEqual([]);
    const parts = [...operationsOf(specification)].flatMap(([key, { requestBody, responses }]) =>
      [requestBody?.content, responses['2XX']?.content].flatMap((content) => {
        const { schema = {}, example } = content?.['application/json'] ?? {};
        return example === undefined ? [] : [{ key, schema, example }];
      }),
    );
    expect(parts.length).toBeGreaterThan(90);
    const faults = parts.flatMap(({ key, schema, example }) =>
      faultsOf(schema, example, specification).map((fault) => `${key} ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});

describe('its examples', () => {
  test('are there for every call of the specification, and fit what is said of it', () => {
    const parts = [...operations].flatMap(([key, { requestBody, responses }]) => [
      { name: `${key} body`, part: requestBody?.content },
      { name: `${key} answer`, part: responses['2XX']?.content },
      { name: `${key} 412`, part: responses['412']?.content },
    ]);
    const refused = Object.entries(commonResponses).map(([name, { content }]) => ({ name, part: content }));
    const all = [...parts, ...refused].flatMap(({ name, part }) =>
      part ? [{ name, ...part['application/json'] }] : [],
    );
    const given = all.filter(({ example }) => example !== undefined);
    expect(
      given.flatMap(({ name, schema, example }) => faultsOf(schema, example, document).map((fault) => [name, fault])),
    ).toEqual([]);
    const names = new Set(given.map(({ name }) => name));
    const missing = [...operations].flatMap(([key, operation]) => [
      ...(names.has(`${key} answer`) || !operation['x-specification'] ? [] : [`${key} answer`]),
      ...(names.has(`${key} body`) || !operation['x-specification'] || !operation.requestBody ? [] : [`${key} body`]),
    ]);
    expect(missing).toEqual([]);
    expect(['Unauthenticated', 'Forbidden', 'NotFound', 'Invalid'].filter((name) => !names.has(name))).toEqual([]);
  });
});

/** Values that each break one requirement of a field's schema. */
function* broken({ minLength, maxLength, pattern, minimum, maximum, minItems }: Schema): Generator<unknown> {
  if (minLength) yield '';
  if (minLength !== undefined && minLength > 1) yield 'x'.repeat(minLength - 1);
  if (maxLength !== undefined) yield 'x'.repeat(maxLength + 1);
  if (pattern !== undefined) yield '§ §';
  if (minimum !== undefined) yield minimum - 1;
  if (maximum !== undefined) yield maximum + 1;
  if (minItems) yield [];
}

test('its pattern of e-mails refuses what the rule refuses', () => {
  const { schema = {} } = operations.get('POST /users')?.requestBody?.content?.['application/json'] ?? {};
  const pattern = new RegExp(wholeOf(schema).properties?.email?.pattern ?? '');
  const refused = ['a\u200b@b', 'a@\u00adb', 'a\ufeff@b', 'a\u202e@b', 'a\u0007@b', 'a@b\u0085', 'a @b', 'a@b@c'];
  const emails = ['ada@intranet', 'jürgen@müller.example', '𝒶@example.com', ...refused];
  expect(emails.map((email) => pattern.test(email))).toEqual(emails.map((email) => !refused.includes(email)));
  expect(emails.map((email) => emailLike(email, {}))).toEqual(
    emails.map((email) => (refused.includes(email) ? 'Email is invalid' : undefined)),
  );
});

describe('the real server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ sample: { employeesPerCompany: 1, days: 3 } });
  });
  afterAll(() => server.stop());

  test('serves it to anyone', async () => {
    const { status, json } = await server.ask('GET /openapi.json');
    expect([status, json]).toEqual([200, document]);
    expect((await fetch(`${server.url}${apiBase}/openapi.json`, { method: 'HEAD' })).status).toBe(200);
    expect((await server.ask('POST /openapi.json', { body: {} })).status).toBe(404);
  });

  test('refuses each body that breaks a rule, and names the field', async () => {
    const token = await server.signIn(server.users.administrator);
    const tried = new Set<string>();
    for (const [key, { requestBody }] of operations) {
      const { schema, example } = requestBody?.content?.['application/json'] ?? {};
      if (!schema || !isRecord(example)) continue;
      const { properties = {}, required = [] } = wholeOf(schema);
      for (const [name, field] of Object.entries(properties)) {
        if ('default' in field) continue; // the default is used instead
        const { [name]: _, ...without } = example;
        const bodies = [
          ...[...broken(field)].map((value) => ({ ...example, [name]: value })),
          ...(required.includes(name) ? [without] : []),
        ];
        for (const body of bodies) {
          const { status, json } = await server.ask(key.replace(/\{\w+\}/, '1'), { token, body });
          const errors = Object.keys(json.errors ?? {});
          expect([key, status, errors], JSON.stringify(body).slice(0, 300)).toEqual([
            key,
            422,
            expect.arrayContaining([name]),
          ]);
          tried.add(`${key} ${name}`);
        }
      }
    }
    expect(tried.size).toBeGreaterThan(60);
    expect([...tried]).toEqual(expect.arrayContaining(['POST /employees email', 'POST /auth/login password']));
  });

  test('refuses a value that another record has, of each field that is unique', async () => {
    const token = await server.signIn(server.users.administrator);
    const refs = { roles: [], companies: [], permissions: [], company_id: 1 };
    const tried: string[] = [];
    for (const [key, { requestBody }] of operations) {
      const { schema, example } = requestBody?.content?.['application/json'] ?? {};
      if (!key.startsWith('POST ') || !schema || !isRecord(example)) continue;
      for (const [name, field] of Object.entries(wholeOf(schema).properties ?? {})) {
        if (!field['x-unique']) continue;
        const body = (value: string, others: string) => {
          const own = Object.entries(wholeOf(schema).properties ?? {}).filter(([, each]) => each['x-unique']);
          const uniques = Object.fromEntries(
            own.map(([each]) => [each, each === 'email' ? `${others}@host.example` : others]),
          );
          return { ...example, ...refs, ...uniques, [name]: name === 'email' ? `${value}@host.example` : value };
        };
        const first = await server.ask(key, { token, body: body('taken', 'first_one') });
        const second = await server.ask(key, { token, body: body('taken', 'second_one') });
        expect([key, name, first.status, second.status, Object.keys(second.json.errors ?? {})]).toEqual([
          ...[key, name, 201, 422],
          [name],
        ]);
        tried.push(name);
      }
    }
    expect(tried.sort()).toEqual(['email', 'employee_id', 'key', 'name', 'unique_identifier', 'webhook_secret']);
  });

  test('is sent and answers what it says, in a whole run of the conformance kit', async () => {
    const checked = new Map<string, number>();
    const faults: string[] = [];
    const proxy = await startProxy(server.api, async (call, ask) => {
      const reply = await ask();
      faults.push(...faultsOfCall(call, reply));
      checked.set(`${call.key} ${reply.status}`, (checked.get(`${call.key} ${reply.status}`) ?? 0) + 1);
      return reply;
    });
    const { administrator, manager } = server.users;
    await checkServer({ api: proxy.api, account: administrator, limited: manager, write: true, pages: 50 });
    await proxy.stop();
    expect([...new Set(faults)]).toEqual([]);
    const succeeded = new Set(
      [...checked.keys()].filter((each) => / 20\d$/.test(each)).map((each) => each.slice(0, -4)),
    );
    const specified = [...operations].filter(([, operation]) => operation['x-specification']).map(([key]) => key);
    expect(specified.filter((key) => succeeded.has(key)).length).toBeGreaterThan(55);
    expect([...succeeded].filter((key) => operations.get(key)?.['x-feature']).length).toBeGreaterThan(40);
    for (const status of [401, 403, 404, 422])
      expect(
        [...checked.keys()].some((each) => each.endsWith(` ${status}`)),
        String(status),
      ).toBe(true);
  });
});

/** The schema of a body with its parts merged. */
function wholeOf({ $ref, allOf, properties, required }: Schema): Schema {
  if ($ref) return wholeOf(resolve(document, $ref));
  const parts = (allOf ?? []).map(wholeOf);
  return {
    properties: Object.assign({ ...properties }, ...parts.map((part) => part.properties)),
    required: [...(required ?? []), ...parts.flatMap((part) => part.required ?? [])],
  };
}

test('differing answers of a server are found', () => {
  const company = { id: 1, name: 'Acme', urls: [{ id: 2, is_active: 'yes' }], version: null };
  const reply = (data: unknown) => ({
    status: 200,
    type: '',
    text: JSON.stringify({ success: true, data, message: '' }),
  });
  const call = { key: 'GET /companies/{id}', path: '', query: new URLSearchParams(), authorization: '', body: '' };
  expect(faultsOfCall(call, reply({ ...company, urls: [], version: 'a' }))).toEqual([]);
  expect(faultsOfCall(call, reply(company))).toEqual([
    'GET /companies/{id} 200: .data.urls.0.is_active is "yes", which is not boolean',
    'GET /companies/{id} 200: .data.version is null, which is not string',
  ]);
  expect(faultsOfCall(call, reply({ name: 'Acme' }))).toEqual(['GET /companies/{id} 200: .data.id is missing']);
  expect(faultsOfCall({ ...call, key: 'GET /companies' }, reply({ data: [], total: 0 }))).toEqual([
    'GET /companies 200: .data.last_page is missing',
  ]);
});

/** What a request and its answer contain that the document does not describe. */
function faultsOfCall({ key, query, body }: Call, { status, text }: Reply): string[] {
  const operation = operations.get(key);
  if (!operation) return [];
  const { parameters, requestBody, responses } = operation;
  const name = String(status) in responses ? String(status) : status < 300 ? '2XX' : 'default';
  const { $ref, content } = responses[name] ?? {};
  const { schema = {} } =
    (content ?? commonResponses[$ref?.split('/').at(-1) ?? '']?.content)?.['application/json'] ?? {};
  const answered = faultsOf(schema, JSON.parse(text), document);
  const isAccepted = status < 300;
  // The introduction says that null in a body means the field is left out.
  const given = isRecord(body) ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) : body;
  const sent =
    isAccepted && requestBody?.content ? faultsOf(requestBody.content['application/json'].schema, given, document) : [];
  const declared = parameters.filter((each) => each.in === 'query').map((each) => each.name);
  const undeclared = isAccepted ? [...query.keys()].filter((each) => !declared.includes(each)) : [];
  return [
    ...answered.map((fault) => `${key} ${status}: ${fault}`),
    ...sent.map((fault) => `${key} body: ${fault}`),
    ...undeclared.map((each) => `${key} query: ${each} is not declared`),
  ];
}
