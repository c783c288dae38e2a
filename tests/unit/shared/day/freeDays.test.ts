import { expect, test } from 'vitest';
import {
  freeDaysInLines,
  longestCalendar,
  ofNextYear,
  readCalendar,
  readFreeDays,
} from '../../../../src/shared/day/freeDays.ts';

const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', ...events.flatMap((event) => ['BEGIN:VEVENT', event, 'END:VEVENT']), 'END:VCALENDAR'].join(
    '\r\n',
  );
const oneDay = 'DTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261226\r\nSUMMARY:Christmas\\, first day';

test('lines are read as they are written, and by whom they are pasted', () => {
  const text = '2026-12-24 half Christmas Eve\n2026-12-25 Christmas';
  const { days, problem } = readFreeDays(`${text.split('\n').toReversed().join('\r\n')}\n\n`);
  expect(problem).toBe('');
  expect(days).toEqual([
    { day: '2026-12-24', name: 'Christmas Eve', is_half: true },
    { day: '2026-12-25', name: 'Christmas', is_half: false },
  ]);
  expect(freeDaysInLines(days)).toBe(text);
});

test('a name that begins with half is of a whole day', () => {
  expect(readFreeDays('2026-05-05 Half-mast').days).toEqual([{ day: '2026-05-05', name: 'Half-mast', is_half: false }]);
});

test('half term of a calendar stays a whole day when its line is read again', () => {
  const { days } = readCalendar(calendar('DTSTART:20260216\r\nSUMMARY:Half Term', 'DTSTART:20260217\r\nSUMMARY:Half'));
  const whole = [
    { day: '2026-02-16', name: 'Half Term', is_half: false },
    { day: '2026-02-17', name: 'Half', is_half: false },
    { day: '2026-12-24', name: 'half', is_half: true },
  ];
  expect(days).toEqual(whole.slice(0, 2));
  expect(readFreeDays(freeDaysInLines(whole)).days).toEqual(whole);
});

test.each([
  ['Christmas', 'Line 1: please begin with a day such as 2026-12-24'],
  ['2026-12-24\n2026-02-30', 'Line 2: please begin with a day such as 2026-12-24'],
  ['2026-12-24\n2026-12-24 half', 'Line 2: 2026-12-24 is there twice'],
])('%s is refused with its line', (text, problem) => {
  expect(readFreeDays(text)).toEqual({ days: [], problem });
});

test('an event of a calendar is each of its days, folded lines and escapes are read', () => {
  const carnival = 'DTSTART;VALUE=DATE:20260216\r\nDTEND;VALUE=DATE:20260218\r\nSUMMARY:Car\r\n nival';
  expect(readCalendar(calendar(oneDay, carnival, 'DTSTART:20261111')).days).toEqual([
    { day: '2026-02-16', name: 'Carnival', is_half: false },
    { day: '2026-02-17', name: 'Carnival', is_half: false },
    { day: '2026-11-11', name: '', is_half: false },
    { day: '2026-12-25', name: 'Christmas, first day', is_half: false },
  ]);
});

test('an event is as long as its program says, and one that was cancelled is none', () => {
  const christmas = { name: '', is_half: false };
  const days = (...which: string[]) => which.map((day) => ({ ...christmas, day }));
  const alarm = 'BEGIN:VALARM\r\nDURATION:PT15M\r\nSUMMARY:Wake up\r\nEND:VALARM';
  const read = (rest: string) => readCalendar(calendar(`DTSTART;VALUE=DATE:20261225\r\n${rest}`)).days;
  expect(read('DTEND;VALUE=DATE:20261225')).toEqual(days('2026-12-25'));
  expect(read('DURATION:P2D')).toEqual(days('2026-12-25', '2026-12-26'));
  expect(read('DURATION:P1W')).toHaveLength(7);
  expect(read(`${alarm}\r\nDTEND;VALUE=DATE:20261226`)).toEqual(days('2026-12-25'));
  const cancelled = 'DTSTART;VALUE=DATE:20261231\r\nSTATUS:CANCELLED';
  expect(readCalendar(calendar(oneDay, cancelled)).days.map(({ day }) => day)).toEqual(['2026-12-25']);
});

test.each([
  [
    'a zone',
    calendar('DTSTART;TZID=Europe/Berlin:20261224T140000\r\nSUMMARY:Half'),
    'The event Half has a time of day',
  ],
  ['a time of UTC', calendar('DTSTART:20261224T140000Z'), 'The event without a name has a time of day'],
  ['a rule', calendar(`${oneDay}\r\nRRULE:FREQ=YEARLY`), 'repeats by a rule'],
  ['further days', calendar(`${oneDay}\r\nRDATE;VALUE=DATE:20261231`), 'repeats by a rule'],
  ['no day', calendar('SUMMARY:Nothing'), 'The event Nothing has no day'],
  ['hours', calendar('DTSTART:20261224\r\nDURATION:PT12H'), 'The event without a name has no day'],
  ['an end before', calendar('DTSTART:20261224\r\nDTEND:20261223'), 'ends before it begins'],
  ['10,000 events', calendar(...days(10_000)), 'at most 500 free days'],
  ['an event of centuries', calendar('DTSTART:20260101\r\nDTEND:99991231'), 'at most 500 free days'],
  ['another text', 'day;name', 'This is no iCalendar file'],
  ['no events', calendar(), 'The file has no events'],
  ['too much', 'x'.repeat(longestCalendar + 1), 'The file is too large'],
])('a file with %s is refused', (_, file, problem) => {
  const read = readCalendar(file);
  expect(read.days).toEqual([]);
  expect(read.problem).toContain(problem);
});

function days(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10).replaceAll('-', '');
    return `DTSTART;VALUE=DATE:${day}`;
  });
}

test('the days of a year are taken over, but for the 29th of February', () => {
  const read = readFreeDays('2028-02-29 Leap day\n2028-05-01 Labour Day\n2027-05-01 Labour Day').days;
  expect(ofNextYear(read, 2029)).toEqual([{ day: '2029-05-01', name: 'Labour Day', is_half: false }]);
});
