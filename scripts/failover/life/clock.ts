// Clock of the Rollcalls and the doors. It starts at noon, so that no day ends during a run, and can skip months.

import path from 'node:path';

export class Clock {
  #aheadMs: number;

  /** Starts at noon of tomorrow. */
  constructor() {
    this.#aheadMs = new Date().setUTCHours(24 + 12, 0, 0, 0) - Date.now();
  }

  readonly now = (): Date => new Date(Date.now() + this.#aheadMs);

  today(): string {
    return this.now().toISOString().slice(0, 10);
  }

  passMonths(months: number): void {
    const now = this.now();
    // Avoids the 31st, which not every month has.
    const later = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, Math.min(now.getUTCDate(), 28), 12);
    this.#aheadMs += later - now.getTime();
  }

  /** Give a Rollcall this clock. */
  variables(): Record<string, string> {
    const preload = path.resolve('scripts/failover/life/clockAhead.mjs');
    return { NODE_OPTIONS: `--import=${preload}`, CLOCK_AHEAD: String(this.#aheadMs) };
  }
}
