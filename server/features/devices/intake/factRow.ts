// A new fact of a device as a row, with what became of it.

import type { Arrival } from './arrivals.ts';
import type { Fate } from './carryOut.ts';
import type { FactRow } from './insertFacts.ts';

export interface NewFact {
  readonly arrival: Arrival;
  readonly generation: number;
  readonly fate: Fate;
}

export const factRow = ({ arrival, generation, fate }: NewFact): FactRow => ({
  fact_key: arrival.key,
  generation,
  number: arrival.sent.number,
  code: arrival.sent.code,
  local_time: arrival.sent.localTime,
  zone: arrival.zone,
  occurred_at: arrival.occurredAt,
  received_at: arrival.receivedAt,
  is_ambiguous: arrival.isAmbiguous,
  kind: arrival.sent.kind,
  direction: arrival.sent.direction,
  meaning: arrival.sent.meaning ?? '',
  reader: arrival.sent.reader,
  verify: arrival.sent.verify,
  passed: arrival.sent.passed,
  is_replay: arrival.sent.isReplay,
  raw: arrival.sent.raw,
  direction_rule: arrival.directionRule,
  ruled_direction: arrival.ruledDirection,
  repeat_seconds: arrival.repeatSeconds,
  outcome: fate.outcome,
  reason: fate.reason,
  attendance_id: fate.attendanceId,
});
