// The facts in every file about itself: the sheet 'About this export' or the end of a PDF. They let the file be verified.

import { Sha256 } from './sha256.ts';
import type { Row } from '../columns.ts';

export type Fact = readonly [label: string, value: string];

export const aboutTitle = 'About this export';
export const labels = {
  rows: 'Rows in this file',
  rowsHash: 'SHA-256 of the rows',
  seal: 'SHA-256 of the lines above',
} as const;

/** The facts that the page knows. */
export interface Origin {
  readonly filters: readonly { label: string; value: string }[];
  readonly zone: string;
  readonly user: string;
  readonly exportedOn: string;
  readonly serverTotal: number;
  readonly notes: readonly string[];
}

export interface Part {
  readonly number: number;
  readonly of: number;
  readonly allRows: number;
}

/** Hashes and counts the rows of one file while they are written. */
export class Proof {
  readonly #hash = new Sha256();
  #rows = 0;
  #first = '';
  #last: Row | undefined;

  add(rows: readonly Row[]): void {
    const [first] = rows;
    if (first && this.#rows === 0) this.#first = describeRecord(first);
    this.#last = rows.at(-1) ?? this.#last;
    this.#rows += rows.length;
    this.#hash.update(rows.map(({ cells }) => hashedLine(cells)).join(''));
  }

  /** To be called once, after the last row. */
  facts(origin: Origin, part: Part): Fact[] {
    const facts: Fact[] = [
      ...origin.filters.map(({ label, value }): Fact => [`Filter: ${label}`, value]),
      ['Time zone', `${origin.zone} (for times that the server gives in UTC)`],
      ['Exported by', origin.user],
      ['Exported on', origin.exportedOn],
      ['Records counted by the server', String(origin.serverTotal)],
      ['Rows in all parts', String(part.allRows)],
      ['Part', `${part.number} of ${part.of}`],
      [labels.rows, String(this.#rows)],
      ['First record', this.#first],
      ['Last record', this.#last ? describeRecord(this.#last) : ''],
      ...(origin.notes.length > 0
        ? origin.notes.map((note): Fact => ['Note', note])
        : [['Completeness', 'Every record in the list, once, as of a single moment'] as const]),
      [labels.rowsHash, this.#hash.hex()],
    ];
    const clean = facts.map(([label, value]): Fact => [toSingleLine(label), toSingleLine(value)]);
    return [...clean, [labels.seal, sealOf(clean)]];
  }
}

/** As UTF-8, each row is hashed as a JSON array of its cells and a line feed, which other programs can repeat. */
export const hashedLine = (cells: readonly string[]) => `${JSON.stringify(cells)}\n`;

export function sealOf(facts: readonly Fact[]): string {
  return new Sha256().update(facts.map(hashedLine).join('')).hex();
}

/** Spreadsheet programs alter other text when they save, and the file could not be verified then. */
const toSingleLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const describeRecord = ({ id, cells: [name = '', , event = '', time = ''] }: Row) =>
  `#${id}: ${name}, ${event}, ${time}`;
