// How many requests each call got, how they ended and how long they took. In memory: Prometheus expects counters to begin
// anew with the process.

import type { Family, Sample } from './family.ts';

/** Seconds; each bucket counts the requests that took at most as long. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Durations {
  /** How many took at most each bound, and no less than the one before. */
  readonly counts: number[];
  sum: number;
  count: number;
}

export interface RequestMetrics {
  /** `call` must be one of few: it becomes a label. */
  observe(call: string, status: number, seconds: number): void;
  families(): Family[];
}

export function createRequestMetrics(): RequestMetrics {
  const statuses = new Map<string, Map<number, number>>();
  const durations = new Map<string, Durations>();

  return {
    observe(call, status, seconds) {
      const ofCall = entryOf(statuses, call, () => new Map<number, number>());
      ofCall.set(status, (ofCall.get(status) ?? 0) + 1);
      const times = entryOf(durations, call, () => ({ counts: bounds.map(() => 0), sum: 0, count: 0 }));
      const bucket = bounds.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) times.counts[bucket] = (times.counts[bucket] ?? 0) + 1;
      times.sum += seconds;
      times.count += 1;
    },
    families: () => [
      {
        name: 'rollcall_requests_total',
        help: 'Requests by call and status.',
        type: 'counter',
        samples: [...statuses].flatMap(([call, counts]) =>
          [...counts].map(([status, value]) => ({ labels: { call, status: String(status) }, value })),
        ),
      },
      {
        name: 'rollcall_request_duration_seconds',
        help: 'How long requests took until they were answered.',
        type: 'histogram',
        samples: [...durations].flatMap(([call, times]) => histogram(call, times)),
      },
    ],
  };
}

function histogram(call: string, { counts, sum, count }: Durations): Sample[] {
  let upTo = 0;
  const buckets = bounds.map((bound, index): Sample => {
    upTo += counts[index] ?? 0;
    return { suffix: '_bucket', labels: { call, le: String(bound) }, value: upTo };
  });
  return [
    ...buckets,
    { suffix: '_bucket', labels: { call, le: '+Inf' }, value: count },
    { suffix: '_sum', labels: { call }, value: sum },
    { suffix: '_count', labels: { call }, value: count },
  ];
}

function entryOf<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
