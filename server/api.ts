// From a request to its handler: who asks, may they, is the input what the contract says.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { DecodeError, type Decoder } from '../src/contract/decode.ts';
import { endpoints } from '../src/contract/endpoints.ts';
import { filled, type WriteMessages } from '../src/contract/messages/message.ts';
import { messages } from '../src/contract/messages/writes.ts';
import type { Permission } from '../src/contract/permissions.ts';
import { type Caller, can } from './access/caller.ts';
import { touchSession } from './people/sessionQueries.ts';
import type { Reply, Services } from './records/endpoint.ts';
import { methodNotAllowed } from './http/errors.ts';
import { forbidden, invalid, notFound, unauthenticated } from './platform/domainErrors.ts';
import { createHandlers } from './handlers.ts';
import { readJson, sendAnswer } from './http/json.ts';
import { describeError } from './platform/log.ts';
import { Router } from './http/router.ts';
import { hashOfToken } from './access/tokens.ts';

export const apiBase = '/web/api/v1';

interface Origin {
  path: string;
  search: URLSearchParams;
  requestId: string;
  address: string;
}

/**
 * A handler as the dispatcher sees it; the table guarantees that key, decoders and handler belong together.
 */
interface AnyHandler {
  allow: 'anyone' | 'signedIn' | Permission;
  reach?: 'everyCompany';
  handle(request: AnyRequest): Promise<Reply<unknown>>;
}

interface AnyRequest extends Services {
  params: object;
  query: object | undefined;
  body: object | undefined;
  caller: Caller | null;
  now: Date;
  requestId: string;
  address: string;
}

interface Shape {
  query?: Decoder<object>;
  body?: Decoder<object>;
  answer: Decoder<unknown>;
}

interface Target {
  handler: AnyHandler;
  shape: Shape | undefined;
  /** The success message, if the handler gives no other. */
  done: string;
}

const shapes: Record<string, Shape> = endpoints;
const writes: Record<string, WriteMessages> = messages;

export function createApi(services: Services) {
  const router = new Router<Target>();
  const handlers: Record<string, AnyHandler> = createHandlers(services);
  for (const [key, handler] of Object.entries(handlers)) {
    router.add(key, { handler, shape: shapes[key], done: writes[key]?.done ?? '' });
  }

  return async (request: IncomingMessage, response: ServerResponse, origin: Origin): Promise<void> => {
    const match = router.match(request.method === 'HEAD' ? 'GET' : (request.method ?? ''), origin.path);
    if (match.found === 'nothing') throw notFound('No such API call');
    if (match.found === 'otherMethods') throw methodNotAllowed(match.methods);

    const now = services.clock();
    const { handler, shape, done } = match.target;
    const caller = await admitted(services, handler, request, now);
    const reply = await handler.handle({
      ...services,
      params: decodedParams(match.params),
      query: shape?.query && decoded(shape.query, Object.fromEntries(origin.search), 'query'),
      body: shape?.body && decoded(shape.body, await readJson(request, caller), 'body'),
      caller,
      now,
      requestId: origin.requestId,
      address: origin.address,
    });
    const message = reply.message ?? filled(done, reply.data);
    sendAnswer(response, { data: reply.data, message, status: reply.status ?? 200 });
    await reply.afterwards?.().catch((error: unknown) => {
      const details = { request_id: origin.requestId, error: describeError(error) };
      services.log.error('work after the answer failed', details);
    });
  };
}

async function admitted(
  { db }: Services,
  { allow, reach }: AnyHandler,
  request: IncomingMessage,
  now: Date,
): Promise<Caller | null> {
  if (allow === 'anyone') return null;
  const token = /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw unauthenticated();
  const person = await touchSession(db, hashOfToken(token), now);
  if (!person) throw unauthenticated('Your session has ended. Please sign in again');
  if (allow !== 'signedIn' && !can(person, allow)) throw forbidden();
  if (reach === 'everyCompany' && !can(person, 'companies.all'))
    throw forbidden('This reaches every company, and you see only some');
  return person;
}

/** An id that is none is the id of nothing. */
function decodedParams(params: Record<string, string>): object {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name !== 'id') return [name, value];
      if (!/^\d{1,15}$/.test(value)) throw notFound();
      return [name, Number(value)];
    }),
  );
}

function decoded(decode: Decoder<object>, value: unknown, whole: 'query' | 'body'): object {
  try {
    return decode(value);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw invalid({ [error.path.join('.') || whole]: `This must be ${error.expected}` });
  }
}
