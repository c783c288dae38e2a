// What stands behind the sign-in. Every screen brings it along, so that the page for signing in stays
// small and no screen waits for one more file.

import { answerDecoder } from './contract/endpoints.ts';
import { Shell } from './shell/Shell.tsx';

export const signedIn = { Shell, answerDecoder };
