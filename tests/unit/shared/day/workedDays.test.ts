// The computed day, case by case. tests/unit/shared/day/documentedDays.test.ts follows the examples in docs/day.md.

import { describe, expect, test } from 'vitest';
import { workedDays } from '../../../../src/shared/day/workedDays.ts';
import { computed, readWritten } from '../../../support/people/writtenDay.ts';

const lines = (...texts: string[]) => texts.join('\n');
const days = (...texts: string[]) => computed(lines(...texts)).split('\n');

describe('pairs', () => {
  test('are cut to the minute, so that what is shown adds up', () => {
    expect(
      days(
        '2026-11-20 08:00:50 check-in',
        '2026-11-20 12:00:10 check-out',
        '2026-11-20 12:30 check-in',
        '2026-11-20 17:00 check-out',
      ),
    ).toEqual(['2026-11-20: in 08:00, out 17:00, worked 8:30, break 0:30']);
  });

  test('belong to the day on which they begin', () => {
    expect(days('2026-11-20 22:00 check-in', '2026-11-21 06:00 check-out')).toEqual([
      '2026-11-20: in 22:00, out 06:00, worked 8:00',
    ]);
  });

  test('of a night with a break stay one day only where the day begins later', () => {
    const night = [
      '2026-11-20 22:00 check-in',
      '2026-11-21 01:00 check-out',
      '2026-11-21 01:30 check-in',
      '2026-11-21 06:00 check-out',
    ];
    expect(days(...night)).toEqual([
      '2026-11-20: in 22:00, out 01:00, worked 3:00',
      '2026-11-21: in 01:30, out 06:00, worked 4:30',
    ]);
    expect(days('the day begins at 04:00', ...night)).toEqual([
      '2026-11-20: in 22:00, out 06:00, worked 7:30, break 0:30',
    ]);
  });

  test('at a change of shifts end at the second at which the next one begins', () => {
    expect(
      days(
        '2026-11-20 14:00 check-in',
        '2026-11-20 06:00 check-in',
        '2026-11-20 22:00 check-out',
        '2026-11-20 14:00 check-out',
      ),
    ).toEqual(['2026-11-20: in 06:00, out 22:00, worked 16:00']);
  });

  test('last at most 16 hours', () => {
    expect(days('2026-11-20 06:00 check-in', '2026-11-20 22:00 check-out')).toEqual([
      '2026-11-20: in 06:00, out 22:00, worked 16:00',
    ]);
    expect(days('2026-11-20 06:00 check-in', '2026-11-20 22:00:01 check-out')).toEqual([
      '2026-11-20: in 06:00, worked 0:00, Open over 16 hours (06:00)',
    ]);
    expect(days('2026-11-20 06:00 check-in, as it is', '2026-11-20 22:00:01 check-out')).toEqual([
      '2026-11-20: in 06:00, out 22:00, worked 16:00',
    ]);
  });

  test('never last more than 24 hours, whatever is said of them', () => {
    const said = (rest: string) => days(`2026-11-20 06:00 check-in${rest}`, '2026-11-21 06:00:01 check-out');
    expect(said('')).toEqual([
      '2026-11-20: in 06:00, worked 0:00, Check-out missing (06:00)',
      '2026-11-21: out 06:00, worked 0:00, Check-in missing (06:00)',
    ]);
    expect(said(', as it is')).toEqual(said(''));
  });
});

describe('a check-in without a check-out', () => {
  test('is open for 16 hours, and missing a check-out after them', () => {
    const at = (now: string) => days('2026-11-20 08:00 check-in', `now ${now}`);
    expect(at('2026-11-20 08:00')).toEqual(['2026-11-20: in 08:00, worked 0:00, still open']);
    expect(at('2026-11-21 00:00')).toEqual(['2026-11-20: in 08:00, worked 0:00, still open']);
    expect(at('2026-11-21 00:01')).toEqual(['2026-11-20: in 08:00, worked 0:00, Check-out missing (08:00)']);
  });

  test('does not take the next day with it', () => {
    expect(days('2026-11-20 08:00 check-in', '2026-11-21 08:00 check-in', '2026-11-21 16:00 check-out')).toEqual([
      '2026-11-20: in 08:00, worked 0:00, Check-out missing (08:00)',
      '2026-11-21: in 08:00, out 16:00, worked 8:00',
    ]);
  });

  test('ends a break only if a whole pair is before it', () => {
    expect(
      days(
        'now 2026-11-20 13:00',
        '2026-11-20 08:00 check-in',
        '2026-11-20 12:00 check-out',
        '2026-11-20 12:45 check-in',
      ),
    ).toEqual(['2026-11-20: in 08:00, out 12:00, worked 4:00, break 0:45, still open']);
    expect(days('2026-11-20 12:00 check-out', '2026-11-20 12:45 check-in', '2026-11-20 17:00 check-out')).toEqual([
      '2026-11-20: in 12:45, out 17:00, worked 4:15, Check-in missing (12:00)',
    ]);
  });
});

describe('a repeated punch', () => {
  test('repeats the first, however often it comes', () => {
    expect(
      days(
        '2026-11-20 08:00:00 check-in',
        '2026-11-20 08:00:50 check-in',
        '2026-11-20 08:01:40 check-in',
        '2026-11-20 16:00 check-out',
      ),
    ).toEqual(['2026-11-20: in 08:00, out 16:00, worked 8:00, Repeated (08:00), Repeated (08:01)']);
  });

  test('after more seconds than the company allows is an event of its own', () => {
    const twice = ['2026-11-20 08:00 check-in', '2026-11-20 16:00:00 check-out', '2026-11-20 16:01:01 check-out'];
    expect(days(...twice)).toEqual(['2026-11-20: in 08:00, out 16:01, worked 8:00, Check-in missing (16:01)']);
    expect(days('repeated within 61 seconds', ...twice)).toEqual([
      '2026-11-20: in 08:00, out 16:00, worked 8:00, Repeated (16:01)',
    ]);
  });

  test('belongs to the day of what it repeats', () => {
    expect(days('2026-11-20 22:00 check-in', '2026-11-21 06:00:00 check-out', '2026-11-21 06:00:30 check-out')).toEqual(
      ['2026-11-20: in 22:00, out 06:00, worked 8:00, Repeated (06:00)'],
    );
  });

  test('of the other direction is none', () => {
    expect(days('2026-11-20 08:00:00 check-in', '2026-11-20 08:00:30 check-out')).toEqual([
      '2026-11-20: in 08:00, out 08:00, worked 0:00',
    ]);
  });
});

describe('a punch of unknown direction', () => {
  test('is a check-in and a check-out in turn', () => {
    expect(
      days('2026-11-20 08:00 punch', '2026-11-20 12:00 punch', '2026-11-20 13:00 punch', '2026-11-20 17:00 punch'),
    ).toEqual(['2026-11-20: in 08:00, out 17:00, worked 8:00, break 1:00']);
  });

  test('begins each working day as a check-in', () => {
    expect(
      days('2026-11-20 08:00 punch', '2026-11-20 12:00 punch', '2026-11-20 13:00 punch', '2026-11-21 08:00 punch'),
    ).toEqual([
      '2026-11-20: in 08:00, out 12:00, worked 4:00, break 1:00, Check-out missing (13:00)',
      '2026-11-21: in 08:00, worked 0:00, Check-out missing (08:00)',
    ]);
    expect(days('the day begins at 04:00', '2026-11-20 22:00 punch', '2026-11-21 03:30 punch')).toEqual([
      '2026-11-20: in 22:00, out 03:30, worked 5:30',
    ]);
  });

  test('soon after an event repeats it', () => {
    expect(days('2026-11-20 08:00:00 check-in', '2026-11-20 08:00:30 punch', '2026-11-20 17:00 punch')).toEqual([
      '2026-11-20: in 08:00, out 17:00, worked 9:00, Repeated (08:00)',
    ]);
  });
});

describe('events that count', () => {
  test('leave out those that were set aside', () => {
    expect(
      days('2026-11-20 08:00 check-in', '2026-11-20 16:00 check-out', '2026-11-20 16:30 check-out, set aside'),
    ).toEqual(['2026-11-20: in 08:00, out 16:00, worked 8:00, Set aside (16:30)']);
  });

  test('leave out those more than five minutes in the future, for now', () => {
    const at = (now: string) => days(`now ${now}`, '2026-11-20 08:00 check-in', '2026-11-20 16:00 check-out');
    expect(at('2026-11-20 15:54')).toEqual(['2026-11-20: in 08:00, worked 0:00, still open']);
    expect(at('2026-11-20 15:55')).toEqual(['2026-11-20: in 08:00, out 16:00, worked 8:00']);
  });

  test('include those that arrived at quite another time, with a question', () => {
    const arrived = (time: string) =>
      days(`2026-11-20 08:00 check-in, arrived ${time}`, '2026-11-20 16:00 check-out')[0]?.includes('Implausible');
    expect(arrived('2026-11-20 07:55')).toBe(false);
    expect(arrived('2026-11-20 07:54')).toBe(true);
    expect(arrived('2027-11-21 08:00')).toBe(false);
    expect(arrived('2027-11-21 08:01')).toBe(true);
    expect(arrived('2027-11-21 08:01, added by hand')).toBe(false);
  });

  test('include those outside the employment, by their working day', () => {
    const shift = ['2026-11-20 22:00 check-in', '2026-11-21 06:00 check-out'];
    expect(days('employed until 2026-11-20', ...shift)).toEqual(['2026-11-20: in 22:00, out 06:00, worked 8:00']);
    expect(days('employed from 2026-11-21', ...shift)).toEqual([
      '2026-11-20: in 22:00, out 06:00, worked 8:00, Outside employment (22:00), Outside employment (06:00)',
    ]);
  });
});

describe('when clocks change', () => {
  test.each([
    ['forward', '2026-03-28', '2026-03-29', '7:00'],
    ['back', '2026-10-24', '2026-10-25', '9:00'],
  ])('%s, a night has the hours that passed', (_, evening, morning, worked) => {
    expect(days('time zone Europe/Berlin', `${evening} 22:00 check-in`, `${morning} 06:00 check-out`)).toEqual([
      `${evening}: in 22:00, out 06:00, worked ${worked}`,
    ]);
  });

  test('an hour that occurs twice is worked twice', () => {
    expect(
      days('time zone Europe/Berlin', '2026-10-25 02:30+02:00 check-in', '2026-10-25 02:30+01:00 check-out'),
    ).toEqual(['2026-10-25: in 02:30, out 02:30, worked 1:00']);
  });

  test('a day that begins in a skipped hour begins at the skip', () => {
    expect(
      days(
        'time zone Europe/Berlin',
        'the day begins at 02:30',
        '2026-03-29 01:59 check-in',
        '2026-03-29 03:00 check-out',
        '2026-03-29 03:00:30 check-in',
        '2026-03-29 09:00 check-out',
      ),
    ).toEqual(['2026-03-28: in 01:59, out 03:00, worked 0:01', '2026-03-29: in 03:00, out 09:00, worked 6:00']);
  });
});

test('events of several controllers are one day, and each has its place in it', () => {
  const { events, rules } = readWritten(
    lines('2026-11-20 08:00 check-in', '2026-11-20 16:00 check-out', '2026-11-20 12:00 check-in, set aside'),
  );
  const [day] = workedDays(events, rules);
  expect(day?.events.map(({ id }) => id)).toEqual([1, 3, 2]);
});
