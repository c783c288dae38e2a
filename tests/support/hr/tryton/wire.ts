// Days and instants in Tryton's JSON.

export interface WireDay {
  readonly __class__: 'date';
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** In UTC. */
export interface WireInstant extends Omit<WireDay, '__class__'> {
  readonly __class__: 'datetime';
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
}

/** Of a day such as '2026-05-12'. */
export function wireDay(day: string): WireDay {
  const date = new Date(day);
  return {
    __class__: 'date',
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  };
}

export function wireInstant(at: Date): WireInstant {
  return {
    ...wireDay(at.toISOString()),
    __class__: 'datetime',
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    microsecond: at.getUTCMilliseconds() * 1000,
  };
}

export const dayOf = ({ year, month, day }: WireDay) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

export const instantOf = ({ year, month, day, hour, minute, second, microsecond }: WireInstant) =>
  new Date(Date.UTC(year, month - 1, day, hour, minute, second, microsecond / 1000));
