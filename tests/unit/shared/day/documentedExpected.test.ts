// The examples of docs/expected.md are computed as it says.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectedInWords } from '../../../support/people/writtenExpected.ts';

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
