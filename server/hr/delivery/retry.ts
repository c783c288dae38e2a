// Retries of a delivery: after a minute, then at growing intervals with jitter, and only so often.

/** After this many, about a day and a half, the delivery needs a manual retry. */
export const mostAttempts = 12;

const firstPauseMinutes = 1;
const longestPauseMinutes = 6 * 60;

/** `chance`, from 0 up to 1, varies the pause by up to a quarter either way. */
export function pauseMinutes(attempts: number, chance: number): number {
  const pause = Math.min(firstPauseMinutes * 2 ** (attempts - 1), longestPauseMinutes);
  return pause * (0.75 + chance / 2);
}
