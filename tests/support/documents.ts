// A document's tables, as rows of cells.
import { existsSync, readFileSync } from 'node:fs';

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of all tables under a heading, up to the next one. */
export function rowsUnder(file: string, heading: string): string[][] {
  const section = readFileSync(file, 'utf8')
    .split(/^#+ /m)
    .find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${file} has no heading "${heading}"`);
  const lines = section.split('\n');
  const isRow = (line: string, index: number) =>
    line.startsWith('|') && !line.startsWith('| ---') && !lines[index + 1]?.startsWith('| ---');
  return lines.filter(isRow).map(cellsOf);
}

/** The texts between backticks. */
export const inCode = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

// Tests that documents name: '`tests/a.test.ts`: refuses it; `tests/b.test.ts`: reports it'.
interface NamedTest {
  readonly file: string;
  readonly title: string;
}

export const namedTestsIn = (cell: string): NamedTest[] =>
  [...cell.matchAll(/`(tests\/[^`]+)`: ?(.*?)(?=; `tests\/|\s*$)/g)].map(([, file = '', title = '']) => ({
    file,
    title: title.trim(),
  }));

/** Whether exactly one test or suite in the file has this title. */
export function testExists({ file, title }: NamedTest): boolean {
  return existsSync(file) && titlesIn(readFileSync(file, 'utf8')).filter((other) => other === title).length === 1;
}

/** The titles of tests and suites as written; those of `test.each` include their placeholders. */
export function titlesIn(code: string): string[] {
  // `test('…',` or `test.each(…)('…',` with no other test beginning in between
  const call =
    /\b(?:describe|test|it)(?:\.\w+)*(?:<[\s\S]*?>)?(?:\((?:(?!\b(?:describe|test|it)[.(])[\s\S])*?\))??\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/g;
  return [...code.matchAll(call)].map(([, , title = '']) => title.replace(/\\(.)/g, '$1'));
}

// The code blocks of a document, for tests that follow its instructions.

/** The only block that begins with this text. */
export function codeBlock(file: string, beginning: string): string {
  const blocks = readFileSync(file, 'utf8').matchAll(/^```\w+\n([\s\S]*?)^```$/gm);
  const found = [...blocks].map(([, text = '']) => text).filter((text) => text.startsWith(beginning));
  const [block, ...more] = found;
  if (block === undefined || more.length > 0)
    throw new Error(`${found.length} blocks in ${file} begin with ${beginning}`);
  return block;
}
