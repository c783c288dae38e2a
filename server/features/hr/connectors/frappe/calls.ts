// Calls of a Frappe site, and the meaning of its answers.

import { type Decoder, isObject, list, object, text } from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { singleLine } from '../../../../platform/log/log.ts';
import { credentialsRefused, isSuccess, jsonCall, laterOf, readJson, readResult, resultOf } from '../answers.ts';
import { type CallAnswer, type Connection, type Conversation, type HttpRequest, NotNow } from '../connector.ts';

/** Language of the site's messages: the first checks use a guest's language, all others use '_lang'. */
const language = 'en';

function request(
  { values }: Pick<Connection, 'values'>,
  method: HttpRequest['method'],
  path: string,
  body?: object,
): HttpRequest {
  const { api_key = '', api_secret = '' } = values;
  const headers = { Accept: 'application/json', 'Accept-Language': language };
  return jsonCall(method, path, { ...headers, Authorization: `token ${api_key}:${api_secret}` }, body);
}

/** Calls a function; without parameters, it only reads. */
export const call = (connection: Pick<Connection, 'values'>, name: string, parameters?: object): HttpRequest =>
  parameters
    ? request(connection, 'POST', `/api/method/${name}`, { ...parameters, _lang: language })
    : request(connection, 'GET', `/api/method/${name}`);

const pathOf = (kind: string, name: string) => `/api/resource/${encodeURIComponent(kind)}/${encodeURIComponent(name)}`;

export const readDocument = (connection: Connection, kind: string, name: string): HttpRequest =>
  request(connection, 'GET', pathOf(kind, name));

export const changeDocument = (connection: Connection, kind: string, name: string, change: object): HttpRequest =>
  request(connection, 'PUT', pathOf(kind, name), change);

export type FrappeAnswer<T> = CallAnswer<T> | { readonly kind: 'missing' | 'forbidden'; readonly reason: string };

/** Functions answer in `message`, documents in `data`. */
export function readAnswer<T>(
  answer: OutboundAnswer,
  part: 'message' | 'data',
  decode: Decoder<T>,
  { now }: Pick<Connection, 'now'>,
): FrappeAnswer<T> {
  if (isSuccess(answer))
    return readResult(answer, (body) => stated(decode)(isObject(body) ? body[part] : undefined), 'Frappe');
  const fault = readJson(answer, decodeFault);
  const reason = fault ? sentenceOf(fault) : '';
  if (answer.status === 401)
    return { kind: 'forbidden', reason: credentialsRefused('Frappe does not accept the API key and its secret') };
  if (answer.status === 403) {
    const refused = 'Frappe does not let the user of the API key do this';
    return { kind: 'forbidden', reason: reason ? `${refused}: ${reason}` : refused };
  }
  if (answer.status === 404 && fault?.exc_type) return { kind: 'missing', reason: reason || 'Not found' };
  const isRefused = answer.status === 417 && fault !== undefined && !passingFaults.test(fault.exc_type);
  if (!isRefused) return laterOf(answer, now, reason || undefined);
  return noFunction.test(reason)
    ? { kind: 'later', reason: `The app Frappe HR is not installed on this site: ${reason}` }
    : { kind: 'refused', reason: reason || fault.exc_type || 'No reason given' };
}

/** Temporary faults: two requests collided, or a document was locked. */
const passingFaults = /Deadlock|Timeout|Locked|TimestampMismatch/;
const noFunction = /^Failed to get method/;

/** `_server_messages` is a JSON list of messages, each JSON itself. */
const decodeFault = object({ exc_type: text, exception: text, _server_messages: text });
type Fault = ReturnType<typeof decodeFault>;

function sentenceOf({ _server_messages: messages, exception }: Fault): string {
  const last = parsed(messages, list(text))?.at(-1) ?? '';
  const message = parsed(last, object({ message: text }))?.message || exception.replace(/^[\w.]+: */, '');
  // A tag ends at the next `<`: otherwise, a megabyte of them takes half an hour, in which no request is answered.
  return singleLine(message.replace(/<[^<>]*>/g, ' ').replaceAll('&amp;', '&')).replace(/[\s.]+$/, '');
}

const parsed = <T>(body: string, decode: Decoder<T>): T | undefined =>
  readJson({ status: 200, headers: {}, body }, decode);

interface Query {
  readonly fields: readonly string[];
  readonly filters?: readonly (readonly [
    field: string,
    operator: string,
    value: string | number | readonly string[],
  ])[];
  readonly group_by?: string;
  readonly order_by: string;
  readonly limit_page_length: number;
}

/** Lists documents of a kind. The query is in the body because web servers limit the length of addresses. */
export function* listOf<T>(
  connection: Connection,
  kind: string,
  { fields, filters = [], ...others }: Query,
  decode: Decoder<T>,
): Conversation<T[]> {
  const query = { doctype: kind, fields: JSON.stringify(fields), filters: JSON.stringify(filters), ...others };
  const answer = yield call(connection, 'frappe.client.get_list', query);
  return resultOf(readAnswer(answer, 'message', list(decode), connection));
}

const perPage = 500;

/** Lists all documents of a kind, page by page. The decoder is for the fields, which include the name. */
export function* allOf<T extends { name: string }>(
  connection: Connection,
  kind: string,
  { fields, filters = [] }: Pick<Query, 'fields' | 'filters'>,
  decode: Decoder<T>,
): Conversation<T[]> {
  const documents = new Map<string, T>();
  for (let last = ''; ; ) {
    const query = { fields, filters: [['name', '>', last] as const, ...filters], order_by: 'name asc' };
    const page = yield* listOf(connection, kind, { ...query, limit_page_length: perPage }, decode);
    if (page.some(({ name }) => documents.has(name)))
      throw new NotNow(`Frappe lists the same ${kind.toLowerCase()}s again and again`);
    for (const each of page) documents.set(each.name, each);
    last = page.at(-1)?.name ?? last;
    if (page.length < perPage) return [...documents.values()];
  }
}
