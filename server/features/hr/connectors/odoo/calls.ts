// Calls methods of Odoo and reads its answers. Odoo 19 and later use JSON-2: one path per method, all parameters by
// name. Odoo 16 to 18 use JSON-RPC: one path, and the first parameter by position, because create() takes it in no
// other way.

import {
  type Decoder,
  integer,
  isObject,
  maybe,
  nonEmptyText,
  object,
  refuse,
  text,
} from '../../../../../src/shared/contract/decode.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { singleLine } from '../../../../platform/log/log.ts';
import { credentialsRefused, isSuccess, jsonCall, later, laterOf, readJson, readResult, resultOf } from '../answers.ts';
import type { CallAnswer, Connection, Conversation, HttpRequest } from '../connector.ts';

type Called = Pick<Connection, 'values' | 'session'>;

/** Parameters by name, in the order of the method's signature; `ids` come first where a method has them. */
type Params = Readonly<Record<string, unknown>>;

/** Includes archived records. */
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

/** Sets the language of Odoo's messages. A company limits the records in view to its own. */
function contextOf({ values }: Called): Params {
  const { company = '' } = values;
  return { lang: 'en_US', ...(company !== '' && { allowed_company_ids: [Number(company)] }) };
}

function json2({ values }: Called, model: string, method: string, params: Params): HttpRequest {
  const { database = '', api_key = '' } = values;
  const headers = { Authorization: `bearer ${api_key}`, 'X-Odoo-Database': database };
  return jsonCall('POST', `/json/2/${model}/${method}`, headers, params);
}

function executeKw({ values, session }: Called, model: string, method: string, params: Params): HttpRequest {
  const { database = '', api_key = '' } = values;
  const { context, ...named } = params;
  const [[, first] = [], ...others] = Object.entries(named);
  const byName = { ...Object.fromEntries(others), context };
  return jsonRpc('object', 'execute_kw', [database, Number(session), api_key, model, method, [first], byName]);
}

export const jsonRpc = (service: string, method: string, args: readonly unknown[]): HttpRequest =>
  jsonCall('POST', '/jsonrpc', {}, { jsonrpc: '2.0', method: 'call', params: { service, method, args }, id: 1 });

export const versionRequest = (connection: Called): HttpRequest =>
  usesJsonRpc(connection) ? jsonRpc('common', 'version', []) : { method: 'GET', path: '/web/version' };

type OdooAnswer<T> =
  | Exclude<CallAnswer<T>, { kind: 'refused' }>
  /** Set if a named record does not exist. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isMissing: boolean };

const decodeFault = object({ name: nonEmptyText, message: text });
type Fault = ReturnType<typeof decodeFault>;
const decodeRpcError = object({ error: maybe(object({ data: decodeFault })) });

/** JSON-2 sends faults with their own status, JSON-RPC with status 200; both name the class of the fault. */
export function readAnswer<T>(answer: OutboundAnswer, decode: Decoder<T>, connection: Connection): OdooAnswer<T> {
  const isRpc = usesJsonRpc(connection);
  const fault = isRpc ? readJson(answer, decodeRpcError)?.error?.data : faultIn(answer);
  if (fault) return outcomeOf(fault, answer, connection);
  if (answer.status === 404) return later(nothingThere(connection));
  if (!isSuccess(answer)) return laterOf(answer, connection.now);
  return readResult(answer, (body) => decode(isRpc && isObject(body) ? body.result : body), 'Odoo');
}

const faultIn = (answer: OutboundAnswer) => (isSuccess(answer) ? undefined : readJson(answer, decodeFault));

const nothingThere = ({ values }: Connection): string =>
  usesJsonRpc({ values })
    ? 'Nothing takes JSON-RPC at this address. Check it; from Odoo 19 on, choose the version 19 or later'
    : `Nothing takes JSON-2 at this address for the database ${values.database}. Check both; up to Odoo 18, choose the version 16 to 18`;

/** Faults caused by the records. */
const refusals = ['UserError', 'ValidationError', 'RedirectWarning', 'AccessError', 'MissingError'];

/** Faults of the same classes with other causes, or whose messages need to be clearer. */
const ofTheConnection: readonly (readonly [RegExp, (message: string) => string])[] = [
  [/^You are not allowed to|public employee profile/, (message) => `The user lacks rights: ${message}`],
  [/unauthorized or invalid companies/, () => 'The user does not belong to the company of this connection'],
  [/^Object hr\S* doesn't exist|^the model 'hr\S*' does not exist/, () => 'Odoo lacks the app Attendances: install it'],
  [
    /^Invalid field .*hr\.employee\b/,
    (message) => `Odoo has no such field, choose another for the employee number: ${message}`,
  ],
  [/database "[^"]*" does not exist/, () => 'Odoo has no such database'],
];

function outcomeOf(
  { name, message }: Fault,
  answer: OutboundAnswer,
  { now }: Connection,
): Exclude<OdooAnswer<never>, { kind: 'result' }> {
  const line = singleLine(message);
  if (answer.status === 401 || name === 'odoo.exceptions.AccessDenied') return later(keyRefused);
  const [, sentence] = ofTheConnection.find(([pattern]) => pattern.test(line)) ?? [];
  if (sentence) return later(sentence(line));
  if (refusals.some((refusal) => name === `odoo.exceptions.${refusal}`)) {
    return { kind: 'refused', reason: line || 'No reason given', isMissing: name.endsWith('MissingError') };
  }
  return isSuccess(answer) ? later(`Odoo failed: ${line || name}`) : laterOf(answer, now, line || name);
}

export const keyRefused = credentialsRefused(
  'Odoo does not accept the API key: it may have expired, or belong to another user or database',
);

/** Returns the result of a call that only reads. Throws NotNow, also if Odoo refuses. */
export function* ask<T>(
  connection: Connection,
  model: string,
  method: string,
  params: Params,
  decode: Decoder<T>,
  context: Params = {},
): Conversation<T> {
  return resultOf(readAnswer(yield call(connection, model, method, params, context), decode, connection));
}

/** Odoo writes empty values as false. */
export const textOrFalse: Decoder<string> = (value) => (value === false ? '' : text(value));

/** Odoo names a related record by id and name. */
export const relatedId: Decoder<number> = (value) =>
  Array.isArray(value) ? integer(value[0]) : refuse('a related record');

/** As many as fit into an answer: odoo.com takes one request a second, and a reading must end within a minute. */
const perPage = 2_500;

/** Reads all records that match a condition, page by page; archived ones only with `withArchived`. */
export function* searchAll<T extends { id: number | string }>(
  connection: Connection,
  model: string,
  { domain, fields }: { readonly domain: readonly unknown[]; readonly fields: readonly string[] },
  decode: Decoder<T[]>,
  context: Params = {},
): Conversation<T[]> {
  const records: T[] = [];
  for (let last = 0; ; ) {
    const params = { domain: [...domain, ['id', '>', last]], fields, limit: perPage, order: 'id' };
    const page = yield* ask(connection, model, 'search_read', params, decode, context);
    records.push(...page);
    last = Math.max(last, ...page.map(({ id }) => Number(id)));
    if (page.length < perPage) return records;
  }
}
