// Instants are stored and compared as text: 'YYYY-MM-DD HH:MM:SS' in UTC.

export const instantOf = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

export const dateOf = (instant: string): Date => new Date(`${instant.replace(' ', 'T')}Z`);

export const plusMinutes = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * 60_000);

/** The API's form of an instant, except in attendance, which shows business time. Null becomes ''. */
export const asUtc = (instant: string | null): string => (instant === null ? '' : `${instant.replace(' ', 'T')}Z`);
