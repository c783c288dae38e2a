// JSON bodies: requests within size limits, responses in the envelope { success, data, message }, and errors as
// responses.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { wellFormed } from '../../../src/shared/words/exportedRow.ts';
import { DomainError, type FieldMessages } from '../domainErrors.ts';

const maxBodyBytes = 1 << 20;
/** Unauthenticated requests are small; the cap bounds the memory that a flood of them takes. */
const maxAnonymousBodyBytes = 16 << 10;
const byteOrderMark = Buffer.from('\ufeff');

/** Refuses Latin-1, whose names would be stored with a � for good, and skips the byte order mark of some programs. */
export async function readJson(request: IncomingMessage, caller: object | null): Promise<unknown> {
  const body = await readBody(request, caller ? maxBodyBytes : maxAnonymousBodyBytes);
  if (!isUtf8(body)) throw badRequest('The request body is not in UTF-8');
  const hasMark = body.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  return parseJson(body.toString('utf8', hasMark ? byteOrderMark.length : 0), storable);
}

/** An absent body is an empty object, so that missing fields are reported one by one. */
export function parseJson(text: string, keep: (value: unknown, key: string) => unknown): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text, (key, value: unknown) => keep(value, key));
  } catch (error) {
    throw error instanceof HttpError ? error : badRequest('The request body is not valid JSON');
  }
}

export async function readBody(request: IncomingMessage, maxBytes = maxBodyBytes): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Keep the connection open: the response to a body that is too large is still sent on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A request body is read as bytes');
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Rejects U+0000, which PostgreSQL cannot store, and a number that has been rounded, which may be somebody else's employee
 * ID. Replaces lone surrogates, which the two databases would store differently.
 */
function storable(value: unknown, key: string): unknown {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const message = 'This number is so long that JSON rounds it. Please send it as text';
    throw new HttpError(422, message, { fields: { [key]: message } });
  }
  if (typeof value !== 'string') return value;
  if (value.includes('\0')) throw badRequest('A text in the request body contains U+0000, which cannot be stored');
  return wellFormed(value);
}

/**
 * Makes a browser that opens a call's address save a file of this name, whatever the address says, and show no page.
 */
const asFile = { 'Content-Disposition': 'attachment; filename="api.json"' } as const;

export function sendAnswer(response: ServerResponse, status: number, data: unknown, message: string): void {
  sendBody(response, status, jsonBody({ success: true, data, message }), asFile);
}

/** The errors of a field are a list because other servers of this API send lists. */
export function sendError(
  response: ServerResponse,
  { status, message, fields, data, headers }: HttpError,
  requestId: string,
): void {
  const errors = fields && Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, [text]]));
  const body = { success: false, data: data ?? null, message, errors, request_id: requestId };
  sendBody(response, status, jsonBody(body), { ...asFile, ...headers });
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  sendBody(response, status, jsonBody(body), {});
}

/** Encodes the body once: Node would encode a string for its length, and again to send it. */
const jsonBody = (body: object) => Buffer.from(JSON.stringify(body));

function sendBody(
  response: ServerResponse,
  status: number,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(body);
}

interface HttpErrorDetails {
  headers?: Readonly<Record<string, string>>;
  fields?: FieldMessages | undefined;
  data?: object | undefined;
}

export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: FieldMessages | undefined;
  readonly data: object | undefined;

  constructor(status: number, message: string, { headers = {}, fields, data }: HttpErrorDetails = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
    this.fields = fields;
    this.data = data;
  }
}

const statuses: Readonly<Record<DomainError['reason'], number>> = {
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  gone: 410,
  outdated: 412,
  invalid: 422,
  tooManyAttempts: 429,
  unavailable: 503,
  unwritable: 507,
};

/** The response to an error; undefined for anything else that is thrown, which is a bug and answered with 500. */
export function httpErrorOf(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (!(error instanceof DomainError)) return undefined;
  const { fields, data, retryAfterSeconds } = error.details;
  return new HttpError(statuses[error.reason], error.message, {
    fields,
    data,
    ...(retryAfterSeconds !== undefined && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  });
}

export const badRequest = (message: string) => new HttpError(400, message);
export const methodNotAllowed = (allowed: readonly string[]) =>
  new HttpError(405, 'Method not allowed', { headers: { Allow: allowed.join(', ') } });
/** The rest of the body is not read, so the connection cannot be reused. */
export const tooLarge = () => new HttpError(413, 'Request body too large', { headers: { Connection: 'close' } });
