// What stands behind the sign-in. Every screen brings it along, so that the page for signing in stays
// small and no screen waits for one more file.

import { loadOnce } from '../boot/loadOnce.ts';
import { dailyAnswers } from '../contract/dailyAnswers.ts';
import type { Decoder } from '../contract/decode.ts';
import type { Answer, EndpointKey } from '../contract/endpoints.ts';
import { Shell } from './shell/Shell.tsx';

const daily: { [K in EndpointKey]?: Decoder<Answer<K>> } = dailyAnswers;
const fetchEndpoints = loadOnce('The console', () => import('../contract/endpoints.ts'));

async function answerDecoder<K extends EndpointKey>(key: K): Promise<Decoder<Answer<K>>> {
  return daily[key] ?? (await fetchEndpoints()).answerDecoder(key);
}

export const signedIn = { Shell, answerDecoder };
