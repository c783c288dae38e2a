// What every file says about itself: the sheet 'About this export', the last block of a PDF, and what
// verifies both.

import { Sha256 } from './sha256.ts';
import type { Row } from '../columns.ts';

/** A label and its value, as they are shown. */
export type Fact = readonly [label: string, value: string];

export const aboutTitle = 'About this export';
export const labels = {
  rows: 'Rows in this file',
  rowsHash: 'SHA-256 of the rows',
  seal: 'SHA-256 of the lines above',
} as const;

/** What the page knows about an export. */
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

/** Follows the rows of one file as they are written. */
export class Proof {
  readonly #hash = new Sha256();
  #rows = 0;
  #first = '';
  #last: Row | undefined;

  add(rows: readonly Row[]): void {
    const [first] = rows;
    if (first && this.#rows === 0) this.#first = nameOf(first);
    this.#last = rows.at(-1) ?? this.#last;
    this.#rows += rows.length;
    this.#hash.update(rows.map(({ cells }) => hashedLine(cells)).join(''));
  }

  /** Ends it. */
  facts(origin: Origin, part: Part): Fact[] {
    const facts: Fact[] = [
      ...origin.filters.map(({ label, value }): Fact => [`Filter: ${label}`, value]),
      ['Time zone', `${origin.zone} (times that the server gives in UTC are shown in this zone)`],
      ['Exported by', origin.user],
      ['Exported on', origin.exportedOn],
      ['Records by the server’s count', String(origin.serverTotal)],
      ['Rows in all parts', String(part.allRows)],
      ['Part', `${part.number} of ${part.of}`],
      [labels.rows, String(this.#rows)],
      ['First record', this.#first],
      ['Last record', this.#last ? nameOf(this.#last) : ''],
      ...(origin.notes.length > 0
        ? origin.notes.map((note): Fact => ['Please note', note])
        : [['Completeness', 'Every record of the list is here once, as they all were at one moment'] as const]),
      [labels.rowsHash, this.#hash.hex()],
    ];
    const clean = facts.map(([label, value]): Fact => [oneLine(label), oneLine(value)]);
    return [...clean, [labels.seal, sealOf(clean)]];
  }
}

/** A row is hashed as the JSON list of its cells and a line feed, in UTF-8, so that anybody can repeat it. */
export const hashedLine = (cells: readonly string[]) => `${JSON.stringify(cells)}\n`;

export function sealOf(facts: readonly Fact[]): string {
  return new Sha256().update(facts.map(hashedLine).join('')).hex();
}

/** Spreadsheets change what is not plain text in one line, and it could not be verified then. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const nameOf = ({ id, cells: [name = '', , event = '', time = ''] }: Row) => `#${id}: ${name}, ${event}, ${time}`;
