// Every line of the threat model in docs/threats.md names the tests that prove it by their full titles.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { namedTestsIn, testExists, titlesIn } from './support/documents.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../docs/threats.md'), 'utf8');
const [, threats = ''] = text.split(/^## (?:Threats|What is not covered)$/m);
const lines = threats.split('\n').filter((line) => line.startsWith('|') && !/^\| (?:threat|---)/.test(line));
const namedIn = (line: string) => namedTestsIn(line.split('|').at(-2) ?? '');

test('every threat names a test', () => {
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => namedIn(line).length === 0)).toEqual([]);
});

test('every named test exists once, under its whole title', () => {
  expect(lines.flatMap(namedIn).filter((named) => !testExists(named))).toEqual([]);
});

test('reads the titles of single tests and of tables', () => {
  const code = `
    test('adds', () => {});
    it("user's", () => {});
    test.each<[number, () => number]>([[1, f(2)], [2, 3]])('adds %s to %s', () => {});
    describe('sums', () => onSundays(() => test('adds it\\'s all', () => {})));
    const text = 'adds nothing';`;
  expect(titlesIn(code)).toEqual(['adds', "user's", 'adds %s to %s', 'sums', "adds it's all"]);
});
