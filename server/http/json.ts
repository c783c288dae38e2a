// Requests and answers on the wire: JSON in, within limits; the envelope { success, data, message } out.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { badRequest, type HttpError, tooLarge } from './errors.ts';

const maxBodyBytes = 1 << 20;
/** Who has not signed in has a few words to send: many such bodies shall not fill the memory. */
const maxBytesOfStrangers = 16 << 10;

export async function readJson(request: IncomingMessage, caller: object | null): Promise<unknown> {
  return parseJson(await readBody(request, caller ? maxBodyBytes : maxBytesOfStrangers));
}

/** An absent body is an empty object: what is missing in it is then said field by field. */
export function parseJson(body: Buffer): unknown {
  const text = body.toString('utf8');
  if (text === '') return {};
  try {
    return JSON.parse(text, storable);
  } catch {
    throw badRequest('The request body is not valid JSON');
  }
}

export async function readBody(request: IncomingMessage, most = maxBodyBytes): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // The answer to a body that is too large still goes out on this connection, so it is not destroyed here.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A request body is read as bytes');
    size += chunk.length;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * No database of ours stores the character U+0000, and nobody types it. Half a character becomes what stands
 * for one: each would store another thing, and not know it again.
 */
function storable(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value.includes('\0')) throw new SyntaxError('NUL in a text');
  return value.replace(/\p{Surrogate}/gu, '\ufffd');
}

interface Envelope {
  data: unknown;
  message: string;
  status: number;
}

export function sendAnswer(response: ServerResponse, { data, message, status }: Envelope): void {
  sendJson(response, status, { success: true, data, message });
}

/** `errors` by field are lists, as the frameworks that serve this API elsewhere send them. */
export function sendError(
  response: ServerResponse,
  { status, message, fields, headers }: HttpError,
  requestId: string,
): void {
  const errors = fields && Object.fromEntries(Object.entries(fields).map(([field, complaint]) => [field, [complaint]]));
  sendJson(response, status, { success: false, data: null, message, errors, request_id: requestId }, headers);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(text);
}
