// A company's day, written as lines such as '001 in 08:00', with 'manual' after a corrected record, or 'first_last'
// after one whose direction that rule guessed.

import { type HrRules, hrRules } from '../../../../server/features/hr/connection/connectionQueries.ts';
import type { Connector } from '../../../../server/features/hr/connectors/connector.ts';
import { connectors } from '../../../../server/features/hr/connectors/connectors.ts';
import { planDay, plannedRecords } from '../../../../server/features/hr/plan/planDay.ts';
import type { Decision, DeliveryState, HrDay, HrRecord } from '../../../../server/features/hr/plan/types.ts';
import { type Clock, clockIn, instantAt } from '../../../../server/platform/time/clock.ts';
import type { HoursRule } from '../../../../src/shared/contract/timesheets.ts';

export const utc = clockIn('UTC');
export const defaults: HrRules = hrRules({});
export const allRecords: HrRules = { ...defaults, multiple_clock_out_mode: 'all_records' };

export interface DayOptions {
  date?: string;
  clock?: Clock;
  /** The time of day; by default the day is over. */
  now?: string;
  /** Records of the previous day. */
  before?: readonly string[];
  delivery?: Readonly<Record<number, DeliveryState>>;
  /** Our own protocol by default. */
  connector?: Connector;
  hours?: HoursRule;
}

/** Ids are positions, from 1. An employee '?…' is unknown. */
export function dayOf(records: readonly string[], options: DayOptions = {}): HrDay {
  const {
    date = '2026-05-12',
    clock = utc,
    now = '23:59',
    before = [],
    delivery = {},
    connector = connectors.rollcall,
    hours = 'pairs',
  } = options;
  const dayBefore = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
  const recordsOf = (lines: readonly string[], day: string, firstId: number) =>
    lines.map((line, index) => recordOf(line, firstId + index, day, clock, delivery[firstId + index]));
  return {
    date,
    start: clock.startOf(date),
    end: clock.endOf(date),
    clock,
    connector,
    values: {},
    repeatSeconds: 0,
    hours,
    now: instantAt(clock, date, now),
    records: recordsOf(records, date, 1),
    recordsBefore: recordsOf(before, dayBefore, -before.length),
  };
}

function recordOf(line: string, id: number, day: string, clock: Clock, delivery: DeliveryState = 'none'): HrRecord {
  const [number = '', type, time = '', correction] = line.split(' ');
  const instant = instantAt(clock, day, time.slice(0, 5));
  return {
    id,
    employee: number.startsWith('?')
      ? null
      : { id: Number(number), employeeNumber: number, name: `Name of ${number}`, personId: `P-${number}` },
    employee_code: number,
    event_type: type === 'in' ? 'check-in' : 'check-out',
    occurred_at: `${instant.slice(0, 17)}${time.slice(6) || '00'}`,
    delivery,
    last_error: delivery === 'retryNeeded' ? 'Employee is unknown' : '',
    mayBeThere: false,
    system: '',
    pairStart: null,
    isFormerEnd: false,
    pairedUntil: '',
    isManual: correction === 'manual',
    isSetAside: correction === 'aside',
    isLongShift: correction === 'long',
    isErased: false,
    guessedBy: correction === 'alternating' || correction === 'first_last' ? correction : '',
  };
}

/** Each record's decision: 'send', 'sent' or the reason why it is held back. */
export function decisionsOf(day: HrDay, rules: HrRules = defaults): string[] {
  const planned = plannedRecords(planDay(day, rules));
  const names = new Map(planned.map(({ record, decision }) => [record.id, nameOf(decision)]));
  return day.records.map(({ id }) => names.get(id) ?? 'missing');
}

const nameOf = (decision: Decision) => (decision.kind === 'held' ? decision.reason : decision.kind);
