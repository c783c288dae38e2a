// What a person is told while an export runs: how far it is, and how long it will still take, judged by how fast it
// has gone so far. Told ten times a second at most, so that showing it costs little.

export interface ExportProgress {
  phase: 'fetching' | 'checking' | 'building';
  done: number;
  total: number;
  remainingSeconds?: number;
  part?: number;
  parts?: number;
}

/** The list is read, and read again to confirm it; building the file is short beside that. */
const share = { fetching: 0.45, checking: 0.45, building: 0.1 };
const start = { fetching: 0, checking: share.fetching, building: share.fetching + share.checking };
const pause = 100;

export function createProgress(tell: (progress: ExportProgress) => void): (progress: ExportProgress) => void {
  const began = performance.now();
  let phase = '';
  let told = began;
  return (progress) => {
    const now = performance.now();
    if (progress.phase === phase && progress.done < progress.total && now - told < pause) return;
    phase = progress.phase;
    told = now;
    tell({ ...progress, remainingSeconds: remaining(progress, (now - began) / 1000) });
  };
}

function remaining({ phase, done, total }: ExportProgress, seconds: number): number | undefined {
  const whole = start[phase] + share[phase] * Math.min(1, done / Math.max(1, total));
  return seconds < 1 || whole === 0 ? undefined : Math.ceil((seconds / whole) * (1 - whole));
}
