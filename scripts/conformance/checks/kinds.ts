// What the kit creates: how a kind of record is created, found, changed and deleted. A mark that is unique to the run is
// in the texts of each record.

import type { Args, CallKey } from '../../../src/shared/contract/calls.ts';
import type { KitClient, Result } from '../client.ts';
import type { Identified, ReadPage } from '../pages.ts';

/** How to create, find, change and delete a record of one kind. */
export interface Kind<R extends Identified> {
  list: ReadPage<R>;
  /** The fields that the list must show after `change`. */
  expected: Partial<R>;
  create: Step<[]>;
  /** Each creates a record with an invalid or missing field. */
  invalid: readonly (readonly [field: string, create: () => Promise<Result<unknown>>])[];
  change: Step<[id: number]>;
  remove: Step<[id: number]>;
  /** Whether it is a company, or belongs to one. */
  isOfCompany: boolean;
}
type Step<Given extends unknown[]> = readonly [CallKey, (...given: Given) => Promise<Result<unknown>>];

export const step = <K extends CallKey, Given extends unknown[]>(
  client: KitClient,
  key: K,
  args: (...given: Given) => Args<K>,
): Step<Given> => [key, (...given) => client.call(key, args(...given))];

export interface Marked {
  client: KitClient;
  /** Unique to this run. */
  mark: string;
}

/** The mark may be in any field. */
export const isMarked = (record: unknown, mark: string) => JSON.stringify(record).includes(mark);

export const named = (mark: string) => `Conformance check ${mark}`;
/** With accents, Chinese and an emoji, which a server must keep. */
export const renamed = (mark: string) => `${named(mark)}, Zoë Łuń 李雷 🙂`;
export const emailOf = (mark: string) => `${mark}@conformance.invalid`;

/** Wraps a list without pages as its only page. */
export async function unpaged<T>(list: Promise<Result<T[]>>) {
  const result = await list;
  if (!result.ok) return result;
  const { length } = result.data;
  return {
    ...result,
    data: { data: result.data, total: length, last_page: 1, current_page: 1, per_page: length },
  };
}
