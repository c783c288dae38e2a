// The options of a select that one can type into.

import { expect, test } from 'vitest';
import { matchingOptions } from '../../../../src/platform/ui/filters/SearchSelect.tsx';

const options = [
  { label: 'Anna Anderson', detail: '00012' },
  { label: 'Søren Ödegård' },
  { label: 'Jiří Dvořák', detail: '7' },
  { label: '田中 山本' },
];
const found = (typed: string) => matchingOptions(options, typed).map(({ label }) => label);

test.each([
  ['', options.map(({ label }) => label)],
  ['so', ['Søren Ödegård', 'Anna Anderson']],
  ['dvorak', ['Jiří Dvořák']],
  ['AND an', ['Anna Anderson']],
  ['0012', ['Anna Anderson']],
  ['本', ['田中 山本']],
  ['xyz', []],
])('%j finds %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels);
});

test('a text without a letter is looked for as it is', () => {
  expect(matchingOptions([{ label: 'A & B' }, { label: 'C' }], '&').map(({ label }) => label)).toEqual(['A & B']);
});
