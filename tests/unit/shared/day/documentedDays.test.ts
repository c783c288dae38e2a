// The examples of docs/day.md are computed as it says.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exceptionKinds } from '../../../../src/shared/contract/workday.ts';
import { exceptionName } from '../../../../src/shared/words/exceptionWords.ts';
import { computed } from '../../../support/people/writtenDay.ts';

const document = readFileSync('docs/day.md', 'utf8');
const examples = [...document.matchAll(/^```day\n([\s\S]*?)\n\n([\s\S]*?)\n```$/gm)].map(
  ([, events = '', days = '']) => ({ events, days }),
);

test.each(examples)('$days', ({ events, days }) => {
  expect(computed(events)).toBe(days);
});

test('every example has events and days', () => {
  expect(examples.length).toBe(document.split('```day').length - 1);
});

test('every exception has a section, and every one of a known person an example', () => {
  const names = exceptionKinds.map(exceptionName);
  expect(document.match(/(?<=^### ).+$/gm)).toEqual(names);
  const inExamples = names.filter((name) => examples.some(({ days }) => days.includes(`${name} (`)));
  expect(inExamples).toEqual(names.filter((name) => name !== exceptionName('unknown_person')));
});
