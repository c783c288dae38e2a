// How it is known that an HR system has a record, in a sentence without a full stop.

import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { connectorOf, isConnectorKind } from './connectors/connectors.ts';
import { wallClockOf } from './syncResult.ts';
import type { Evidence } from './delivery/deliveryQueries.ts';

interface Accepted {
  readonly evidence: Evidence | '';
  readonly accepted_at: string | null;
  /** Empty if the HR system named none. */
  readonly remote_id: string;
  /** The connector, and the host of the HR system. */
  readonly sent_to: string;
}

export function describeEvidence(accepted: Accepted, businessTime: BusinessTime): string {
  const { accepted_at, remote_id, evidence, sent_to } = accepted;
  const words = wordsFor[evidence](systemOf(sent_to), remote_id && ` as ${remote_id}`);
  return accepted_at === null ? words : `${words}, on ${wallClockOf(accepted_at, businessTime)}`;
}

const wordsFor: Readonly<Record<Accepted['evidence'], (system: string, as: string) => string>> = {
  answer: (system, as) => `${system} said that it took it${as}`,
  duplicate: (system, as) => `${system} said that it has it already${as}`,
  found: (system, as) => `${system} was searched and has it${as}`,
  // Delivered before the evidence was stored.
  '': (system) => `${system} said that it has it`,
};

/** Our own protocol is no system. */
function systemOf(sentTo: string): string {
  const [kind = ''] = sentTo.split(' ', 1);
  return isConnectorKind(kind) && kind !== 'rollcall' ? connectorOf(kind).name : 'The HR system';
}
