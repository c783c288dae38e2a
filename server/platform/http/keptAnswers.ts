// Answers that the server repeats to the same session while nothing in the database has changed. Consoles keep asking for
// the same lists.

import { LruMap } from '../concurrency/lruMap.ts';

interface Kept {
  readonly body: Buffer;
  readonly until: number;
}

/** Short, because reading a page also renews what is remembered about its reader. */
const keptMs = 60_000;
/** A page of 200 records takes 90 KB. */
const mostKept = 200;

export class KeptAnswers {
  readonly #answers = new LruMap<string, Kept>(mostKept);
  #state = '';

  /** `state` is that of the database when the question came. Answers that were kept in another state are dropped. */
  find(question: string, state: string, now: Date): Buffer | undefined {
    if (state !== this.#state) this.#answers.clear();
    this.#state = state;
    const kept = this.#answers.get(question);
    return kept && kept.until > now.getTime() ? kept.body : undefined;
  }

  /** Pass the same `state` as to `find`: the answer may contain changes that came after it, so it must not outlive it. */
  keep(question: string, state: string, body: Buffer, now: Date): void {
    if (state === this.#state) this.#answers.set(question, { body, until: now.getTime() + keptMs });
  }
}
