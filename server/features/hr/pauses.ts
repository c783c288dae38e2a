// Pauses before the next try: a minute, then growing, with jitter. An HR system may ask for a longer one.

import { plusMinutes } from '../../platform/time/clock.ts';

const firstPauseMinutes = 1;
const longestPauseMinutes = 6 * 60;

/** `chance`, in [0, 1), varies the pause by up to a quarter either way. */
export function pauseMinutes(attempts: number, chance: number, longest = longestPauseMinutes): number {
  const pause = Math.min(firstPauseMinutes * 2 ** (attempts - 1), longest);
  return pause * (0.75 + chance / 2);
}

/**
 * Reads Retry-After, in seconds or as an HTTP date; undefined if there is none. Dates are by the HR system's clock,
 * which may be wrong: `theirNow` is its time, or NaN.
 */
export function parseRetryAfter(retryAfter: string | undefined, now: Date, theirNow: number = NaN): Date | undefined {
  const text = retryAfter?.trim() ?? '';
  const ahead = Number.isNaN(theirNow) ? 0 : theirNow - now.getTime();
  const instant = /^\d+$/.test(text) ? now.getTime() + Number(text) * 1000 : httpDate(text) - ahead;
  if (!(instant > now.getTime())) return undefined;
  return new Date(Math.min(instant, plusMinutes(now, longestPauseMinutes).getTime()));
}

const httpDate = (text: string) => (/^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : NaN);
