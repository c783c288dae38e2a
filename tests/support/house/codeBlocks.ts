// The code blocks of a document, for tests that follow its instructions.
import { readFileSync } from 'node:fs';

/** The one block that begins with this text. */
export function codeBlock(file: string, beginning: string): string {
  const blocks = readFileSync(file, 'utf8').matchAll(/^```\w+\n([\s\S]*?)^```$/gm);
  const found = [...blocks].map(([, text = '']) => text).filter((text) => text.startsWith(beginning));
  const [block, ...more] = found;
  if (block === undefined || more.length > 0)
    throw new Error(`${found.length} blocks in ${file} begin with ${beginning}`);
  return block;
}
