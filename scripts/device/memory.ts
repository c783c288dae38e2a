// Memory of a device: each punch with its number and time. The clock shows the zone's time, apart from its faults.

import type { Fault } from './faults.ts';

export type Key = 'in' | 'out' | 'none';

export interface Punch {
  /** Empty for events without a person, such as an opened door. */
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Key that the person pressed. */
  readonly key: Key;
}

export interface Held extends Punch {
  readonly number: number;
  /** Device clock, 'YYYY-MM-DD HH:MM:SS'. */
  readonly shown: string;
  /** Zone's offset at that moment, in minutes east of UTC. */
  readonly offset: number;
}

interface ClockOptions {
  readonly zone: string;
  /** Seconds; negative for slow. */
  readonly drift: number;
  readonly faults: ReadonlySet<Fault>;
  /** Time of the first punch; the faults of the clock come some days later. */
  readonly from: number;
}

const hour = 3_600_000;
const day = 24 * hour;

export function createMemory({ zone, drift, faults, from }: ClockOptions) {
  const records: Held[] = [];
  const offsetAt = offsetsOf(zone);
  const powerCut = { from: from + 10 * day + 6 * hour, until: from + 10 * day + 12 * hour };
  const behind = { from: from + 15 * day, until: from + 16 * day };
  let shift = drift * 1_000;
  let number = 0;
  let hasRestarted = false;

  function clockAt(at: number): number {
    if (faults.has('clock-2000') && at >= powerCut.from && at < powerCut.until) {
      return Date.UTC(2000, 0, 1) + at - powerCut.from;
    }
    const isBehind = faults.has('clock-back') && at >= behind.from && at < behind.until;
    return at + offsetAt(at) * 60_000 + shift - (isBehind ? hour : 0);
  }

  function nextNumber(at: number): number {
    const restarts = faults.has('numbers-restart') && !hasRestarted && at >= from + 20 * day;
    hasRestarted ||= restarts;
    number = restarts ? 1 : number + 1;
    return number;
  }

  return {
    records,
    shownAt: (at: number) => shownText(clockAt(at)),
    offsetAt,
    setClock(local: number, at: number) {
      shift = local - at - offsetAt(at) * 60_000;
    },
    hold(punch: Punch) {
      records.push({
        ...punch,
        number: nextNumber(punch.at),
        shown: shownText(clockAt(punch.at)),
        offset: offsetAt(punch.at),
      });
    },
  };
}

export type Memory = ReturnType<typeof createMemory>;

const shownText = (local: number) => new Date(local).toISOString().slice(0, 19).replace('T', ' ');

/** Offsets of a zone in minutes east of UTC, cached by the quarter of an hour. */
function offsetsOf(zone: string): (at: number) => number {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', ...parts });
  const offsets = new Map<number, number>();
  return (at) => {
    const start = Math.floor(at / 900_000) * 900_000;
    const offset = offsets.get(start) ?? measured(format, start);
    offsets.set(start, offset);
    return offset;
  };
}

function measured(format: Intl.DateTimeFormat, at: number): number {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return (Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) - at) / 60_000;
}
