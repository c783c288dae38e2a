// Every line of the threat model in SECURITY.md names the test that proves it, and that test is there.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const model = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
const lines = model.split('\n').filter((line) => line.startsWith('|') && !/^\| (?:threat|---)/.test(line));

/** From '`tests/a.test.ts`: it holds; `tests/b.test.ts`: it bites' */
const namedIn = (line: string) =>
  [...(line.split('|').at(-2) ?? '').matchAll(/`(tests\/[^`]+)`: ?(.*?)(?=; `tests\/|\s*$)/g)].map(
    ([, file = '', title = '']) => ({ file, title: title.trim() }),
  );

test('every threat has a test', () => {
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => namedIn(line).length === 0)).toEqual([]);
});

test('every test that is named is there, with its title', () => {
  const missing = lines.flatMap(namedIn).filter(({ file, title }) => {
    if (!title || !existsSync(path.join(root, file))) return true;
    return !readFileSync(path.join(root, file), 'utf8').includes(title);
  });
  expect(missing).toEqual([]);
});

test('none of their files leaves a test out', () => {
  const files = [...new Set(lines.flatMap(namedIn).map(({ file }) => file))];
  const skipping = files.filter((file) =>
    /\b(?:test|describe)(?:\.\w+)*\.(?:skip|only|todo)\b/.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(skipping).toEqual([]);
});
