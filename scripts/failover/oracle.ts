// The oracle knows what an installation must contain, based only on what its clients sent and the answers they got. An
// answer of 200 is a promise. A request without one may or may not have been carried out.

import type { Seen } from './load.ts';
import type { ClockEvent, StoredRecord } from './stored.ts';

export interface Comparison {
  /** Promised but missing, or without the promised mark. */
  readonly lost: number;
  readonly doubled: number;
  /** Stored with values other than those sent, or never sent. */
  readonly different: number;
}

interface Expected {
  readonly event: ClockEvent;
  readonly isPromised: boolean;
  mark: 'promised' | 'possible' | 'no';
}

const instant = ({ company, employee, type, at }: ClockEvent) => [company, employee, type, at].join(' ');
const keyOf = (event: ClockEvent) => event.id || instant(event);

export class Oracle {
  #records = new Map<string, Expected>();
  /** Deliveries that the HR system may get, with true for promised ones. */
  readonly #deliveries = new Map<string, boolean>();
  readonly #hrCompanies = new Set<string>();
  /** Number of promised audit entries. */
  audited = 0;

  /** Expects this company's events to be sent to the HR system. */
  delivers(company: string): void {
    this.#hrCompanies.add(company);
  }

  learn({ acknowledged, unanswered, marked, perhapsMarked, audited }: Seen): void {
    for (const event of unanswered.values()) this.expect(event, false);
    for (const event of acknowledged.values()) this.expect(event, true);
    for (const id of perhapsMarked) this.#mark(id, 'possible');
    for (const id of marked) this.#mark(id, 'promised');
    this.audited += audited;
  }

  expect(event: ClockEvent, isPromised = true): void {
    this.#records.set(keyOf(event), { event, isPromised, mark: 'no' });
    if (this.#hrCompanies.has(event.company)) this.expectDelivery(event, isPromised);
  }

  /** Equal events in the same second count as one delivery. */
  expectDelivery(event: ClockEvent, isPromised = true): void {
    const delivery = instant(event);
    this.#deliveries.set(delivery, isPromised || this.#deliveries.get(delivery) === true);
  }

  /** Forgets what retention removed before this instant. Returns the number of expected records. */
  forgetBefore(at: string): number {
    const all = this.#records.size;
    this.#records = new Map([...this.#records].filter(([, { event }]) => event.at >= at));
    return all - this.#records.size;
  }

  compareRecords(stored: readonly StoredRecord[]): Comparison {
    const recordsByKey = Map.groupBy(stored, keyOf);
    const comparison = { lost: 0, doubled: 0, different: 0 };
    for (const [key, { isPromised, mark }] of this.#records) {
      const record = recordsByKey.get(key)?.[0];
      if (record ? mark === 'promised' && !record.isProcessed : isPromised) comparison.lost++;
    }
    for (const [key, [record, ...others]] of recordsByKey) {
      const expected = this.#records.get(key);
      comparison.doubled += others.length;
      if (record && !(expected && isSame(expected, record))) comparison.different++;
    }
    return comparison;
  }

  compareDeliveries(accepted: readonly ClockEvent[]): Comparison {
    const delivered = new Set(accepted.map(instant));
    return {
      lost: [...this.#deliveries].filter(([delivery, isPromised]) => isPromised && !delivered.has(delivery)).length,
      doubled: accepted.length - delivered.size,
      different: [...delivered].filter((delivery) => !this.#deliveries.has(delivery)).length,
    };
  }

  #mark(id: string, mark: Expected['mark']): void {
    const expected = this.#records.get(id);
    if (expected && expected.mark !== 'promised') expected.mark = mark;
  }
}

const isSame = ({ event, mark }: Expected, record: StoredRecord): boolean =>
  instant(event) === instant(record) && !(mark === 'no' && record.isProcessed);

/** Returns an empty list if there are none. */
export function problemsIn(what: string, { lost, doubled, different }: Comparison): string[] {
  if (lost + doubled + different === 0) return [];
  return [`${what}: ${lost} lost, ${doubled} doubled, ${different} different`];
}
