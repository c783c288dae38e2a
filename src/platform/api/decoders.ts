// The decoders of answers: a few at once, the others when the first call needs one.

import { loadOnce } from '../boot/loadOnce.ts';
import { firstAnswers } from '../../shared/contract/answers/first.ts';
import type { Decoder } from '../../shared/contract/decode.ts';
import type { Answer, EndpointKey } from '../../shared/contract/endpoints.ts';

type Decoders = { readonly [K in EndpointKey]?: Decoder<Answer<K>> };

const first: Decoders = firstAnswers;

const loadOthers = loadOnce('Part of the console', async (): Promise<Decoders> => {
  const { laterAnswers } = await import('../../shared/contract/answers/later.ts');
  return laterAnswers;
});

export async function loadDecoder<K extends EndpointKey>(key: K): Promise<Decoder<Answer<K>>> {
  const decoder = first[key] ?? (await loadOthers())[key];
  if (!decoder) throw new Error(`${key} has no decoder`);
  return decoder;
}
