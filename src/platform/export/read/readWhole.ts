// Reads a whole list as it was on the server at one moment, even if records are added, removed and changed meanwhile.
// Counting is not enough: if a record is removed from a page already read and another is added, a record is skipped
// although the count stays the same. So the list is read until one reading confirms the previous one, or the server
// says that nothing changed during it.

import { unreadNote } from '../../../shared/words/plural.ts';
import { type AskPage, pause, type ReadPage, readPage, readPages } from './readPages.ts';

/** Receives the rows. Each reading clears it first. */
export interface Sink<R> {
  clear(): void;
  add(rows: readonly R[], where: 'front' | 'end'): void;
}

export interface Source<R> {
  ask: AskPage<R>;
  /** Returns the texts by which to detect a changed row, if not the whole row. */
  contentOf?(row: R): readonly string[];
  /** Requests the list's revision, which changes whenever the list does, from servers that have one. */
  askRevision?: ((signal: AbortSignal) => Promise<string>) | undefined;
  /** Plural noun for the notes: 'records' */
  many: string;
  /** Introduces, in the notes, how many were read: 'The file contains' */
  leadIn: string;
}

export interface Whole {
  rows: number;
  /** The server's last count. */
  total: number;
  /** The greatest id of a record. Records with greater ones arrived after the reading. */
  highestId: number;
  /** Whether the server said that nothing changed during the reading. */
  isOfOneRevision: boolean;
  /** Reasons why the rows may not match the list exactly; empty if they do. */
  notes: string[];
}

export interface Options<R> {
  sink: Sink<R>;
  signal: AbortSignal;
  /** Whether one reading is enough if no change was noticed during it. */
  trustsOneReading?: boolean;
  onProgress?(done: number, total: number, phase: 'fetching' | 'checking'): void;
}

const maxReadings = 4;
/** Milliseconds to wait before the third and fourth reading, since changes come in bursts. */
const delays = [500, 1500];

export async function readWhole<R extends { id: number }>(source: Source<R>, options: Options<R>): Promise<Whole> {
  const { sink, signal, trustsOneReading = false, onProgress } = options;
  let before: Reading<R> | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const revision = await source.askRevision?.(signal);
    sink.clear();
    const reading: Reading<R> = new Reading(source, sink, before);
    for await (const page of readPages(source.ask, signal)) {
      reading.add(page);
      onProgress?.(reading.rows, page.data.total, attempt === 1 ? 'fetching' : 'checking');
    }
    if (revision !== undefined && reading.isComplete && (await source.askRevision?.(signal)) === revision)
      return { ...reading.result(), isOfOneRevision: true };
    if ((reading.pages === 1 || (trustsOneReading && !reading.hasMoved)) && reading.isComplete) return reading.result();

    if (before && reading.removed + reading.changed === 0 && !reading.hasShrunk) {
      await addNewRecords(reading);
      if (reading.isComplete) return reading.result();
      if (reading.added === 0) return reading.result(describeMiscount(reading, source));
    }
    if (attempt >= maxReadings) return reading.result(describeChanges(reading, source));
    if (before) await pause(delays[attempt - 2] ?? 0, signal);
    before = reading;
  }

  /** Reads the first and last page again, as records added during the reading are at either end of the list. */
  async function addNewRecords(reading: Reading<R>): Promise<void> {
    for (const where of ['front', 'end'] as const) {
      if (reading.isComplete) return;
      reading.add(await readPage(source.ask, where === 'front' ? 1 : reading.lastPage, signal), where);
    }
  }
}

/** Reads the list into memory, in order. */
export async function readRecords<R extends { id: number }>(
  source: Source<R>,
  options: Omit<Options<R>, 'sink'>,
): Promise<Whole & { records: readonly R[] }> {
  let records: R[] = [];
  const sink: Sink<R> = {
    clear() {
      records = [];
    },
    add(rows, where) {
      if (where === 'front') records.unshift(...rows);
      else records.push(...rows);
    },
  };
  const whole = await readWhole(source, { ...options, sink });
  return { ...whole, records };
}

/** One pass over all pages, with each record once, and its differences from the previous pass. */
class Reading<R extends { id: number }> {
  /** Hashes of the rows by record id, for comparing readings without keeping the rows. */
  readonly #hashes = new Map<number, number>();
  readonly #source: Source<R>;
  readonly #sink: Sink<R>;
  readonly #before: ReadonlyMap<number, number>;
  #known = 0;
  #highestId = 0;
  /** Reasons why records could not be read. They have no row. */
  readonly #unread: string[] = [];
  changed = 0;
  pages = 0;
  lastPage = 1;
  total = 0;
  /** Whether the count fell, so that records moved up, perhaps to a page already read. */
  hasShrunk = false;
  /** Whether the count changed, or a record was on two pages. */
  hasMoved = false;

  constructor(source: Source<R>, sink: Sink<R>, before: Reading<R> | undefined) {
    this.#source = source;
    this.#sink = sink;
    this.#before = before ? before.#hashes : new Map();
  }

  get rows(): number {
    return this.#hashes.size;
  }

  get removed(): number {
    return this.#before.size - this.#known;
  }

  get added(): number {
    return this.rows - this.#known;
  }

  get isComplete(): boolean {
    return this.rows + this.#unread.length === this.total;
  }

  result(...notes: string[]): Whole {
    const note = unreadNote(this.#unread);
    return {
      rows: this.rows,
      total: this.total,
      highestId: this.#highestId,
      isOfOneRevision: false,
      notes: note === undefined ? notes : [note, ...notes],
    };
  }

  /** `where` is set if a page is read again for its new records. */
  add({ data: page, unread }: ReadPage<R>, where?: 'front' | 'end'): void {
    if (where === undefined) this.#unread.push(...unread);
    if (this.pages > 0 && page.total < this.total) this.hasShrunk = true;
    if (this.pages > 0 && page.total !== this.total) this.hasMoved = true;
    this.pages += 1;
    this.total = page.total;
    this.lastPage = page.last_page;
    const fresh = page.data.filter((row) => this.#take(row));
    if (fresh.length < page.data.length) this.hasMoved = true;
    if (fresh.length > 0) this.#sink.add(fresh, where ?? 'end');
  }

  /** Whether the row is seen for the first time in this reading. */
  #take(row: R): boolean {
    if (this.#hashes.has(row.id)) return false;
    const hash = hashOf(this.#source.contentOf?.(row) ?? [JSON.stringify(row)]);
    const earlier = this.#before.get(row.id);
    this.#highestId = Math.max(this.#highestId, row.id);
    this.#hashes.set(row.id, hash);
    if (earlier === undefined) return true;
    this.#known += 1;
    if (earlier !== hash) this.changed += 1;
    return true;
  }
}

/** Figures of a reading that the notes mention. */
type Figures = Pick<Reading<{ id: number }>, 'added' | 'removed' | 'changed' | 'rows' | 'total'>;
type Words = Pick<Source<never>, 'many' | 'leadIn'>;

function describeMiscount({ rows, total }: Figures, { many, leadIn }: Words): string {
  return `The server counts ${total} ${many}, but its pages contained ${rows}, twice. ${leadIn} those ${rows}.`;
}

function describeChanges({ added, removed, changed, rows, total }: Figures, { many, leadIn }: Words): string {
  return (
    `The ${many} kept changing while they were read ${maxReadings} times: between the last two readings ` +
    `${added} were added, ${removed} were removed and ${changed} changed. ` +
    `${leadIn} ${rows} ${many}, each as it was last read; the server's last count is ${total}.`
  );
}

/** FNV-1a, which only compares readings of one server and need not resist forgery. */
function hashOf(cells: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const cell of cells) {
    for (let index = 0; index < cell.length; index += 1) {
      hash = Math.imul(hash ^ cell.charCodeAt(index), 0x01000193);
    }
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return hash;
}
