// Instants are stored and compared as text: 'YYYY-MM-DD HH:MM:SS' in UTC.

export const instantOf = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

export const dateOf = (instant: string): Date => new Date(timeOf(instant));

/** Milliseconds since 1970, ten times as fast as a date that is parsed. */
export const timeOf = (instant: string): number =>
  Date.UTC(
    Number(instant.slice(0, 4)),
    twoDigits(instant, 5) - 1,
    twoDigits(instant, 8),
    twoDigits(instant, 11),
    twoDigits(instant, 14),
    twoDigits(instant, 17),
  );

const zero = 48;
const twoDigits = (text: string, at: number) => (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;

export const plusMinutes = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * 60_000);

/** The API's form of an instant, except in attendance, which shows business time. Null becomes ''. */
export const asUtc = (instant: string | null): string => (instant === null ? '' : `${instant.replace(' ', 'T')}Z`);
