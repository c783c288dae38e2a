// The rules of docs/hr-sync.md, one by one.

import { describe, expect, test } from 'vitest';
import { createBusinessTime } from '../../../server/time/businessTime.ts';
import { planDay } from '../../../server/hr/plan/planDay.ts';
import { allRecords, dayOf, defaults, fatesOf, utc } from './planSupport.ts';

const ordinary = ['001 in 08:00', '001 out 12:00', '001 in 12:40', '001 out 17:00'];

describe('first_last', () => {
  test('sends the first check-in and the last check-out, and names the lunch break', () => {
    expect(fatesOf(dayOf(ordinary))).toEqual(['send', 'lunch_break', 'lunch_break', 'send']);
    const [plan] = planDay(dayOf(ordinary), defaults);
    expect(plan?.breaks.map(({ minutes }) => minutes)).toEqual([40]);
    expect(plan?.decisions[1]?.fate).toMatchObject({
      sentence: 'It is part of the lunch break from 12:00 to 12:40: 40 minutes, within 30 to 120',
    });
  });

  test('what is neither first nor last nor a break is held back with the one that counts', () => {
    const day = dayOf(['001 in 08:00', '001 out 10:00', '001 in 10:05', '001 in 11:00', '001 out 17:00']);
    expect(fatesOf(day)).toEqual(['send', 'not_last', 'not_first', 'not_first', 'send']);
    const fates = planDay(day, defaults)[0]?.decisions.map(({ fate }) => fate);
    expect(fates?.[1]).toMatchObject({ sentence: 'Only the last check-out counts, which was at 17:00' });
    expect(fates?.[2]).toMatchObject({ sentence: 'Only the first check-in counts, which was at 08:00' });
  });

  test('a forgotten check-out is not replaced by the beginning of the break', () => {
    const day = dayOf(ordinary.slice(0, 3));
    expect(fatesOf(day)).toEqual(['send', 'lunch_break', 'lunch_break']);
    expect(planDay(day, defaults)[0]?.warnings).toEqual(['No check-out follows the check-in at 12:40']);
  });

  test('a check-out alone is never guessed to be anything', () => {
    expect(fatesOf(dayOf(['001 out 17:00']))).toEqual(['orphan_check_out']);
    expect(fatesOf(dayOf(['001 out 07:00', '001 in 08:00', '001 out 17:00']))).toEqual([
      'orphan_check_out',
      'send',
      'send',
    ]);
  });

  test('two check-ins and two check-outs in a row: the outer ones', () => {
    const day = dayOf(['001 in 08:00', '001 in 08:01', '001 out 16:59', '001 out 17:00']);
    expect(fatesOf(day)).toEqual(['send', 'not_first', 'not_last', 'send']);
    expect(planDay(day, defaults)[0]?.warnings).toEqual([
      'The check-in at 08:01 follows another check-in',
      'The check-out at 17:00 has no check-in before it',
    ]);
  });
});

describe('all_records', () => {
  test('sends everything, breaks and odd ends included', () => {
    expect(fatesOf(dayOf(ordinary), allRecords)).toEqual(['send', 'send', 'send', 'send']);
    const odd = dayOf(['001 out 07:00', '001 in 08:00', '001 in 09:00']);
    expect(fatesOf(odd, allRecords)).toEqual(['send', 'send', 'send']);
    expect(planDay(odd, allRecords)[0]?.warnings).toHaveLength(3);
  });
});

describe('in both modes', () => {
  test('check-outs wait for the threshold hour, check-ins do not', () => {
    const records = ['001 in 08:00', '001 out 17:00'];
    expect(fatesOf(dayOf(records, { now: '17:59' }))).toEqual(['send', 'before_threshold']);
    expect(fatesOf(dayOf(records, { now: '18:00' }))).toEqual(['send', 'send']);
    expect(fatesOf(dayOf(records, { now: '17:59' }), allRecords)).toEqual(['send', 'before_threshold']);
    expect(fatesOf(dayOf(records, { now: '17:01' }), { ...defaults, sync_time_threshold_hour: 0 })).toEqual([
      'send',
      'send',
    ]);
  });

  test('of the same event at the same second one is sent', () => {
    const day = ['001 in 08:00:05', '001 in 08:00:05', '001 in 08:00:06', '001 out 17:00', '001 out 17:00'];
    expect(fatesOf(dayOf(day), allRecords)).toEqual(['send', 'duplicate', 'send', 'send', 'duplicate']);
    expect(fatesOf(dayOf(day, { delivery: { 2: 'accepted' } }), allRecords).slice(0, 2)).toEqual(['duplicate', 'sent']);
  });

  test('nobody knows the person: kept, and sent once somebody does', () => {
    expect(fatesOf(dayOf(['?77 in 08:00', '?77 out 17:00']), allRecords)).toEqual([
      'unknown_employee',
      'unknown_employee',
    ]);
  });

  test('a clock that is ahead by more than five minutes', () => {
    const records = ['001 in 08:00', '001 in 08:05', '001 in 08:06'];
    expect(fatesOf(dayOf(records, { now: '08:00' }), allRecords)).toEqual(['send', 'send', 'in_the_future']);
  });

  test('what was given to the delivery stays there, whatever comes later', () => {
    const records = ['001 in 08:00', '001 in 08:30', '001 out 16:00', '001 out 17:00'];
    const delivery = { 2: 'accepted', 3: 'waiting', 4: 'failed' } as const;
    expect(fatesOf(dayOf(records, { delivery }))).toEqual(['send', 'sent', 'send', 'delivery_failed']);
  });
});

describe('lunch breaks', () => {
  const breaksOf = (records: readonly string[], rules = defaults) =>
    planDay(dayOf(records), rules)[0]?.breaks.map(({ minutes }) => minutes);
  const withGap = (out: string, back: string) => ['001 in 06:00', `001 out ${out}`, `001 in ${back}`];

  test.each([
    ['12:00', '12:29', []],
    ['12:00', '12:30', [30]],
    ['12:00', '14:00', [120]],
    ['12:00', '14:01', []],
    ['08:00', '08:45', [45]],
  ])('from %s to %s', (out, back, expected) => {
    expect(breaksOf(withGap(out, back))).toEqual(expected);
  });

  test('without auto detection only those that begin from 11:00 and before 15:00', () => {
    const rules = { ...defaults, auto_detect_breaks: false };
    const starts = ['10:59', '11:00', '14:59', '15:00'];
    const found = starts.map((start) => breaksOf(withGap(start, `${Number(start.slice(0, 2)) + 1}:30`), rules));
    expect(found.map((breaks) => breaks?.length)).toEqual([0, 1, 1, 0]);
  });

  test('none without detection, and none after a check-out that nothing came before', () => {
    expect(breaksOf(ordinary, { ...defaults, lunch_break_detection: false })).toEqual([]);
    expect(breaksOf(['001 out 12:00', '001 in 12:40'])).toEqual([]);
    expect(breaksOf(['001 in 08:00', '001 out 11:00', '001 out 12:00', '001 in 12:40'])).toEqual([]);
  });

  test('is time that passed, also in the night when clocks go back', () => {
    const time = createBusinessTime('Europe/Berlin');
    // 02:30 comes twice; the check-in is at the second one, 60 minutes after the first.
    const day = dayOf(['001 in 00:30', '001 out 02:30'], { date: '2026-10-25', time });
    const back = { id: 3, event_type: 'check-in', occurred_at: '2026-10-25 01:30:00' } as const;
    const [first] = day.records;
    const records = first ? [...day.records, { ...first, ...back }] : [];
    expect(planDay({ ...day, records }, defaults)[0]?.breaks.map(({ minutes }) => minutes)).toEqual([60]);
  });
});

describe('shifts past midnight', () => {
  const eve = ['001 in 22:00'];

  test('a check-out within 16 hours closes the shift of the day before', () => {
    expect(fatesOf(dayOf(['001 out 06:00', '001 in 22:00'], { eve }))).toEqual(['send', 'send']);
    expect(fatesOf(dayOf(['001 out 14:00'], { eve }))).toEqual(['send']);
    expect(fatesOf(dayOf(['001 out 14:01'], { eve }))).toEqual(['orphan_check_out']);
  });

  test('its break is a break, and only its last check-out counts', () => {
    const night = dayOf(['001 out 01:00', '001 in 01:45', '001 out 06:00', '001 out 06:10', '001 in 22:00'], {
      eve,
    });
    expect(fatesOf(night)).toEqual(['lunch_break', 'lunch_break', 'not_last', 'send', 'send']);
  });

  test('not when the person left before midnight', () => {
    expect(fatesOf(dayOf(['001 out 06:00'], { eve: [...eve, '001 out 23:00'] }))).toEqual(['orphan_check_out']);
  });
});

describe('the threshold on days when clocks change', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', 2, '2026-03-29 01:00:00'],
    ['Europe/Berlin', '2026-10-25', 2, '2026-10-25 00:00:00'],
    ['Europe/Berlin', '2026-10-25', 18, '2026-10-25 17:00:00'],
    ['America/Santiago', '2026-09-06', 0, '2026-09-06 04:00:00'],
    ['Australia/Lord_Howe', '2026-10-04', 2, '2026-10-03 15:30:00'],
  ])('%s, %s, hour %i begins at %s', (zone, date, hour, instant) => {
    const time = createBusinessTime(zone);
    const rules = { ...allRecords, sync_time_threshold_hour: hour };
    const day = dayOf(['001 in 00:00', '001 out 00:01'], { date, time });
    const at = (now: string) =>
      fatesOf(
        { ...day, now, records: day.records.map((one) => ({ ...one, occurred_at: '2026-01-01 00:00:00' })) },
        rules,
      );
    const secondBefore = new Date(Date.parse(`${instant.replace(' ', 'T')}Z`) - 1000).toISOString();
    expect(at(secondBefore.slice(0, 19).replace('T', ' '))[1]).toBe('before_threshold');
    expect(at(instant)[1]).toBe('send');
  });
});

test('the wall clock of the zone decides about the day', () => {
  const time = createBusinessTime('Asia/Kolkata');
  const day = dayOf(['001 in 00:10', '001 out 23:50'], { time });
  expect(day.records.map(({ occurred_at }) => occurred_at)).toEqual(['2026-05-11 18:40:00', '2026-05-12 18:20:00']);
  expect(fatesOf(day)).toEqual(['send', 'send']);
  expect(utc.dayOf('2026-05-11 18:40:00')).toBe('2026-05-11');
});
