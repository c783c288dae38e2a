// The examples in docs/expected.md are computed as it says. Besides what writtenDay.ts reads, a line can be a pattern,
// a free day, leave, a balance, or the days to show.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { instantOf } from '../../../../server/platform/time/clock.ts';
import { weekdays } from '../../../../src/shared/contract/expectedTime.ts';
import { type DayPlan, expectedDay, knownEnds } from '../../../../src/shared/day/expectedDay.ts';
import { readFreeDays } from '../../../../src/shared/day/freeDays.ts';
import type { DayEvent } from '../../../../src/shared/day/types.ts';
import { figuresOf, workedDays } from '../../../../src/shared/day/workedDays.ts';
import { daysIn } from '../../../../src/shared/words/periods.ts';
import { expectedNotes } from '../../../../src/shared/words/workDay.ts';
import { hoursAndMinutes, readHours, signedHours } from '../../../../src/shared/words/workedTime.ts';
import { readWritten } from '../../../support/people/writtenDay.ts';

const document = readFileSync('docs/expected.md', 'utf8');
const examples = [...document.matchAll(/^```expected\n([\s\S]*?)\n\n([\s\S]*?)\n```$/gm)].map(
  ([, given = '', days = '']) => ({ given, days }),
);

test.each(examples)('$days', ({ given, days }) => {
  expect(expectedInWords(given)).toBe(days);
});

test('every example has facts and days', () => {
  expect(examples.length).toBe(document.split('```expected').length - 1);
});

function expectedInWords(text: string): string {
  const { clock, calendar, events, rules } = readWritten(text);
  const all = (rule: RegExp) => [...text.matchAll(rule)].map((match) => match.slice(1).map((part) => part ?? ''));
  const [[hours = '', latest_start = '', earliest_end = ''] = []] = all(
    /^pattern ([\d: ]+)(?:, start by (\S{5}))?(?:, end from (\S{5}))?$/gm,
  );
  const minutes = hours.split(' ').map(readHours);
  const { days: freeDays } = readFreeDays(
    all(/^free (.+)$/gm)
      .flat()
      .join('\n'),
  );
  const leaves = all(/^leave (\d\S+)(?: to (\S+))?(?: (half|\d+:\d\d))?$/gm);
  const known = all(/^leave is known from (\S+)$/gm)[0]?.[0] ?? '9999';
  const timeOf = ({ at }: DayEvent) => clock.wallClock(instantOf(new Date(at)));
  const worked = new Map(
    workedDays(events, rules).map((day) => [day.day, { ...figuresOf(day, timeOf), ...knownEnds(day) }]),
  );
  const [[from = '', until = ''] = []] = all(/^days (\S+) to (\S+)$/gm);

  const days = from ? daysIn({ start_date: from, end_date: until }) : [...worked.keys()];
  const results = days.map((day) => {
    const free = freeDays.find((each) => each.day === day);
    const leave = leaves.find(([first = '', last]) => first <= day && day <= (last || first));
    const plan: DayPlan = {
      day,
      pattern: {
        ...{ monday: 0, tuesday: 0, wednesday: 0, thursday: 0, friday: 0, saturday: 0, sunday: 0 },
        ...Object.fromEntries(weekdays.map((weekday, index) => [weekday, minutes[index] ?? 0])),
        latest_start,
        earliest_end,
      },
      whose: 'of the company',
      startsAt: /^the day begins at (\S+)$/m.exec(text)?.[1] ?? '00:00',
      isEmployed: day >= (rules.employedFrom ?? day) && day <= (rules.employedUntil ?? day),
      freeDay: free && { name: free.name, isHalf: free.is_half },
      leave: leave && leaveIn(leave[2] ?? ''),
      isLeaveKnown: known <= day,
    };
    return expectedDay(plan, worked.get(day), day < calendar.dayOf(instantOf(new Date(rules.now))));
  });
  const [[carried = '', since = ''] = []] = all(/^balance (\S+) from (\S+)$/gm);
  const balance = results
    .filter(({ day }) => day >= since)
    .reduce((sum, { difference_minutes }) => sum + (difference_minutes ?? 0), readHours(carried) ?? 0);
  return [
    ...results.map((result) =>
      [
        `${result.day}: expected ${hoursAndMinutes(result.expected_minutes)}`,
        `worked ${hoursAndMinutes(worked.get(result.day)?.worked_minutes ?? 0)}`,
        ...(result.difference_minutes === null ? [] : [`difference ${signedHours(result.difference_minutes)}`]),
        ...expectedNotes(result),
      ].join(', '),
    ),
    ...(since ? [`balance ${signedHours(balance)}`] : []),
  ].join('\n');
}

const leaveIn = (part: string) => ({
  halves: part === '' ? 2 : part === 'half' ? 1 : 0,
  minutes: readHours(part) ?? 0,
  source: '',
});
