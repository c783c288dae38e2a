// What goes over the wire to an HR system, and what its answers mean. docs/hr-sync.md describes it for those
// who build the other end.

import { DecodeError } from '../../../src/contract/decodeError.ts';
import { list, object, text } from '../../../src/contract/decode.ts';
import type { Delivery } from './deliveryQueries.ts';
import type { BusinessTime } from '../../time/businessTime.ts';
import { signatureOf } from '../../platform/signature.ts';
import { singleLine } from '../../platform/singleLine.ts';

export interface Sender {
  /** The company's own identifier, which never changes. */
  readonly company: string;
  readonly crmCompanyId: string;
  readonly signingSecret: string;
  readonly time: BusinessTime;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** accepted and duplicate are the same to us: the HR system has the record. */
export type RecordAnswer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'unclear'; readonly reason: string };

export type Verdict =
  /** By idempotency key. */
  | { readonly kind: 'results'; readonly results: ReadonlyMap<string, RecordAnswer> }
  /** The message is wrong in itself: one of its records may be the cause. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nothing is known about any record. */
  | { readonly kind: 'useless'; readonly reason: string };

/** The same for a record whenever it is sent, so that the HR system knows it again. */
export const idempotencyKey = (sender: Sender, delivery: Delivery): string =>
  `${sender.company}/${delivery.attendance_id}/${delivery.event_type}`;

export function messageOf(sender: Sender, deliveries: readonly Delivery[]): string {
  return JSON.stringify({
    company: sender.company,
    crm_company_id: sender.crmCompanyId,
    records: deliveries.map((delivery) => {
      const timestamp = sender.time.wallClock(delivery.occurred_at);
      return {
        id: idempotencyKey(sender, delivery),
        employee_id: delivery.employee_id,
        crm_employee_id: delivery.crm_employee_id,
        event_type: delivery.event_type,
        timestamp,
        date: timestamp.slice(0, 10),
        controller: delivery.controller,
      };
    }),
  });
}

export function headersOf({ signingSecret }: Sender, message: string, at: Date): Record<string, string> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  if (signingSecret === '') return headers;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = signatureOf(signingSecret, timestamp, message);
  return { ...headers, 'X-Rollcall-Timestamp': timestamp, 'X-Rollcall-Signature': signature };
}

const decodeAnswer = object({ results: list(object({ id: text, status: text, reason: text })) });

export function verdictOf({ status, body }: Answer): Verdict {
  if (status >= 200 && status <= 299) return resultsOf(body);
  if (status >= 300 && status <= 399) {
    return { kind: 'useless', reason: `The HR system redirects (HTTP ${status}), which is not followed` };
  }
  const words = singleLine(body);
  const reason = words === '' || words.startsWith('<') ? `HTTP ${status}` : `HTTP ${status}: ${words}`;
  return { kind: [400, 413, 422].includes(status) ? 'refused' : 'useless', reason };
}

function resultsOf(body: string): Verdict {
  try {
    const { results } = decodeAnswer(JSON.parse(body));
    return { kind: 'results', results: new Map(results.map((result) => [result.id, meaningOf(result)])) };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof DecodeError)) throw error;
    return { kind: 'useless', reason: 'The HR system answered something that is not a list of results' };
  }
}

function meaningOf({ status, reason }: { status: string; reason: string }): RecordAnswer {
  if (status === 'accepted' || status === 'duplicate') return { kind: 'accepted' };
  if (status === 'rejected') return { kind: 'rejected', reason: singleLine(reason) || 'without a reason' };
  return {
    kind: 'unclear',
    reason: `The HR system answered '${singleLine(status.slice(0, 50))}', which means nothing here`,
  };
}
