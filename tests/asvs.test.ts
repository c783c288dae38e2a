// docs/asvs.md answers every point of levels 1 and 2 of OWASP's standard, proves each "yes" by a test, gives a reason
// for every other answer, and counts correctly.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { namedTestsIn, rowsUnder, testExists } from './support/documents.ts';

const file = 'docs/asvs.md';
const headings = [
  ...readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8').matchAll(/^## (V\d+ .*)$/gm),
].map(([, heading = '']) => heading);

const points = headings
  .flatMap((heading) => rowsUnder(file, heading))
  .map(([id = '', level = '', , answer = '', why = '', proof = '']) => ({ id, level, answer, why, proof }));

/** The points of version 5.0.0 by section. */
const level1: Readonly<Record<string, string>> = {
  '1.2': '1-5',
  '1.3': '1 2',
  '1.5': '1',
  '2.1': '1',
  '2.2': '1 2',
  '2.3': '1',
  '3.2': '1 2',
  '3.3': '1',
  '3.4': '1 2',
  '3.5': '1-3',
  '4.1': '1',
  '4.4': '1',
  '5.2': '1 2',
  '5.3': '1 2',
  '6.1': '1',
  '6.2': '1-8',
  '6.3': '1 2',
  '6.4': '1 2',
  '7.2': '1-4',
  '7.4': '1 2',
  '8.1': '1',
  '8.2': '1 2',
  '8.3': '1',
  '9.1': '1-3',
  '9.2': '1',
  '10.4': '1-5',
  '11.3': '1 2',
  '11.4': '1',
  '12.1': '1',
  '12.2': '1 2',
  '13.4': '1',
  '14.2': '1',
  '14.3': '1',
  '15.1': '1',
  '15.2': '1',
  '15.3': '1',
};
const level2: Readonly<Record<string, string>> = {
  '1.1': '1 2',
  '1.2': '6-9',
  '1.3': '3-11',
  '1.4': '1-3',
  '1.5': '2',
  '2.1': '2 3',
  '2.2': '3',
  '2.3': '2-4',
  '2.4': '1',
  '3.3': '2-4',
  '3.4': '3-6',
  '3.5': '4 5',
  '3.7': '1 2',
  '4.1': '2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '2-4',
  '5.1': '1',
  '5.2': '3',
  '5.4': '1-3',
  '6.1': '2 3',
  '6.2': '9-12',
  '6.3': '3 4',
  '6.4': '3 4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.3': '1 2',
  '7.4': '3-5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '2',
  '8.2': '3',
  '8.4': '1',
  '9.2': '2-4',
  '10.1': '1 2',
  '10.2': '1 2',
  '10.3': '1-4',
  '10.4': '6-11',
  '10.5': '1-5',
  '10.6': '1 2',
  '10.7': '1-3',
  '11.1': '1 2',
  '11.2': '1-3',
  '11.3': '3',
  '11.4': '2-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '2 3',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1 2',
  '13.4': '2-5',
  '14.1': '1 2',
  '14.2': '2-4',
  '14.3': '2 3',
  '15.1': '2 3',
  '15.2': '2 3',
  '15.3': '2-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1 2',
};

/** Reads '1-3 5' as 1, 2, 3 and 5. */
const numbersIn = (list: string) =>
  list.split(' ').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

const isYes = ({ answer }: { answer: string }) => answer === 'yes';

describe('the points', () => {
  test('are those of levels 1 and 2, each once and in order', () => {
    const pointsOf = (level: string, sections: Readonly<Record<string, string>>) =>
      Object.entries(sections).flatMap(([section, list]) =>
        numbersIn(list).map((number) => `${section}.${number} ${level}`),
      );
    const expected = [...pointsOf('1', level1), ...pointsOf('2', level2)];
    expect(expected).toHaveLength(253);
    expect(points.map(({ id, level }) => `${id} ${level}`).sort()).toEqual(expected.sort());
    const inOrder = new Intl.Collator('en', { numeric: true });
    expect(points.map(({ id }) => id)).toEqual(points.map(({ id }) => id).toSorted(inOrder.compare));
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
  const sums = rowsUnder(file, 'OWASP ASVS 5.0.0, levels 1 and 2').map(([answer, , all, first]) => [
    answer,
    all,
    first,
  ]);
  const counted = ['yes', 'partly', 'no', 'not applicable'].map((answer) => {
    const given = points.filter((point) => point.answer === answer);
    return [answer, String(given.length), String(given.filter(({ level }) => level === '1').length)];
  });
  expect(sums).toEqual(counted);
  expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(points.length);
});
