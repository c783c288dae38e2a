// Reports how far an export is and how long it will take at its speed so far. At most ten times a second, so that
// showing it costs little.

export interface ExportProgress {
  phase: 'fetching' | 'checking' | 'building';
  done: number;
  total: number;
  remainingSeconds?: number;
  part?: number;
  parts?: number;
}

/** The list is read, and read again to confirm it. Building the file takes little time in comparison. */
const share = { fetching: 0.45, checking: 0.45, building: 0.1 };
const start = { fetching: 0, checking: share.fetching, building: share.fetching + share.checking };
const interval = 100;

export function createProgress(report: (progress: ExportProgress) => void): (progress: ExportProgress) => void {
  const began = performance.now();
  let phase = '';
  let reported = began;
  return (progress) => {
    const now = performance.now();
    if (progress.phase === phase && progress.done < progress.total && now - reported < interval) return;
    phase = progress.phase;
    reported = now;
    report({ ...progress, remainingSeconds: remaining(progress, (now - began) / 1000) });
  };
}

function remaining({ phase, done, total }: ExportProgress, seconds: number): number | undefined {
  const fraction = start[phase] + share[phase] * Math.min(1, done / Math.max(1, total));
  return seconds < 1 || fraction === 0 ? undefined : Math.ceil((seconds / fraction) * (1 - fraction));
}
