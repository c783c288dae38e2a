// A day of one company, written as people would: '001 in 08:00', an id where order of arrival matters.

import { createBusinessTime, type BusinessTime } from '../../../server/time/businessTime.ts';
import { decisionsOf, type Fate, planDay } from '../../../server/hr/plan/planDay.ts';
import type { DeliveryState, HrDay, HrRecord, HrRules } from '../../../server/hr/plan/types.ts';
import { instantAt } from '../../../server/time/wallClock.ts';
import { hrSyncConfig } from '../../../src/contract/entities/hr.ts';

export const utc = createBusinessTime('UTC');
export const defaults: HrRules = hrSyncConfig({});
export const allRecords: HrRules = { ...defaults, multiple_clock_out_mode: 'all_records' };

export interface DayOptions {
  date?: string;
  time?: BusinessTime;
  /** Wall clock of the day; by default the day is over. */
  now?: string;
  eve?: readonly string[];
  delivery?: Readonly<Record<number, DeliveryState>>;
}

/** Ids are the positions, from 1. A person '?…' is unknown. */
export function dayOf(records: readonly string[], options: DayOptions = {}): HrDay {
  const { date = '2026-05-12', time = utc, now = '23:59', eve = [], delivery = {} } = options;
  const dayBefore = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
  const recordsOf = (lines: readonly string[], day: string, firstId: number) =>
    lines.map((line, index) => recordOf(line, firstId + index, day, time, delivery[firstId + index]));
  return {
    date,
    time,
    now: instantAt(time, date, now),
    records: recordsOf(records, date, 1),
    eve: recordsOf(eve, dayBefore, -eve.length),
  };
}

function recordOf(
  line: string,
  id: number,
  day: string,
  time: BusinessTime,
  delivery: DeliveryState = 'none',
): HrRecord {
  const [code = '', type, clock = ''] = line.split(' ');
  const instant = instantAt(time, day, clock.slice(0, 5));
  return {
    id,
    employee: code.startsWith('?') ? null : { id: Number(code), employee_id: code, name: `Name of ${code}` },
    employee_code: code,
    event_type: type === 'in' ? 'check-in' : 'check-out',
    occurred_at: `${instant.slice(0, 17)}${clock.slice(6) || '00'}`,
    delivery,
    last_error: delivery === 'failed' ? 'Employee is unknown' : '',
  };
}

/** 'send', 'sent' or the reason why not, by the position of the record. */
export function fatesOf(day: HrDay, rules: HrRules = defaults): string[] {
  const fates = new Map(decisionsOf(planDay(day, rules)).map(({ record, fate }) => [record.id, nameOf(fate)]));
  return day.records.map(({ id }) => fates.get(id) ?? 'forgotten');
}

const nameOf = (fate: Fate) => (fate.kind === 'held' ? fate.reason : fate.kind);
