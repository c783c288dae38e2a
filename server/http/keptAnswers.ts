// Answers that are given again to the same session while nothing in the database has changed. Consoles ask for the same
// lists again and again.

import { LruMap } from '../platform/lruMap.ts';

interface Kept {
  readonly body: Buffer;
  readonly until: number;
}

/** Not for long, as reading a page also renews what is remembered about its reader. */
const keptMs = 60_000;
/** A page of 200 records takes 90 KB. */
const mostKept = 200;

export class KeptAnswers {
  readonly #answers = new LruMap<string, Kept>(mostKept);
  #state = '';

  /** `state` is that of the database when the question came. All that was kept in another state goes. */
  find(question: string, state: string, now: Date): Buffer | undefined {
    if (state !== this.#state) this.#answers.clear();
    this.#state = state;
    const kept = this.#answers.get(question);
    return kept && kept.until > now.getTime() ? kept.body : undefined;
  }

  /** `state` is again that of when the question came: what has changed since may be in the answer already. */
  keep(question: string, state: string, body: Buffer, now: Date): void {
    if (state === this.#state) this.#answers.set(question, { body, until: now.getTime() + keptMs });
  }
}
