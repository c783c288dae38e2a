// Page and filters of a list in the address; whatever the address does not mention has its default.

import type { Args, ReadKey } from '../../shared/contract/calls.ts';

export type Params = Readonly<Record<string, string | number>>;

/** Literal defaults are only examples of their type. */
export type Widened<P extends Params> = { [K in keyof P]: P[K] extends number ? number : string };

/** Defaults that change with time, such as today's date, are a function. */
export type Defaults<P extends Params> = P | (() => P);

/** A list as prefetching and its screen both request it: the call, what the address may hold, and the arguments. */
export interface ListCall<K extends ReadKey, P extends Params> {
  key: K;
  params: Defaults<P>;
  args(params: Widened<P>): Args<K>;
}

/** Lets the compiler infer the types of a list. */
export const listCall = <K extends ReadKey, P extends Params>(
  key: K,
  params: Defaults<P>,
  args: (params: Widened<P>) => Args<K>,
): ListCall<K, P> => ({ key, params, args });

export const currentDefaults = <P extends Params>(defaults: Defaults<P>): P =>
  typeof defaults === 'function' ? defaults() : defaults;

export function readParams<P extends Params>(search: string, defaults: P): Widened<P> {
  const given = new URLSearchParams(search);
  const entries = Object.entries(defaults).map(([name, fallback]) => {
    const text = given.get(name);
    if (text === null) return [name, fallback];
    if (typeof fallback === 'string') return [name, text];
    return [name, /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback];
  });
  return Object.fromEntries(entries);
}

/** Names, in the address, the columns of a table that a person leaves out: their ids, separated by commas. */
export const withoutColumns = 'without';
