// The examples in docs/day.md and docs/working-time.md are computed as they say.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exceptionKinds } from '../../../../src/shared/contract/workday.ts';
import { workingTimeLaws } from '../../../../src/shared/day/workingTimeLaws.ts';
import { exceptionName } from '../../../../src/shared/words/exceptionWords.ts';
import { hoursAndMinutes } from '../../../../src/shared/words/workedTime.ts';
import { computed } from '../../../support/people/writtenDay.ts';

const document = ['day', 'working-time'].map((name) => readFileSync(`docs/${name}.md`, 'utf8')).join('\n');
const examples = [...document.matchAll(/^```day\n([\s\S]*?)\n\n([\s\S]*?)\n```$/gm)].map(
  ([, events = '', days = '']) => ({ events, days }),
);

test.each(examples)('$days', ({ events, days }) => {
  expect(computed(events)).toBe(days);
});

test('every example has events and days', () => {
  expect(examples.length).toBe(document.split('```day').length - 1);
});

test('every exception has a section, and every exception of a known person has an example', () => {
  const names = exceptionKinds.map(exceptionName);
  expect(document.match(/(?<=^### ).+$/gm)).toEqual(names);
  const inExamples = names.filter((name) => examples.some(({ days }) => days.includes(`${name} (`)));
  expect(inExamples).toEqual(names.filter((name) => name !== exceptionName('unknown_person')));
});

test('the table of laws says what Fill In enters', () => {
  const rows = Object.values(workingTimeLaws).map(({ name, source, limits }) => {
    const breaks = limits.breaks.map(
      (rule) => `${hoursAndMinutes(rule.break_minutes)} over ${hoursAndMinutes(rule.over_minutes)}`,
    );
    const parts = limits.break_part_minutes ? [`parts of ${hoursAndMinutes(limits.break_part_minutes)}`] : [];
    const longest = limits.longest_day_minutes ? hoursAndMinutes(limits.longest_day_minutes) : '';
    const cells = [
      name,
      hoursAndMinutes(limits.rest_minutes),
      longest,
      [...breaks, ...parts].join(', '),
      limits.days_in_row,
      source,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  for (const row of rows) expect(document).toContain(row.replaceAll(/\| {2}(?=\|)/g, '| '));
});
