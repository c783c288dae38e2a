// What the answers of most HR systems have in common.

import { DecodeError, type Decoder } from '../../../../src/shared/contract/decode.ts';
import type { OutboundAnswer } from '../../../platform/http/outbound.ts';
import { singleLine } from '../../../platform/log/log.ts';
import { requestedInstant } from '../delivery/retry.ts';
import { type BatchOutcome, type Item, NotNow, type Outcome } from './connector.ts';

export const isSuccess = ({ status }: OutboundAnswer): boolean => status >= 200 && status <= 299;

/** Why an answer is of no use, in the HR system's words if it has some. `detail` is what they are, if not the body. */
export function reasonOf({ status, body }: OutboundAnswer, detail = singleLine(body)): string {
  if (status >= 300 && status <= 399) return `The HR system redirects (HTTP ${status}); redirects are not followed`;
  return detail === '' || detail.startsWith('<') ? `HTTP ${status}` : `HTTP ${status}: ${detail}`;
}

/** Of credentials that the HR system refuses, and what to do. */
export const refused = (reason: string): string =>
  `${reason.replace(/\.+$/, '')}. Enter another one in the company's HR Connection`;

/** To be tried again, and not before the HR system wants it. */
export function laterOf(answer: OutboundAnswer, now: Date, detail?: string): Extract<BatchOutcome, { kind: 'later' }> {
  return {
    kind: 'later',
    reason: reasonOf(answer, detail),
    resumeAt: requestedInstant(answer.headers['retry-after'], now, Date.parse(answer.headers.date ?? '')),
  };
}

export const notNow = (answer: OutboundAnswer, now: Date, detail?: string): NotNow => {
  const { reason, resumeAt } = laterOf(answer, now, detail);
  return new NotNow(reason, resumeAt);
};

/** The body as JSON, or undefined if it is none, or not as the HR system documents it. */
export function readJson<T>({ body }: OutboundAnswer, decode: Decoder<T>): T | undefined {
  try {
    return decode(JSON.parse(body));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** The same for each item. */
export const answeredAll = (items: readonly Item[], outcome: Outcome): BatchOutcome => ({
  kind: 'answered',
  outcomes: new Map(items.map(({ key }) => [key, outcome])),
});
