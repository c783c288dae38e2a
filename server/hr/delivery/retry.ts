// When a record that the HR system did not take is tried again: after a minute, then ever later, never all at
// the same moment, and not for ever.

/** Then it rests as failed until somebody retries it; with these pauses about a day and a half. */
export const mostAttempts = 12;

const firstPauseMinutes = 1;
const longestPauseMinutes = 6 * 60;

/** `chance` is a number from 0 up to 1: a pause is three to five quarters of its length. */
export function pauseMinutes(attempts: number, chance: number): number {
  const pause = Math.min(firstPauseMinutes * 2 ** (attempts - 1), longestPauseMinutes);
  return pause * (0.75 + chance / 2);
}
