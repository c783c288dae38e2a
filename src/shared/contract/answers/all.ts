// How every answer is read. The console takes the parts of this one by one, see src/platform/api/decoders.ts.

import type { Decoded, Decoder } from '../decode.ts';
import { firstAnswers } from './first.ts';
import { laterAnswers } from './later.ts';

export const answers = { ...firstAnswers, ...laterAnswers };

type Answers = typeof answers;

const decoders: { [K in keyof Answers]: Decoder<Decoded<Answers[K]>> } = answers;

/** The decoder of a call's answer, typed by the call. */
export function answerDecoder<K extends keyof Answers>(key: K): Decoder<Decoded<Answers[K]>> {
  return decoders[key];
}
