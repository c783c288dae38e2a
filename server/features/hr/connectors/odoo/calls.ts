// How methods of Odoo are called. Odoo 19 and later take JSON-2: a path a method, and all parameters by name. Odoo 16 to
// 18 take JSON-RPC: one path, and the first parameter by position, because create() takes it in no other way.

import type { Connection, HttpRequest } from '../connector.ts';

type Called = Pick<Connection, 'values' | 'session'>;

/** By name, in the order of the method; `ids` come first where a method has them. */
export type Params = Readonly<Record<string, unknown>>;

/** Archived records count, too. */
export const withArchived = { active_test: false };

export const usesJsonRpc = ({ values }: Pick<Connection, 'values'>): boolean => values.version === '16';

export function call(
  connection: Called,
  model: string,
  method: string,
  params: Params,
  context: Params = {},
): HttpRequest {
  const withContext = { ...params, context: { ...contextOf(connection), ...context } };
  return usesJsonRpc(connection)
    ? executeKw(connection, model, method, withContext)
    : json2(connection, model, method, withContext);
}

/** Odoo's sentences are in the language of the context. A company limits what is seen to its own. */
function contextOf({ values }: Called): Params {
  const { company = '' } = values;
  return { lang: 'en_US', ...(company !== '' && { allowed_company_ids: [Number(company)] }) };
}

const json2 = ({ values }: Called, model: string, method: string, params: Params): HttpRequest => ({
  method: 'POST',
  path: `/json/2/${model}/${method}`,
  headers: {
    'Content-Type': 'application/json',
    Authorization: `bearer ${values.api_key ?? ''}`,
    'X-Odoo-Database': values.database ?? '',
  },
  body: JSON.stringify(params),
});

function executeKw({ values, session }: Called, model: string, method: string, params: Params): HttpRequest {
  const { database = '', api_key = '' } = values;
  const { context, ...named } = params;
  const [[, first] = [], ...others] = Object.entries(named);
  const byName = { ...Object.fromEntries(others), context };
  return jsonRpc('object', 'execute_kw', [database, Number(session), api_key, model, method, [first], byName]);
}

export const jsonRpc = (service: string, method: string, args: readonly unknown[]): HttpRequest => ({
  method: 'POST',
  path: '/jsonrpc',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', method: 'call', params: { service, method, args }, id: 1 }),
});

export const versionRequest = (connection: Called): HttpRequest =>
  usesJsonRpc(connection) ? jsonRpc('common', 'version', []) : { method: 'GET', path: '/web/version' };
