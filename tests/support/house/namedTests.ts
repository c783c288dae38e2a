// Tests that documents name: '`tests/a.test.ts`: refuses it; `tests/b.test.ts`: reports it'.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface NamedTest {
  readonly file: string;
  readonly title: string;
}

const root = path.resolve(import.meta.dirname, '../../..');

export const namedTestsIn = (cell: string): NamedTest[] =>
  [...cell.matchAll(/`(tests\/[^`]+)`: ?(.*?)(?=; `tests\/|\s*$)/g)].map(([, file = '', title = '']) => ({
    file,
    title: title.trim(),
  }));

/** Whether the file has one test or suite of this whole title. */
export function testExists({ file, title }: NamedTest): boolean {
  const name = path.join(root, file);
  return existsSync(name) && titlesIn(readFileSync(name, 'utf8')).filter((other) => other === title).length === 1;
}

/** The titles of tests and suites as written, so those of tables with their placeholders. */
export function titlesIn(code: string): string[] {
  // `test('…',` or `test.each(…)('…',`, where no other test begins in between
  const call =
    /\b(?:describe|test|it)(?:\.\w+)*(?:<[\s\S]*?>)?(?:\((?:(?!\b(?:describe|test|it)[.(])[\s\S])*?\))??\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/g;
  return [...code.matchAll(call)].map(([, , title = '']) => title.replace(/\\(.)/g, '$1'));
}
