// Personio's API v2: tokens, requests, and the meaning of its answers.

import {
  type Decoder,
  integer,
  isObject,
  list,
  maybe,
  nonEmptyText,
  object,
  refuse,
  text,
} from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { singleLine } from '../../../../platform/log/log.ts';
import { plusMinutes } from '../../../../platform/time/clock.ts';
import { credentialsRefused, isSuccess, jsonCall, laterOf, readJson, readResult, resultOf } from '../answers.ts';
import { type Connection, type Conversation, type HttpRequest, type Later, NotNow } from '../connector.ts';

/** Personio asks callers to name their application. */
const application = { 'X-Personio-App-ID': 'ROLLCALL' };

const headersOf = ({ session }: Connection) => ({
  Accept: 'application/json',
  Authorization: `Bearer ${session}`,
  ...application,
});

export const read = (path: string, connection: Connection): HttpRequest => jsonCall('GET', path, headersOf(connection));

export const write = (method: 'POST' | 'PATCH', path: string, body: unknown, connection: Connection): HttpRequest =>
  jsonCall(method, path, headersOf(connection), body);

const decodeToken = object({ access_token: nonEmptyText, scope: text, expires_in: maybe(integer) });

/** The token comes with its scope, which names the rights of the credentials. */
export function* askToken({ values, now }: Connection): Conversation<ReturnType<typeof decodeToken>> {
  const { client_id = '', client_secret = '' } = values;
  const answer = yield {
    method: 'POST',
    path: '/v2/auth/token',
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded', ...application },
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
  };
  const problem = answer.status === 400 || answer.status === 401 ? readJson(answer, decodeTokenProblem) : undefined;
  if (problem)
    throw new NotNow(
      credentialsRefused(`Personio does not accept the client: ${singleLine(problem.error_description)}`),
    );
  return decodeAnswer(answer, decodeToken, now);
}

const decodeTokenProblem = object({ error: nonEmptyText, error_description: text });

/** Throws NotNow if the answer is useless. */
export const decodeAnswer = <T>(answer: OutboundAnswer, decode: Decoder<T>, now: Date): T =>
  resultOf(isSuccess(answer) ? readResult(answer, decode, 'Personio') : notNowOf(answer, now));

/** Default pause: Personio's 429 often does not say how long to wait. */
const pauseMinutes = 1;

export function notNowOf(answer: OutboundAnswer, now: Date): Later {
  const later = laterOf(answer, now, sentenceOf(answer));
  return answer.status === 429 ? { ...later, resumeAt: later.resumeAt ?? plusMinutes(now, pauseMinutes) } : later;
}

const decodeProblem = object({ errors: list(object({ title: text, detail: text })) });

/** Personio's own message about a failure. */
export function sentenceOf(answer: OutboundAnswer): string | undefined {
  const sentences = readJson(answer, decodeProblem)?.errors.map(({ title, detail }) => detail || title);
  return singleLine((sentences ?? []).filter(Boolean).join('; ')) || undefined;
}

/** Every answer of Personio is an object; anything else comes from something in between. */
export const isObjectIn = (answer: OutboundAnswer): boolean =>
  readJson(answer, (value) => (isObject(value) ? true : refuse('an object'))) === true;

const decodeLinks = maybe(object({ links: maybe(object({ next: maybe(object({ href: text })) })) }));

/** Reads all rows of a list. The next page is known only by a link, of which only the query is used. */
export function* askAll<T>(
  connection: Connection,
  path: string,
  query: Readonly<Record<string, string>>,
  decodeRow: Decoder<T>,
): Conversation<T[]> {
  const decodePage = object({ _data: stated(list(decodeRow)), _meta: decodeLinks });
  const rows: T[] = [];
  const searches = new Set<string>();
  for (let search = `?${new URLSearchParams(query)}`; search !== ''; ) {
    if (searches.has(search)) throw new NotNow('Personio repeats a page of its list');
    searches.add(search);
    const page = decodeAnswer(yield read(path + search, connection), decodePage, connection.now);
    rows.push(...page._data);
    search = searchOf(page._meta?.links?.next?.href ?? '');
  }
  return rows;
}

/** Also accepts relative links, which Personio used to send. */
const searchOf = (link: string) =>
  URL.canParse(link, 'https://api.personio.de') ? new URL(link, 'https://api.personio.de').search : '';
