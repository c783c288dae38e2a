// Facts that every file contains about itself, on the sheet 'About this export' or at the end of a PDF. They make it
// possible to verify the file.

import { calendarZone } from '../../../shared/words/days.ts';
import { hashedLine } from '../../../shared/words/exportedRow.ts';
import { isolated } from '../../../shared/words/isolated.ts';
import { plural } from '../../../shared/words/plural.ts';
import { formatTime } from '../../../shared/words/time.ts';
import type { CorrectionRow, Row } from '../columns.ts';
import { Sha256 } from './sha256.ts';
import type { Signed } from './signature.ts';

export type Fact = readonly [label: string, value: string];

export const aboutTitle = 'About this export';
export const labels = {
  rows: 'Rows in this file',
  rowsHash: 'SHA-256 of the rows',
  correctionsHash: 'SHA-256 of the corrections',
  /** Only in workbooks. Missing in exports from before the seal covered the file's bytes. */
  file: 'SHA-256 of the file without this line and those below',
  seal: 'SHA-256 of the lines above',
  statement: 'Signed statement',
  signature: 'Signature of the statement',
} as const;

export const filterFacts = (filters: Origin['filters']): Fact[] =>
  filters.map(({ label, value }) => [`Filter: ${label}`, value]);

const readOnce: Fact = ['Read', 'once; the server said that no record changed meanwhile'];

/** Facts that the page knows. */
export interface Origin {
  readonly filters: readonly { label: string; value: string }[];
  /** The console's time zone, for times that the server gives in UTC. */
  readonly zone: string;
  readonly hasZones?: boolean;
  readonly user: string;
  readonly exportedOn: string;
  readonly serverTotal: number;
  /** Whether the list was read only once, as the server said that nothing changed meanwhile. */
  readonly isOfOneRevision?: boolean;
  readonly notes: readonly string[];
  /** Corrections of the records in all parts; undefined if the server does not support corrections. */
  readonly corrections?: readonly CorrectionRow[];
}

export interface Part {
  readonly number: number;
  /** Number of rows in the previous parts. */
  readonly skip: number;
  readonly of: number;
  readonly allRows: number;
}

/** Facts of a file, with what the server must know to sign it. */
interface Proven {
  readonly facts: readonly Fact[];
  readonly rows: number;
  readonly rowsHash: string;
  /** Corrections of the records in this file. */
  readonly corrections: readonly CorrectionRow[];
}

/** Returns the current time on the console's clock. */
export const exportedNow = (): string => onClock(formatTime(new Date().toISOString()), calendarZone());

/** Names the zone, since the rest of the file may use another. */
const onClock = (time: string, zone: string) => `${time} (${zone})`;

/** Describes the time zones in a file: those that the server names or, if there are none, the console's. */
export function zoneInWords(zones: ReadonlySet<string>, ofConsole: string): string {
  if (zones.size === 0) return `${ofConsole} (for times that the server gives in UTC)`;
  const names = [...zones].sort().join(', ');
  return zones.size === 1 ? names : `Each company's own: ${names}`;
}

/** Hashes and counts the rows of a file while they are written. */
export class Proof {
  readonly #hash = new Sha256();
  #rows = 0;
  #first = '';
  #last: Row | undefined;
  readonly #unknownIds = new Map<string, number>();
  readonly #ids = new Set<number>();
  readonly #zones = new Set<string>();
  readonly #marks = { manual: 0, setAside: 0 };

  add(rows: readonly Row[]): void {
    const [first] = rows;
    if (first && this.#rows === 0) this.#first = describeRecord(first);
    this.#last = rows.at(-1) ?? this.#last;
    this.#rows += rows.length;
    for (const { id, unknownId, zone, mark } of rows) {
      if (zone) this.#zones.add(zone);
      this.#ids.add(id);
      if (mark) this.#marks[mark] += 1;
      if (unknownId !== undefined) this.#unknownIds.set(unknownId, (this.#unknownIds.get(unknownId) ?? 0) + 1);
    }
    this.#hash.update(rows.map(({ cells }) => hashedLine(cells)).join(''));
  }

  /** Must be called once, after the last row. */
  conclude(origin: Origin, part: Part): Proven {
    const rowsHash = this.#hash.hex();
    const corrections = (origin.corrections ?? []).filter(
      ({ recordId }) => recordId !== null && this.#ids.has(recordId),
    );
    const facts: Fact[] = [
      ...filterFacts(origin.filters),
      ['Time zone', zoneInWords(this.#zones, origin.zone)],
      ['Exported by', origin.user],
      ['Exported on', onClock(origin.exportedOn, origin.zone)],
      ['Records counted by the server', String(origin.serverTotal)],
      ...(origin.isOfOneRevision ? [readOnce] : []),
      ['Rows in all parts', String(part.allRows)],
      ['Part', `${part.number} of ${part.of}`],
      [labels.rows, String(this.#rows)],
      ['First record', this.#first],
      ['Last record', this.#last ? describeRecord(this.#last) : ''],
      ...(this.#unknownIds.size > 0 ? [['IDs of unknown employees', describeIds(this.#unknownIds)] as const] : []),
      ...(origin.corrections ? this.#correctionFacts(corrections) : []),
      ...(origin.notes.length > 0
        ? origin.notes.map((note): Fact => ['Note', note])
        : [['Completeness', 'Every record in the list, once, as of a single moment'] as const]),
      [labels.rowsHash, rowsHash],
    ];
    return { facts, rows: this.#rows, rowsHash, corrections };
  }

  #correctionFacts(corrections: readonly CorrectionRow[]): Fact[] {
    return [
      ['Records added by hand', String(this.#marks.manual)],
      ['Records set aside', String(this.#marks.setAside)],
      ['Corrections of the records', String(corrections.length)],
      ...(corrections.length > 0
        ? [[labels.correctionsHash, hashOf(corrections.map(({ cells }) => cells))] as const]
        : []),
    ];
  }
}

/** Facts after the seal, which they sign. */
export const signatureFacts = (signed: Signed | undefined): Fact[] =>
  signed
    ? [
        [labels.statement, signed.statement],
        [labels.signature, signed.signature],
      ]
    : [];

/** Brings facts into the form in which they are stored and hashed. */
export const cleanFacts = (facts: readonly Fact[]): Fact[] =>
  facts.map(([label, value]) => [toSingleLine(label), toSingleLine(value)]);

/** Appends the facts' hash as the last fact. */
export function sealedFacts(facts: readonly Fact[]): Fact[] {
  const clean = cleanFacts(facts);
  return [...clean, [labels.seal, sealOf(clean)]];
}

export const sealOf = (facts: readonly Fact[]): string => hashOf(facts);

export const hashOf = (lines: readonly (readonly string[])[]) =>
  new Sha256().update(lines.map(hashedLine).join('')).hex();

/** Spreadsheet programs alter any other text when they save, which would make verification fail. */
export const toSingleLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const maxIds = 20;

/** '77777 (2 records), 88888 (1 record)' */
function describeIds(ids: ReadonlyMap<string, number>): string {
  const listed = [...ids].slice(0, maxIds).map(([id, records]) => `${isolated(id)} (${plural(records, 'record')})`);
  const more = ids.size - listed.length;
  return [...listed, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const describeRecord = ({ id, cells: [name = '', , event = '', time = ''] }: Row) =>
  `#${id}: ${isolated(name)}, ${event}, ${time}`;
