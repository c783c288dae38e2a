// Reads the whole list as the server had it at one moment, although records are added, removed and changed meanwhile.
// Counting is not enough: when a record is removed from a page already read and another is added, the count stays the
// same, but a record was skipped. So the list is read until one reading confirms the one before.

import type { Api } from '../../api/client.ts';
import { unreadNote } from '../../format/unreadNote.ts';
import { rowOf, type Row } from '../columns.ts';
import { pause } from './pause.ts';
import { readPage, readPages, type Filters, type ReadPage } from './readPages.ts';

/** Receives the rows; each reading clears it first. */
interface Sink {
  clear(): void;
  add(rows: readonly Row[], where: 'front' | 'end'): void;
}

export interface Collected {
  rows: number;
  /** The server's last count. */
  total: number;
  /** The greatest id of a record: later ones arrived after the reading. */
  highestId: number;
  /** Why the rows may not match the list exactly; empty where they do. */
  notes: string[];
}

interface Options {
  sink: Sink;
  signal: AbortSignal;
  onProgress(phase: 'fetching' | 'checking', done: number, total: number): void;
}

const maxReadings = 4;
/** Before the third and the fourth reading, in milliseconds: changes come in bursts. */
const delays = [500, 1500];

export async function collect(api: Api, filters: Filters, { sink, signal, onProgress }: Options): Promise<Collected> {
  let before: Reading | undefined;
  for (let attempt = 1; ; attempt += 1) {
    sink.clear();
    const reading: Reading = new Reading(sink, before);
    for await (const page of readPages(api, filters, signal)) {
      reading.add(page);
      onProgress(attempt === 1 ? 'fetching' : 'checking', reading.rows, page.data.total);
    }
    if (reading.pages === 1 && reading.isComplete) return reading.result();

    if (before && reading.removed + reading.changed === 0 && !reading.hasShrunk) {
      await addNewRecords(reading);
      if (reading.isComplete) return reading.result();
      if (reading.added === 0) return reading.result(describeMiscount(reading));
    }
    if (attempt >= maxReadings) return reading.result(describeChanges(reading));
    if (before) await pause(delays[attempt - 2] ?? 0, signal);
    before = reading;
  }

  /** Records added during the reading are at the beginning or the end of the list. */
  async function addNewRecords(reading: Reading): Promise<void> {
    for (const where of ['front', 'end'] as const) {
      if (reading.isComplete) return;
      reading.add(await readPage(api, filters, where === 'front' ? 1 : reading.lastPage, signal), where);
    }
  }
}

/** One pass over all pages: each record once, and the differences from the pass before. */
class Reading {
  /** From a record's id to the hash of its row: enough to compare readings without keeping the rows. */
  readonly #hashes = new Map<number, number>();
  readonly #sink: Sink;
  readonly #before: ReadonlyMap<number, number>;
  #known = 0;
  #highestId = 0;
  /** Of each record that could not be read: why. Such a record has no row. */
  readonly #unread: string[] = [];
  changed = 0;
  pages = 0;
  lastPage = 1;
  total = 0;
  /** Whether the count fell, so that records on later pages moved up, maybe to a page already read. */
  hasShrunk = false;

  constructor(sink: Sink, before: Reading | undefined) {
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

  result(...notes: string[]): Collected {
    const note = unreadNote(this.#unread);
    return {
      rows: this.rows,
      total: this.total,
      highestId: this.#highestId,
      notes: note === undefined ? notes : [note, ...notes],
    };
  }

  /** `where` says that a page is read again for its new records. */
  add({ data: page, unread }: ReadPage, where?: 'front' | 'end'): void {
    if (where === undefined) this.#unread.push(...unread);
    if (this.pages > 0 && page.total < this.total) this.hasShrunk = true;
    this.pages += 1;
    this.total = page.total;
    this.lastPage = page.last_page;
    const fresh: Row[] = [];
    for (const record of page.data) {
      if (this.#hashes.has(record.id)) continue;
      const row = rowOf(record);
      this.#highestId = Math.max(this.#highestId, record.id);
      this.#compare(row);
      fresh.push(row);
    }
    if (fresh.length > 0) this.#sink.add(fresh, where ?? 'end');
  }

  #compare(row: Row): void {
    const hash = hashOf(row);
    const earlier = this.#before.get(row.id);
    this.#hashes.set(row.id, hash);
    if (earlier === undefined) return;
    this.#known += 1;
    if (earlier !== hash) this.changed += 1;
  }
}

function describeMiscount({ rows, total }: Reading): string {
  return `The server counts ${total} records, but its pages contained ${rows}, twice. The file contains those ${rows}.`;
}

function describeChanges({ added, removed, changed, rows, total }: Reading): string {
  return (
    `The records kept changing while they were read ${maxReadings} times: between the last two readings ` +
    `${added} were added, ${removed} were removed and ${changed} changed. ` +
    `The file contains ${rows} records, each as it was last read; the server's last count is ${total}.`
  );
}

/** FNV-1a. Readings of one server are compared, so it need not resist forgery. */
function hashOf({ cells }: Row): number {
  let hash = 0x811c9dc5;
  for (const cell of cells) {
    for (let index = 0; index < cell.length; index += 1) {
      hash = Math.imul(hash ^ cell.charCodeAt(index), 0x01000193);
    }
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return hash;
}
