// The only place that calls fetch. Handles base URL, bearer token, JSON, time limit and abort. Every failure is an
// ApiError, and no error contains a request body.

import type { Answer, Args, CallKey } from '../../shared/contract/calls.ts';
import { DecodeError, type Decoder, isMissing, isObject, type Skip } from '../../shared/contract/decode.ts';
import type { FieldErrors } from '../../shared/contract/validate.ts';
import { ApiError, asApiError, type FailureKind, htmlMessage } from './errors.ts';
import { loadCall } from './loadCall.ts';

export interface Answered<T> {
  data: T;
  /** The server's message, often empty. */
  message: string;
  /** One reason for each row of the list that was left out because it cannot be decoded. */
  unread: readonly string[];
}

interface Options {
  /** Undefined if the page has no valid address. */
  base: string | undefined;
  /** Whether writes may have a key, which another origin might refuse. */
  isOwnOrigin?: boolean | undefined;
  token: () => string | null;
  /** Called when this token is refused. True means that the user signed in again, and the call is repeated once. */
  onExpired?: (refusal: ApiError, token: string | null) => Promise<boolean>;
  /** Called when cached answers may be stale, as a write was attempted or access was denied. */
  onStale?: () => void;
  /** Receives each payload before it is decoded. */
  inspect?: (payload: unknown) => void;
  /** Leaves out list rows that cannot be decoded instead of failing. */
  skipsUnreadRows?: boolean;
  /** Time limit for every answer, replacing the call's own. */
  timeoutMs?: number;
}

interface CallOptions {
  signal?: AbortSignal;
  /** Token to use instead of the current one. */
  bearer?: string | null;
}

/** Calls that need neither path parameters nor a body. */
type FreeKey = {
  [K in CallKey]: Record<never, never> extends Args<K> ? K : never;
}[CallKey];

export interface Api {
  <K extends CallKey>(key: K, args: Args<K>, options?: CallOptions): Promise<Answered<Answer<K>>>;
  <K extends FreeKey>(key: K, args?: Args<K>, options?: CallOptions): Promise<Answered<Answer<K>>>;
}

type Parts = Readonly<Record<string, unknown>>;

export function createClient(client: Options): Api {
  const { base, isOwnOrigin, token, onExpired, onStale, inspect, skipsUnreadRows = false } = client;
  /** The last unanswered write. If it is sent again, the same key shows the server that it is a repetition. */
  let unanswered = '';
  let writeKey = '';

  async function once<K extends CallKey>(
    key: K,
    parts: Parts,
    options: CallOptions,
    bearer: string | null,
  ): Promise<Answered<Answer<K>>> {
    if (base === undefined) throw failure('misconfigured');
    const [method = 'GET', template = ''] = key.split(' ');
    const loading = loadCall(key);
    loading.catch(() => undefined); // reported below unless the call itself fails
    const write = method === 'GET' ? undefined : await loading; // write nothing unless the answer can be read
    const url = base + fillPath(template, parts) + queryText(parts.query);
    const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
    const text = key + url + body;
    if (write) {
      if (text !== unanswered) writeKey = String(Math.random());
      // Calls that take long or can be cancelled, such as tests, are really run again.
      unanswered = write.timeoutMs || options.signal ? '' : text;
    }
    const init = {
      method,
      headers: {
        Accept: 'application/json',
        ...(bearer && { Authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(write && isOwnOrigin && { 'Idempotency-Key': writeKey }),
      },
      body,
    };
    const timeoutMs = client.timeoutMs ?? write?.timeoutMs ?? 30_000;
    const raw = await send(url, init, timeoutMs, options);
    if (text === unanswered && raw.status < 502) unanswered = ''; // others come from a proxy, or nothing was done
    const answer = readBody(raw);
    const payload = payloadOf(answer);
    inspect?.(payload);
    const unread: string[] = [];
    const skip: Skip = ({ path: [, ...field], expected }) =>
      void unread.push(`${field.join('.') || 'it'} is not ${expected}`);
    const data = decodePayload(key, (await loading).answer, payload, skipsUnreadRows ? skip : undefined);
    return { data, message: messageOf(answer), unread };
  }

  return async <K extends CallKey>(key: K, args?: Args<K>, options: CallOptions = {}) => {
    const parts = isObject(args) ? args : {};
    const { bearer = token() } = options; // now, as signing out removes it after this call is sent
    try {
      return await once(key, parts, options, bearer);
    } catch (error) {
      const refusal = asApiError(error);
      const call = await loadCall(key).catch(() => undefined); // also lets its own message be shown
      if (refusal.kind === 'forbidden') onStale?.();
      // Calls that anybody may make say nothing about the token.
      const isAboutSigningIn = key === 'POST /auth/logout' || call?.isOpen;
      if (refusal.kind !== 'unauthenticated' || isAboutSigningIn || !(await onExpired?.(refusal, bearer)))
        throw refusal;
      return await once(key, parts, options, token());
    } finally {
      if (!key.startsWith('GET ')) onStale?.();
    }
  };
}

function queryText(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    params.set(name, typeof value === 'boolean' ? String(Number(value)) : String(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}

function fillPath(template: string, parts: Parts): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
}

interface Raw {
  status: number;
  isHtml: boolean;
  text: string;
}

export const failureMessages = {
  html: htmlMessage,
  misconfigured: 'The API URL is not valid. Please check your API URL configuration.',
  unreadable: 'The server sent an answer that is not readable JSON.',
  unreachable: 'The server cannot be reached. Please check your connection and try again.',
  timedOut: 'The server has not answered in time and may still be working on it.',
  aborted: 'The request was cancelled.',
  refused: 'The server refused the request without giving a reason.',
};

const kinds: Readonly<Record<number, FailureKind>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'notFound',
  405: 'notFound',
  412: 'outdated',
  422: 'invalid',
};

const failure = (kind: keyof typeof failureMessages, status = 0) =>
  new ApiError({ kind, status, message: failureMessages[kind] });

async function send(url: string, init: RequestInit, timeoutMs: number, { signal }: CallOptions): Promise<Raw> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([late.signal, ...(signal ? [signal] : [])]) });
    const text = await response.text();
    const isHtml = /\bhtml\b/i.test(response.headers.get('content-type') ?? '') || /^\s*<(!doctype|html)/i.test(text);
    return { status: response.status, isHtml, text };
  } catch {
    throw failure(late.signal.aborted ? 'timedOut' : signal?.aborted ? 'aborted' : 'unreachable');
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the parsed body of a successful call, and throws otherwise. */
function readBody({ status, isHtml, text }: Raw): unknown {
  const isOk = status >= 200 && status < 300;
  const kind = kinds[status] ?? 'refused';
  const body = parse(text);
  // Some servers label JSON as HTML.
  if (isHtml && body === unparsable) {
    throw new ApiError({ kind: isOk || kind === 'refused' ? 'html' : kind, status, message: failureMessages.html });
  }
  if (isOk && body === unparsable) throw failure('unreadable', status);
  if (isOk && !isRefusal(body)) return body;
  const message = messageOf(body);
  throw new ApiError({
    kind: isOk ? 'refused' : kind,
    status,
    message: message || (isOk ? failureMessages.refused : `HTTP error! status: ${status}`),
    fromServer: message !== '',
    fields: fieldErrors(body),
    data: payloadOf(body),
  });
}

/** `success` is a flag in any form that decoders take; beside `failed`, in the bare result of a sync, it is a count. */
const isRefusal = (body: unknown) =>
  isObject(body) && ('failed' in body ? /^false$/ : /^(?:false|0)$/).test(String(body.success));

const unparsable = Symbol('unparsable');

function parse(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return unparsable;
  }
}

/** Accepts { name: ['Name is required'] } and { name: 'Name is required' }. */
function fieldErrors(body: unknown): FieldErrors {
  if (!isObject(body) || !isObject(body.errors)) return {};
  const fields: FieldErrors = {};
  for (const [field, messages] of Object.entries(body.errors)) {
    const first: unknown = Array.isArray(messages) ? messages[0] : messages;
    if (typeof first === 'string' && first) fields[field] = first;
  }
  return fields;
}

const messageOf = (body: unknown): string => (isObject(body) && typeof body.message === 'string' ? body.message : '');

function decodePayload<T>(key: CallKey, decode: Decoder<T>, payload: unknown, skip: Skip | undefined): T {
  try {
    const data = decode(payload, skip);
    // Within an answer, a missing list is empty.
    if (data !== null && isMissing(payload)) throw new DecodeError('present');
    return data;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new ApiError({
      kind: 'unreadable',
      message: `${key} sent an answer that could not be read: ${error.field} is not ${error.expected}.`,
    });
  }
}

/** Unwraps the data of an envelope. A paginator keeps its page numbers; a bare answer is its own payload. */
function payloadOf(body: unknown): unknown {
  if (!isObject(body) || 'last_page' in body || (isObject(body.meta) && 'last_page' in body.meta)) return body;
  return 'data' in body || ('success' in body && !('failed' in body)) ? body.data : body;
}
