// Chooses the pairs of a day for HR systems that take pairs. A record without a partner waits for one. Pairs in the HR
// system are never contradicted; they may only get a later end.

import type { Item } from '../connectors/connector.ts';
import { type Break, isOfDay, pairRecords } from './pairing.ts';
import type { Hold, HrDay, HrRecord, TimeOf } from './types.ts';

export interface RecordPair {
  readonly start: HrRecord;
  /** Belongs to the day and carries the pair. */
  readonly end: HrRecord;
}

/** `breaks` are those to send, too. Holds back chosen records without a pair. */
export function choosePairs(
  day: HrDay,
  chosen: readonly HrRecord[],
  breaks: readonly Break[],
  hold: Hold,
  timeOf: TimeOf,
): RecordPair[] {
  const given = sentPairs(day);
  const pairs = pairsAmong(day, chosen, breaks);
  const obstacles = new Map(pairs.map((pair) => [pair, obstacleOf(day, pair, given, timeOf)]));
  const taken = pairs.filter((pair) => obstacles.get(pair) === undefined);
  const parts = new Set(taken.flatMap(({ start, end }) => [start, end]));
  for (const record of chosen.filter((each) => !parts.has(each) && each.pairedUntil === '')) {
    const own = pairs.find(({ start, end }) => record === start || record === end);
    const obstacle = own && obstacles.get(own);
    if (obstacle !== undefined) hold(record, 'cannot_be_taken', obstacle);
    else hold(record, 'no_pair', missingPartner(day, record));
  }
  return taken;
}

function pairsAmong(day: HrDay, chosen: readonly HrRecord[], breaks: readonly Break[]): RecordPair[] {
  const { stretches } = pairRecords(day, day.recordsBefore, chosen);
  const isKept = (record: HrRecord) => record.occurred_at < day.start || chosen.includes(record);
  return [
    ...stretches.flatMap((stretch) =>
      stretch.kind === 'pair' && isOfDay(stretch.out, day)
        ? [{ start: stretch.in.record, end: stretch.out.record }]
        : [],
    ),
    ...breaks
      .filter(({ out, back }) => isKept(out) && chosen.includes(back))
      .map(({ out, back }) => ({ start: out, end: back })),
  ];
}

function missingPartner({ connector }: HrDay, { event_type }: HrRecord): string {
  const [own, other] = event_type === 'check-in' ? ['check-in', 'check-out'] : ['check-out', 'check-in'];
  return `${connector.name} takes pairs: this ${own} is sent with its ${other}, once there is one`;
}

/** A pair that the HR system has, or may have. */
interface SentPair {
  readonly startId: number;
  readonly from: string;
  readonly until: string;
  /** True if its end does not count any more. */
  readonly hasLostEnd: boolean;
}

function sentPairs({ recordsBefore, records }: HrDay): SentPair[] {
  return [...recordsBefore, ...records].flatMap((record) => {
    const { id, occurred_at, pairStart, pairedUntil, mayBeThere, isSetAside } = record;
    const ended = pairStart !== null && mayBeThere;
    return [
      ...(ended
        ? [
            {
              startId: pairStart.id,
              from: pairStart.at,
              until: occurred_at,
              hasLostEnd: isSetAside,
            },
          ]
        : []),
      ...(pairedUntil === '' ? [] : [{ startId: id, from: occurred_at, until: pairedUntil, hasLostEnd: false }]),
    ];
  });
}

/** Reason why the pair cannot go out, without a full stop. */
function obstacleOf(day: HrDay, pair: RecordPair, given: readonly SentPair[], timeOf: TimeOf): string | undefined {
  const { start, end } = pair;
  const { connector, clock } = day;
  if (end.mayBeThere) {
    const isSame = end.pairStart?.id === start.id;
    const sentence = `${connector.name} has the ${end.event_type} at ${timeOf(end)} with another start. Correct it there`;
    return isSame ? undefined : sentence;
  }
  if (end.delivery === 'retryNeeded')
    return `The ${end.event_type} at ${timeOf(end)}, which ends it, needs a manual retry`;
  const other = given.find((each) => blocks(each, pair));
  if (other) {
    const [from, until] = [other.from, other.until].map((at) => clock.wallClock(at).slice(11, 16));
    return `${connector.name} has ${from} to ${until}, which this would contradict. Correct it there`;
  }
  return connector.refusal?.(itemOf(pair), day);
}

/** An overlap blocks the pair, unless a later end turns one into the other. */
function blocks({ startId, from, until, hasLostEnd }: SentPair, { start, end }: RecordPair): boolean {
  const overlaps = from < end.occurred_at && start.occurred_at < until;
  const becomesThis = startId === start.id && (until < end.occurred_at || hasLostEnd);
  return overlaps && !becomesThis;
}

/** Item to ask the HR system about, where the person does not matter. */
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
