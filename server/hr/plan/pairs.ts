// For an HR system that takes pairs: which of a day's records go out together. A record that has no partner yet waits
// for it.

import type { Item } from '../connectors/connector.ts';
import type { Break } from './breaks.ts';
import { isOfDay, pairRecords } from './pairing.ts';
import type { Hold, HrDay, HrRecord, TimeOf } from './types.ts';

export interface RecordPair {
  readonly start: HrRecord;
  /** Of the day, and what carries the pair. */
  readonly end: HrRecord;
}

/** `breaks` are those that the HR system is to have, too. */
export function pairChosen(day: HrDay, chosen: readonly HrRecord[], breaks: readonly Break[]): RecordPair[] {
  const { stretches } = pairRecords(day, day.recordsBefore, chosen);
  return [
    ...stretches.flatMap((stretch) =>
      stretch.kind === 'pair' && isOfDay(stretch.out, day)
        ? [{ start: stretch.in.record, end: stretch.out.record }]
        : [],
    ),
    ...breaks.filter(({ back }) => chosen.includes(back)).map(({ out, back }) => ({ start: out, end: back })),
  ];
}

/** Holds the records that are in no pair, and pairs of which the HR system can take no part. */
export function holdUnpaired(
  day: HrDay,
  records: () => HrRecord[],
  pairs: readonly RecordPair[],
  hold: Hold,
  timeOf: TimeOf,
): void {
  const { connector } = day;
  const parts = new Set(pairs.flatMap(({ start, end }) => [start, end]));
  for (const record of records().filter((each) => !parts.has(each))) {
    const [own, other] = record.event_type === 'check-in' ? ['check-in', 'check-out'] : ['check-out', 'check-in'];
    hold(record, 'no_pair', `${connector.name} takes pairs: this ${own} is sent with its ${other}, once there is one`);
  }
  for (const { start, end } of pairs) {
    const isSent = end.delivery === 'accepted' && start.delivery === 'none';
    const sentence = isSent
      ? `${connector.name} has the ${end.event_type} at ${timeOf(end)} with another start. Correct it there`
      : connector.refusal?.(itemOf({ start, end }), day);
    if (sentence === undefined) continue;
    for (const record of isSent ? [start] : [start, end]) hold(record, 'cannot_be_taken', sentence);
  }
}

/** What the HR system is asked about; who it is does not matter. */
const itemOf = ({ start, end }: RecordPair): Item => ({
  kind: 'pair',
  purpose: end.event_type === 'check-out' ? 'work' : 'break',
  key: '',
  employeeNumber: end.employee?.employeeNumber ?? '',
  crmEmployeeId: '',
  personId: end.employee?.personId ?? '',
  controller: '',
  from: start.occurred_at,
  until: end.occurred_at,
  remoteId: '',
});
