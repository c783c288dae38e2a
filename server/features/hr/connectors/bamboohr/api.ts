// BambooHR's API: requests with an API key, and what its answers mean.

import { type Decoder, object, text } from '../../../../../src/shared/contract/decode.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { singleLine } from '../../../../platform/log/log.ts';
import { isSuccess, laterOf, readJson, refused } from '../answers.ts';
import { type BatchOutcome, type Connection, type Conversation, type HttpRequest, NotNow } from '../connector.ts';

export const notBamboo = 'The answer is not what BambooHR answers';

/** The key is the user; any password does. */
const headersOf = ({ values: { api_key = '' } }: Connection) => ({
  Accept: 'application/json',
  Authorization: `Basic ${Buffer.from(`${api_key}:x`).toString('base64')}`,
});

export const read = (path: string, connection: Connection): HttpRequest => ({
  method: 'GET',
  path: `/api/v1${path}`,
  headers: headersOf(connection),
});

/** BambooHR reads a body as XML if its type says any more than this. */
export const write = (method: 'POST' | 'PATCH', path: string, body: unknown, connection: Connection): HttpRequest => ({
  method,
  path: `/api/v1${path}`,
  headers: { ...headersOf(connection), 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const decodeProblem = object({ title: text, detail: text });

/** What BambooHR says about a failure, in its words. Older calls say it in a header. */
export function sentenceOf(answer: OutboundAnswer): string | undefined {
  const problem = readJson(answer, decodeProblem);
  const header = answer.headers['x-bamboohr-error-message'];
  return singleLine(problem?.detail || problem?.title || String(header ?? '')) || undefined;
}

export function notNowOf(answer: OutboundAnswer, now: Date): Extract<BatchOutcome, { kind: 'later' }> {
  if (answer.status === 401) return { kind: 'later', reason: refused('BambooHR does not accept the API key') };
  const later = laterOf(answer, now, sentenceOf(answer));
  return answer.status === 403 ? { ...later, reason: `The API key lacks a right. ${later.reason}` } : later;
}

/** Throws NotNow if the answer is of no use. */
export function* ask<T>(request: HttpRequest, decode: Decoder<T>, { now }: Connection): Conversation<T> {
  return understood(yield request, decode, now);
}

export function understood<T>(answer: OutboundAnswer, decode: Decoder<T>, now: Date): T {
  if (!isSuccess(answer)) {
    const { reason, resumeAt } = notNowOf(answer, now);
    throw new NotNow(reason, resumeAt);
  }
  const decoded = readJson(answer, (value) => ({ result: decode(value) }));
  if (!decoded) throw new NotNow(notBamboo);
  return decoded.result;
}
