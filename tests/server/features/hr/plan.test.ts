// The rules in docs/hr-sync.md, one by one.

import { describe, expect, test } from 'vitest';
import { connectors } from '../../../../server/features/hr/connectors/connectors.ts';
import { planDay } from '../../../../server/features/hr/plan/planDay.ts';
import { clockIn } from '../../../../server/platform/time/clock.ts';
import { allRecords, dayOf, decisionsOf, defaults, utc } from './planSupport.ts';

const ordinary = ['001 in 08:00', '001 out 12:00', '001 in 12:40', '001 out 17:00'];

describe('first_last', () => {
  test('sends the first check-in and the last check-out, and finds the lunch break', () => {
    expect(decisionsOf(dayOf(ordinary))).toEqual(['send', 'lunch_break', 'lunch_break', 'send']);
    const [plan] = planDay(dayOf(ordinary), defaults);
    expect(plan?.breaks.map(({ minutes }) => minutes)).toEqual([40]);
    expect(plan?.records[1]?.decision).toMatchObject({
      sentence: 'Part of the lunch break from 12:00 to 12:40 (40 minutes; breaks last 30 to 120)',
    });
  });

  test('holds back everything in between, naming the record that is sent instead', () => {
    const day = dayOf(['001 in 08:00', '001 out 10:00', '001 in 10:05', '001 in 11:00', '001 out 17:00']);
    expect(decisionsOf(day)).toEqual(['send', 'not_last', 'not_first', 'not_first', 'send']);
    const decisions = planDay(day, defaults)[0]?.records.map(({ decision }) => decision);
    expect(decisions?.[1]).toMatchObject({ sentence: 'Only the last check-out (17:00) is sent' });
    expect(decisions?.[2]).toMatchObject({ sentence: 'Only the first check-in (08:00) is sent' });
  });

  test('does not take the start of a break for a forgotten check-out', () => {
    const day = dayOf(ordinary.slice(0, 3));
    expect(decisionsOf(day)).toEqual(['send', 'lunch_break', 'lunch_break']);
    expect(planDay(day, defaults)[0]?.warnings).toEqual(['No check-out follows the check-in at 12:40']);
  });

  test('holds back a check-out without a check-in', () => {
    expect(decisionsOf(dayOf(['001 out 17:00']))).toEqual(['orphan_check_out']);
    expect(decisionsOf(dayOf(['001 out 07:00', '001 in 08:00', '001 out 17:00']))).toEqual([
      'orphan_check_out',
      'send',
      'send',
    ]);
  });

  test('sends the outer ones of repeated check-ins and check-outs', () => {
    const day = dayOf(['001 in 08:00', '001 in 08:01', '001 out 16:59', '001 out 17:00']);
    expect(decisionsOf(day)).toEqual(['send', 'not_first', 'not_last', 'send']);
    expect(planDay(day, defaults)[0]?.warnings).toEqual([
      'The check-in at 08:01 follows another check-in',
      'The check-out at 17:00 has no check-in before it',
    ]);
  });
});

describe('all_records', () => {
  test('sends everything, including breaks and unpaired records', () => {
    expect(decisionsOf(dayOf(ordinary), allRecords)).toEqual(['send', 'send', 'send', 'send']);
    const odd = dayOf(['001 out 07:00', '001 in 08:00', '001 in 09:00']);
    expect(decisionsOf(odd, allRecords)).toEqual(['send', 'send', 'send']);
    expect(planDay(odd, allRecords)[0]?.warnings).toHaveLength(3);
  });
});

describe('a check-out after which nothing came yet', () => {
  const records = ['001 in 14:00', '001 out 18:05'];
  const decidedAt = (now: string, rules = defaults) => decisionsOf(dayOf(records, { now }), rules)[1];

  test('waits for as long as it may begin a lunch break', () => {
    expect(planDay(dayOf(records, { now: '18:30' }), defaults)[0]?.records[1]?.decision).toEqual({
      kind: 'held',
      reason: 'may_be_break',
      sentence: 'It may still begin a lunch break, until 20:05',
      until: '2026-05-12 20:05:00',
    });
    expect([decidedAt('20:04'), decidedAt('20:05')]).toEqual(['may_be_break', 'send']);
  });

  test('is sent at once where no break is possible, or all records are sent', () => {
    expect(decidedAt('18:30', { ...defaults, lunch_break_detection: false })).toBe('send');
    expect(decidedAt('18:30', { ...defaults, auto_detect_breaks: false })).toBe('send');
    expect(decidedAt('18:30', allRecords)).toBe('send');
  });

  test('is a break once somebody comes back, and only the last one of the day is sent', () => {
    const shift = [...records, '001 in 18:50', '001 out 22:20'];
    expect(decisionsOf(dayOf(shift, { now: '22:30' }))).toEqual(['send', 'lunch_break', 'lunch_break', 'may_be_break']);
  });
});

describe('in both modes', () => {
  test('holds back check-outs, but not check-ins, until the threshold hour', () => {
    const records = ['001 in 08:00', '001 out 17:00'];
    expect(decisionsOf(dayOf(records, { now: '17:59' }))).toEqual(['send', 'before_threshold']);
    const noBreaks = { ...defaults, lunch_break_detection: false };
    expect(decisionsOf(dayOf(records, { now: '18:00' }), noBreaks)).toEqual(['send', 'send']);
    expect(decisionsOf(dayOf(records, { now: '17:59' }), allRecords)).toEqual(['send', 'before_threshold']);
    expect(decisionsOf(dayOf(records, { now: '17:01' }), { ...noBreaks, sync_time_threshold_hour: 0 })).toEqual([
      'send',
      'send',
    ]);
  });

  test('sends one of several equal records at the same second', () => {
    const day = ['001 in 08:00:05', '001 in 08:00:05', '001 in 08:00:06', '001 out 17:00', '001 out 17:00'];
    expect(decisionsOf(dayOf(day), allRecords)).toEqual(['send', 'duplicate', 'send', 'send', 'duplicate']);
    expect(decisionsOf(dayOf(day, { delivery: { 2: 'accepted' } }), allRecords).slice(0, 2)).toEqual([
      'duplicate',
      'sent',
    ]);
  });

  test('holds back the records of an unknown employee', () => {
    expect(decisionsOf(dayOf(['?77 in 08:00', '?77 out 17:00']), allRecords)).toEqual([
      'unknown_employee',
      'unknown_employee',
    ]);
  });

  test('holds back records more than five minutes in the future', () => {
    const records = ['001 in 08:00', '001 in 08:05', '001 in 08:06'];
    expect(decisionsOf(dayOf(records, { now: '08:00' }), allRecords)).toEqual(['send', 'send', 'in_the_future']);
  });

  test('never takes back a record that was once queued', () => {
    const records = ['001 in 08:00', '001 in 08:30', '001 out 16:00', '001 out 17:00'];
    const delivery = { 2: 'accepted', 3: 'waiting', 4: 'retryNeeded' } as const;
    expect(decisionsOf(dayOf(records, { delivery }))).toEqual(['send', 'sent', 'send', 'delivery_failed']);
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
  ])('from %s to %s: %j', (out, back, expected) => {
    expect(breaksOf(withGap(out, back))).toEqual(expected);
  });

  test('finds only breaks that begin from 11:00 to 14:59 without auto detection', () => {
    const rules = { ...defaults, auto_detect_breaks: false };
    const starts = ['10:59', '11:00', '14:59', '15:00'];
    const found = starts.map((start) => breaksOf(withGap(start, `${Number(start.slice(0, 2)) + 1}:30`), rules));
    expect(found.map((breaks) => breaks?.length)).toEqual([0, 1, 1, 0]);
  });

  test('finds none without detection or after an unpaired check-out', () => {
    expect(breaksOf(ordinary, { ...defaults, lunch_break_detection: false })).toEqual([]);
    expect(breaksOf(['001 out 12:00', '001 in 12:40'])).toEqual([]);
    expect(breaksOf(['001 in 08:00', '001 out 11:00', '001 out 12:00', '001 in 12:40'])).toEqual([]);
  });

  test('measures elapsed time, also when clocks go back', () => {
    const clock = clockIn('Europe/Berlin');
    // 02:30 occurs twice; the check-in is at the second one, 60 minutes after the first.
    const day = dayOf(['001 in 00:30', '001 out 02:30'], { date: '2026-10-25', clock });
    const back = { id: 3, event_type: 'check-in', occurred_at: '2026-10-25 01:30:00' } as const;
    const [first] = day.records;
    const records = first ? [...day.records, { ...first, ...back }] : [];
    expect(planDay({ ...day, records }, defaults)[0]?.breaks.map(({ minutes }) => minutes)).toEqual([60]);
  });
});

describe('shifts past midnight', () => {
  const before = ['001 in 22:00'];

  test('lets a check-out within 16 hours close the shift of the day before', () => {
    expect(decisionsOf(dayOf(['001 out 06:00', '001 in 22:00'], { before }))).toEqual(['send', 'send']);
    expect(decisionsOf(dayOf(['001 out 14:00'], { before }))).toEqual(['send']);
    expect(decisionsOf(dayOf(['001 out 14:01'], { before }))).toEqual(['orphan_check_out']);
  });

  test('applies the rules for breaks and last check-outs to it', () => {
    const night = dayOf(['001 out 01:00', '001 in 01:45', '001 out 06:00', '001 out 06:10', '001 in 22:00'], {
      before,
    });
    expect(decisionsOf(night)).toEqual(['lunch_break', 'lunch_break', 'not_last', 'send', 'send']);
  });

  test('does not continue a shift that ended before midnight', () => {
    expect(decisionsOf(dayOf(['001 out 06:00'], { before: [...before, '001 out 23:00'] }))).toEqual([
      'orphan_check_out',
    ]);
  });
});

describe('the threshold on days when clocks change', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', 2, '2026-03-29 01:00:00'],
    ['Europe/Berlin', '2026-10-25', 2, '2026-10-25 00:00:00'],
    ['Europe/Berlin', '2026-10-25', 18, '2026-10-25 17:00:00'],
    ['America/Santiago', '2026-09-06', 0, '2026-09-06 04:00:00'],
    ['Australia/Lord_Howe', '2026-10-04', 2, '2026-10-03 15:30:00'],
  ])('in %s on %s, hour %i begins at %s', (zone, date, hour, instant) => {
    const clock = clockIn(zone);
    const rules = { ...allRecords, sync_time_threshold_hour: hour };
    const day = dayOf(['001 in 00:00', '001 out 00:01'], { date, clock });
    const decisionsAt = (now: string) =>
      decisionsOf(
        { ...day, now, records: day.records.map((one) => ({ ...one, occurred_at: '2026-01-01 00:00:00' })) },
        rules,
      );
    const secondBefore = new Date(Date.parse(`${instant.replace(' ', 'T')}Z`) - 1000).toISOString();
    expect(decisionsAt(secondBefore.slice(0, 19).replace('T', ' '))[1]).toBe('before_threshold');
    expect(decisionsAt(instant)[1]).toBe('send');
  });
});

test('assigns records to days by business time', () => {
  const clock = clockIn('Asia/Kolkata');
  const day = dayOf(['001 in 00:10', '001 out 23:50'], { clock });
  expect(day.records.map(({ occurred_at }) => occurred_at)).toEqual(['2026-05-11 18:40:00', '2026-05-12 18:20:00']);
  expect(decisionsOf(day, { ...defaults, lunch_break_detection: false })).toEqual(['send', 'send']);
  expect(utc.dayOf('2026-05-11 18:40:00')).toBe('2026-05-11');
});

describe('corrections', () => {
  test('hold back what was set aside, and send what was added like any other', () => {
    const day = dayOf(['001 in 08:00', '001 out 12:00 aside', '001 out 17:00 manual']);
    expect(decisionsOf(day)).toEqual(['send', 'set_aside', 'send']);
    expect(decisionsOf(day, allRecords)).toEqual(['send', 'set_aside', 'send']);
  });

  test('hold back an added record if the HR system has the one that it replaces', () => {
    const day = dayOf(['001 in 08:00', '001 out 17:00', '001 out 18:00 manual'], { delivery: { 2: 'accepted' } });
    expect(decisionsOf(day)).toEqual(['send', 'sent', 'replaces_sent']);
    expect(decisionsOf(day, allRecords)).toEqual(['send', 'sent', 'send']);
    expect(planDay(day, defaults)[0]?.differences).toMatchObject([
      { sentence: 'The HR system has the check-out at 17:00; the day now says 18:00' },
    ]);
  });

  test('hold back what takes the place of a record that was set aside', () => {
    const records = ['001 in 08:00 aside', '001 in 08:30', '001 out 17:00'];
    expect(decisionsOf(dayOf(records))).toEqual(['set_aside', 'send', 'send']);
    expect(decisionsOf(dayOf(records, { delivery: { 1: 'accepted' } }))).toEqual(['sent', 'replaces_sent', 'send']);
  });

  test('say what the HR system has of a record that was set aside', () => {
    const day = dayOf(['001 in 08:00', '001 out 17:00 aside'], { delivery: { 2: 'accepted' } });
    expect(planDay(day, allRecords)[0]?.differences).toMatchObject([
      { sentence: 'The HR system has the check-out at 17:00, which was set aside' },
    ]);
  });

  test('send a late check-out of a controller as ever, on a corrected day too', () => {
    const day = dayOf(['001 in 08:00', '001 in 08:30 aside', '001 out 17:00', '001 out 17:30'], {
      delivery: { 1: 'accepted', 3: 'accepted' },
    });
    expect(decisionsOf(day)).toEqual(['sent', 'set_aside', 'sent', 'send']);
  });

  test('send the check-out of an evening although that of the night before was sent', () => {
    const day = dayOf(['001 out 06:00', '001 in 14:00', '001 out 22:00 manual'], {
      before: ['001 in 22:00'],
      delivery: { 1: 'accepted', 2: 'accepted' },
    });
    expect(decisionsOf(day)).toEqual(['sent', 'sent', 'send']);
  });

  test('give a long shift that is as it is its check-out', () => {
    const night = (before: string) => decisionsOf(dayOf(['001 out 15:00'], { before: [before] }));
    expect(night('001 in 22:00')).toEqual(['orphan_check_out']);
    expect(night('001 in 22:00 long')).toEqual(['send']);
  });
});

test('a repeated punch is not the last check-out', () => {
  const day = { ...dayOf(['001 in 08:00', '001 out 17:00:00', '001 out 17:00:40']), repeatSeconds: 60 };
  expect(decisionsOf(day)).toEqual(['send', 'send', 'repeated']);
  expect(planDay(day, defaults)[0]?.warnings).toEqual([]);
  expect(decisionsOf(day, allRecords)).toEqual(['send', 'send', 'send']);
});

test('a threshold hour before the working day begins is one of its last', () => {
  const day = { ...dayOf(['001 in 08:00', '001 out 17:00']), start: '2026-05-12 04:00:00' };
  const rules = { ...defaults, sync_time_threshold_hour: 3 };
  expect(decisionsOf({ ...day, now: '2026-05-13 02:59:59' }, rules)).toEqual(['send', 'before_threshold']);
  expect(decisionsOf({ ...day, now: '2026-05-13 03:00:00' }, rules)).toEqual(['send', 'send']);
});

test('a break is held back inside a stretch that the HR system has without it', () => {
  const records = ['001 in 08:00', '001 out 12:00', '001 in 13:00', '001 out 17:00'];
  const day = dayOf(records, { connector: connectors.personio });
  const sent = { delivery: 'accepted', mayBeThere: true } as const;
  const [start, out, back, end] = day.records;
  if (!start || !out || !back || !end) throw new Error('A record is missing');
  const given = [
    { ...start, ...sent },
    out,
    back,
    { ...end, ...sent, pairStart: { id: start.id, at: start.occurred_at } },
  ];
  const rules = { ...defaults, auto_detect_breaks: true };
  expect(decisionsOf(day, rules)).toEqual(['send', 'send', 'send', 'send']);
  expect(decisionsOf({ ...day, records: given }, rules)).toEqual([
    'sent',
    'cannot_be_taken',
    'cannot_be_taken',
    'sent',
  ]);
});
