// Recomputes the chain of the audit, line by line, and finds the first broken line.

import { Sha256 } from '../../../platform/export/proof/sha256.ts';
import { chainedText, referencesOf, type SaltedValue, saltedText } from '../../../shared/contract/audit/entry.ts';

interface Fault {
  /** The line's number in the file; in a whole chain, also the entry's. */
  readonly line: number;
  /** 'entry 7 was altered' */
  readonly words: string;
}

export interface ChainResult {
  readonly entries: number;
  /** The hash of the last entry. */
  readonly head: string;
  /** How many entries had personal values erased. */
  readonly erased: number;
  /** True for a selection of entries: nothing then tells whether any were left out. */
  readonly isSelection: boolean;
  readonly fault: Fault | undefined;
}

export class ChainVerifier {
  readonly #noted: string;
  #isNotedFound: boolean;
  #lines = 0;
  #last = 0;
  #head = '';
  #erased = 0;
  #isSelection = false;
  #fault: Fault | undefined;

  constructor(noted = '') {
    this.#noted = noted.trim().toLowerCase();
    this.#isNotedFound = this.#noted === '';
  }

  get isBroken(): boolean {
    return this.#fault !== undefined;
  }

  /** Takes the lines in order; undefined stands for a line that is not part of an export. */
  async add(lines: readonly (ExactLine | undefined)[]): Promise<void> {
    if (this.#lines === 0) this.#isSelection = lines[0]?.previous_hash !== undefined;
    const isOfOneKind = (line: ExactLine) => (line.previous_hash !== undefined) === this.#isSelection;
    const hashed = await Promise.all(
      lines.map((line, index) => line && isOfOneKind(line) && this.#hashed(line, lines[index - 1])),
    );
    for (const line of hashed) {
      if (this.#fault) return;
      this.#check(line || undefined);
    }
  }

  /** Computes a line's hashes. Many lines are hashed at once, and compared in order afterwards. */
  async #hashed(line: ExactLine, before: ExactLine | undefined) {
    const previous = line.previous_hash ?? before?.hash ?? this.#head;
    const [hash, ...values] = await Promise.all([
      sha256(chainedText(previous, line.entry)),
      ...line.values.map((pair) => sha256(saltedText(pair))),
    ]);
    return { line, hash, values };
  }

  #check(hashed: { line: ExactLine; hash: string | undefined; values: readonly string[] } | undefined): void {
    this.#lines += 1;
    const content = hashed && parsed(hashed.line.entry);
    const id = typeof content === 'object' && content !== null && 'id' in content ? content.id : undefined;
    if (!hashed || typeof id !== 'number') return this.#fail('it is no line of an exported audit');
    const { line, hash, values } = hashed;
    const expected = this.#last + 1;
    if (this.#isSelection ? id < expected : id !== expected) {
      return this.#fail(
        id > expected
          ? `entry ${expected} is missing; entry ${id} stands here`
          : `entry ${id} stands in the wrong place`,
      );
    }
    if (hash !== line.hash) return this.#fail(`entry ${id} was altered, or does not follow the one before it`);
    if (this.#isSelection && id === expected && this.#lines > 1 && line.previous_hash !== this.#head)
      return this.#fail(`entry ${id} does not follow the one before it`);
    const references = new Set(referencesOf(content));
    if (!values.every((value) => references.has(value))) return this.#fail(`a value beside entry ${id} was altered`);
    if (references.size > values.length) this.#erased += 1;
    this.#last = id;
    this.#head = line.hash;
    this.#isNotedFound ||= line.hash === this.#noted;
  }

  #fail(words: string): void {
    this.#fault = { line: this.#lines, words };
  }

  end(head?: { readonly id: number; readonly hash: string }): ChainResult {
    if (!this.#fault && head && (head.id !== this.#last || head.hash !== this.#head)) {
      this.#lines += 1;
      this.#fail(`the end is missing: the last entry is said to be ${head.id}, with another hash`);
    }
    if (!this.#fault && !this.#isNotedFound) {
      this.#lines += 1;
      this.#fail('no entry has the hash that was noted: the end was cut off, or everything was rewritten');
    }
    return {
      entries: this.#fault ? this.#fault.line - 1 : this.#lines,
      head: this.#head,
      erased: this.#erased,
      isSelection: this.#isSelection,
      fault: this.#fault,
    };
  }
}

/**
 * A line of an exported audit: an entry as it was hashed, and its personal values. Lines of a selection also have the
 * hash of the entry before, which may not be in the file.
 */
export interface ExactLine {
  readonly previous_hash?: string;
  readonly hash: string;
  readonly entry: string;
  readonly values: readonly SaltedValue[];
}

export const lineText = ({ previous_hash, hash, entry, values }: ExactLine, isSelection: boolean): string =>
  JSON.stringify({ ...(isSelection && { previous_hash }), hash, entry, values });

/** Returns undefined for anything else, such as a line with a repeated or extra field, or in another notation. */
export function readLine(text: string): ExactLine | undefined {
  const line = parsed(text);
  if (typeof line !== 'object' || line === null) return undefined;
  if (!('hash' in line && 'entry' in line && 'values' in line)) return undefined;
  const { hash, entry, values } = line;
  const previous = 'previous_hash' in line ? line.previous_hash : undefined;
  if (typeof hash !== 'string' || typeof entry !== 'string' || !Array.isArray(values)) return undefined;
  if (!values.every(isSaltedValue) || !['string', 'undefined'].includes(typeof previous)) return undefined;
  const exact = { hash, entry, values, ...(typeof previous === 'string' && { previous_hash: previous }) };
  return lineText(exact, previous !== undefined) === text ? exact : undefined;
}

const isSaltedValue = (pair: unknown): pair is SaltedValue =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const encoder = new TextEncoder();

/** Computes SHA-256 with WebCrypto or, on plain HTTP where browsers lack it, with our own code. */
export async function sha256(text: string): Promise<string> {
  if (!globalThis.crypto?.subtle) return new Sha256().update(text).hex();
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
