// Page and filters of a list in the address. Whatever the address leaves out has its default.

import type { Args, ReadKey } from '../../shared/contract/calls.ts';

export type Params = Readonly<Record<string, string | number>>;

/** Widens literal defaults, which are only examples of their type. */
export type Widened<P extends Params> = { [K in keyof P]: P[K] extends number ? number : string };

/** A function for defaults that change with time, such as today's date. */
export type Defaults<P extends Params> = P | (() => P);

/** Request for a list, shared by prefetching and the screen: the call, its parameters in the address, its arguments. */
export interface ListCall<K extends ReadKey, P extends Params> {
  key: K;
  params: Defaults<P>;
  args(params: Widened<P>): Args<K>;
}

/** Lets the compiler infer a list's types. */
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

/** Parameter in the address for hidden table columns: their ids, separated by commas. */
export const withoutColumns = 'without';
