// Tryton's JSON-RPC: calls, and the meaning of its answers. Faults have status 200.

import { type Decoder, integer, isObject, object, refuse } from '../../../../../src/shared/contract/decode.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { singleLine } from '../../../../platform/log/log.ts';
import { plusMinutes } from '../../../../platform/time/clock.ts';
import { credentialsRefused, isSuccess, jsonCall, later, laterOf, readJson, readResult, resultOf } from '../answers.ts';
import type { CallAnswer, Connection, Conversation, HttpRequest } from '../connector.ts';

/** Language of Tryton's messages. */
const context = { language: 'en' };

/** Some calls work without a database. */
export function call(
  { values }: Pick<Connection, 'values'>,
  method: string,
  params: readonly unknown[],
  path = `/${encodeURIComponent(values.database ?? '')}/`,
): HttpRequest {
  const { user = '', password = '' } = values;
  const headers = { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  return jsonCall('POST', path, headers, { id: 1, method, params: [...params, context] });
}

export function readAnswer<T>(answer: OutboundAnswer, decode: Decoder<T>, connection: Connection): CallAnswer<T> {
  const { now, values } = connection;
  if (answer.status === 401) return later(credentialsRefused('Tryton does not accept the user or the password'));
  // A 429 with Retry-After comes from a proxy in front of Tryton.
  if (answer.status === 429 && answer.headers['retry-after'] === undefined) {
    const reason = 'Tryton has locked the user for five minutes, after wrong passwords';
    return { kind: 'later', reason, resumeAt: plusMinutes(now, lockedMinutes) };
  }
  if (!isSuccess(answer)) return laterOf(answer, now);
  const body = readJson(answer, (value) => (isObject(value) ? value : refuse('an object')));
  if (body && 'error' in body) return faultOf(body.error, values.database ?? '');
  return readResult(answer, (value) => decode(isObject(value) ? value.result : undefined), 'Tryton');
}

/** Time for which Tryton locks a user after six wrong passwords. */
const lockedMinutes = 5;

/** ['UserError', [message, …]] is for people; other faults are two technical texts. */
function faultOf(error: unknown, database: string): CallAnswer<never> {
  const [name, detail] = Array.isArray(error) ? error : [error, undefined];
  const sentence = Array.isArray(detail) ? singleLine(String(detail[0])) : '';
  if (name === 'UserError' || name === 'UserWarning') return { kind: 'refused', reason: sentence || 'No reason given' };
  const fault = typeof name === 'string' ? name : '';
  if (/^Database .* doesn't exist/.test(fault)) return later(`Tryton has no database ${database}`);
  // Tryton's way to report a line whose date is not the local day of its instant.
  if (/missing 1 required positional argument/.test(fault))
    return later('Tryton counts days in another time zone than this connection: test it');
  return later(`Tryton failed: ${singleLine(fault)}`);
}

/** Returns the result of a call that only reads. Throws NotNow, also if Tryton refuses. */
export function* ask<T>(
  connection: Connection,
  method: string,
  params: readonly unknown[],
  decode: Decoder<T>,
): Conversation<T> {
  return resultOf(readAnswer(yield call(connection, method, params), decode, connection));
}

const parts = object({ year: integer, month: integer, day: integer });
const clockParts = object({ hour: integer, minute: integer, second: integer });

/** Expects 'YYYY-MM-DD HH:MM:SS' in UTC. */
export function datetime(instant: string): Record<string, unknown> {
  const [day = '', clock = ''] = instant.split(' ');
  const [hour, minute, second] = clock.split(':').map(Number);
  return { ...date(day), __class__: 'datetime', hour, minute, second, microsecond: 0 };
}

export function date(day: string): Record<string, unknown> {
  const [year, month, dayOfMonth] = day.split('-').map(Number);
  return { __class__: 'date', year, month, day: dayOfMonth };
}

const padded = (number: number, length = 2) => String(number).padStart(length, '0');

export const decodeDate: Decoder<string> = (value) => {
  const { year, month, day } = parts(value);
  return `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
};

export const decodeDatetime: Decoder<string> = (value) => {
  const { hour, minute, second } = clockParts(value);
  return `${decodeDate(value)} ${padded(hour)}:${padded(minute)}:${padded(second)}`;
};
