// What a fake HR system of the tests offers. It enforces the rules of the real one and never fails by itself: the
// simulation loses, delays and repeats messages around it.

import type { SafeRequest } from '../../../server/platform/http/outbound.ts';
import type { HrPerson } from '../../../src/shared/contract/hrConnections.ts';

export interface FakeHr {
  /** For its connection: the address, and values by the keys of the connector's fields. */
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly request: SafeRequest;
  /** Whom it has. A test may take people out, deactivate them and put them back. */
  readonly people: Map<string, HrPerson>;
  /**
   * Everything that it has, in UTC and in order, with doubles if it took some: 'P-001 in 2026-05-12 06:59:12', or
   * 'P-001 work 2026-05-12 06:59:12 to 2026-05-12 15:01:00', as exact as it stores times.
   */
  entries(): readonly string[];
  /** Its credentials stop working, until they are renewed with the same values. */
  expireKey(): void;
  renewKey(): void;
  /** It takes and changes nothing until this day, which is included. An empty day opens everything. Not all can. */
  closeUntil?(day: string): void;
}

export interface FakeHrOptions {
  readonly people: readonly HrPerson[];
  /** Of the site, as the company's settings there have it. */
  readonly timeZone: string;
  readonly clock: () => Date;
}
