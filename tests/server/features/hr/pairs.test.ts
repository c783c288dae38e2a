// How days are planned for an HR system that takes pairs: with breaks like Personio, or without like Odoo.

import { describe, expect, test } from 'vitest';
import type { HrRules } from '../../../../server/features/hr/connection/connectionQueries.ts';
import type { Connector } from '../../../../server/features/hr/connectors/connector.ts';
import { connectors } from '../../../../server/features/hr/connectors/connectors.ts';
import {
  planDay,
  plannedRecords,
  recordsToQueue,
  recordsToSend,
  recordsToWithdraw,
} from '../../../../server/features/hr/plan/planDay.ts';
import type { HrDay, HrRecord } from '../../../../server/features/hr/plan/types.ts';
import { allRecords, type DayOptions, dayOf, decisionsOf, defaults } from './planSupport.ts';

const withLunch: HrRules = { ...defaults, lunch_break_detection: true, auto_detect_breaks: true };
const odooDay = (records: readonly string[], options: DayOptions = {}) =>
  dayOf(records, { connector: connectors.odoo, ...options });

/** The planned pairs, such as '08:00 to 12:00'. */
const pairsIn = (day: HrDay, rules: HrRules) =>
  planDay(day, rules).flatMap(({ pairs }) => pairs.map(({ start, end }) => `${timeOf(start)} to ${timeOf(end)}`));
const timeOf = ({ occurred_at }: HrRecord) => occurred_at.slice(11, 16);
const sentencesIn = (day: HrDay, rules: HrRules) =>
  plannedRecords(planDay(day, rules)).flatMap(({ decision }) => (decision.kind === 'held' ? [decision.sentence] : []));

/** The day with a pair of the records at these positions in the given state, by default accepted. */
function withPair(day: HrDay, start: number, end: number, state: Partial<HrRecord> = { delivery: 'accepted' }): HrDay {
  const first = day.records[start];
  if (!first) throw new Error('No such record');
  const pairStart = { id: first.id, at: first.occurred_at };
  const given = { mayBeThere: true, ...state };
  const changed = (record: HrRecord, index: number): HrRecord => {
    if (index === start) return { ...record, ...given };
    return index === end ? { ...record, ...given, pairStart } : record;
  };
  return { ...day, records: day.records.map(changed) };
}

const lunchDay = ['001 in 08:00', '001 out 12:00', '001 in 12:30', '001 out 17:00'];

describe('pairs', () => {
  test.each<[string, Connector, HrRules, string[]]>([
    ['first and last, without breaks', connectors.odoo, withLunch, ['08:00 to 17:00']],
    [
      'first and last, around a break',
      connectors.personio,
      withLunch,
      ['08:00 to 12:00', '12:30 to 17:00', '12:00 to 12:30'],
    ],
    ['all records, without breaks', connectors.odoo, allRecords, ['08:00 to 12:00', '12:30 to 17:00']],
    [
      'all records, and the break between them',
      connectors.personio,
      { ...withLunch, ...{ multiple_clock_out_mode: 'all_records' as const } },
      ['08:00 to 12:00', '12:30 to 17:00', '12:00 to 12:30'],
    ],
  ])('%s', (_, connector, rules, pairs) => {
    expect(pairsIn(dayOf(lunchDay, { connector }), rules)).toEqual(pairs);
  });

  test('the check-in of the evening before with the check-out of the morning', () => {
    const night = odooDay(['001 out 06:00', '001 in 22:00'], { before: ['001 in 22:00'] });
    expect(pairsIn(night, allRecords)).toEqual(['22:00 to 06:00']);
    expect(decisionsOf(night, allRecords)).toEqual(['send', 'no_pair']);
  });

  test('no check-out before the threshold, and no check-in without it', () => {
    const rules = { ...defaults, sync_time_threshold_hour: 18 };
    const records = ['001 in 08:00', '001 out 17:00'];
    expect(decisionsOf(odooDay(records, { now: '17:30' }), rules)).toEqual(['no_pair', 'before_threshold']);
    expect(decisionsOf(odooDay(records, { now: '18:00' }), rules)).toEqual(['send', 'send']);
  });

  test('nothing that lasts too long, unless somebody says that it did', () => {
    const records = (mark: string) => [`001 in 01:00${mark}`, '001 out 18:30'];
    expect(decisionsOf(odooDay(records('')), allRecords)).toEqual(['no_pair', 'no_pair']);
    for (const { decision } of plannedRecords(planDay(odooDay(records('')), defaults)))
      expect(decision).toMatchObject({ sentence: expect.stringContaining('is more than 16 hours away') });
    expect(pairsIn(odooDay(records(' long')), allRecords)).toEqual(['01:00 to 18:30']);
  });

  test('as much as timesheets count from first to last, however long that is', () => {
    const records = ['001 in 00:10', '001 out 06:00', '001 in 14:00', '001 out 22:00'];
    const day = odooDay(records, { hours: 'first_last' });
    expect(pairsIn(day, defaults)).toEqual(['00:10 to 22:00']);
    expect(decisionsOf(day, allRecords)).toEqual(['send', 'not_last', 'not_first', 'send']);
  });

  test('no repeated punch, also with all records', () => {
    const day = { ...odooDay(['001 in 08:00', '001 in 08:00:30', '001 out 17:00']), repeatSeconds: 60 };
    expect(decisionsOf(day, allRecords)).toEqual(['send', 'repeated', 'send']);
    expect(pairsIn(day, allRecords)).toEqual(['08:00 to 17:00']);
  });

  test('events added by hand, and none that were set aside', () => {
    const day = odooDay(['001 in 08:00', '001 out 12:00 aside', '001 out 17:00 manual']);
    expect(pairsIn(day, allRecords)).toEqual(['08:00 to 17:00']);
    expect(decisionsOf(day, allRecords)).toEqual(['send', 'set_aside', 'send']);
  });

  test('no person whom the HR system does not know', () => {
    const day = odooDay(['001 in 08:00', '001 out 17:00']);
    const unmatched = day.records.map((record) => ({
      ...record,
      employee: record.employee && { ...record.employee, personId: '' },
    }));
    expect(decisionsOf({ ...day, records: unmatched }, allRecords)).toEqual([
      'unmatched_employee',
      'unmatched_employee',
    ]);
  });

  test('nothing that the HR system can never take', () => {
    const short = dayOf(['001 in 08:00:10', '001 out 08:00:50'], { connector: connectors.bamboohr });
    expect(decisionsOf(short, allRecords)).toEqual(['cannot_be_taken', 'cannot_be_taken']);
    expect(sentencesIn(short, allRecords)[0]).toBe(
      'BambooHR shows whole minutes, and this pair begins and ends in the same one. Enter it there if it counts',
    );
    const night = dayOf(['001 out 06:00'], { connector: connectors.bamboohr, before: ['001 in 22:00'] });
    expect(decisionsOf(night, allRecords)).toEqual(['send']);
  });
});

describe('a pair that the HR system has', () => {
  test('gets a later end', () => {
    const day = withPair(odooDay(['001 in 08:00', '001 out 16:00', '001 out 17:00']), 0, 1);
    expect(decisionsOf(day)).toEqual(['sent', 'sent', 'send']);
    expect(pairsIn(day, defaults)).toEqual(['08:00 to 17:00']);
  });

  test('gets no earlier end, unless its own was set aside', () => {
    const day = (mark: string) => withPair(odooDay(['001 in 08:00', '001 out 12:00', `001 out 17:00${mark}`]), 0, 2);
    expect(decisionsOf(day(''), allRecords)).toEqual(['sent', 'cannot_be_taken', 'sent']);
    expect(sentencesIn(day(''), allRecords)).toEqual([
      'Odoo has 08:00 to 17:00, which this would contradict. Correct it there',
    ]);
    expect(pairsIn(day(' aside'), allRecords)).toEqual(['08:00 to 12:00']);
  });

  test('gets a corrected end if somebody says so, with its start', () => {
    const records = ['001 in 08:00', '001 out 16:00 manual', '001 out 17:00 aside'];
    const day = withPair(odooDay(records), 0, 2);
    expect(decisionsOf(day)).toEqual(['sent', 'replaces_sent', 'sent']);
    expect(pairsIn(day, defaults)).toEqual(['08:00 to 16:00']);
    const [start, end] = day.records;
    expect(recordsToQueue(planDay(day, defaults), end ? [end] : [], 'CMP-1')).toMatchObject([
      { id: end?.id, pair_start_id: start?.id },
    ]);
  });

  test('gets no other start, also if somebody added it', () => {
    const added = withPair(odooDay(['001 in 07:00 manual', '001 in 08:00', '001 out 17:00']), 1, 2);
    expect(decisionsOf(added)).toEqual(['cannot_be_taken', 'sent', 'sent']);
    const day = withPair(odooDay(['001 in 07:00', '001 in 08:00', '001 out 17:00']), 1, 2);
    expect(decisionsOf(day)).toEqual(['cannot_be_taken', 'sent', 'sent']);
    expect(sentencesIn(day, defaults)).toEqual([
      'Odoo has the check-out at 17:00 with another start. Correct it there',
    ]);
  });

  test('is not overlapped by late events', () => {
    const day = withPair(odooDay(['001 in 08:00', '001 in 09:00', '001 out 10:00', '001 out 17:00']), 0, 3);
    expect(decisionsOf(day, allRecords)).toEqual(['sent', 'cannot_be_taken', 'cannot_be_taken', 'sent']);
  });

  test('was sent to a former one that takes single records, and is not sent by halves now', () => {
    const day = dayOf(lunchDay, { connector: connectors.personio });
    const sentAlone = (...hours: string[]) => ({
      ...day,
      records: day.records.map((record): HrRecord => {
        if (!hours.includes(timeOf(record))) return record;
        return { ...record, delivery: 'accepted', mayBeThere: true, system: 'Frappe HR' };
      }),
    });
    const whole = sentAlone('08:00', '17:00');
    expect(decisionsOf(whole, withLunch)).toEqual(['sent', 'cannot_be_taken', 'cannot_be_taken', 'sent']);
    expect(sentencesIn(whole, withLunch)).toEqual([
      'Frappe HR has 08:00 to 17:00, which this would contradict. Correct it there',
      'Frappe HR has the check-out at 17:00 with another start. Correct it there',
    ]);
    const begun = sentAlone('08:00');
    expect(decisionsOf(begun, withLunch)).toEqual(['sent', 'send', 'send', 'send']);
    expect(pairsIn(begun, withLunch)).toEqual(['08:00 to 12:00', '12:30 to 17:00', '12:00 to 12:30']);
  });

  test('stays queued as it was sent, if no answer said whether it is there', () => {
    const unclear = withPair(odooDay(['001 in 07:00', '001 in 08:00', '001 out 17:00']), 1, 2, { delivery: 'waiting' });
    expect(decisionsOf(unclear)).toEqual(['cannot_be_taken', 'send', 'send']);
    expect(recordsToWithdraw(planDay(unclear, defaults))).toEqual([]);
  });
});

describe('a pair that is only queued', () => {
  const queued = { delivery: 'waiting', mayBeThere: false } as const;

  test('is paired again when late events arrive', () => {
    const day = withPair(odooDay(['001 in 07:00', '001 in 08:00', '001 out 17:00']), 1, 2, queued);
    const plan = planDay(day, defaults);
    expect(pairsIn(day, defaults)).toEqual(['07:00 to 17:00']);
    expect(recordsToSend(plan).map(timeOf)).toEqual(['07:00', '17:00']);
    expect(recordsToWithdraw(plan)).toEqual([2]);
  });

  test('stays if it is the start of a pair of the next day', () => {
    const day = odooDay(['001 in 22:00']);
    const records = day.records.map((record) => ({ ...record, ...queued, pairedUntil: '2026-05-13 06:00:00' }));
    const plan = planDay({ ...day, records }, defaults);
    expect(decisionsOf({ ...day, records })).toEqual(['send']);
    expect([recordsToSend(plan), recordsToWithdraw(plan)]).toEqual([[], []]);
  });

  test('waits with an end that needs a manual retry', () => {
    const day = odooDay(['001 in 07:00', '001 out 17:00'], { delivery: { 2: 'retryNeeded' } });
    expect(decisionsOf(day)).toEqual(['cannot_be_taken', 'delivery_failed']);
  });
});
