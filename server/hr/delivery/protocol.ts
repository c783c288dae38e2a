// The messages to an HR system and the meaning of its answers. docs/hr-sync.md is the specification for the other
// side.

import { DecodeError, list, object, text } from '../../../src/contract/decode.ts';
import type { WorkingDays } from '../../day/workingDays.ts';
import type { OutboundAnswer } from '../../platform/outbound.ts';
import { signatureOf } from '../../platform/signature.ts';
import { singleLine } from '../../platform/singleLine.ts';
import type { BusinessTime } from '../../time/businessTime.ts';
import type { Delivery } from './deliveryQueries.ts';
import { requestedInstant } from './retry.ts';

export interface Sender {
  /** The company's unique identifier, which never changes. */
  readonly company: string;
  readonly crmCompanyId: string;
  readonly signingSecret: string;
  readonly businessTime: BusinessTime;
  readonly workingDays: WorkingDays;
}

/** What the HR system answered for one record. */
export type Outcome =
  | { readonly kind: 'accepted' }
  /** It says that it has the record already. */
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** No clear answer: try again later. */
  | { readonly kind: 'later'; readonly reason: string };

/** For the whole batch. */
interface Later {
  readonly kind: 'later';
  readonly reason: string;
  /** The HR system asked not to be called before. */
  readonly resumeAt?: Date | undefined;
}

export type BatchOutcome =
  /** By idempotency key. */
  | { readonly kind: 'answered'; readonly outcomes: ReadonlyMap<string, Outcome> }
  /** The batch as a whole is invalid, perhaps because of one record. */
  | { readonly kind: 'rejected'; readonly reason: string }
  | Later;

export function messageOf(sender: Sender, deliveries: readonly Delivery[]): string {
  return JSON.stringify({
    company: sender.company,
    crm_company_id: sender.crmCompanyId,
    records: deliveries.map((delivery) => {
      const timestamp = sender.businessTime.wallClock(delivery.occurred_at);
      return {
        id: delivery.idempotency_key,
        employee_id: delivery.employee_number,
        crm_employee_id: delivery.crm_employee_id,
        event_type: delivery.event_type,
        timestamp,
        date: sender.workingDays.dayOf(delivery.occurred_at),
        controller: delivery.controller,
      };
    }),
  });
}

export function headersOf({ signingSecret }: Sender, message: string, now: Date): Record<string, string> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  if (signingSecret === '') return headers;
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = signatureOf(signingSecret, timestamp, message);
  return { ...headers, 'X-Rollcall-Timestamp': timestamp, 'X-Rollcall-Signature': signature };
}

export function batchOutcome({ status, headers, body }: OutboundAnswer, now: Date): BatchOutcome {
  if (status >= 200 && status <= 299) return outcomesIn(body);
  const resumeAt = requestedInstant(headers['retry-after'], now);
  if (status >= 300 && status <= 399) {
    const reason = `The HR system redirects (HTTP ${status}); redirects are not followed`;
    return { kind: 'later', reason, resumeAt };
  }
  const detail = singleLine(body);
  const reason = detail === '' || detail.startsWith('<') ? `HTTP ${status}` : `HTTP ${status}: ${detail}`;
  return [400, 413, 422].includes(status) ? { kind: 'rejected', reason } : { kind: 'later', reason, resumeAt };
}

const decodeAnswer = object({ results: list(object({ id: text, status: text, reason: text })) });

function outcomesIn(body: string): BatchOutcome {
  try {
    const { results } = decodeAnswer(JSON.parse(body));
    return { kind: 'answered', outcomes: new Map(results.map((result) => [result.id, outcomeOf(result)])) };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof DecodeError)) throw error;
    return { kind: 'later', reason: 'The answer of the HR system is not a list of results' };
  }
}

function outcomeOf({ status, reason }: { status: string; reason: string }): Outcome {
  if (status === 'accepted' || status === 'duplicate') return { kind: status };
  if (status === 'rejected') return { kind: 'rejected', reason: singleLine(reason) || 'No reason given' };
  return { kind: 'later', reason: `The HR system answered with an unknown status: ${singleLine(status.slice(0, 50))}` };
}
