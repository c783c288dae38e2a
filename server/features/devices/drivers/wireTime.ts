// Times as devices write them: the clock of the device, and its offset if it says one.

export interface WireTime {
  /** 'YYYY-MM-DD HH:MM:SS' */
  readonly local: string;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number | null;
}

const written = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)? ?(?:(Z)|([+-])(\d\d):?(\d\d))?$/i;

/** '2026-09-02T13:32:56+08:00', '2026-09-02 13:32:56' and the like. */
export function readTime(text: string): WireTime | undefined {
  const [, day = '', hour = '', minute = '', second = '00', zulu, sign, hours = '', minutes = ''] =
    written.exec(text.trim()) ?? [];
  const local = `${day} ${hour}:${minute}:${second}`;
  if (!isClockTime(local)) return undefined;
  if (zulu) return { local, offsetMinutes: 0 };
  if (!sign) return { local, offsetMinutes: null };
  const offset = Number(hours) * 60 + Number(minutes);
  if (offset > 14 * 60 || Number(minutes) > 59) return undefined;
  return { local, offsetMinutes: sign === '-' ? 0 - offset : offset };
}

/** Whether there is such a day, and such a time on it. The 30th of February would be read as a day of March. */
export function isClockTime(local: string): boolean {
  const time = Date.parse(`${local.replace(' ', 'T')}Z`);
  return !Number.isNaN(time) && clockAt(time) === local;
}

/** 'YYYY-MM-DD HH:MM:SS', of UTC. */
export const clockAt = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

// From 1973 on in both units. Less is no time, but a number that stands where a time was expected.
const firstSecond = 1e8;
const firstMillisecond = 1e11;
const end = 1e14;

/** Seconds or milliseconds since 1970. */
export function readEpoch(value: number): WireTime | undefined {
  if (!(value >= firstSecond && value < end)) return undefined;
  return { local: clockAt(value < firstMillisecond ? value * 1000 : value), offsetMinutes: 0 };
}
