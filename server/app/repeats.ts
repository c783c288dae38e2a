// Writes that come again because their answer was lost: browsers and proxies repeat one whose connection was cut before
// any answer, and people try again. The client gives each a key, and what has the key of an earlier one gets its answer.

import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const keptMs = 5 * 60_000;
/** Limit on memory. Answers are small, but for a few with files. */
const mostKept = 1_000;

export class Repeats {
  readonly #answers = new Map<string, Promise<unknown>>();

  /**
   * Does what a request asks for, unless it repeats one that is worked on, or was answered. A refusal is forgotten, since
   * nothing was done. Other processes do not know of either.
   */
  once({ method = '', url, headers }: IncomingMessage, body: unknown, work: () => Promise<unknown>): Promise<unknown> {
    const { authorization, 'idempotency-key': key } = headers;
    if (key === undefined || /^(?:GET|HEAD)$/.test(method)) return work();
    const name = hash('sha256', JSON.stringify([key, authorization, method, url, body]));
    const earlier = this.#answers.get(name);
    if (earlier !== undefined) return earlier;
    const answer = work();
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size >= mostKept) this.#answers.delete(oldest);
    this.#answers.set(name, answer);
    const forget = () => this.#answers.delete(name);
    answer.then(() => setTimeout(forget, keptMs).unref(), forget);
    return answer;
  }
}
