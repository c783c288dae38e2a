// Our own protocol. docs/hr-sync.md is the specification for the other side.

import { list, object, text } from '../../../../../src/shared/contract/decode.ts';
import { signedHeaders } from '../../../../platform/crypto/hashes.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { singleLine } from '../../../../platform/log/log.ts';
import { isSuccess, laterOf, readJson, reasonOf } from '../answers.ts';
import type { BatchOutcome, Connection, Connector, EventItem, Outcome } from '../connector.ts';

export const rollcall: Connector<EventItem> = {
  name: 'Rollcall JSON',
  takes: 'event',
  summary: 'Every record that a sync sends arrives as JSON at an address of yours.',
  address: 'https://hr.example.com/attendance',
  fields: [],
  mostPerRequest: 100,
  requestsPerMinute: 6_000,
  takesBreaks: false,
  request(items, connection) {
    const body = messageOf(items, connection);
    return { method: 'POST', path: '', headers: headersOf(body, connection), body };
  },
  outcome(_items, answer, { now }) {
    if (isSuccess(answer)) return outcomesIn(answer);
    const isOfBatch = [400, 413, 422].includes(answer.status);
    return isOfBatch ? { kind: 'rejected', reason: reasonOf(answer) } : laterOf(answer, now);
  },
};

function messageOf(items: readonly EventItem[], { company, clock }: Connection): string {
  return JSON.stringify({
    company: company.uniqueIdentifier,
    crm_company_id: company.crmCompanyId,
    records: items.map((item) => ({
      id: item.key,
      employee_id: item.employeeNumber,
      crm_employee_id: item.crmEmployeeId,
      event_type: item.eventType,
      timestamp: clock.wallClock(item.at),
      date: clock.workingDays.dayOf(item.at),
      controller: item.controller,
    })),
  });
}

function headersOf(message: string, { values, now }: Connection): Record<string, string> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const { signing_secret: secret = '' } = values;
  return secret === '' ? headers : { ...headers, ...signedHeaders(secret, message, now) };
}

const decodeAnswer = object({ results: list(object({ id: text, status: text, reason: text })) });

function outcomesIn(answer: OutboundAnswer): BatchOutcome {
  const results = readJson(answer, decodeAnswer)?.results;
  if (!results) return { kind: 'later', reason: 'The answer of the HR system is not a list of results' };
  return { kind: 'answered', outcomes: new Map(results.map((result) => [result.id, outcomeOf(result)])) };
}

function outcomeOf({ status, reason }: { status: string; reason: string }): Outcome {
  if (status === 'accepted' || status === 'duplicate') return { kind: status };
  if (status === 'rejected') return { kind: 'rejected', reason: singleLine(reason) || 'No reason given' };
  return { kind: 'later', reason: `The HR system answered with an unknown status: ${singleLine(status.slice(0, 50))}` };
}
