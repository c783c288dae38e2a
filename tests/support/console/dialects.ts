// The real server's answers, rewritten the way other frameworks would send them.

import { access, featureOf } from '../../../src/shared/contract/access.ts';
import type { CallKey } from '../../../src/shared/contract/calls.ts';
import { type Change, json, type Reply } from './proxy.ts';

const paged = ['companies', 'access-controllers', 'attendance', 'employees', 'roles', 'users'].map(
  (name) => `GET /${name}`,
);

/** PHP with an old database driver: every number and boolean is a string. */
export const texts: Change = async (_, ask) => changed(await ask(), (body) => mapped(body, asText));

/** No envelope and no paging: bare lists and records. */
export const bare: Change = async ({ key, query }, ask) => {
  if (!paged.includes(key)) return changed(await ask(), ({ data }) => data);
  const rows: unknown[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const reply = await ask(new URLSearchParams({ ...Object.fromEntries(query), page: String(page), per_page: '100' }));
    if (reply.status !== 200) return reply;
    const { data } = JSON.parse(reply.text);
    rows.push(...data.data);
    last = data.last_page;
  }
  return json(200, rows);
};

/** A server of the specification alone, which announces no features and ignores what goes beyond it. */
export const plain: Change = async ({ key, query }, ask) => {
  const known = new URLSearchParams(query);
  for (const name of ['per_page', 'q', 'sort']) known.delete(name);
  const reply = await ask(known);
  if (key !== 'GET /auth/user') return reply;
  return changed(reply, (body) => mapped(body, (value, name) => (name === 'features' ? [] : value)));
};

/**
 * Laravel: the paginator beside `success`, records under their name, null for empty texts and relations. Answers that
 * go beyond the specification stay as they are: no other server has them.
 */
export const unloaded: Change = async ({ key }, ask) => {
  const reply = await ask();
  if (isBeyond(key)) return reply;
  if (reply.status === 401) return json(401, { message: 'Unauthenticated.' });
  return changed(reply, (body) => {
    const data = mapped(body.data, (value, name) => (relations.includes(name) || value === '' ? null : value));
    if (paged.includes(key) && isRecord(data)) return { success: true, message: null, ...data };
    return { ...body, data: names[key] ? { [names[key]]: data } : data };
  });
};

/** Laravel's API resources: rows beside links, with paging in a separate object. */
export const resources: Change = async ({ key }, ask) =>
  changed(await ask(), (body) => {
    if (!paged.includes(key) || !isRecord(body.data)) return body;
    const { data, ...meta } = body.data;
    return { data, links: { first: null, next: null }, meta };
  });

/** Laravel's default format for times: UTC with microseconds. The sample's business time zone is UTC. */
export const utc: Change = async (_, ask) =>
  changed(await ask(), (body) =>
    mapped(body, (value) =>
      typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT[\d:]+)(?:\+00:00|Z)$/, '$1.000000Z') : value,
    ),
  );

const isKnown = (key: string): key is CallKey => key in access;
const isBeyond = (key: string) => isKnown(key) && featureOf(key) !== undefined;

const relations = ['company', 'employee', 'access_controller', 'urls', 'companies'];
const names: Readonly<Record<string, string>> = {
  'GET /auth/user': 'user',
  'GET /users/{id}': 'user',
  'GET /companies/{id}': 'company',
  'GET /employees/{id}': 'employee',
  'GET /access-controllers/{id}': 'access_controller',
  'GET /attendance/{id}': 'record',
  'GET /roles/{id}': 'role',
  'GET /settings/{keyOrId}': 'setting',
};

const asText = (value: unknown) => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'boolean' ? String(Number(value)) : value;
};

/** Changes the body of successful answers only. */
function changed(reply: Reply, change: (body: { data: unknown }) => unknown): Reply {
  if (reply.status >= 400) return reply;
  const body: { data: unknown } = JSON.parse(reply.text);
  const { success, ...rest } = { success: true, ...body };
  const made = change(rest);
  return json(reply.status, isRecord(made) && 'data' in made ? { success, ...made } : made);
}

/** Maps every nested value, innermost first. */
export function mapped(value: unknown, map: (value: unknown, name: string) => unknown, name = ''): unknown {
  if (Array.isArray(value))
    return map(
      value.map((item) => mapped(item, map)),
      name,
    );
  if (!isRecord(value)) return map(value, name);
  return map(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, map, key)])), name);
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
