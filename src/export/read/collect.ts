// Reads the whole list so that it is what the server had at one moment, although records arrive, vanish and
// change meanwhile. To count is not enough: one that vanishes from a page already read while another arrives
// leaves the count as it was, and a record skipped. So the list is read until a second reading confirms the
// first.

import type { Api } from '../../api/client.ts';
import type { Page } from '../../contract/decode.ts';
import type { AttendanceRecord } from '../../contract/entities/attendance.ts';
import { rowOf, type Row } from '../columns.ts';
import { pause } from './pause.ts';
import { readPage, readPages, type Filters } from './readPages.ts';

/** Where the rows go; each reading begins it anew. */
interface Sink {
  clear(): void;
  add(rows: readonly Row[], where: 'front' | 'end'): void;
}

export interface Collected {
  rows: number;
  /** What the server counted at last. */
  total: number;
  /** What precisely does not add up; empty where everything does. */
  notes: string[];
}

interface Options {
  sink: Sink;
  signal: AbortSignal;
  onProgress(phase: 'fetching' | 'checking', done: number, total: number): void;
}

const mostReadings = 4;
/** Before the third and the fourth reading, in milliseconds: changes come in bursts. */
const rests = [500, 1500];

export async function collect(api: Api, filters: Filters, { sink, signal, onProgress }: Options): Promise<Collected> {
  let before: Reading | undefined;
  for (let attempt = 1; ; attempt += 1) {
    sink.clear();
    const reading: Reading = new Reading(sink, before);
    for await (const page of readPages(api, filters, signal)) {
      reading.add(page);
      onProgress(attempt === 1 ? 'fetching' : 'checking', reading.rows, page.total);
    }
    if (reading.pages === 1 && reading.isComplete) return { ...reading.counts, notes: [] };

    if (before && reading.vanished + reading.changed === 0 && !reading.hasShrunk) {
      await addNewcomers(reading);
      if (reading.isComplete) return { ...reading.counts, notes: [] };
      if (reading.arrived === 0) return { ...reading.counts, notes: [describeCount(reading)] };
    }
    if (attempt >= mostReadings) return { ...reading.counts, notes: [describe(reading)] };
    if (before) await pause(rests[attempt - 2] ?? 0, signal);
    before = reading;
  }

  /**
   * What arrives while a list is read stands at its beginning or its end, wherever the server puts the
   * newest.
   */
  async function addNewcomers(reading: Reading): Promise<void> {
    for (const where of ['front', 'end'] as const) {
      if (reading.isComplete) return;
      reading.add(await readPage(api, filters, where === 'front' ? 1 : reading.lastPage, signal), where);
    }
  }
}

/**
 * One pass over all pages: which records there were, once each, and how that differs from the pass before.
 */
class Reading {
  /** From a record's id to the hash of its row: to compare readings, the rows themselves need not be kept. */
  readonly #hashes = new Map<number, number>();
  readonly #sink: Sink;
  readonly #before: ReadonlyMap<number, number>;
  #met = 0;
  changed = 0;
  pages = 0;
  lastPage = 1;
  total = 0;
  /** Whether the server's count fell, so that pages yet to be read moved up. */
  hasShrunk = false;

  constructor(sink: Sink, before: Reading | undefined) {
    this.#sink = sink;
    this.#before = before ? before.#hashes : new Map();
  }

  get rows(): number {
    return this.#hashes.size;
  }

  get vanished(): number {
    return this.#before.size - this.#met;
  }

  get arrived(): number {
    return this.rows - this.#met;
  }

  get isComplete(): boolean {
    return this.rows === this.total;
  }

  get counts(): { rows: number; total: number } {
    return { rows: this.rows, total: this.total };
  }

  add(page: Page<AttendanceRecord>, where: 'front' | 'end' = 'end'): void {
    if (this.pages > 0 && page.total < this.total) this.hasShrunk = true;
    this.pages += 1;
    this.total = page.total;
    this.lastPage = page.last_page;
    const unknown: Row[] = [];
    for (const record of page.data) {
      if (this.#hashes.has(record.id)) continue;
      const row = rowOf(record);
      this.#compare(row);
      unknown.push(row);
    }
    if (unknown.length > 0) this.#sink.add(unknown, where);
  }

  #compare(row: Row): void {
    const hash = hashOf(row);
    const earlier = this.#before.get(row.id);
    this.#hashes.set(row.id, hash);
    if (earlier === undefined) return;
    this.#met += 1;
    if (earlier !== hash) this.changed += 1;
  }
}

function describeCount({ rows, total }: Reading): string {
  return `The server counts ${total} records, but its pages held ${rows} in two readings alike. The file has these.`;
}

function describe({ arrived, vanished, changed, rows, total }: Reading): string {
  return (
    `The records kept changing while they were read ${mostReadings} times: between the last two readings ` +
    `${arrived} arrived, ${vanished} vanished and ${changed} changed. ` +
    `The file holds ${rows} records as they were when each was last read; ` +
    `the server's last count is ${total}.`
  );
}

/** FNV-1a: not proof against forgery, which is not asked of it. */
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
