// docs/asvs.md answers every point of level 2 of OWASP's standard, proves each "yes" by a test, gives a reason for
// everything else, and counts right.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { namedTestsIn, rowsUnder, testExists } from './support/house/documents.ts';

const file = 'docs/asvs.md';
const headings = [
  ...readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8').matchAll(/^## (V\d+ .*)$/gm),
].map(([, heading = '']) => heading);

const points = headings
  .flatMap((heading) => rowsUnder(file, heading))
  .map(([id = '', requirement = '', answer = '', why = '', proof = '']) => ({ id, requirement, answer, why, proof }));

/** The points of level 2 by section: those of version 4.0.3 that are neither deleted nor of level 3 alone. */
const level2: Readonly<Record<string, string>> = {
  '1.1': '1-7',
  '1.2': '1-4',
  '1.4': '1 4 5',
  '1.5': '1-4',
  '1.6': '1-4',
  '1.7': '1 2',
  '1.8': '1 2',
  '1.9': '1 2',
  '1.10': '1',
  '1.11': '1 2',
  '1.12': '2',
  '1.14': '1-6',
  '2.1': '1-12',
  '2.2': '1-3',
  '2.3': '1-3',
  '2.4': '1-5',
  '2.5': '1-7',
  '2.6': '1-3',
  '2.7': '1-6',
  '2.8': '1-7',
  '2.9': '1-3',
  '2.10': '1-4',
  '3.1': '1',
  '3.2': '1-4',
  '3.3': '1-4',
  '3.4': '1-5',
  '3.5': '1-3',
  '3.7': '1',
  '4.1': '1-3 5',
  '4.2': '1 2',
  '4.3': '1-3',
  '5.1': '1-5',
  '5.2': '1-8',
  '5.3': '1-10',
  '5.4': '1-3',
  '5.5': '1-4',
  '6.1': '1-3',
  '6.2': '1-6',
  '6.3': '1 2',
  '6.4': '1 2',
  '7.1': '1-4',
  '7.2': '1 2',
  '7.3': '1 3 4',
  '7.4': '1-3',
  '8.1': '1-4',
  '8.2': '1-3',
  '8.3': '1-8',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.2': '1 2',
  '10.3': '1-3',
  '11.1': '1-8',
  '12.1': '1-3',
  '12.2': '1',
  '12.3': '1-6',
  '12.4': '1 2',
  '12.5': '1 2',
  '12.6': '1',
  '13.1': '1 3-5',
  '13.2': '1-3 5 6',
  '13.3': '1 2',
  '13.4': '1 2',
  '14.1': '1-4',
  '14.2': '1-6',
  '14.3': '2 3',
  '14.4': '1-7',
  '14.5': '1-4',
};

/** '1-3 5' is 1, 2, 3 and 5. */
const numbersIn = (list: string) =>
  list.split(' ').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

const isYes = ({ answer }: { answer: string }) => answer === 'yes';

describe('the points', () => {
  test('are those of level 2, each once and in order', () => {
    const expected = Object.entries(level2).flatMap(([section, list]) =>
      numbersIn(list).map((number) => `${section}.${number}`),
    );
    expect(expected).toHaveLength(259);
    expect(points.map(({ id }) => id)).toEqual(expected);
  });

  test('that are answered yes name a test that exists, and the others none', () => {
    const unproven = points.filter(isYes).filter(({ proof }) => {
      const named = namedTestsIn(proof);
      return named.length === 0 || !named.every(testExists);
    });
    expect(unproven.map(({ id, proof }) => `${id} ${proof}`)).toEqual([]);
    expect(points.filter((point) => !isYes(point) && point.proof !== '')).toEqual([]);
  });

  test('that are not answered yes have a reason', () => {
    expect(points.filter((point) => !isYes(point) && point.why === '')).toEqual([]);
  });
});

test('the sums are right', () => {
  const sums = rowsUnder(file, 'OWASP ASVS 4.0.3, level 2').map(([answer = '', , sum = '']) => [answer, Number(sum)]);
  const counted = ['yes', 'partly', 'no', 'not applicable'].map((answer) => [
    answer,
    points.filter((point) => point.answer === answer).length,
  ]);
  expect(sums).toEqual(counted);
  expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(points.length);
});
