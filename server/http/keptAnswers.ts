// Answers that are given again to the same session while nothing in the database has changed. Consoles ask for the same
// lists again and again.

import { LruMap } from '../platform/lruMap.ts';

interface Kept {
  /** Of the database, before it was asked for the answer. */
  readonly state: string;
  readonly body: Buffer;
  readonly until: number;
}

/** Not for long, as reading a page also renews what is remembered about its reader. */
const keptMs = 60_000;
/** A page of 200 records takes 90 KB. */
const mostKept = 200;

export class KeptAnswers {
  readonly #answers = new LruMap<string, Kept>(mostKept);

  find(question: string, state: string, now: Date): Buffer | undefined {
    const kept = this.#answers.get(question);
    return kept?.state === state && kept.until > now.getTime() ? kept.body : undefined;
  }

  keep(question: string, state: string, body: Buffer, now: Date): void {
    this.#answers.set(question, { state, body, until: now.getTime() + keptMs });
  }
}
