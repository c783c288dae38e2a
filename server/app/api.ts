// Dispatches API requests: finds the handler, authenticates and authorizes the caller, decodes the input, and checks it by
// the rules of the forms.

import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openToTokens } from '../../src/shared/contract/apiTokens.ts';
import { type Call, filled } from '../../src/shared/contract/call.ts';
import { type CallKey, calls } from '../../src/shared/contract/calls.ts';
import { DecodeError, type Decoder, isObject, object, optional, text } from '../../src/shared/contract/decode.ts';
import { schemaOf } from '../../src/shared/contract/schema.ts';
import { type Rules, validate } from '../../src/shared/contract/validate.ts';
import { AttendancePages } from '../features/attendance/pages.ts';
import { type SignedIn, touchSession } from '../features/people/sessionQueries.ts';
import { parseClocks } from '../features/settings/clocks.ts';
import { assertNoTokenInAddress, callerOfToken } from '../features/signIn/apiTokens/callerOfToken.ts';
import { type Caller, can } from '../platform/access/caller.ts';
import type { Received } from '../platform/audit/auditLog.ts';
import { apiTokenPrefix, hashOfToken } from '../platform/crypto/hashes.ts';
import { ConstraintError, type Queries } from '../platform/db/db.ts';
import { forbidden, invalid, notFound, unauthenticated } from '../platform/domainErrors.ts';
import { editDistance } from '../platform/editDistance.ts';
import { methodNotAllowed, readJson, sendAnswer } from '../platform/http/json.ts';
import type { RequestContext } from '../platform/http/requestLog.ts';
import { describeError } from '../platform/log/log.ts';
import { assertValid, Reply, type Services } from '../platform/records/endpoint.ts';
import type { Clocks } from '../platform/time/clock.ts';
import { createHandlers } from './handlers.ts';

interface RequestInfo {
  path: string;
  search: URLSearchParams;
  context: RequestContext;
}

/**
 * A handler as the dispatcher sees it; the type Handlers guarantees that key, decoders and handler match. It has the type
 * of a method, since it is called with less precise types.
 */
type AnyHandler = { handle(request: AnyRequest): Promise<unknown> }['handle'];

interface AnyRequest extends Services, Received {
  params: object;
  query: object | undefined;
  body: object | undefined;
  version?: string | undefined;
  caller: Caller | null;
  readCaller: ((queries: Queries) => Promise<Caller>) | null;
  clocks: Clocks | null;
  userAgent: string;
}

/** Calls open to a user who must set up a second factor before anything else. */
const allowedBeforeFactor: ReadonlySet<string> = new Set<CallKey>([
  'POST /auth/logout',
  'GET /auth/user',
  'GET /auth/second-factors',
  'POST /auth/confirm',
  'POST /auth/confirm/second-factor',
  'POST /auth/authenticator-app/begin',
  'POST /auth/authenticator-app',
  'POST /auth/passkeys/begin',
  'POST /auth/passkeys',
]);

interface Target {
  key: string;
  handler: AnyHandler;
  /** What the contract says about it, such as who may make it. */
  call: Call;
  /** Whether machines may call it, as far as their permissions allow. */
  isOpenToTokens: boolean;
  /** Names of the parameters that the query may have. */
  names: readonly string[];
}

/** The version that an edit may name besides what it changes. */
const begun = object({ version: optional(text) });

export function createApi(services: Services) {
  const router = new Router();
  const pages = new AttendancePages(services.db);
  const repeats = new Repeats();
  const handlers: Record<string, AnyHandler> = createHandlers(pages);
  for (const [key, call] of Object.entries<Call>(calls)) {
    const handler = handlers[key];
    if (!handler) continue;
    const isOpenToTokens = call.needs !== undefined || openToTokens.some((each) => each === key);
    router.add({ key, handler, call, isOpenToTokens, names: namesIn(call.query) });
  }

  return async (request: IncomingMessage, response: ServerResponse, info: RequestInfo): Promise<void> => {
    const match = router.match(request.method === 'HEAD' ? 'GET' : (request.method ?? ''), info.path);
    const now = services.clock();
    const { key, handler, call, names } = match.target;
    const { query, body: bodyDecoder, rules = {}, editedRecord, done = '' } = call;
    info.context.call = key;
    const { requestId, address } = info.context;
    const readCaller = callerReader(match.target, request, info, now);
    const signedIn = await readCaller?.(services.db);
    const caller = signedIn?.caller ?? null;
    if (caller?.apiToken) assertKnownNames(info.search, names);
    const sent = bodyDecoder && (await readJson(request, caller));
    const params = decodedParams(match.params);
    const body = bodyDecoder && decoded(bodyDecoder, sent, 'body', rules);
    if (body) assertValid(validate<Record<string, unknown>>(rules, { ...body }));
    const asked = {
      ...services,
      params,
      query: query && decoded(query, Object.fromEntries(info.search), 'query'),
      body,
      ...(editedRecord && decoded(begun, sent, 'body')),
      caller,
      readCaller: readCaller && (async (queries: Queries) => (await readCaller(queries)).caller),
      clocks: signedIn ? parseClocks(signedIn.clocks) : null,
      now,
      requestId,
      address,
      userAgent: request.headers['user-agent'] ?? '',
    };
    const { answer, isRepeated } = repeats.once(request, sent, () =>
      handler(asked).catch(async (error: unknown) => {
        // If the caller was deleted meanwhile, no row can refer to them: reading them again refuses the call as usual.
        if (error instanceof ConstraintError && error.kind === 'foreignKey') await readCaller?.(services.db);
        throw error;
      }),
    );
    const returned = await answer;
    if (call.touches?.includes('GET /attendance')) pages.forgetTotals();
    const { data, more } = returned instanceof Reply ? returned : { data: returned ?? null, more: {} };
    const { message = filled(done, data), status = 200, afterwards } = more;
    sendAnswer(response, status, data, message);
    if (isRepeated) return;
    await afterwards?.().catch((error: unknown) => {
      const details = { request_id: requestId, error: describeError(error) };
      services.log.error('work after the response failed', details);
    });
  };
}

type ReadCaller = (queries: Queries) => Promise<SignedIn>;

/**
 * Returns a function that reads the caller again, and throws unless they may make this call. Null if anyone may make
 * it.
 */
function callerReader(target: Target, request: IncomingMessage, info: RequestInfo, now: Date): ReadCaller | null {
  if (target.call.isOpen) return null;
  const { context, search } = info;
  const token = /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  assertNoTokenInAddress(search, token);
  return async (queries) => {
    if (token === undefined) throw unauthenticated();
    const signedIn = await holderOf(queries, token, context.address, now);
    context.userId = signedIn.caller.id;
    assertAllowed(target, signedIn.caller);
    return signedIn;
  };
}

function assertAllowed({ key, call: { needs, orNeeds, reach }, isOpenToTokens }: Target, caller: Caller): void {
  if (caller.apiToken && !isOpenToTokens)
    throw forbidden('No API token can do this: it is for people, who sign in for it');
  if (caller.mustSetUpSecondFactor && !allowedBeforeFactor.has(key))
    throw forbidden('Your role asks for a second factor. Please set one up first, on your profile');
  if (needs !== undefined && !can(caller, needs) && !(orNeeds && can(caller, orNeeds)))
    throw forbidden(caller.apiToken && `The API token "${caller.apiToken.name}" lacks the permission ${needs}`);
  if (reach === 'everyCompany' && !can(caller, 'companies.all'))
    throw forbidden('This affects all companies, and you only have access to some');
}

async function holderOf(queries: Queries, token: string, address: string, now: Date): Promise<SignedIn> {
  if (token.startsWith(apiTokenPrefix)) return callerOfToken(queries, token, address, now);
  const signedIn = await touchSession(queries, { session: hashOfToken(token), address }, now);
  if (!signedIn) throw unauthenticated('Your session has ended. Please sign in again');
  return signedIn;
}

const namesIn = (query: object | undefined): string[] =>
  query ? Object.keys(schemaOf(query, () => ({})).properties ?? {}) : [];

/**
 * Refuses parameters that the call does not have, or that are given twice. A program whose misspelt filter was ignored
 * would take other records for those it asked for. Browsers are not checked: extensions and links in mails may add
 * names.
 */
function assertKnownNames(search: URLSearchParams, names: readonly string[]): void {
  const wrong = [...new Set(search.keys())].filter((name) => !names.includes(name) || search.getAll(name).length > 1);
  if (wrong.length === 0) return;
  const message = (name: string) => {
    if (names.includes(name)) return `This call takes ${name} once`;
    const [nearest] = names
      .map((known) => ({ known, letters: editDistance(name, known) }))
      .filter(({ known, letters }) => letters <= known.length / 3)
      .toSorted((one, other) => one.letters - other.letters);
    if (nearest) return `This call does not know ${name}: did you mean ${nearest.known}?`;
    return `This call does not know ${name}. It knows ${names.length > 0 ? names.join(', ') : 'no parameters'}`;
  };
  throw invalid(Object.fromEntries(wrong.map((name) => [name, message(name)])));
}

/** A malformed id is a 404, like an unknown one. */
function decodedParams(params: Record<string, string>): object {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name !== 'id') return [name, value];
      if (!/^\d{1,15}$/.test(value)) throw notFound();
      return [name, Number(value)];
    }),
  );
}

/** A field that cannot be decoded is named together with the others that break a rule. */
function decoded(decode: Decoder<object>, value: unknown, part: 'query' | 'body', rules: Rules = {}): object {
  try {
    return decode(value);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const wrong = { [error.path.join('.') || part]: `This must be ${error.expected}` };
    if (!isObject(value)) throw invalid(wrong);
    const isPlain = (field: string) => typeof value[field] !== 'object';
    const plain = Object.fromEntries(Object.entries(value).filter(([field]) => isPlain(field)));
    const broken = Object.entries(validate<Record<string, unknown>>(rules, plain));
    assertValid({ ...Object.fromEntries(broken.filter(([field]) => isPlain(field))), ...wrong });
    throw error;
  }
}

interface Route {
  readonly method: string;
  readonly segments: readonly string[];
  readonly target: Target;
}

/** Matches a path to its target. Literal segments win over parameters, regardless of the order of registration. */
class Router {
  readonly #routes: Route[] = [];
  /** Routes without parameters, which are most, by method and path. */
  readonly #literal = new Map<string, Target>();

  /** The target's key has the form 'METHOD /path/{parameter}'. */
  add(target: Target): void {
    const [method = '', pattern = ''] = target.key.split(' ');
    if (!pattern.includes('{')) this.#literal.set(target.key, target);
    this.#routes.push({ method, segments: pattern.split('/'), target });
    this.#routes.sort((one, other) => (specificity(one.segments) < specificity(other.segments) ? -1 : 1));
  }

  match(method: string, path: string): { target: Target; params: Record<string, string> } {
    const literal = this.#literal.get(`${method} ${path}`);
    if (literal) return { target: literal, params: {} };
    const segments = path.split('/');
    const candidates = this.#routes.filter((route) => fits(route.segments, segments));
    const route = candidates.find((candidate) => candidate.method === method);
    if (route) return { target: route.target, params: paramsOf(route.segments, segments) };
    if (candidates.length === 0) throw notFound('Unknown API call');
    throw methodNotAllowed([...new Set(candidates.map((candidate) => candidate.method))]);
  }
}

const isParameter = (segment: string) => segment.startsWith('{');

/** '0' for a literal, '1' for a parameter: sorting by text puts literals first, segment by segment. */
const specificity = (segments: readonly string[]) =>
  segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');

const fits = (pattern: readonly string[], segments: readonly string[]) =>
  pattern.length === segments.length &&
  pattern.every((segment, index) => (isParameter(segment) ? segments[index] !== '' : segment === segments[index]));

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pattern.flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1, -1), decodeURIComponent(segments[index] ?? '')]] : [],
    ),
  );
}

// Writes that are repeated because their answer was lost: browsers and proxies repeat a request whose connection was
// cut before any answer, and people try again. The client gives each write a key, and a repetition with the same key
// gets the first one's answer.

const keptMs = 5 * 60_000;
/** Bounds memory. Answers are small, except for a few with files. */
const mostKept = 1_000;

class Repeats {
  readonly #answers = new Map<string, Promise<unknown>>();

  /**
   * Does the work, unless the request repeats one that is in progress or was answered. A refusal is forgotten, since
   * nothing was done. Other processes do not know the answers.
   */
  once({ method = '', url, headers }: IncomingMessage, body: unknown, work: () => Promise<unknown>) {
    const { authorization, 'idempotency-key': key } = headers;
    if (key === undefined || /^(?:GET|HEAD)$/.test(method)) return { answer: work(), isRepeated: false };
    const name = hash('sha256', JSON.stringify([key, authorization, method, url, body]));
    const earlier = this.#answers.get(name);
    if (earlier !== undefined) return { answer: earlier, isRepeated: true };
    const answer = work();
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size >= mostKept) this.#answers.delete(oldest);
    this.#answers.set(name, answer);
    const forget = () => this.#answers.delete(name);
    answer.then(() => setTimeout(forget, keptMs).unref(), forget);
    return { answer, isRepeated: false };
  }
}
