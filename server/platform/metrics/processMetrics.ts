// The process itself: since when it runs, its memory, and how long its work keeps others waiting.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Family, gauge } from './family.ts';

export function createProcessMetrics(): () => Family[] {
  const startedAt = Date.now() / 1_000 - process.uptime();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return () => {
    const longest = delay.max / 1e9;
    delay.reset();
    const { rss, heapUsed } = process.memoryUsage();
    return [
      gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', startedAt),
      gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
      gauge('nodejs_heap_size_used_bytes', 'Memory that objects take.', heapUsed),
      gauge('nodejs_eventloop_lag_max_seconds', 'The longest wait for a turn since the last reading.', longest),
    ];
  };
}
