// The messages of a write and the reads that it makes stale.

import type { ReadKey } from '../endpoints.ts';

export interface WriteMessages {
  /** Shown on success; {names} are fields of the answer. */
  readonly done: string;
  /** Shown on failure if the server gives no message. */
  readonly failed: string;
  /** The reads whose cached answers it makes stale. */
  readonly touches: readonly ReadKey[];
}

export function filled(message: string, answer: unknown): string {
  const fields = Object(answer);
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name]));
}
