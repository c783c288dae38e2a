// Hashes of whole sheets, including column titles, among the facts about a file. Each names its sheet, so that files
// with any sheets can be verified.

import { type Fact, hashOf } from './about.ts';

export type TextRows = readonly (readonly string[])[];

const label = (sheet: string) => `SHA-256 of the sheet ‘${sheet}’`;

export const sheetHashFact = (sheet: string, rows: TextRows): Fact => [label(sheet), hashOf(rows)];

export const hashedSheets = (facts: readonly Fact[]): { sheet: string; hash: string }[] =>
  facts.flatMap(([name, hash]) => {
    const [, sheet] = /^SHA-256 of the sheet ‘(.*)’$/.exec(name) ?? [];
    return sheet === undefined ? [] : [{ sheet, hash }];
  });

/** Hashes the rows of a sheet that is read back. Programs leave out empty cells at the end of a row. */
export async function hashOfSheet(rows: AsyncIterable<string[]>): Promise<string> {
  const read: string[][] = [];
  for await (const cells of rows) read.push(cells);
  const width = read[0]?.length ?? 0;
  return hashOf(read.map((cells) => [...cells, ...Array.from({ length: width - cells.length }, () => '')]));
}
