// Invents a body that a call's decoder accepts, without knowing the call: it offers a value for each field that the decoder
// reads, and mends what the decoder refuses.

import type { Chance } from '../../../server/app/sample/random.ts';
import { DecodeError, type Decoder } from '../../../src/shared/contract/decode.ts';

/** Values by the name of the field. */
export type Pools = Readonly<Record<string, readonly [unknown, ...unknown[]]>>;

const mostMends = 60;

export function inventBody(decode: Decoder<unknown>, pools: Pools, chance: Chance): unknown {
  const body = offering(pools, chance);
  for (let mends = 0; mends < mostMends; mends++) {
    try {
      decode(body);
      return body;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      put(body, error.path, mended(error, pools, chance));
    }
  }
  throw new Error(`No body was found for a decoder: ${JSON.stringify(body)}`);
}

type Fields = Record<string | number, unknown>;

/** Fields whose names are unknown are left out at first, and now and then the others. */
function offering(pools: Pools, chance: Chance): Fields {
  return new Proxy<Fields>(
    {},
    {
      get(fields, name) {
        if (typeof name === 'symbol') return undefined;
        const pool = Object.hasOwn(pools, name) ? pools[name] : undefined;
        if (!Object.hasOwn(fields, name) && pool && chance.percent(85)) fields[name] = chance.pick(pool);
        return Object.hasOwn(fields, name) ? fields[name] : undefined;
      },
    },
  );
}

function put(body: Fields, path: readonly (string | number)[], value: unknown): void {
  let holder = body;
  for (const key of path.slice(0, -1)) {
    const inner = holder[key];
    if (typeof inner !== 'object' || inner === null) return;
    holder = Object(inner);
  }
  const last = path.at(-1);
  if (last !== undefined) holder[last] = value;
}

function mended({ expected, path }: DecodeError, pools: Pools, chance: Chance): unknown {
  const words = /^one of (.+)$/.exec(expected)?.[1]?.split(', ') ?? [];
  const [word, ...others] = words;
  if (word !== undefined) return chance.pick([word, ...others]);
  const pool = pools[String(path.at(-1))];
  switch (expected) {
    case 'a whole number':
    case 'a number':
      return numberOf(pool, chance);
    case 'true or false':
      return chance.percent(50);
    case 'a list':
      return chance.percent(80) ? [offering(pools, chance)] : [];
    case 'an object':
    case 'a map':
      return offering(pools, chance);
    case 'text':
    case 'non-empty text':
      return String(pool ? chance.pick(pool) : 'something') || 'something';
    default:
      return chance.pick([pool ? chance.pick(pool) : 1, [offering(pools, chance)], true, 'something']);
  }
}

function numberOf(pool: Pools[string] | undefined, chance: Chance): number {
  const [first, ...others] = (pool ?? []).map(Number).filter(Number.isSafeInteger);
  return first === undefined ? chance.whole(1, 60) : chance.pick([first, ...others]);
}
