// How long an export will still take, judged by how fast it has gone so far.

/** The list is read, and read again to confirm it; building the file is short beside that. */
const share = { fetching: 0.45, checking: 0.45, building: 0.1 };
const start = { fetching: 0, checking: share.fetching, building: share.fetching + share.checking };

export type Phase = keyof typeof share;

export function createEstimate(
  now: () => number,
): (phase: Phase, done: number, total: number) => number | undefined {
  const began = now();
  return (phase, done, total) => {
    const whole = start[phase] + share[phase] * Math.min(1, done / Math.max(1, total));
    const seconds = (now() - began) / 1000;
    return seconds < 1 || whole === 0 ? undefined : Math.ceil((seconds / whole) * (1 - whole));
  };
}
