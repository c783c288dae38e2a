// Every line of the threat model in SECURITY.md names the tests that prove it, by their whole titles.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const [threats = ''] = read('SECURITY.md').split('## What is not covered');
const lines = threats.split('\n').filter((line) => line.startsWith('|') && !/^\| (?:threat|---)/.test(line));

/** From '`tests/a.test.ts`: refuses it; `tests/b.test.ts`: reports it' */
const namedIn = (line: string) =>
  [...(line.split('|').at(-2) ?? '').matchAll(/`(tests\/[^`]+)`: ?(.*?)(?=; `tests\/|\s*$)/g)].map(
    ([, file = '', title = '']) => ({ file, title: title.trim() }),
  );

/** The titles of tests and suites as written, so those of tables with their placeholders. */
function titlesIn(code: string): string[] {
  // `test('…',` or `test.each(…)('…',`, where no other test begins in between
  const call =
    /\b(?:describe|test|it)(?:\.\w+)*(?:<[\s\S]*?>)?(?:\((?:(?!\b(?:describe|test|it)[.(])[\s\S])*?\))??\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/g;
  return [...code.matchAll(call)].map(([, , title = '']) => title.replace(/\\(.)/g, '$1'));
}

test('every threat names a test', () => {
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => namedIn(line).length === 0)).toEqual([]);
});

test('every named test exists once, under its whole title', () => {
  const wrong = lines.flatMap(namedIn).filter(({ file, title }) => {
    return !existsSync(path.join(root, file)) || titlesIn(read(file)).filter((other) => other === title).length !== 1;
  });
  expect(wrong).toEqual([]);
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
